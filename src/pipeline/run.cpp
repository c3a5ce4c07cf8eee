#include "pipeline/run.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ir/alpha.hpp"
#include "ir/checker.hpp"
#include "ir/measure.hpp"

namespace deforest::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What is decided besides the program stands in its comments.
bool haveSameComments(const ir::Program& one, const ir::Program& other) {
  return std::ranges::equal(one.functions, other.functions, {}, &ir::Function::documentation,
                            &ir::Function::documentation);
}

class Runner {
 public:
  Runner(ir::Program program, Form given, Context& context, const RunOptions& options,
         RunReport& report)
      : program_(std::move(program)),
        form_(given),
        context_(context),
        options_(options),
        report_(report),
        index_(report.passes.size()) {}

  ir::Program run(const Pipeline& pipeline) {
    const auto start = Clock::now();
    if (report_.passes.empty()) {
      report_.sizeBefore = ir::size(program_);
      report_.functionsBefore = program_.functions.size();
      notify(nullptr, program_, false);
    }
    if (context_.originalSize == 0) context_.originalSize = report_.sizeBefore;
    for (const Phase& phase : pipeline) runPhase(phase);
    if (options_.check == CheckMode::End && last_ != nullptr) verify(*last_, nullptr);
    report_.sizeAfter = ir::size(program_);
    report_.functionsAfter = program_.functions.size();
    report_.seconds += secondsSince(start);
    return std::move(program_);
  }

 private:
  void runPhase(const Phase& phase) {
    const unsigned rounds = phase.rounds.value_or(1);
    bool changed = false;
    for (unsigned round = 1; round <= rounds; ++round) {
      const ir::Program before = program_;
      for (const Pass& pass : phase.passes) {
        const bool needed = pass.makes == Form::Native || pass.makes == Form::Planned;
        if (!needed && outOfFuel(pass)) continue;
        runPass(pass, round);
      }
      // Passes of one round may undo each other's work: what counts is the round.
      changed = phase.rounds && !ir::alphaEquivalent(before, program_);
      if (!changed) return;
    }
    if (changed) {
      cutOff(
          Limit::Rounds, "rounds",
          "still changing after " + std::to_string(rounds) + (rounds == 1 ? " round" : " rounds"));
    }
  }

  bool outOfFuel(const Pass& pass) {
    if (!options_.fuel || index_ < *options_.fuel) return false;
    if (!std::exchange(fuelReported_, true)) {
      cutOff(Limit::Fuel, "fuel",
             "the fuel of " + std::to_string(*options_.fuel) + " passes was used up before " +
                 std::string(pass.name));
    }
    return true;
  }

  void runPass(const Pass& pass, unsigned round) {
    PassReport entry;
    entry.name = pass.name;
    entry.round = round;
    entry.sizeBefore = ir::size(program_);
    entry.functionsBefore = program_.functions.size();
    const std::size_t decisions = context_.decisions.size();
    ir::Program before = program_;

    const auto start = Clock::now();
    program_ = apply(pass, std::move(program_), before);
    entry.seconds = secondsSince(start);

    ++index_;
    last_ = &pass;
    form_ = formAfter(pass, form_);
    if (options_.check == CheckMode::Each) verify(pass, &before);
    entry.changed =
        !(before == program_) || (form_ == Form::Planned && !haveSameComments(before, program_));
    entry.sizeAfter = ir::size(program_);
    entry.functionsAfter = program_.functions.size();
    for (std::size_t i = decisions; i < context_.decisions.size(); ++i) {
      ++(context_.decisions[i].taken ? entry.taken : entry.refused);
    }
    report_.passes.push_back(entry);
    notify(&pass, before, entry.changed);
  }

  ir::Program apply(const Pass& pass, ir::Program program, const ir::Program& before) {
    try {
      return pass.run(std::move(program), context_);
    } catch (const support::InternalError& error) {
      throw PassError(std::string(pass.name), error.what(), print(before), "");
    } catch (const support::LimitError& error) {
      throw support::LimitError("in pass '" + std::string(pass.name) + "': " + error.what());
    }
  }

  void verify(const Pass& pass, const ir::Program* before) {
    ir::CheckOptions options;
    options.normalForm = form_ == Form::Normal;
    options.nativeForm = form_ == Form::Native || form_ == Form::Planned;
    std::vector<std::string> faults = ir::check(program_, options);
    if (faults.empty() && pass.faults) faults = pass.faults();
    if (faults.empty()) return;
    constexpr std::size_t shown = 10;
    std::string message = "the program it left is not well formed";
    for (std::size_t i = 0; i < std::min(shown, faults.size()); ++i) message += "\n  " + faults[i];
    if (faults.size() > shown) {
      message += "\n  and " + std::to_string(faults.size() - shown) + " more";
    }
    throw PassError(std::string(pass.name), message, before != nullptr ? print(*before) : "",
                    print(program_));
  }

  // A broken program may be one that cannot be printed.
  [[nodiscard]] std::string print(const ir::Program& program) const {
    if (!options_.print) return "";
    try {
      return options_.print(program);
    } catch (const std::exception& error) {
      return "-- cannot be printed: " + std::string(error.what()) + "\n";
    }
  }

  void notify(const Pass* pass, const ir::Program& before, bool changed) const {
    const Event event{index_, pass, before, program_, changed};
    for (const Observer& observer : options_.observers) observer(event);
  }

  void cutOff(Limit limit, std::string subject, std::string reason) {
    Decision decision;
    decision.kind = Decision::Kind::CutOff;
    decision.taken = false;
    decision.subject = std::move(subject);
    decision.reason = std::move(reason);
    decision.limit = limit;
    context_.add(std::move(decision));
  }

  ir::Program program_;
  Form form_;
  Context& context_;
  const RunOptions& options_;
  RunReport& report_;
  std::size_t index_;
  const Pass* last_ = nullptr;
  bool fuelReported_ = false;
};

}  // namespace

std::string_view formName(Form form) {
  switch (form) {
    case Form::Free:
      return "any form";
    case Form::Normal:
      return "normal form";
    case Form::Native:
      return "native form";
    case Form::Planned:
      return "planned form";
  }
  return "";
}

Form formAfter(const Pass& pass, Form given) {
  if (pass.makes) return *pass.makes;
  const bool native = given == Form::Native || given == Form::Planned;
  return native && pass.needs != given ? Form::Free : given;
}

Pipeline leaveOut(const std::set<std::string, std::less<>>& names, Pipeline pipeline) {
  for (Phase& phase : pipeline) {
    std::erase_if(phase.passes, [&](const Pass& pass) { return names.contains(pass.name); });
  }
  return pipeline;
}

Form formAfter(const Pipeline& pipeline, Form given) {
  for (const Phase& phase : pipeline) {
    for (const Pass& pass : phase.passes) given = formAfter(pass, given);
  }
  return given;
}

std::optional<std::string_view> misplaced(const Pipeline& pipeline, Form given) {
  for (const Phase& phase : pipeline) {
    // A repeated phase begins again with what it left.
    for (unsigned round = 0; round < (phase.rounds ? 2 : 1); ++round) {
      for (const Pass& pass : phase.passes) {
        if (pass.needs != Form::Free && given != pass.needs) return pass.name;
        given = formAfter(pass, given);
      }
    }
  }
  return std::nullopt;
}

ir::Program run(const Pipeline& pipeline, ir::Program program, Context& context,
                const RunOptions& options, RunReport& report, Form given) {
  if (const auto name = misplaced(pipeline, given)) {
    support::fail("the pass '" + std::string(*name) + "' needs the program in another form");
  }
  return Runner(std::move(program), given, context, options, report).run(pipeline);
}

std::vector<std::string_view> passNames(const Pipeline& pipeline) {
  std::vector<std::string_view> names;
  for (const Phase& phase : pipeline) {
    for (const Pass& pass : phase.passes) {
      if (std::find(names.begin(), names.end(), pass.name) == names.end()) {
        names.push_back(pass.name);
      }
    }
  }
  return names;
}

}  // namespace deforest::pipeline
