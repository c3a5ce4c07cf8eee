// The words of `deforest sweep`.
#include "driver/command_line.hpp"
#include "driver/option_parser.hpp"
#include "driver/sweep/command.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

constexpr std::uint64_t mostShards = 1'000'000;

void declare(OptionParser& parser) {
  parser.group("Settings: each a value, or values such as 0..12 or 1,2,5");
  for (const AxisOption& axis : axisOptions()) {
    parser.value("--" + axis.name, axis.metavariable, axis.text);
  }
  parser.group("What is counted and timed");
  parser.value("--calls", "FILE",
               "Lines of a program and a call to count, with a tab in between; otherwise its\n"
               "samples, main, or inputs that are chosen");
  parser.value("--semantics", "NAME", "strict (default but for .hs) or haskell (default for .hs)");
  parser.list("--time", "A,B", "haskell, exe: also run what GHC or the C++ compiler makes of it");
  parser.value("--time-rounds", "N", "Runs of each (default 3)");
  parser.flag("--list-inputs", "Show what would be counted of one program, and stop");
  parser.group("How it runs");
  parser.value("-o,--output", "DIR", "Where the study is written, and goes on if it was stopped");
  parser.value("--limit-seconds", "X", "Processor seconds of one process (default 120)");
  parser.value("--limit-megabytes", "X", "Memory of one process (default 4096)");
  parser.value("--threads", "N", "Points at once (default: one per processor; one with --time)");
  parser.value("--shard", "I/N", "Only part I of N");
  parser.list("--merge", "DIR...", "Put the parts in these directories together");
}

Shard shardOf(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    throw UsageError("option '--shard' takes a part such as 2/5, not '" + text + "'");
  }
  Shard shard;
  shard.count = number("--shard", text.substr(slash + 1), 1, mostShards);
  shard.index = number("--shard", text.substr(0, slash), 1, shard.count);
  return shard;
}

// The compiler says what is wrong with a value, before anything is run with it.
void checkValues(const Axis& axis) {
  for (const std::string& value : axis.values) {
    std::vector<std::string> words = {"in.hs.ir", "-o", "out.hs"};
    for (const std::string& word : wordsOf(axis.option, value)) words.push_back(word);
    (void)parseCommandLine(words);
  }
}

void readSettings(const OptionParser& parser, Grid& grid) {
  for (const AxisOption& option : axisOptions()) {
    const auto text = parser.find("--" + option.name);
    if (!text) continue;
    grid.axes.push_back({option.name, axisValues(option.name, *text)});
    checkValues(grid.axes.back());
  }
}

void readLimits(const OptionParser& parser, ProcessLimits& limits) {
  const auto read = [&](std::string_view name, double& target) {
    const auto text = parser.find(name);
    if (!text) return;
    target = decimal(name, *text, 0, "a number above 0");
    if (target <= 0) throw UsageError("option '" + std::string(name) + "' takes a number above 0");
  };
  read("--limit-seconds", limits.seconds);
  read("--limit-megabytes", limits.megabytes);
}

}  // namespace

ParsedSweep parseSweep(const std::vector<std::string>& words) {
  OptionParser parser({
      "Transforms programs with every combination of settings, counts each result on the same\n"
      "inputs, and writes a table of all.\n",
      "Usage: deforest sweep IN... --max-depth 0..12 [SETTINGS] -o DIR\n"
      "       deforest sweep --merge DIR... -o DIR\n",
      "Each combination runs in a process of its own; what exceeds its limit or fails is a line "
      "of\n"
      "the table. A study that was stopped goes on with the same words. docs/STUDIES.md describes\n"
      "the files: points.csv, points.jsonl, sweep.sqlite.\n",
  });
  declare(parser);
  if (const auto help = parser.parse(words)) return {{}, *help};
  SweepCommand command;
  command.grid.programs = parser.operands();
  command.merge = splitAtCommas(parser.all("--merge"));
  command.directory = parser.find("--output").value_or("");
  command.listsInputs = parser.isSet("--list-inputs");
  command.semantics = parser.find("--semantics").value_or("");
  if (!command.semantics.empty()) choice("--semantics", command.semantics, {"strict", "haskell"});
  if (command.listsInputs) {
    if (command.grid.programs.size() != 1) {
      throw UsageError("'--list-inputs' is of one program: deforest sweep IN --list-inputs");
    }
    return {command, {}};
  }
  if (command.directory.empty()) throw UsageError("no place for the study: give -o DIR");
  if (!command.merge.empty()) {
    // As the shell makes of `--merge part*`.
    for (std::string& part : command.grid.programs) command.merge.push_back(std::move(part));
    command.grid.programs.clear();
    return {command, {}};
  }
  if (command.grid.programs.empty()) {
    throw UsageError("no program: say deforest sweep IN... --max-depth 0..12 -o DIR");
  }
  for (const std::string& program : command.grid.programs) {
    if (program == "-") throw UsageError("a program of a study is a file");
  }
  readSettings(parser, command.grid);
  readLimits(parser, command.limits);
  if (const auto text = parser.find("--shard")) command.shard = shardOf(*text);
  command.calls = parser.find("--calls").value_or("");
  command.time = splitAtCommas(parser.all("--time"));
  for (const std::string& target : command.time) choice("--time", target, {"haskell", "exe"});
  if (const auto text = parser.find("--time-rounds")) {
    command.rounds = static_cast<unsigned>(number("--time-rounds", *text, 1, 1000));
  }
  if (const auto text = parser.find("--threads")) {
    command.threads = static_cast<unsigned>(number("--threads", *text, 0, 1024));
  }
  // What else runs would be in the times.
  if (!command.time.empty()) command.threads = 1;
  return {command, {}};
}

}  // namespace deforest::driver
