// The programs of the corpus as GHC compiles what is emitted of them: every line of
// corpus/expected.tsv holds, for the program as written and after the whole transformation.
// DEFOREST_CORPUS=TEXT tries only the programs whose path has the text in it, DEFOREST_EVERY=N
// every Nth of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <regex>

#include "../corpus/expected_table.hpp"
#include "backends/haskell.hpp"
#include "driver/keep_text.hpp"
#include "driver/pipelines.hpp"
#include "ghc.hpp"
#include "ir/primitives.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::testing {
namespace {

using corpus::ExpectedFile;
using ir::Semantics;

const std::filesystem::path root = DEFOREST_ROOT;

struct CorpusProgram {
  std::string path;
  ir::Program program;
  text::Original original;
  std::vector<std::string> expressions;
  std::string output;  // what printing the values of the expressions gives
};

// The words of an expression that may be names of functions.
std::vector<std::string> identifiers(const std::string& expression) {
  std::vector<std::string> words(1);
  bool string = false;
  for (const char c : expression) {
    if (c == '"') string = !string;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                        (c >= '0' && c <= '9') || c == '\'';
    if (letter && !string) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  std::erase_if(words, [](const std::string& word) { return !text::isVariableName(word); });
  return words;
}

// The program of a file, with all the roots that its expressions need; nothing if it is not in the
// language.
std::optional<ir::Program> parsed(const ExpectedFile& file, text::Original& original) {
  const std::string text = corpus::readFile(root / file.path);
  const auto first = text::parse(text, file.path, {}, nullptr, &original);
  if (!first) return std::nullopt;
  text::ParseOptions options;
  for (const auto id : first->roots) options.roots.push_back(first->function(id).name);
  const std::size_t known = options.roots.size();
  for (const auto& [expression, value] : file.expectations) {
    for (const auto& word : identifiers(expression)) {
      const bool there =
          std::find(options.roots.begin(), options.roots.end(), word) != options.roots.end();
      if (!there && !text::inPrelude(word)) options.roots.push_back(word);
    }
  }
  if (options.roots.size() == known) return *first;
  const auto again = text::parse(text, file.path, options, nullptr, &original);
  return again ? std::optional(*again) : std::nullopt;
}

const std::vector<CorpusProgram>& corpusPrograms() {
  static const std::vector<CorpusProgram> programs = [] {
    std::vector<CorpusProgram> list;
    const char* wanted = std::getenv("DEFOREST_CORPUS");
    const char* every = std::getenv("DEFOREST_EVERY");
    const unsigned long step = every != nullptr ? std::strtoul(every, nullptr, 10) : 1;
    unsigned long at = 0;
    for (const auto& file : corpus::readExpectations(root / "corpus" / "expected.tsv")) {
      if (wanted != nullptr && file.path.find(wanted) == std::string::npos) continue;
      if (step > 1 && at++ % step != 0) continue;
      text::Original original;
      auto program = parsed(file, original);
      if (!program) continue;
      CorpusProgram entry{file.path, std::move(*program), std::move(original), {}, ""};
      entry.program.module.name = "M" + std::to_string(list.size());
      // In front: the list may be empty, and may end in a comma or a comment.
      if (auto& exports = entry.program.module.exports) *exports = "deforestCheck, " + *exports;
      for (const auto& [expression, value] : file.expectations) {
        entry.expressions.push_back(expression);
        entry.output += value + "\n";
      }
      list.push_back(std::move(entry));
    }
    return list;
  }();
  return programs;
}

// An action that prints the values of the expressions, to be added to the module.
std::string checkOf(const CorpusProgram& program) {
  std::string text = "\ndeforestCheck :: IO ()\ndeforestCheck = do\n";
  for (const auto& expression : program.expressions) {
    text += expression == "main" ? "  main\n" : "  print (" + expression + ")\n";
  }
  return text;
}

using Form = std::function<std::string(const CorpusProgram&)>;

Form emitted(Semantics semantics) {
  return [semantics](const CorpusProgram& entry) {
    return backends::emitHaskell(entry.program, {semantics});
  };
}

Form transformed(Semantics semantics) {
  return [semantics](const CorpusProgram& entry) {
    const ir::Program& program = entry.program;
    pipeline::Context context;
    engine::Options options;
    options.semantics = semantics;
    pipeline::RunReport report;
    const auto pipeline = driver::defaultPipeline(options);
    return backends::emitHaskell(pipeline::run(pipeline, program, context, {}, report),
                                 {semantics});
  };
}

// The text with another header.
std::string renamed(const std::string& text, const std::string& name) {
  const std::regex header(R"((^|\n)module\s+[A-Za-z0-9.]+\s*)");
  std::smatch found;
  if (!std::regex_search(text, found, header)) {
    const std::size_t pragmas = text.starts_with("{-#") ? text.find('\n') + 1 : 0;
    return text.substr(0, pragmas) + "module " + name + " where\n" + text.substr(pragmas);
  }
  const std::string rest = found.suffix();
  const bool exports = rest.starts_with("(");
  return std::string(found.prefix()) + "\nmodule " + name + " " +
         (exports ? "(deforestCheck, " + rest.substr(1) : rest);
}

// What becomes of the text, declaration by declaration; of Gibbon's modules, the whole program.
// The declarations that the expressions use are exported; so they are roots, and stay.
Form edited(engine::Options settings) {
  return [settings](const CorpusProgram& entry) {
    if (!driver::canKeepText(entry.path, entry.original, entry.program, settings.semantics)) {
      return transformed(settings.semantics)(entry);
    }
    pipeline::Context context;
    pipeline::RunReport report;
    backends::Kept kept;
    const auto pipeline =
        driver::pipelineKeepingText(settings, entry.original, entry.program, nullptr, kept);
    const ir::Program result = pipeline::run(pipeline, entry.program, context, {}, report);
    const std::string text =
        backends::emitHaskell(result, entry.original, kept, {settings.semantics});
    EXPECT_TRUE(text::parse(text, entry.path).ok()) << entry.path << "\n" << text;
    return renamed(text, entry.program.module.name);
  };
}

engine::Options settings(Semantics semantics, double growth) {
  engine::Options options;
  options.semantics = semantics;
  options.limits.maxGrowth = growth;
  return options;
}

// Compiled as it is, and with every binding and pattern strict: none of the expressions needs
// laziness.
void expectValues(const Form& form,
                  const std::vector<std::string>& allFlags = {"-O0", "-O0 -XStrict"}) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const auto& program : corpusPrograms()) {
    modules.push_back(form(program) + checkOf(program));
  }
  const std::string gibbon = (root / "corpus" / "strangers").string();
  for (const std::string& flags : allFlags) {
    SCOPED_TRACE(flags);
    const GhcResult result =
        runModules(modules, flags + " -w -outputdir objects -i'" + gibbon + "'", "deforestCheck");
    ASSERT_TRUE(result.built) << result.messages;
    for (std::size_t i = 0; i < modules.size(); ++i) {
      const auto& program = corpusPrograms()[i];
      ASSERT_LT(i, result.outputs.size()) << program.path << "\n" << result.messages;
      EXPECT_EQ(result.outputs[i], program.output) << program.path;
    }
  }
}

TEST(GhcCorpus, Printed) {
  expectValues([](const CorpusProgram& entry) { return text::print(entry.program); });
}
TEST(GhcCorpus, Strict) {
  expectValues(emitted(Semantics::Strict));
}
TEST(GhcCorpus, Lazy) {
  expectValues(emitted(Semantics::Haskell));
}
TEST(GhcCorpus, TransformedStrict) {
  expectValues(transformed(Semantics::Strict));
}
TEST(GhcCorpus, TransformedLazy) {
  expectValues(transformed(Semantics::Haskell));
}

// Kept text is evaluated lazily: `where` may bind what only some branches can evaluate.
TEST(GhcCorpus, EditedStrict) {
  expectValues(edited(settings(Semantics::Strict, 8)), {"-O0"});
}
TEST(GhcCorpus, EditedLazy) {
  expectValues(edited(settings(Semantics::Haskell, 8)), {"-O0"});
}
TEST(GhcCorpus, EditedWithLittleRoom) {
  expectValues(edited(settings(Semantics::Strict, 1.2)), {"-O0"});
}

}  // namespace
}  // namespace deforest::testing
