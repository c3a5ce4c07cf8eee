// `deforest tune IN`: which settings make the fastest program, found by running it.
//
// Counts are not time. So a few settings are tried to the end: the program is transformed with each
// as any run would do it, compiled, and the results are run in turn, so that what else the machine
// does falls on all alike. The settings of the fastest are shown as the line that keeps them
// (driver/tuned.hpp); of those that are hardly slower, the one with the least code.
//
// What runs is `main`. Of a module without one the samples are made, or else calls that the search
// would count on, of several sizes (driver/timed_program.hpp).
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "driver/call.hpp"
#include "driver/chosen_calls.hpp"
#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/given_inputs.hpp"
#include "driver/interruption.hpp"
#include "driver/module_texts.hpp"
#include "driver/process.hpp"
#include "driver/timed_program.hpp"
#include "driver/tuned.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"
#include "text/samples.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> settings = {"unfused", "price 0.055", "price 0.02", "price 0.15",
                                           "price 0.055, width 3"};
// What every run does without being told.
constexpr std::size_t usual = 1;

// So much slower is as fast, and so short is too short to tell.
constexpr double hardlySlower = 1.02;
constexpr double shortest = 0.05;

// Characters of an argument that is written down.
constexpr std::size_t longestArgument = 200'000;

struct Candidate {
  std::string setting;
  std::string text;     // What was emitted, or the program after the passes.
  std::size_t same;     // The first candidate with this text: itself, unless it is no other.
  std::string program;  // To run.
  std::vector<double> seconds;
  std::vector<double> megabytes;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string rounded(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

class Tuner {
 public:
  Tuner(const TuneCommand& command, Session& session)
      : command_(command),
        session_(session),
        input_(load(command.base.input,
                    {command.base.roots, command.base.engine.semantics == ir::Semantics::Haskell},
                    session)),
        module_(session.input),
        hasMain_(!input_.outputs.empty()) {}

  int run() {
    if (!hasMain_) chooseCalls();
    for (const std::string& setting : settings) transform(setting);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].same == i) build(i);
    }
    for (unsigned round = 0; round < command_.rounds; ++round) {
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (candidates_[i].same == i) time(i);
      }
    }
    writeFile("-", report());
    return 0;
  }

 private:
  [[nodiscard]] std::string file(std::size_t candidate, const std::string& name) const {
    return directory_.file(std::to_string(candidate) + "/" + name);
  }

  // ---------------------------------------------------------------------------------- what runs

  // Calls of the roots: the samples, or a large, a small and a middling one of those that the
  // search chooses.
  void chooseCalls() {
    text::ParseOptions reading;
    if (!isArchive(module_)) reading.modules = moduleFilesOf(command_.base.input, module_);
    const std::vector<eval::GivenInput> given = givenInputs(
        input_, module_, displayName(command_.base.input), command_.base.samples, reading);
    if (!given.empty()) {
      for (const eval::GivenInput& each : given) addCall(each.function, each.arguments);
      if (!command_.native && !isArchive(module_)) {
        // As they are written: others can read them, too.
        calls_ = command_.base.samples;
        for (const text::SampleText& sample : text::samplesIn(module_)) {
          calls_.push_back(sample.expression);
        }
      }
      return;
    }
    const bool lazy = command_.base.engine.semantics == ir::Semantics::Haskell;
    calls_ = chosenCalls(input_, lazy);
    if (calls_.empty()) {
      throw Failure(displayName(command_.base.input) +
                    ": error: there is nothing to run: no main, and no call that ends\n"
                    "  help: give one, --sample 'f ARGS'\n");
    }
  }

  void addCall(ir::FunId function, const eval::Arguments& arguments) {
    const std::string text = eval::showTerms(input_, arguments, longestArgument);
    const std::string& name = input_.function(function).name;
    if (text.size() >= longestArgument) {
      throw Failure(displayName(command_.base.input) + ": error: the arguments of `" + name +
                    "` are too large to be written down\n"
                    "  help: take smaller ones, or give the program a main\n");
    }
    calls_.push_back(callText(name, text));
  }

  // ----------------------------------------------------------------------------------- building

  // The program as any run with these settings writes it.
  void transform(const std::string& setting) {
    const std::size_t index = candidates_.size();
    CompileCommand compileCommand = command_.base;
    support::check(applySettings(setting, compileCommand).empty(), "a setting that is none");
    fs::create_directory(directory_.file(std::to_string(index)));
    compileCommand.format = command_.native ? Format::Ir : Format::Haskell;
    compileCommand.output = file(index, "output");
    compile(compileCommand, session_);
    if (Interruption::pending()) throw Failure("");
    Candidate candidate{setting, readFile(*compileCommand.output), index, "", {}, {}};
    for (std::size_t i = 0; i < index; ++i) {
      if (candidates_[i].text == candidate.text) {
        candidate.same = i;
        break;
      }
    }
    candidates_.push_back(std::move(candidate));
  }

  void build(std::size_t index) {
    Candidate& candidate = candidates_[index];
    const TimedProgram program{input_.module.name, hasMain_, calls_, command_.base.input};
    const std::string directory = directory_.file(std::to_string(index));
    candidate.program = command_.native ? buildNative(program, candidate.text, directory,
                                                      command_.base.serial, candidate.setting)
                                        : buildHaskell(program, candidate.text, directory);
  }

  // ------------------------------------------------------------------------------------- timing

  void time(std::size_t index) {
    Candidate& candidate = candidates_[index];
    const std::string printed = file(index, "printed");
    const Execution done = execute({candidate.program}, printed);
    if (Interruption::pending()) throw Failure("");
    if (done.status != 0) {
      throw Failure("deforest: error: with `" + candidate.setting + "` the program fails\n");
    }
    candidate.seconds.push_back(done.seconds);
    candidate.megabytes.push_back(done.megabytes);
    const std::string text = readFile(printed);
    if (!printed_) printed_ = text;
    support::check(text == *printed_, "programs that print different things");
  }

  [[nodiscard]] std::size_t fastest() const {
    const auto secondsOf = [&](std::size_t i) { return median(candidates_[i].seconds); };
    double least = secondsOf(0);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].same == i) least = std::min(least, secondsOf(i));
    }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].same != i || secondsOf(i) > hardlySlower * least) continue;
      if (!best ||
          text::countTokens(candidates_[i].text) < text::countTokens(candidates_[*best].text)) {
        best = i;
      }
    }
    return *best;
  }

  static std::string column(const std::string& text, std::size_t width) {
    return std::string(width > text.size() ? width - text.size() : 1, ' ') + text;
  }

  [[nodiscard]] std::string report() const {
    constexpr std::size_t first = 24;
    constexpr std::size_t other = 11;
    const auto line = [&](const std::string& name, const std::vector<std::string>& cells) {
      std::string text = name + std::string(name.size() < first ? first - name.size() : 1, ' ');
      for (const std::string& cell : cells) text += column(cell, other);
      return text + "\n";
    };
    const std::size_t best = fastest();
    std::string out = line("  setting", {"tokens", "seconds", "of unfused", "MB"});
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      const std::string name = (i == best ? "* " : "  ") + candidate.setting;
      if (candidate.same != i) {
        out += name + ": the same as " + candidates_[candidate.same].setting + "\n";
        continue;
      }
      const double seconds = median(candidate.seconds);
      out += line(name, {std::to_string(text::countTokens(candidate.text)), rounded(seconds, 3),
                         rounded(seconds / median(candidates_[0].seconds), 2),
                         rounded(median(candidate.megabytes), 0)});
    }
    if (median(candidates_[0].seconds) < shortest) {
      out += "the runs are too short to tell much: give larger samples\n";
    }
    // What is the same is kept without a line.
    if (candidates_[usual].same == best || best == usual) {
      return out + "keep the source as it is: that is what every run does\n";
    }
    return out + "keep this line in the source:\n-- deforest: tuned " + candidates_[best].setting +
           "\n";
  }

  const TuneCommand& command_;
  Session& session_;
  const Interruption interruption_;
  const TemporaryDirectory directory_;
  const ir::Program input_;
  const std::string module_;
  bool hasMain_;
  std::vector<std::string> calls_;
  std::vector<Candidate> candidates_;
  std::optional<std::string> printed_;
};

}  // namespace

int tune(const TuneCommand& command, Session& session) {
  return Tuner(command, session).run();
}

}  // namespace deforest::driver
