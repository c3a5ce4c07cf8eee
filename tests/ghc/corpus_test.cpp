// The programs of the corpus as GHC compiles what is emitted of them: every line of
// corpus/expected.tsv holds, for the program as written and after the whole transformation.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "../corpus/expected_table.hpp"
#include "backends/haskell.hpp"
#include "driver/pipelines.hpp"
#include "ghc.hpp"
#include "ir/primitives.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "text/print_lexicon.hpp"

namespace deforest::testing {
namespace {

using corpus::ExpectedFile;
using pipeline::Semantics;

const std::filesystem::path root = DEFOREST_ROOT;

struct CorpusProgram {
  std::string path;
  ir::Program program;
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
std::optional<ir::Program> parsed(const ExpectedFile& file) {
  const std::string text = corpus::readFile(root / file.path);
  const auto first = text::parse(text, file.path);
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
  const auto again = text::parse(text, file.path, options);
  return again ? std::optional(*again) : std::nullopt;
}

const std::vector<CorpusProgram>& corpusPrograms() {
  static const std::vector<CorpusProgram> programs = [] {
    std::vector<CorpusProgram> list;
    for (const auto& file : corpus::readExpectations(root / "corpus" / "expected.tsv")) {
      auto program = parsed(file);
      if (!program) continue;
      CorpusProgram entry{file.path, std::move(*program), {}, ""};
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

using Form = std::function<std::string(const ir::Program&)>;

Form emitted(Semantics semantics) {
  return [semantics](const ir::Program& program) {
    return backends::emitHaskell(program, {semantics});
  };
}

Form transformed(Semantics semantics) {
  return [semantics](const ir::Program& program) {
    pipeline::Context context;
    context.options.semantics = semantics;
    pipeline::RunReport report;
    const auto pipeline = driver::defaultPipeline(context.options.stopAfter);
    return backends::emitHaskell(pipeline::run(pipeline, program, context, {}, report),
                                 {semantics});
  };
}

// Compiled as it is, and with every binding and pattern strict: none of the expressions needs
// laziness.
void expectValues(const Form& form) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const auto& program : corpusPrograms()) {
    modules.push_back(form(program.program) + checkOf(program));
  }
  const std::string gibbon = (root / "corpus" / "strangers").string();
  for (const std::string flags : {"-O0", "-O0 -XStrict"}) {
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
  expectValues([](const ir::Program& program) { return text::print(program); });
}
TEST(GhcCorpus, Strict) {
  expectValues(emitted(Semantics::Strict));
}
TEST(GhcCorpus, Lazy) {
  expectValues(emitted(Semantics::Lazy));
}
TEST(GhcCorpus, TransformedStrict) {
  expectValues(transformed(Semantics::Strict));
}
TEST(GhcCorpus, TransformedLazy) {
  expectValues(transformed(Semantics::Lazy));
}

}  // namespace
}  // namespace deforest::testing
