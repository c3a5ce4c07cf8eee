// `deforest tune IN`: which settings make the fastest program, found by running it.
//
// Counts are not time. So a few settings are tried to the end: the program is transformed with each
// as any run would do it, compiled, and the results are run in turn, so that what else the machine
// does falls on all alike. The settings of the fastest are shown as the line that keeps them
// (driver/tuned.hpp), unless it has so much more code than another that the price for code
// (search/worth) is more than what it saves.
//
// With no price everything is built that the limits allow. What counts say of it is not believed
// without a run, so no run does it unasked: here it is run. Much of that code may do nothing for the
// time. So where Haskell keeps its author's text, the best of all is tried again with one function
// after the other as it was (`-- deforest: keep f`), the ones with the largest text first, and what
// the time does not notice stays as it was.
//
// What runs is `main`. Of a module without one the samples are made, or else calls that the search
// would count on, of several sizes (driver/timed_program.hpp).
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>

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
#include "search/worth.hpp"
#include "support/check.hpp"
#include "text/original.hpp"
#include "text/parse.hpp"
#include "text/samples.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> settings = {
    "unfused", "price 0.055",      "price 0.02",       "price 0.15",      "price 0.055, width 3",
    "price 0", "price 0, width 3", "price 0, width 2", "price 0, width 1"};
constexpr std::size_t unfused = 0;
// What every run does without being told.
constexpr std::size_t usual = 1;

// So much more is the same, and so short is too short to tell.
constexpr double noise = 0.02;
constexpr double shortest = 0.02;

// Functions that are tried as they were.
constexpr std::size_t mostKept = 12;

// So many times the code is not worth a compiler's time: what it would have to save is known.
constexpr std::size_t mostCode = 8;

// Characters of an argument that is written down.
constexpr std::size_t longestArgument = 200'000;

struct Candidate {
  std::string setting;
  std::vector<std::string> kept;  // Functions that are as they were.
  std::string text;               // What was emitted, or the program after the passes.
  std::size_t tokens;             // Of it.
  std::size_t same;     // The first candidate with this text: itself, unless it is no other.
  std::string program;  // To run.
  std::vector<double> seconds;
  std::vector<double> megabytes;
  double ratio = 1;  // Of its time to that of what nothing is fused in, run in turn.
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
        input_(read()),
        module_(session.input),
        hasMain_(!input_.outputs.empty() || original_.isOpaque("main")) {}

  int run() {
    (void)readFile(command_.read);  // Whoever cannot be read is named at once.
    if (!hasMain_) chooseCalls();
    for (const std::string& setting : settings) transform(setting, {});
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].same == i && !isTooLarge(i)) all.push_back(i);
    }
    for (const std::size_t each : all) build(each);
    time(all);
    std::size_t chosen = candidates_[usual].same;
    if (isLongEnough()) chosen = best(all);
    if (isLongEnough() && command_.base.keepsOpaque) {
      // Timed once more, what seemed to be best may be no better.
      chosen = best({withFewerChanges(chosen)});
    }
    writeFile("-", report(chosen));
    return 0;
  }

 private:
  // As every run with these settings reads it.
  ir::Program read() {
    text::ParseOptions reading;
    reading.roots = command_.base.roots;
    reading.lazy = command_.base.engine.semantics == ir::Semantics::Haskell;
    reading.keepsOpaque = command_.base.keepsOpaque;
    if (reading.keepsOpaque) {
      reading.package = packageOf(command_.base.input, readFile(command_.base.input));
    }
    return load(command_.base.input, reading, session_, &original_);
  }

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
  void transform(const std::string& setting, const std::vector<std::string>& kept) {
    const std::size_t index = candidates_.size();
    CompileCommand compileCommand = command_.base;
    compileCommand.kept = kept;
    support::check(applySettings(setting, compileCommand).empty(), "a setting that is none");
    fs::create_directory(directory_.file(std::to_string(index)));
    compileCommand.format = command_.native ? Format::Ir : Format::Haskell;
    compileCommand.output = file(index, "output");
    compile(compileCommand, session_);
    if (Interruption::pending()) throw Failure("");
    const std::string text = readFile(*compileCommand.output);
    Candidate candidate{setting, kept, text, text::countTokens(text), index, "", {}, {}};
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

  // The first is what nothing is fused in.
  void time(const std::vector<std::size_t>& candidates) {
    for (const std::size_t each : candidates) candidates_[each].seconds.clear();
    for (unsigned round = 0; round < command_.rounds; ++round) {
      for (const std::size_t each : candidates) timeOnce(each);
    }
    for (const std::size_t each : candidates) {
      candidates_[each].ratio = secondsOf(each) / secondsOf(unfused);
    }
  }

  void timeOnce(std::size_t index) {
    Candidate& candidate = candidates_[index];
    const std::string printed = file(index, "printed");
    std::vector<std::string> words = command_.arguments;
    words.insert(words.begin(), candidate.program);
    const Execution done = execute(words, printed, command_.read);
    if (Interruption::pending()) throw Failure("");
    if (done.status != 0) {
      throw Failure("deforest: error: with `" + candidate.setting +
                    "` the program fails\n"
                    "  help: --stdin FILE is what it reads, words behind -- are its arguments\n");
    }
    candidate.seconds.push_back(done.seconds);
    candidate.megabytes.push_back(done.megabytes);
    const std::string text = readFile(printed);
    if (!printed_) printed_ = text;
    if (text == *printed_) return;
    if (index != unfused) timeOnce(unfused);  // Which need not print the same twice, either.
    support::check(index == unfused, "programs that print different things");
    throw Failure(displayName(command_.base.input) +
                  ": error: what it prints is another thing whenever it is run\n"
                  "  help: take away what it prints of time and chance\n");
  }

  // What every run does is tried, however large.
  [[nodiscard]] bool isTooLarge(std::size_t index) const {
    return index != candidates_[usual].same &&
           candidates_[index].tokens > mostCode * candidates_[unfused].tokens;
  }

  [[nodiscard]] bool isLongEnough() const { return secondsOf(unfused) >= shortest; }

  [[nodiscard]] double secondsOf(std::size_t index) const {
    return median(candidates_[index].seconds);
  }

  // A time, with what the code costs, both relative to what they are if nothing is fused.
  [[nodiscard]] double valueOf(std::size_t index) const {
    const auto more = static_cast<double>(candidates_[index].tokens) /
                      static_cast<double>(candidates_[unfused].tokens);
    return candidates_[index].ratio + search::WorthOptions{}.price * (more - 1);
  }

  // What every run does, unless another is better by more than the noise.
  [[nodiscard]] std::size_t best(const std::vector<std::size_t>& candidates) const {
    std::size_t best = candidates_[usual].same;
    double least = valueOf(best) - noise;
    for (const std::size_t each : candidates) {
      const double value = valueOf(each);
      if (value >= least) continue;
      least = value;
      best = each;
    }
    return best;
  }

  // ------------------------------------------------------------------------------------ pruning

  // The functions of the source that `text` has otherwise, those of most words first.
  [[nodiscard]] std::vector<std::string> changedIn(const std::string& text) const {
    std::map<std::string, std::size_t> changed;
    for (const text::Piece& piece : original_.pieces) {
      if (piece.kind != text::Piece::Kind::Definition) continue;
      const std::string definition = original_.text.substr(piece.begin, piece.end - piece.begin);
      if (text.find(definition) != std::string::npos) continue;
      changed[piece.names.front()] += text::countTokens(definition);
    }
    std::vector<std::string> names;
    for (const auto& [name, tokens] : changed) names.push_back(name);
    std::ranges::stable_sort(names, std::greater<>{},
                             [&](const std::string& name) { return changed[name]; });
    return names;
  }

  // The best with as many functions as they were as pays.
  std::size_t withFewerChanges(std::size_t best) {
    std::vector<std::string> changed = changedIn(candidates_[best].text);
    if (changed.size() > mostKept) changed.resize(mostKept);
    for (const std::string& name : changed) {
      std::vector<std::string> kept = candidates_[best].kept;
      kept.push_back(name);
      const std::size_t tried = candidates_.size();
      transform(candidates_[best].setting, kept);
      if (candidates_[tried].same != tried || candidates_[tried].tokens >= candidates_[best].tokens)
        continue;
      build(tried);
      time({unfused, best, tried});
      if (valueOf(tried) <= valueOf(best)) best = tried;
    }
    return best;
  }

  static std::string column(const std::string& text, std::size_t width) {
    return std::string(width > text.size() ? width - text.size() : 1, ' ') + text;
  }

  static std::string nameOf(const Candidate& candidate) {
    std::string name = candidate.setting;
    for (const std::string& kept : candidate.kept) {
      name += (&kept == &candidate.kept.front() ? ", keep " : " ") + kept;
    }
    return name;
  }

  [[nodiscard]] std::string report(std::size_t best) const {
    std::size_t first = 24;
    for (const Candidate& candidate : candidates_) {
      first = std::max(first, nameOf(candidate).size() + 2);
    }
    constexpr std::size_t other = 11;
    const auto line = [&](const std::string& name, const std::vector<std::string>& cells) {
      std::string text = name + std::string(name.size() < first ? first - name.size() : 1, ' ');
      for (const std::string& cell : cells) text += column(cell, other);
      return text + "\n";
    };
    std::string out = line("  setting", {"tokens", "seconds", "of unfused", "MB"});
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      const std::string name = (i == best ? "* " : "  ") + nameOf(candidate);
      if (candidate.same != i) {
        const bool isSetting = candidate.kept.empty();
        if (isSetting) out += name + ": the same as " + candidates_[candidate.same].setting + "\n";
        continue;
      }
      if (isTooLarge(i)) {
        out += name + ": not tried, for it has " + std::to_string(candidate.tokens) + " tokens\n";
        continue;
      }
      // What was not better than what it was tried against was not run.
      if (candidate.seconds.empty()) continue;
      const double seconds = median(candidate.seconds);
      out += line(name, {std::to_string(candidate.tokens), rounded(seconds, 3),
                         rounded(candidate.ratio, 2), rounded(median(candidate.megabytes), 0)});
    }
    if (!isLongEnough()) {
      return out + "the runs are too short to tell: give larger samples\n";
    }
    // What is the same is kept without a line.
    if (candidates_[usual].same == best) {
      return out + "keep the source as it is: that is what every run does\n";
    }
    const std::vector<std::string>& kept = candidates_[best].kept;
    out += kept.empty() ? "keep this line in the source:\n" : "keep these lines in the source:\n";
    out += "-- deforest: tuned " + candidates_[best].setting + "\n";
    if (kept.empty()) return out;
    out += "-- deforest: keep";
    for (const std::string& name : kept) out += " " + name;
    return out + "\n";
  }

  const TuneCommand& command_;
  Session& session_;
  const Interruption interruption_;
  const TemporaryDirectory directory_;
  text::Original original_;
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
