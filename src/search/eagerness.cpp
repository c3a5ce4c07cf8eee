#include "search/eagerness.hpp"

#include <algorithm>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/readings.hpp"
#include "ir/main_action.hpp"

namespace deforest::search {
namespace {

// A few inputs show what is done in general, and more of them what becomes of it as they grow: a
// search that is ended early takes all that it would find of small ones.
constexpr std::size_t fewInputs = 4;
constexpr std::size_t growingInputs = 64;
// A difference of less is over in no time.
constexpr std::uint64_t workThatCounts = 200;
// How much is evaluated before no larger inputs are.
constexpr std::uint64_t mostOfGrowing = 500'000;
// Nobody would find out about less.
constexpr std::uint64_t workThatIsFelt = 100'000;

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

std::vector<eval::Arguments> inputsOf(const ir::Program& program, ir::FunId main,
                                      std::size_t most) {
  const ir::Function& function = program.function(main);
  if (function.parameters.empty()) return {eval::Arguments{}};
  std::vector<eval::Arguments> inputs =
      eval::readings(program, main, most, eval::ReadingWords::Left);
  // Given nothing, a program takes a size of its own, which may be large.
  if (!inputs.empty()) std::rotate(inputs.begin(), inputs.begin() + 1, inputs.end());
  return inputs;
}

// The functions `main` of two programs, and what they are given: each has its own inputs, which are
// made alike.
struct Mains {
  ir::FunId first;
  ir::FunId second;
  std::vector<std::pair<eval::Arguments, eval::Arguments>> inputs = {};

  // Whether the input is one of the few, of which the last is nothing.
  [[nodiscard]] bool isUsual(std::size_t i) const {
    return i + 1 < fewInputs || i + 1 == inputs.size();
  }
};

std::optional<Mains> mainsOf(const Evaluated& first, const Evaluated& second, std::size_t most) {
  const std::optional<ir::FunId> ours = mainOf(first.read);
  const std::optional<ir::FunId> theirs = mainOf(second.read);
  const std::optional<ir::FunId> oursMade = mainOf(first.made);
  const std::optional<ir::FunId> theirsMade = mainOf(second.made);
  if (!ours || !theirs || !oursMade || !theirsMade) return std::nullopt;
  Mains mains{*oursMade, *theirsMade};
  std::vector<eval::Arguments> given = inputsOf(first.read, *ours, most);
  std::vector<eval::Arguments> likewise = inputsOf(second.read, *theirs, most);
  for (std::size_t i = 0; i < std::min(given.size(), likewise.size()); ++i) {
    mains.inputs.emplace_back(std::move(given[i]), std::move(likewise[i]));
  }
  return mains;
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
    const bool much = found.evaluated >= std::max(muchMore * found.needed, workThatIsFelt) ||
                      !found.failure.empty();
    return much ? std::optional(found) : std::nullopt;
  }

  [[nodiscard]] bool isOver() const { return left_ == 0; }

  // How many calls it took to find out so far.
  [[nodiscard]] std::uint64_t tried() const { return tried_; }

 private:
  static constexpr std::uint64_t triedFirst = 200'000;

  [[nodiscard]] eval::Outcome eagerly(const eval::Arguments& arguments, std::uint64_t calls) {
    eval::Machine machine(eager_, limits(calls));
    eval::Outcome outcome = eval::apply(machine, eagerMain_, arguments);
    tried_ += outcome.counts.inCalls();
    return outcome;
  }

  // How many calls it takes to its end; nothing if there is none.
  std::optional<std::uint64_t> lazily(const eval::Arguments& arguments, std::uint64_t calls) {
    if (calls == 0) return std::nullopt;
    eval::LazyMachine machine(lazy_, limits(calls));
    const auto seen = eval::observe(machine, lazyMain_, arguments, {}, calls);
    left_ -= std::min(left_, seen.counts.inCalls() + 1);
    tried_ += seen.counts.inCalls();
    const bool whole = std::ranges::none_of(seen.sightings, [](const eval::Sighting& sighting) {
      return (sighting.kind == eval::Sighting::Kind::Failure && !ir::isEnd(sighting.text)) ||
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
  std::uint64_t tried_ = 0;
};

}  // namespace

std::optional<Eagerness> eagernessOfMain(const Evaluated& eager, const ir::Program& lazy,
                                         std::uint64_t calls) {
  const std::optional<Mains> mains = mainsOf(eager, lazy, growingInputs);
  if (!mains) return std::nullopt;
  BothReadings trial(eager.made, mains->first, lazy, mains->second, calls);
  std::optional<Eagerness> most;
  for (std::size_t i = 0; i < mains->inputs.size(); ++i) {
    if (trial.isOver()) break;
    if (!mains->isUsual(i) && trial.tried() > mostOfGrowing) continue;
    const auto& [ours, theirs] = mains->inputs[i];
    std::optional<Eagerness> found = trial.on(ours, theirs);
    if (!found || (most && !differsMore(*found, *most))) continue;
    found->input = eval::showTerms(eager.read, ours);
    most = std::move(found);
  }
  return most;
}

bool saves(const Evaluated& eager, const Evaluated& later, Saving least, std::uint64_t calls,
           std::set<ir::FunId> unseen) {
  const bool half = least == Saving::Half;
  const std::optional<Mains> mains = mainsOf(eager, later, half ? growingInputs : fewInputs);
  if (!mains) return false;
  const auto work = [&](const eval::Counts& counts) {
    return half ? counts.inCalls() : counts.inCalls() + counts.matches + counts.allocations;
  };
  bool saved = false;
  std::uint64_t left = calls;  // of larger inputs, all together
  for (std::size_t i = 0; i < mains->inputs.size(); ++i) {
    const auto& [ours, theirs] = mains->inputs[i];
    const bool isUsual = mains->isUsual(i);
    if (!isUsual && (left == 0 || saved)) continue;
    eval::Machine before(eager.made, limits(calls));
    const eval::Outcome whole = eval::apply(before, mains->first, ours);
    eval::Machine after(later.made, limits(calls));
    const eval::Outcome part = eval::apply(after, mains->second, theirs);
    if (whole.ended() && !part.ended()) return false;
    std::erase_if(unseen, [&](ir::FunId id) { return after.callsByFunction()[id.value] != 0; });
    if (!isUsual) left -= std::min(left, whole.counts.inCalls() + part.counts.inCalls());
    const auto fails = [](const eval::Outcome& outcome) {
      return outcome.kind == eval::Outcome::Kind::Error;
    };
    if (fails(whole) && fails(part)) continue;
    if (!whole.ended() || (!whole.ok() && part.ok())) {
      saved = saved || isUsual || part.ended();
      continue;
    }
    const std::uint64_t needed = work(whole.counts);
    const std::uint64_t done = work(part.counts);
    const std::uint64_t more = half ? needed / muchMore : needed / 50;
    if (done > needed + more + workThatCounts) return false;
    saved = saved || (half ? 2 * done + workThatCounts < needed : done < needed - needed / 10);
  }
  return saved || !unseen.empty();
}

bool takesMore(const ir::Program& before, const ir::Program& after, std::uint64_t calls) {
  const std::optional<Mains> mains = mainsOf(before, after, fewInputs);
  if (!mains) return false;
  const auto isMore = [](std::uint64_t more, std::uint64_t than) {
    return more > than + than / 33 + workThatCounts;
  };
  for (const auto& [ours, theirs] : mains->inputs) {
    eval::Machine first(before, limits(calls));
    const eval::Outcome least = eval::apply(first, mains->first, ours);
    if (!least.ok()) continue;
    eval::Machine second(after, limits(2 * calls));
    const eval::Outcome most = eval::apply(second, mains->second, theirs);
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
