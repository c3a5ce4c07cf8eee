// `deforest IN -o OUT`: load, run the passes, write. Nothing is written before everything that can
// fail has been done, but for dumps, which are there to show what went on before a failure.
#include <tbb/global_control.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>

#include "backends/cpp.hpp"
#include "backends/haskell.hpp"
#include "backends/native/explain.hpp"
#include "backends/native/suspension/suspension.hpp"
#include "driver/call_graph_dot.hpp"
#include "driver/changing_arrays.hpp"
#include "driver/commands.hpp"
#include "driver/destinations.hpp"
#include "driver/evaluated_in_vain.hpp"
#include "driver/explain/evidence.hpp"
#include "driver/files.hpp"
#include "driver/given_inputs.hpp"
#include "driver/host_types.hpp"
#include "driver/keep_text.hpp"
#include "driver/misspelt_marks.hpp"
#include "driver/module_texts.hpp"
#include "driver/native.hpp"
#include "driver/native_preparation.hpp"
#include "driver/pipelines.hpp"
#include "driver/preprocessed_text.hpp"
#include "driver/profile_names.hpp"
#include "driver/stats.hpp"
#include "driver/stats_json.hpp"
#include "driver/transformation.hpp"
#include "driver/tuned.hpp"
#include "driver/usage.hpp"
#include "driver/verify.hpp"
#include "ir/archive.hpp"
#include "ir/printing.hpp"
#include "pipeline/observe.hpp"
#include "search/eagerness.hpp"
#include "search/portfolio.hpp"
#include "text/print.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

std::string printProgram(const ir::Program& program) {
  return text::print(program);
}

void checkPassName(const std::string& name) {
  if (name.empty() || name == "all" || name == "changed") return;
  (void)passOf(name);
}

void createDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw UsageError("cannot create '" + path + "': " + error.message());
}

pipeline::RunOptions runOptions(const CompileCommand& command) {
  pipeline::RunOptions options;
  options.check = command.check;
  options.fuel = command.fuel;
  options.print = printProgram;
  if (!command.printAfter.empty()) {
    options.observers.push_back(pipeline::printAfter(command.printAfter, printProgram, std::cerr));
  }
  if (command.diff) options.observers.push_back(pipeline::printDiff(printProgram, std::cerr));
  if (!command.dumpDirectory.empty()) {
    createDirectory(command.dumpDirectory);
    options.observers.push_back(pipeline::dumpTo(command.dumpDirectory, printProgram));
  }
  return options;
}

// What is written.
struct Emitted {
  std::string output;
  std::string header{};
};

// `profiled` names the functions in a profile, if there is to be one.
Emitted emitCpp(const backends::NativeCode& code, const CompileCommand& command,
                const std::vector<std::string>& profiled) {
  backends::CppOptions options;
  options.nameSpace = command.nameSpace;
  options.errors = command.errors;
  options.profiled = profiled;
  options.saving = command.cereal;
  const bool header = command.format == Format::CppHeader;
  if (header) options.files = backends::CppOptions::Files::Header;
  if (command.header) {
    options.files = backends::CppOptions::Files::Both;
    options.headerName = std::filesystem::path(*command.header).filename().string();
  }
  support::Result<backends::CppOutput> output = backends::emitCpp(code, options);
  if (!output) {
    throw Failure(support::render(output.diagnostics(), displayName(command.input), ""));
  }
  if (header) return {std::move(output->header)};
  return {std::move(output->source), std::move(output->header)};
}

// What of the source stays as text; null: nothing.
struct Text {
  const text::Original& original;
  const backends::Kept& kept;
};

// As text it is one module, in which a constructor or a label has one meaning.
void refuseEqualNames(const ir::Program& program, const std::string& path) {
  if (program.imported.empty()) return;
  std::map<std::string, std::string> owners;
  const auto check = [&](const std::string& name, const ir::Type& type) {
    const std::string owner = type.name.substr(0, type.name.find(' '));
    const auto [known, isNew] = owners.emplace(name, owner);
    if (name.empty() || isNew || known->second == owner) return;
    throw Failure(displayName(path) + ": error: two modules of the program have `" + name +
                  "`, so it cannot be written as one module\n"
                  "  help: rename one of them, or write a `.dfir` file\n");
  };
  for (const ir::Constructor& constructor : program.constructors) {
    const ir::Type& type = program.type(constructor.type);
    if (type.shape != ir::DataShape::Declared) continue;
    check(constructor.name, type);
    for (const ir::Field& field : constructor.fields) check(field.label, type);
  }
}

// What only C++ can print.
void refuseWrittenOutput(const ir::Program& program, const std::string& path) {
  if (!ir::writesOutput(program)) return;
  throw Failure(displayName(path) +
                ": error: what `written-output` has made of `main` is no Haskell\n"
                "  help: leave that pass out, or write C++, an executable or a `.dfir` file\n");
}

Emitted emit(const ir::Program& program, const CompileCommand& command, const Text* text,
             const backends::NativeCode& code, const std::vector<std::string>& profiled) {
  switch (command.format) {
    case Format::Haskell:
      refuseWrittenOutput(program, command.input);
      if (text != nullptr) {
        return {
            backends::emitHaskell(program, text->original, text->kept, {command.engine.semantics})};
      }
      return {backends::emitHaskell(program, {command.engine.semantics})};
    case Format::CppSource:
    case Format::CppHeader:
      return emitCpp(code, command, profiled);
    case Format::Executable:
      if (program.outputs.empty()) {
        throw Failure(displayName(command.input) +
                      ": error: there is no main, so there is no executable\n  help: " +
                      extensionsThereAre() + "\n");
      }
      return {compileNative(emitCpp(code, command, profiled).output, command.serial)};
    case Format::Ir:
      refuseWrittenOutput(program, command.input);
      refuseEqualNames(program, command.input);
      return {text::print(program)};
    case Format::Archive:
      break;
  }
  std::ostringstream out;
  ir::save(out, program);
  return {std::move(out).str()};
}

// The program as it is written, with the modules that its first one imports: what it is worth to
// make more of it depends on how much there is.
std::string wholeText(std::string text, const ir::Program& program) {
  if (isArchive(text)) return text;
  for (const ir::SourceFile& file : program.imported) text += "\n" + readImported(file.name);
  return text;
}

// What native code is written of: the passes that only it has, after the others.
ir::Program lower(ir::Program program, const CompileCommand& command, const Native& native,
                  pipeline::Context& context, pipeline::RunReport& report) {
  program = pipeline::run(nativePart(command.passes, command.engine, native), std::move(program),
                          context, runOptions(command), report);
  backends::explainCells(*native, context);
  return program;
}

const std::string sharedLines = "its declarations do not stand on lines of their own";

// Printing the module anew would lose what is not understood.
std::string cannotKeep(const std::string& path, const text::Original& original) {
  std::string message = displayName(path) + ": error: the text of the module cannot be kept";
  if (!original.editable) message += ": " + sharedLines;
  return message + "\n";
}

// What no other compiler would understand, either. The text stays as it is, and is wrong.
void warnOfMistakes(const std::string& path, const std::string& content,
                    const text::Original& original) {
  // What is a String here may be something else.
  if (content.find("OverloadedStrings") != std::string::npos) return;
  support::Diagnostics diagnostics;
  for (const text::DeclarationPart& part : original.declarations) {
    if (!part.opaque.starts_with("type mismatch") && !part.opaque.ends_with("is not in scope")) {
      continue;
    }
    diagnostics.push_back({{part.position, part.position},
                           "`" + part.name + "` stays as it is: " + part.opaque,
                           "if GHC takes it, this is a limit of what is understood (--explain)",
                           support::Severity::Warning});
  }
  if (!diagnostics.empty()) {
    std::cerr << support::render(diagnostics, displayName(path), content);
  }
}

// What is written of a module that is opaque as a whole.
int passThrough(const std::string& content, const std::string& reason,
                const CompileCommand& command) {
  if (command.explain) {
    Explanation explanation;
    explanation.file = command.original.empty() ? command.input : command.original;
    explanation.declined = "the module is opaque: " + reason.substr(0, reason.find('\n'));
    explanation.tokensBefore = explanation.tokensAfter = text::countTokens(content);
    text::DeclarationPart whole{"module", false, explanation.declined, {1, 1}};
    whole.tokens = explanation.tokensBefore;
    explanation.declarations = {{DeclarationReport::Kind::Opaque, whole}};
    const bool json = command.explain->file && command.explain->file->ends_with(".json");
    report(*command.explain, json ? explanationJson(explanation) : explanationText(explanation));
  }
  const bool forGhc = !command.original.empty();
  if (command.output) {
    writeFile(*command.output, forGhc ? withLinePragma(content, command.original) : content);
  }
  return 0;
}

// Worker threads compile too, so their stacks are as deep as ours may be asked to be.
constexpr std::size_t workerStackBytes = std::size_t{256} << 20;

// What a sample calls is a root: only what keeps its name and type can be counted by itself.
ir::Program withSampledRoots(ir::Program program, const std::vector<eval::GivenInput>& given) {
  for (const eval::GivenInput& each : given) {
    if (std::ranges::find(program.roots, each.function) == program.roots.end()) {
      program.roots.push_back(each.function);
    }
  }
  return program;
}

// A program with what is typical of it, and the settings that it is made with.
struct Attempt {
  ir::Program input;
  std::vector<eval::GivenInput> given{};
  std::optional<search::Selection> selection{};

  // What is evaluated in the end, as far as it is known yet.
  [[nodiscard]] search::Evaluated evaluated() const {
    const bool fused = selection && selection->transformed;
    return {input, fused ? selection->transformed->program : input};
  }
};

// Whether half of the calls are, though fusion did away with some of them already.
bool isSavedBy(const Attempt& later, const Attempt& now) {
  return search::saves(now.evaluated(), later.evaluated(), search::Saving::Half, callsOfTrials, {});
}

}  // namespace

int compile(const CompileCommand& asked, Session& session) {
  checkPassName(asked.printAfter);
  checkWithout(asked.engine);
  if (asked.passes) pipelineOf(*asked.passes, asked.engine);
  if (isNative(asked)) nativePart(asked.passes, asked.engine);
  checkDestinations(asked);
  text::Original original;
  const bool forGhc = !asked.original.empty();
  std::string content = readInput(asked.input, session);
  if (forGhc) content = withoutPreprocessorOptions(std::move(content));
  const std::string& path = forGhc ? asked.original : asked.input;
  // C++ evaluates everything where it stands. A program that means something else is refused.
  const bool haskell = asked.engine.semantics == ir::Semantics::Haskell;
  const bool lazy = haskell && !isNative(asked);
  text::ParseOptions reading;
  reading.roots = asked.roots;
  reading.lazy = lazy;
  reading.keepsOpaque = asked.keepsOpaque;
  reading.kept = asked.kept;
  reading.defaultsToInteger = haskell;
  if (asked.keepsOpaque) {
    reading.package = packageOf(path, content);
  } else if (asked.format != Format::Haskell && !isArchive(content)) {
    reading.modules = moduleFilesOf(path, content);
  }
  reading.mayHaveRunTimeFunctions = reading.readsLineByLine = isNative(asked);
  ir::Program input;
  try {
    input = load(path, content, reading, &original);
  } catch (const Failure& failure) {
    if (!forGhc) throw;
    return passThrough(content, failure.what(), asked);
  }
  std::vector<pipeline::Decision> early;  // Before the engine.
  pipeline::RunReport run;
  if (lazy && canKeepText(path, original, input, asked.engine.semantics)) {
    // Passes that are named, or counted, are those behind.
    const bool shown = !asked.passes && !asked.fuel;
    pipeline::Context context;
    input = pipeline::run(readingKeepingText(asked.engine, original), std::move(input), context,
                          shown ? runOptions(asked) : pipeline::RunOptions(), run);
    for (ir::Function& function : input.functions) function.asWritten = true;
  }
  if (!forGhc && asked.output) {
    warnOfMistakes(asked.input, content, original);
    if (!isArchive(content)) warnOfMisspeltMarks(asked.input, content);
  }
  if (forGhc) original.lines = text::LineOrigins(content, asked.original);
  const bool eager = haskell && !lazy;
  const bool chooses = !asked.passes && !asked.fuel;
  const pipeline::RunOptions shown = runOptions(asked);
  NativePreparation preparation(asked.engine.without, shown, early, run);
  if (eager) {
    if (chooses && isNative(asked)) keepListsIfWorth(input, original, path, content, reading);
    if (chooses) input = preparation.prepared(std::move(input));
    refuseFailures(input, asked.input, session.input);
    if (chooses) input = preparation.putOff(std::move(input));
    if (asked.output) warnOfChangingArrays(input, path);
  }
  backends::CppHosts hosts;
  if (!asked.adapt.empty()) hosts = readHostTypes(asked.adapt, input);
  CompileCommand command = withTuned(asked, session.input, displayName(asked.input));
  if (!lazy) command.engine.semantics = ir::Semantics::Strict;
  // Passes that are named are there to be seen as they are.
  const bool keepsText = command.output && command.format == Format::Haskell && !command.passes &&
                         !command.fuel &&
                         canKeepText(path, original, input, command.engine.semantics);
  if (forGhc && !keepsText) return passThrough(content, cannotKeep(path, original), asked);
  // Printed anew it would lose what GHC makes of the author's text, and gain more by nothing.
  const bool isHaskell = asked.keepsOpaque && lazy && command.output;
  if (isHaskell && !keepsText && !original.editable) {
    std::cerr << displayName(path) << ": warning: nothing is changed: " << sharedLines << "\n";
    return passThrough(content, sharedLines, asked);
  }
  if (!keepsText && command.output && original.hasOpaque()) {
    throw Failure(cannotKeep(path, original));
  }
  if (command.stats) command.engine.limits.demand = std::make_shared<engine::DepthDemand>();
  const tbb::global_control stackSize(tbb::global_control::thread_stack_size, workerStackBytes);
  std::optional<tbb::global_control> threads;
  if (command.threads > 0) {
    threads.emplace(tbb::global_control::max_allowed_parallelism, command.threads);
  }

  reading.lazy = false;  // The arguments of samples have values.
  const std::string whole = wholeText(session.input, input);
  const auto attempt = [&](ir::Program program) {
    Attempt made;
    made.given = givenInputs(
        program, session.input, displayName(command.input), command.samples, reading,
        // No build fails for a sample that is wrong.
        forGhc ? WrongSample([](const std::string& said) { std::cerr << said; }) : WrongSample());
    made.input = withSampledRoots(std::move(program), made.given);
    made.selection = select(made.input, command, whole, original, made.given);
    return made;
  };
  Attempt chosen = attempt(std::move(input));
  if (eager && asked.output && !isArchive(content)) {
    const auto needed = readLazily(path, content, reading);
    auto inVain = needed ? evaluatedInVain(chosen.evaluated(), *needed) : std::nullopt;
    const auto chooseIfSaved = [&](auto make) {
      if (!inVain || !chooses) return;
      std::vector<pipeline::Decision> late;
      std::optional<ir::Program> later = make(late);
      if (!later) return;
      Attempt other = attempt(std::move(*later));
      if (!isSavedBy(other, chosen)) return;
      chosen = std::move(other);
      early.insert(early.end(), late.begin(), late.end());
      inVain = evaluatedInVain(chosen.evaluated(), *needed);
    };
    chooseIfSaved([&](auto& late) { return preparation.withListsPutOff(chosen.input, late); });
    chooseIfSaved(
        [&](auto& late) { return preparation.withEndlessAsRead(path, content, reading, late); });
    if (inVain) {
      refuseOwnCells(*inVain, path);
      warnOf(*inVain, path);
    }
    if (preparation.mayNeedOwnCells()) warnOfOwnCells(path);
  }
  input = std::move(chosen.input);
  const std::vector<eval::GivenInput>& given = chosen.given;
  const std::optional<search::Selection>& selection = chosen.selection;
  if (selection && asked.saysUncounted && !forGhc) {
    for (const std::string& warning : selection->warnings) {
      std::cerr << displayName(command.input) << ": warning: " << warning << "\n";
    }
  }
  backends::Kept kept;
  const Text text{original, kept};
  const engine::Options& engine = selection ? selection->options : command.engine;
  pipeline::Context context;
  Fused fused;
  pipeline::RunOptions options = runOptions(command);
  if (command.explain || command.profile) options.observers.push_back(rememberFused(fused));
  const auto native = std::make_shared<backends::NativeCode>(backends::NativeOptions{
      .consumeInput = command.consumeInput, .serial = command.serial, .hosts = std::move(hosts)});
  const ir::Program output = transform(input, command, selection, keepsText ? &original : nullptr,
                                       native, options, kept, context, run);
  context.decisions.insert(context.decisions.begin(), early.begin(), early.end());
  const ir::Program written =
      isNative(command) ? lower(output, command, native, context, run) : ir::Program();
  const ir::Program& result = isNative(command) ? written : output;
  std::vector<std::string> profiled;
  if (command.profile) profiled = profileNames(input, original, fused, context, result);
  Emitted emitted;
  if (command.output)
    emitted = emit(result, command, keepsText ? &text : nullptr, *native, profiled);

  const std::string name = displayName(path);
  if (command.explain) {
    Explanation explanation = explainCompilation(
        {input, original, output, context, engine, fused, command.engine.limits, selection, given,
         path, isArchive(session.input) ? std::string() : whole, !command.passes,
         keepsText ? std::optional(emitted.output) : std::nullopt});
    if (keepsText) {
      explanation.declarations =
          reportDeclarations(original, improvedDeclarations(original, kept, output));
    }
    const bool json = command.explain->file && command.explain->file->ends_with(".json");
    report(*command.explain, json ? explanationJson(explanation) : explanationText(explanation));
  }
  if (command.stats && command.stats->file) {
    report(*command.stats, statsJson(name, engine, run, context.decisions, selection,
                                     command.engine.limits.demand.get()));
  } else if (command.stats) {
    report(*command.stats, renderStats(run, context.decisions) +
                               (selection ? search::renderSelection(*selection) : ""));
  }
  if (command.timePasses) {
    std::cerr << (selection ? search::renderSelectionTime(*selection) : "") << renderTimes(run);
  }
  if (command.verify) verify(input, result, *command.verify, command.engine.semantics, given);
  if (command.callGraph) writeFile("-", callGraphDot(output));
  if (command.output) {
    if (forGhc && emitted.output != content) {
      emitted.output = withoutNewWarnings(std::move(emitted.output), asked.original);
    }
    if (forGhc) emitted.output = withLinePragma(emitted.output, asked.original);
    std::vector<FileToWrite> files = {
        {*command.output, emitted.output, command.format == Format::Executable}};
    if (command.header) files.push_back({*command.header, emitted.header});
    writeFiles(files);
  }
  return 0;
}

}  // namespace deforest::driver
