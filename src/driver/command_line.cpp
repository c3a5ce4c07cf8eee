#include "driver/command_line.hpp"

#include <algorithm>
#include <limits>

#include "driver/files.hpp"
#include "driver/option_parser.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using Words = std::vector<std::string>;
using Names = std::vector<std::string_view>;

constexpr std::uint64_t anyNumber = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t anyUnsigned = std::numeric_limits<unsigned>::max();

const Names stageNames = {"none", "fusion", "tupling", "redundancy"};
const Names semanticsNames = {"strict", "haskell", "lazy"};
const Names errorsNames = {"exit", "throw", "expected"};
const Names checkNames = {"each", "end", "off"};

std::string optionNamed(const engine::NamedLimit& limit) {
  return "--" + engine::joined(limit.name, '-');
}

void addOutputOptions(OptionParser& parser) {
  parser.group("Output");
  parser.list("-o,--output", "OUT",
              "Where the program goes: .hs, .cpp, .hpp, .hs.ir, .dfir, ..., -");
  parser.value("--backend", "NAME", "haskell, cpp, exe, ir or dfir, whatever the extension");
  parser.value("--semantics", "NAME",
               "strict (default but for .hs) or haskell (default for .hs): what is evaluated when");
  parser.flag("--serial", "C++ without parallelism, and without TBB");
  parser.flag("--consume-input",
              "C++ whose roots may write into their arguments, which must not share cells");
  parser.value("--errors", "NAME",
               "What C++ does where it fails: exit (default of executables), throw (default of\n"
               "headers) or expected (roots give a deforest::Result)");
  parser.value("--namespace", "NAME", "Of C++ (default: after the module)");
  parser.flag("--cereal", "C++ whose trees can be saved and loaded (docs/cpp-library.md)");
  parser.value("--adapt", "FILE",
               "C++ that builds trees from a host's own types and writes them: FILE (JSON) says\n"
               "how those hold them (docs/cpp-library.md)");
  parser.flag("--profile",
              "An executable that says at its end what its functions did and how long it took\n"
              "(docs/profiling.md)");
  parser.list("--root", "NAME",
              "What keeps its name and type; repeatable (default: main and exports)");
  parser.list("--keep", "NAME",
              "A function whose text stays where Haskell becomes Haskell; repeatable");
}

void addTransformationOptions(OptionParser& parser) {
  parser.group("Transformation");
  parser.value("--stop-after", "STAGE", "none, fusion, tupling or redundancy (default)");
  parser.value("--passes", "A,B,C", "Run these passes instead");
  parser.list("--without", "A,B", "Leave these passes out");
  parser.flag("--list-passes", "Show the passes there are and stop");
  parser.value("--max-depth", "N", "Sets --fusion-depth and --tupling-depth (default 10)");
  const engine::Limits standard;
  for (const engine::NamedLimit& limit : engine::namedLimits) {
    parser.value(
        optionNamed(limit), "N",
        std::string(limit.text) + " (default " + std::to_string(standard.*limit.value) + ")");
  }
  parser.value("--max-growth", "X", "Size of the result over that of the input (default 8)");
  parser.value(
      "--price", "X",
      "What as much code again as the source may cost, in shares of what the program costs\n"
      "to run (default 0.055); 0: build everything that the limits allow");
  parser.value("--portfolio", "on|off",
               "Try settings around the given ones and take the best (default on)");
  parser.list("--sample", "CALL",
              "A call that is typical, to be counted on: 'program (input 10)'; repeatable");
  parser.value("--policy", "SETTING",
               "Take this setting, written as --stats names it: 'cap 2, glue 4'; 'unfused'");
  parser.flag("--no-guard",
              "For experiments: repeat work to fuse more, and count nothing (no portfolio)");
  parser.value("--fuel", "N", "Run no more than N passes");
  parser.value("--threads", "N", "Threads that compile (default: one per processor)");
}

void addReportOptions(OptionParser& parser) {
  parser.group("Reports, on standard error unless a file is named");
  parser.optionalValue("--explain", "FILE",
                       "What fused, what did not, and why; a FILE.json gets JSON");
  parser.optionalValue("--stats", "FILE.json", "Functions, size, growth, rewrites, termination");
  parser.flag("--time-passes", "Time spent in every pass");
  parser.value("--print-after", "PASS", "The program after a pass, after all, or if changed");
  parser.flag("--diff", "What every pass changed, as a unified diff");
  parser.value("--dump-dir", "DIR", "The program after every pass, as DIR/03-name.ir");
  parser.value("--graph", "KIND", "Graphviz of the result, on standard output: calls");
}

void addCheckOptions(OptionParser& parser) {
  parser.group("Checks");
  parser.optionalValue("--verify", "N",
                       "Compare input and output on N inputs per root (default 200)");
  parser.value("--seed", "N", "Seed of the generated inputs (default 1)");
  parser.value("--check", "WHEN",
               "Check the program after each pass (default), at the end, or off");
}

Destination destination(const OptionParser& parser, std::string_view option) {
  return {parser.find(option)};
}

engine::Options engineOptions(const OptionParser& parser) {
  engine::Options options;
  engine::Limits& limits = options.limits;
  if (const auto text = parser.find("--max-depth")) {
    limits.fusionDepth = limits.tuplingDepth =
        static_cast<unsigned>(number("--max-depth", *text, 0, anyUnsigned));
  }
  for (const engine::NamedLimit& limit : engine::namedLimits) {
    const std::string option = optionNamed(limit);
    if (const auto text = parser.find(option)) {
      limits.*limit.value = static_cast<unsigned>(number(option, *text, limit.least, anyUnsigned));
    }
  }
  if (const auto text = parser.find("--max-growth"))
    limits.maxGrowth = decimal("--max-growth", *text, 1, "a factor of at least 1");
  if (const auto text = parser.find("--price"))
    options.price = decimal("--price", *text, 0, "a number of at least 0");
  if (const auto text = parser.find("--stop-after")) {
    options.stopAfter = static_cast<engine::Stage>(choice("--stop-after", *text, stageNames));
  }
  return options;
}

// What is asked for, else what the name of the input says. `lazy` is an older name of `haskell`.
ir::Semantics semanticsOf(const OptionParser& parser, const std::string& input) {
  const auto text = parser.find("--semantics");
  const bool haskell =
      text ? choice("--semantics", *text, semanticsNames) > 0 : isHaskellFile(input);
  return haskell ? ir::Semantics::Haskell : ir::Semantics::Strict;
}

// `cap 2, glue 4`: the values of options that --stats shows of a candidate.
void applyPolicy(const std::string& policy, engine::Options& options) {
  if (policy == "unfused") {
    options.stopAfter = engine::Stage::None;
    return;
  }
  std::vector<std::string> parts = splitAtCommas({policy});
  if (parts.empty()) parts.emplace_back();
  for (const std::string& setting : parts) {
    const std::size_t name = setting.find_first_not_of(' ');
    // Without a choice, everything is built.
    if (name != std::string::npos && setting.substr(name) == "everything") continue;
    if (name != std::string::npos && setting.substr(name) == "useful-first") {
      options.usefulFirst = true;
      continue;
    }
    const std::size_t value = setting.find_last_of(' ');
    const auto found = std::ranges::find_if(engine::namedLimits, [&](const auto& known) {
      return name != std::string::npos && value != std::string::npos && value > name &&
             setting.substr(name, value - name) == known.name;
    });
    if (found == engine::namedLimits.end()) {
      throw UsageError(
          "option '--policy' takes a setting as --stats names it, such as 'cap 2, "
          "glue 4' or 'unfused', not '" +
          policy + "'");
    }
    options.limits.*found->value =
        static_cast<unsigned>(number("--policy", setting.substr(value + 1), 0, anyUnsigned));
  }
}

Verification verification(const OptionParser& parser, std::string_view inputsOption) {
  Verification result;
  if (const auto text = parser.find(inputsOption)) {
    result.inputs = static_cast<unsigned>(number(inputsOption, *text, 1, anyUnsigned));
  }
  if (const auto text = parser.find("--seed")) result.seed = number("--seed", *text, 0, anyNumber);
  return result;
}

void readReports(const OptionParser& parser, CompileCommand& command) {
  if (parser.isSet("--explain")) command.explain = destination(parser, "--explain");
  if (parser.isSet("--stats")) command.stats = destination(parser, "--stats");
  command.printAfter = parser.find("--print-after").value_or("");
  command.dumpDirectory = parser.find("--dump-dir").value_or("");
  command.diff = parser.isSet("--diff");
  command.timePasses = parser.isSet("--time-passes");
  if (const auto kind = parser.find("--graph")) {
    choice("--graph", *kind, {"calls"});
    command.callGraph = true;
  }
  if (parser.isSet("--verify")) command.verify = verification(parser, "--verify");
}

void readChecks(const OptionParser& parser, CompileCommand& command) {
  if (const auto text = parser.find("--check")) {
    command.check = static_cast<pipeline::CheckMode>(choice("--check", *text, checkNames));
  }
}

// How programs are transformed: what `addTransformationOptions` declares, roots and samples.
void readTransformation(const OptionParser& parser, CompileCommand& command) {
  command.engine = engineOptions(parser);
  for (const std::string& name : splitAtCommas(parser.all("--without"))) {
    command.engine.without.insert(name);
  }
  if (const auto text = parser.find("--passes")) command.passes = splitAtCommas({*text});
  command.roots = splitAtCommas(parser.all("--root"));
  command.samples = parser.all("--sample");
  if (const auto text = parser.find("--portfolio")) {
    command.portfolio = choice("--portfolio", *text, {"on", "off"}) == 0;
  }
  if (const auto text = parser.find("--policy")) {
    applyPolicy(*text, command.engine);
    command.portfolio = false;
  }
  if (parser.isSet("--no-guard")) {
    command.engine.naive = true;
    command.portfolio = false;
  }
  for (const engine::NamedLimit& limit : engine::namedLimits) {
    if (parser.isSet(optionNamed(limit))) command.given.limits.insert(limit.name);
  }
  command.given.price = parser.isSet("--price");
  command.given.stage = parser.isSet("--stop-after");
  // Whoever says exactly what to do is not interested in what is best.
  if (command.passes || command.engine.naive || parser.isSet("--policy")) {
    command.obeysTuned = false;
  }
  if (const auto text = parser.find("--fuel")) command.fuel = number("--fuel", *text, 0, anyNumber);
  if (const auto text = parser.find("--threads")) {
    command.threads = static_cast<unsigned>(number("--threads", *text, 0, 1024));
  }
}

bool reportsAnything(const CompileCommand& command) {
  return command.explain || command.stats || !command.printAfter.empty() || command.diff ||
         !command.dumpDirectory.empty() || command.timePasses || command.callGraph ||
         command.verify;
}

// Of a header and a source file, in any order: the header, which is then gone.
std::string takeHeader(Words& outputs) {
  const auto header = std::find_if(outputs.begin(), outputs.end(), [](const std::string& output) {
    return output != "-" && formatOfPath(output) == Format::CppHeader;
  });
  const std::size_t other = header == outputs.begin() ? 1 : 0;
  if (outputs.size() != 2 || header == outputs.end() || outputs[other] == "-" ||
      formatOfPath(outputs[other]) != Format::CppSource) {
    throw UsageError("more than one output: give -o once, or -o FILE.hpp -o FILE.cpp");
  }
  std::string found = *header;
  outputs.erase(header);
  const std::string name = found.substr(found.rfind('/') + 1);
  if (std::ranges::any_of(name, [](char c) { return c == '"' || c == '\\' || c == '\n'; })) {
    throw UsageError("C++ cannot include a header named '" + name +
                     "': choose a name without quotation marks, backslashes and line breaks");
  }
  return found;
}

void readOutput(const OptionParser& parser, CompileCommand& command) {
  Words outputs = parser.all("--output");
  const auto backend = parser.find("--backend");
  if (std::ranges::find(outputs, "") != outputs.end()) {
    throw UsageError("option '--output' needs the name of a file");
  }
  if (outputs.size() > 1) {
    command.header = takeHeader(outputs);
    if (backend) throw UsageError("with '--backend' there is one output");
  }
  if (!outputs.empty()) {
    command.output = outputs.front();
  } else if (backend) {
    command.output = "-";
  } else if (!reportsAnything(command)) {
    throw UsageError("no output: give -o FILE, or -o - for standard output");
  }
  if (backend) {
    command.format = formatOfBackend(*backend, *command.output);
  } else if (command.output) {
    command.format = formatOfPath(*command.output);
  }
  if (command.output == "-" && command.format == Format::Executable) {
    throw UsageError("an executable cannot go to standard output: give -o FILE");
  }
  if (command.output == "-" && command.callGraph) {
    throw UsageError("the program and its graph cannot both go to standard output: give -o FILE");
  }
  const bool native = command.format == Format::CppSource || command.format == Format::CppHeader ||
                      command.format == Format::Executable;
  if (command.consumeInput && !native) {
    throw UsageError("'--consume-input' is for C++ alone: give -o FILE.cpp or -o FILE.hpp");
  }
  if (command.cereal && !native) {
    throw UsageError("'--cereal' is for C++ alone: give -o FILE.cpp or -o FILE.hpp");
  }
  if (!command.adapt.empty() && !native) {
    throw UsageError("'--adapt' is for C++ alone: give -o FILE.cpp or -o FILE.hpp");
  }
  if (command.profile && !native) {
    throw UsageError("'--profile' is for executables: give -o FILE without an extension");
  }
}

Command parseCompile(const Words& words) {
  OptionParser parser({
      "Removes intermediate trees from first-order functional programs: fuses functions that\n"
      "build a tree with those that take it apart, and functions that visit the same tree.\n",
      "Usage: deforest [OPTIONS] IN -o OUT\n"
      "       deforest run IN [--call f ARGS] [--count[=FILE]]\n"
      "       deforest check A B\n"
      "       deforest tune IN --backend haskell|exe\n"
      "       deforest sweep IN... --max-depth 0..12 -o DIR\n"
      "       deforest report IN... -o OUT.html\n",
      "OUT is Haskell (.hs), C++ (.cpp, or .hpp for a header; with -o OUT.hpp -o OUT.cpp the\n"
      "header declares what the source file defines), the program after the passes\n"
      "(.hs.ir, .ir), the same in binary (.dfir), an executable (no extension; the program must\n"
      "have a main) or, for -, standard output.\n"
      "IN is Haskell in the subset of docs/LANGUAGE.md (.hs.ir, .hs, .ir) or binary (.dfir); - is\n"
      "standard input. 'deforest run --help' says more; so with check, tune, sweep and\n"
      "report.\n"
      "Exit status: 0 done, 1 the program is wrong or a check failed, 2 wrong usage, 70 internal\n"
      "error.",
  });
  parser.flag("--version", "Show the version and stop");
  addOutputOptions(parser);
  addTransformationOptions(parser);
  addReportOptions(parser);
  addCheckOptions(parser);
  if (const auto help = parser.parse(words)) return ShowText{*help};
  if (parser.isSet("--version")) return ShowText{"deforest " DEFOREST_VERSION "\n"};
  if (parser.isSet("--list-passes")) return ListPasses{};

  CompileCommand command;
  readTransformation(parser, command);
  command.serial = parser.isSet("--serial");
  command.consumeInput = parser.isSet("--consume-input");
  command.nameSpace = parser.find("--namespace").value_or("");
  command.cereal = parser.isSet("--cereal");
  if (const auto file = parser.find("--adapt")) {
    command.adapt = *file;
    if (file->empty()) throw UsageError("option '--adapt' needs the name of a file");
  }
  command.kept = splitAtCommas(parser.all("--keep"));
  command.profile = parser.isSet("--profile");
  if (const auto text = parser.find("--errors")) {
    command.errors = static_cast<backends::CppErrors>(choice("--errors", *text, errorsNames));
  }
  readReports(parser, command);
  readChecks(parser, command);
  const Words& operands = parser.operands();
  if (operands.empty()) {
    throw UsageError("no input: say deforest IN -o OUT, where IN is a .hs.ir file or -");
  }
  if (operands.size() > 1) {
    throw UsageError("more than one input ('" + operands[0] + "' and '" + operands[1] +
                     "'): an output is made from one module");
  }
  command.input = operands.front();
  command.engine.semantics = semanticsOf(parser, command.input);
  readOutput(parser, command);
  command.keepsOpaque = command.format == Format::Haskell && !command.passes && !command.fuel &&
                        isHaskellFile(command.input);
  return command;
}

// What `preprocess` has made of the words of GHC.
Command parsePreprocess(const std::string& original, const Words& words) {
  Command parsed = parseCompile(words);
  auto* command = std::get_if<CompileCommand>(&parsed);
  if (command == nullptr) return parsed;
  command->original = original;
  command->format = Format::Haskell;
  command->keepsOpaque = true;
  const bool chosen = std::ranges::any_of(
      words, [](const std::string& word) { return word.starts_with("--semantics"); });
  if (!chosen) command->engine.semantics = ir::Semantics::Haskell;
  return parsed;
}

// Takes the call out of the words: its words are no options of ours, negative numbers among them.
Words takeCall(Words& words) {
  const auto call = std::find(words.begin(), words.end(), "--call");
  if (call == words.end()) return {};
  const auto end = std::find_if(call + 1, words.end(),
                                [](const std::string& word) { return word.starts_with("--"); });
  Words taken(call + 1, end);
  if (taken.empty()) {
    throw UsageError("option '--call' needs the name of a function, then its arguments");
  }
  words.erase(call, end);
  return taken;
}

// Takes the words behind `--`.
Words takeArguments(Words& words) {
  const auto mark = std::find(words.begin(), words.end(), "--");
  if (mark == words.end()) return {};
  Words taken(mark + 1, words.end());
  words.erase(mark, words.end());
  return taken;
}

Command parseRun(Words words) {
  OptionParser parser({
      "Evaluates a program by the reference interpreter and shows the result.\n",
      "Usage: deforest run IN [OPTIONS] [--call f ARGS...] [-- WORDS...]\n",
      "Each word after --call and the function is one argument, written as in Haskell:\n"
      "  deforest run trees.hs.ir --call grow -3 'Node 1 Leaf Leaf' '[1, 2]'\n"
      "The words of the call end at the next word that starts with --. What stands behind -- is\n"
      "what main gets from getArgs; it reads standard input.",
  });
  parser.value("--call", "f ARGS...", "Call f instead of main");
  parser.optionalValue(
      "--count", "FILE",
      "Visits, matches, cases, calls, allocations, words and cells held as a line of JSON");
  parser.value("--max-calls", "N", "Give up after N calls");
  parser.value("--semantics", "NAME", "strict (default but for .hs) or haskell (default for .hs)");
  RunCommand command;
  command.arguments = takeArguments(words);
  command.call = takeCall(words);
  if (const auto help = parser.parse(words)) return ShowText{*help};
  if (parser.operands().size() != 1) {
    throw UsageError(parser.operands().empty()
                         ? "no input: say deforest run IN"
                         : "more than one input: deforest run takes one; arguments of a function "
                           "stand after --call");
  }
  command.input = parser.operands().front();
  command.semantics = semanticsOf(parser, command.input);
  if (parser.isSet("--count")) command.count = destination(parser, "--count");
  if (const auto text = parser.find("--max-calls")) {
    command.maxCalls = number("--max-calls", *text, 1, anyNumber);
  }
  return command;
}

Command parseCheck(const Words& words) {
  OptionParser parser({
      "Compares two programs on generated inputs of every root of the first; fails with the\n"
      "smallest input found on which they differ.\n",
      "Usage: deforest check A B [OPTIONS]\n",
      "",
  });
  parser.value("--inputs", "N", "Inputs per root (default 200)");
  parser.value("--seed", "N", "Seed of the generated inputs (default 1)");
  parser.list("--root", "NAME", "What is compared; repeatable. Default: the roots of A");
  parser.value("--semantics", "NAME", "strict, or haskell (default if A is .hs)");
  if (const auto help = parser.parse(words)) return ShowText{*help};
  if (parser.operands().size() != 2) throw UsageError("deforest check takes two programs: A B");
  return CheckCommand{parser.operands()[0], parser.operands()[1], verification(parser, "--inputs"),
                      splitAtCommas(parser.all("--root")),
                      semanticsOf(parser, parser.operands()[0])};
}

Command parseTune(Words words) {
  OptionParser parser({
      "Builds a program with several settings, compiles and times the results in turn, and says\n"
      "which line to keep in the source. What is timed is main; without one the samples, or "
      "inputs\n"
      "that the compiler chooses.\n",
      "Usage: deforest tune IN --backend haskell|exe [OPTIONS] [-- WORDS...]\n",
      "The compiler is ghc, or what GHC names; for exe c++, or what CXX names.\n",
  });
  parser.value("--backend", "NAME", "haskell or exe: what is compiled");
  parser.value("--semantics", "NAME",
               "strict (default but for .hs) or haskell (default for .hs); exe: strict");
  parser.list("--sample", "CALL", "A call to be timed: 'program (input 10)'; repeatable");
  parser.list("--root", "NAME", "What keeps its name and type; repeatable");
  parser.value("--stdin", "FILE", "What main reads (default: nothing); WORDS are its arguments");
  parser.value("--rounds", "N", "Runs of each (default 5)");
  parser.flag("--serial", "C++ without parallelism, and without TBB");
  parser.value("--threads", "N", "Threads that transform (default: one per processor)");
  const Words arguments = takeArguments(words);
  if (const auto help = parser.parse(words)) return ShowText{*help};
  if (parser.operands().size() != 1) throw UsageError("deforest tune takes one program: IN");
  const auto backend = parser.find("--backend");
  if (!backend) throw UsageError("say what is timed: --backend haskell or --backend exe");
  TuneCommand command;
  command.arguments = arguments;
  if (const auto file = parser.find("--stdin")) command.read = *file;
  command.native = choice("--backend", *backend, {"haskell", "exe"}) == 1;
  command.base.input = parser.operands()[0];
  if (command.base.input == "-") throw UsageError("a program to be tuned is a file");
  // What C++ means does not depend on it.
  const ir::Semantics semantics = semanticsOf(parser, command.base.input);
  if (!command.native) {
    command.base.engine.semantics = semantics;
    command.base.keepsOpaque =
        isHaskellFile(command.base.input) && semantics == ir::Semantics::Haskell;
  }
  command.base.samples = parser.all("--sample");
  command.base.roots = splitAtCommas(parser.all("--root"));
  command.base.serial = parser.isSet("--serial");
  command.base.obeysTuned = false;
  command.base.saysUncounted = false;  // It is timed.
  if (const auto text = parser.find("--rounds")) {
    command.rounds = static_cast<unsigned>(number("--rounds", *text, 1, 1000));
  }
  if (const auto text = parser.find("--threads")) {
    command.base.threads = static_cast<unsigned>(number("--threads", *text, 0, 1024));
  }
  return command;
}

Command parseReport(const Words& words) {
  OptionParser parser({
      "Writes a page, one HTML file that needs no network, about what was done to programs: in\n"
      "short, at the lines of the source, and step by step. Of studies it has tables and plots.\n",
      "Usage: deforest report IN... -o OUT.html [OPTIONS]\n",
      "IN is a program, the JSON of an evaluation, or a directory: that of a sweep, or one with\n"
      "programs and evaluations in it and below. docs/REPORT.md says how to read the page.\n",
  });
  parser.list("-o,--output", "OUT.html", "Where the page goes; - is standard output");
  parser.value("--semantics", "NAME",
               "strict (default but for .hs) or haskell (default for .hs): what is evaluated when");
  parser.list("--root", "NAME", "What keeps its name and type; repeatable");
  addTransformationOptions(parser);
  if (const auto help = parser.parse(words)) return ShowText{*help};
  if (parser.isSet("--list-passes")) return ListPasses{};
  ReportCommand command;
  command.inputs = parser.operands();
  if (command.inputs.empty()) throw UsageError("no input: say deforest report IN -o OUT.html");
  if (std::ranges::count(command.inputs, "-") > 1) {
    throw UsageError("standard input can be read only once");
  }
  const Words outputs = parser.all("--output");
  if (outputs.size() != 1 || outputs.front().empty()) {
    throw UsageError(outputs.size() > 1
                         ? "more than one output: a report is one page"
                         : "no output: give -o FILE.html, or -o - for standard output");
  }
  command.output = outputs.front();
  readTransformation(parser, command.base);
  command.semantics = parser.isSet("--semantics");
  command.base.engine.semantics = semanticsOf(parser, "");
  return command;
}

}  // namespace

Command parseCommandLine(const std::vector<std::string>& words) {
  if (!words.empty() && words.front() == "run") return parseRun({words.begin() + 1, words.end()});
  if (!words.empty() && words.front() == "check") {
    return parseCheck({words.begin() + 1, words.end()});
  }
  if (!words.empty() && words.front() == "tune") return parseTune({words.begin() + 1, words.end()});
  if (!words.empty() && words.front() == "report") {
    return parseReport({words.begin() + 1, words.end()});
  }
  if (!words.empty() && words.front() == "sweep") {
    ParsedSweep parsed = parseSweep({words.begin() + 1, words.end()});
    if (!parsed.help.empty()) return ShowText{std::move(parsed.help)};
    return std::move(parsed.command);
  }
  if (words.size() > 2 && words.front() == "--preprocess") {
    return parsePreprocess(words[1], {words.begin() + 2, words.end()});
  }
  return parseCompile(words);
}

}  // namespace deforest::driver
