#include "search/eagerness.hpp"

#include <algorithm>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/readings.hpp"
#include "ir/main_action.hpp"

namespace deforest::search {
namespace {

// Beyond, inputs take longer and show nothing else.
constexpr std::size_t mostInputs = 4;

std::optional<ir::FunId> mainOf(const ir::Program& program) {
  const auto found = std::ranges::find_if(
      program.functions, [&](const ir::Function& each) { return ir::isMainAction(program, each); });
  if (found == program.functions.end()) return std::nullopt;
  return ir::FunId{static_cast<std::uint32_t>(found - program.functions.begin())};
}

eval::Limits limits(std::uint64_t calls) {
  eval::Limits limits = eval::CompareOptions{}.limits;
  limits.calls = calls;
  return limits;
}

std::vector<eval::Arguments> inputsOf(const ir::Program& program, ir::FunId main) {
  const ir::Function& function = program.function(main);
  if (function.parameters.empty()) return {eval::Arguments{}};
  std::vector<eval::Arguments> inputs = eval::readings(program, function);
  if (inputs.size() > mostInputs) inputs.resize(mostInputs);
  // Given nothing, a program takes a size of its own, which may be large.
  if (!inputs.empty()) std::rotate(inputs.begin(), inputs.begin() + 1, inputs.end());
  return inputs;
}

// Of the two, the one that says more.
bool differsMore(const Eagerness& one, const Eagerness& other) {
  if (one.failure.empty() != other.failure.empty()) return !one.failure.empty();
  return one.evaluated * other.needed > other.evaluated * one.needed;
}

class BothReadings {
 public:
  BothReadings(const ir::Program& eager, ir::FunId eagerMain, const ir::Program& lazy,
               ir::FunId lazyMain, std::uint64_t calls)
      : eager_(eager), eagerMain_(eagerMain), lazy_(lazy), lazyMain_(lazyMain), left_(calls) {}

  // What the programs do on these inputs, if it comes to an end and differs much.
  std::optional<Eagerness> on(const eval::Arguments& ours, const eval::Arguments& theirs) {
    eval::Outcome outcome = eagerly(ours, triedFirst);
    const bool ended = outcome.ended();
    // Where everything is evaluated in few calls, a part of them tells enough.
    const std::uint64_t most = ended ? outcome.counts.inCalls() / muchMore : left_;
    const std::optional<std::uint64_t> needed = lazily(theirs, std::min(most, left_));
    if (!needed) return std::nullopt;
    if (outcome.kind == eval::Outcome::Kind::Limit) {
      outcome = eagerly(ours, std::max(triedFirst, mostTimes * *needed));
    }
    Eagerness found;
    found.needed = std::max<std::uint64_t>(*needed, 1);
    found.evaluated = outcome.counts.inCalls();
    found.ended = outcome.kind != eval::Outcome::Kind::Limit;
    if (outcome.kind == eval::Outcome::Kind::Error) found.failure = outcome.message;
    const bool much = found.evaluated >= muchMore * found.needed || !found.failure.empty();
    return much ? std::optional(found) : std::nullopt;
  }

  [[nodiscard]] bool isOver() const { return left_ == 0; }

 private:
  static constexpr std::uint64_t triedFirst = 200'000;

  [[nodiscard]] eval::Outcome eagerly(const eval::Arguments& arguments, std::uint64_t calls) const {
    eval::Machine machine(eager_, limits(calls));
    return eval::apply(machine, eagerMain_, arguments);
  }

  // How many calls it takes to its end; nothing if there is none.
  std::optional<std::uint64_t> lazily(const eval::Arguments& arguments, std::uint64_t calls) {
    if (calls == 0) return std::nullopt;
    eval::LazyMachine machine(lazy_, limits(calls));
    const auto seen = eval::observe(machine, lazyMain_, arguments, {}, calls);
    left_ -= std::min(left_, seen.counts.inCalls() + 1);
    const bool whole = std::ranges::none_of(seen.sightings, [](const eval::Sighting& sighting) {
      return (sighting.kind == eval::Sighting::Kind::Failure && !eval::isEnd(sighting.text)) ||
             sighting.kind == eval::Sighting::Kind::Limit;
    });
    if (!whole || seen.printsNothing) return std::nullopt;
    return seen.counts.inCalls();
  }

  const ir::Program& eager_;
  ir::FunId eagerMain_;
  const ir::Program& lazy_;
  ir::FunId lazyMain_;
  std::uint64_t left_;  // where evaluation is Haskell's, which takes longer
};

}  // namespace

// A difference of less is over in no time.
constexpr std::uint64_t workThatCounts = 200;

std::optional<Eagerness> eagernessOfMain(const ir::Program& eager, const ir::Program& lazy,
                                         std::uint64_t calls) {
  const std::optional<ir::FunId> eagerMain = mainOf(eager);
  const std::optional<ir::FunId> lazyMain = mainOf(lazy);
  if (!eagerMain || !lazyMain) return std::nullopt;
  // Each program has its own inputs, which are made alike.
  std::vector<eval::Arguments> ours = inputsOf(eager, *eagerMain);
  std::vector<eval::Arguments> theirs = inputsOf(lazy, *lazyMain);
  BothReadings trial(eager, *eagerMain, lazy, *lazyMain, calls);
  std::optional<Eagerness> most;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()) && !trial.isOver(); ++i) {
    std::optional<Eagerness> found = trial.on(ours[i], theirs[i]);
    if (!found || (most && !differsMore(*found, *most))) continue;
    found->input = eval::showTerms(eager, ours[i]);
    most = std::move(found);
  }
  return most;
}

bool saves(const ir::Program& eager, const ir::Program& later, Saving least, std::uint64_t calls) {
  const std::optional<ir::FunId> eagerMain = mainOf(eager);
  const std::optional<ir::FunId> laterMain = mainOf(later);
  if (!eagerMain || !laterMain) return false;
  const bool inCalls = least == Saving::Half;
  const auto work = [&](const eval::Counts& counts) {
    return inCalls ? counts.inCalls() : counts.inCalls() + counts.matches + counts.allocations;
  };
  const std::vector<eval::Arguments> ours = inputsOf(eager, *eagerMain);
  const std::vector<eval::Arguments> theirs = inputsOf(later, *laterMain);
  bool saved = false;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
    eval::Machine before(eager, limits(calls));
    const eval::Outcome whole = eval::apply(before, *eagerMain, ours[i]);
    eval::Machine after(later, limits(calls));
    const eval::Outcome part = eval::apply(after, *laterMain, theirs[i]);
    if (whole.ended() && !part.ended()) return false;
    if (!whole.ended() || (!whole.ok() && part.ok())) {
      saved = true;
      continue;
    }
    const std::uint64_t needed = work(whole.counts);
    const std::uint64_t done = work(part.counts);
    const std::uint64_t more = inCalls ? needed / muchMore : needed / 50;
    if (done > needed + more + workThatCounts) return false;
    saved = saved || (inCalls ? 2 * done + workThatCounts < needed : done < needed - needed / 10);
  }
  return saved;
}

bool takesMore(const ir::Program& before, const ir::Program& after, std::uint64_t calls) {
  const std::optional<ir::FunId> ours = mainOf(before);
  const std::optional<ir::FunId> theirs = mainOf(after);
  if (!ours || !theirs) return false;
  const auto isMore = [](std::uint64_t more, std::uint64_t than) {
    return more > than + than / 33 + workThatCounts;
  };
  const std::vector<eval::Arguments> given = inputsOf(before, *ours);
  const std::vector<eval::Arguments> likewise = inputsOf(after, *theirs);
  for (std::size_t i = 0; i < std::min(given.size(), likewise.size()); ++i) {
    eval::Machine first(before, limits(calls));
    const eval::Outcome least = eval::apply(first, *ours, given[i]);
    if (!least.ok()) continue;
    eval::Machine second(after, limits(2 * calls));
    const eval::Outcome most = eval::apply(second, *theirs, likewise[i]);
    const bool inWork = isMore(most.counts.inCalls() + most.counts.matches,
                               least.counts.inCalls() + least.counts.matches);
    if (inWork || isMore(most.counts.allocations, least.counts.allocations)) return true;
  }
  return false;
}

std::function<bool(const ir::Program&, ir::FunId)> haveValues(std::uint64_t calls) {
  return [left = calls](const ir::Program& program, ir::FunId constant) mutable {
    eval::Machine machine(program, limits(left));
    const eval::Outcome outcome = eval::apply(machine, constant, {});
    left -= std::min(left, outcome.effort + 1);
    return outcome.ok();
  };
}

}  // namespace deforest::search
