#include "search/worth.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <utility>

#include "graph/call_graph.hpp"
#include "graph/facts.hpp"
#include "ir/measure.hpp"
#include "search/inlined.hpp"
#include "search/price.hpp"

namespace deforest::search {
namespace {

using fusion::Derivation;

// The price, per root, of as much code as the source that the result must not have.
constexpr double beyond = 0.15;

// Turns of growing that bring nothing before it ends.
constexpr unsigned mostIdleTurns = 4;

// Turns after which a large body must have paid for itself.
constexpr unsigned grace = 2;

// What has been found out about a fragment in a round.
struct Known {
  std::optional<unsigned> born = {};  // The turn in which it was built first.
  bool idle = false;                  // Not to be tried again.
  bool kept = false;                  // Large, and worth it.
  bool cutOff = false;                // It would have been built, had there been steps left.
  std::string whyLeft = {};           // Empty: there is no more to say than for others.
};

// One round: a derivation and how its present choice does.
class Round {
 public:
  /// `base`: tokens of the program as it was read, in the first round those that it begins with.
  /// `improved`: names of roots that were found worth changing. `rewritten`: of functions that
  /// earlier rounds have built.
  Round(Derivation& derivation, const Workload& workload, const WorthOptions& options,
        pipeline::Steps& steps, std::optional<std::size_t>& base, std::set<std::string>& improved,
        std::set<std::string>& rewritten)
      : derivation_(derivation),
        workload_(workload),
        options_(options),
        steps_(steps),
        spentAt_(steps.used() + steps.left() / 2),
        price_(options.price),
        improved_(improved),
        rewritten_(rewritten) {
    derivation_.leaveWaiting();
    (void)derivation_.takeChanges();
    gauge_.emplace(workload, derivation_.program());
    const graph::CallGraph calls = graph::callGraph(derivation_.program());
    if (!base) base = sizeNow(calls).tokens;
    recursive_ = calls.recursive;
    base_ = static_cast<double>(*base);
  }

  void settle() {
    measure();
    const Measurement unbuilt = now_;
    const auto [best, cheapest] = grow(steps_.used() + left(spentAt_) * 2 / 3);
    price_ = options_.priceInTheEnd;
    prune(cheapest);
    if (best != cheapest) {
      const Fragments first = built_;
      const double least = value_;
      prune(best);
      if (value_ > least) {
        choose(first);
        measure();
      }
    }
    noteOthers();
    spareRoots(unbuilt);
    for (const ir::FunId fragment : built_) {
      if (!derivation_.isWholeFunction(fragment)) continue;
      rewritten_.insert(derivation_.program().function(fragment).name);
    }
  }

  [[nodiscard]] fusion::Choice choice() const {
    fusion::Choice choice;
    const std::vector<bool> reached = ir::reachable(derivation_.program());
    const Profile profile = this->profile();
    for (std::uint32_t i = 0; i < reached.size(); ++i) {
      const ir::FunId fragment{i};
      if (derivation_.isBuilt(fragment)) {
        choice.built.insert(derivation_.textOf(fragment));
      } else if (reached[i]) {
        engine::Left left{whyLeft(fragment, profile), {}, limitOf(fragment)};
        if (derivation_.isWholeFunction(fragment)) {
          left.refused = derivation_.refusedIn(fragment, left.reason);
        }
        if (left.reason.empty() && left.refused.empty()) continue;
        choice.whyLeft.emplace(derivation_.textOf(fragment), std::move(left));
      }
    }
    return choice;
  }

 private:
  using Fragments = std::set<ir::FunId>;

  // Why `fragment`, which is called and not built, is left; empty: there is nothing to say.
  [[nodiscard]] std::string whyLeft(ir::FunId fragment, const Profile& profile) const {
    if (derivation_.gainsNothing(fragment)) return "";
    if (fragment.value < known_.size() && !known_[fragment.value].whyLeft.empty()) {
      return known_[fragment.value].whyLeft;
    }
    // A function that is left alone stays what it is: whether it was worth trying tells nothing.
    if (derivation_.isWholeFunction(fragment)) return "";
    const bool called = fragment.value < profile.size() &&
                        (profile[fragment.value].calls > 0 || profile[fragment.value].work > 0);
    return called ? "it does too little of the work to be worth code"
                  : "it never ran on the inputs";
  }

  [[nodiscard]] std::optional<pipeline::Limit> limitOf(ir::FunId fragment) const {
    const bool cutOff = fragment.value < known_.size() && known_[fragment.value].cutOff;
    return cutOff ? std::optional(pipeline::Limit::Steps) : std::nullopt;
  }

  // Steps until so many are used in all.
  [[nodiscard]] std::uint64_t left(std::uint64_t until) const {
    return until - std::min(until, steps_.used());
  }

  // Whether the value is at most `most`; if it is not, it need not be known exactly.
  bool measure(double most = std::numeric_limits<double>::infinity()) {
    const graph::CallGraph calls = graph::callGraph(derivation_.program());
    size_ = sizeNow(calls);
    const double ofCode = costOfCode();
    const auto isLine = [&](ir::FunId fragment) {
      return !derivation_.isBuilt(fragment) && !derivation_.isWholeFunction(fragment);
    };
    now_ = gauge_->measure(derivation_.takeChanges(), inlined(derivation_.program(), calls, isLine),
                           most - ofCode);
    steps_.take(now_.steps + pipeline::Steps::perFunction * derivation_.program().functions.size());
    value_ = now_.valid ? now_.cost + ofCode : std::numeric_limits<double>::infinity();
    return value_ <= most;
  }

  [[nodiscard]] Size sizeNow(const graph::CallGraph& calls) const {
    return sizeOf(derivation_.program(), calls, options_.written, [&](ir::FunId fragment) {
      return !derivation_.isWholeFunction(fragment) ||
             (derivation_.isBuilt(fragment) && !derivation_.gainsNothing(fragment)) ||
             rewritten_.contains(derivation_.program().function(fragment).name);
    });
  }

  [[nodiscard]] double costOfCode() const {
    const auto source = static_cast<double>(std::max<std::size_t>(options_.tokens, 1));
    const double size = 1 + (static_cast<double>(size_.tokens) - base_) / source;
    const double another = static_cast<double>(size_.replaced) / source;
    double cost = price_ * (size + ofAnother * another);
    // Beyond the limit, code is dear enough to be left again, and not so dear that nothing is
    // tried.
    if (size > options_.growth) {
      cost += beyond * static_cast<double>(workload_.roots()) * (size - options_.growth);
    }
    return cost;
  }

  // Of what was measured last.
  [[nodiscard]] Profile profile() const {
    return workload_.profile(now_, derivation_.program().functions.size());
  }

  void choose(const Fragments& wanted) {
    for (const ir::FunId fragment : built_) {
      if (!wanted.contains(fragment)) derivation_.leave(fragment);
    }
    for (const ir::FunId fragment : wanted) {
      if (!built_.contains(fragment)) derivation_.build(fragment);
    }
    derivation_.leaveWaiting();
    built_ = wanted;
  }

  // ---------------------------------------------------------------------------------- growing

  // Of the states passed on the way.
  struct Grown {
    Fragments best;      // Of the least value, code included.
    Fragments cheapest;  // Of the least cost: with much code, of which some may go.
  };

  // What is hot and might be built, the hottest first.
  [[nodiscard]] std::vector<ir::FunId> hotFragments() {
    std::vector<ir::FunId> hot;
    for (std::uint32_t i = 0; i < derivation_.program().functions.size(); ++i) {
      const ir::FunId fragment{i};
      if (built_.contains(fragment) || known(fragment).idle || !isHot(fragment)) continue;
      if (isOfGhc(fragment) && !joinsInside(fragment)) {
        known(fragment).idle = true;
        const bool whole = derivation_.isWholeFunction(fragment);
        known(fragment).whyLeft = whole ? "it is a library's" : "GHC fuses it";
        continue;
      }
      if (derivation_.refusal(fragment) == nullptr) hot.push_back(fragment);
    }
    std::ranges::stable_sort(hot, std::greater<>{}, [&](ir::FunId fragment) {
      return profile_[fragment.value].inclusive;
    });
    return hot;
  }

  // What the compiler of the result makes by itself of the calls as they stand.
  [[nodiscard]] bool isOfGhc(ir::FunId fragment) const {
    const std::set<std::string>& fused = options_.written.fusedByGhc;
    const ir::Function& function = derivation_.program().function(fragment);
    if (fused.empty()) return false;
    if (derivation_.isWholeFunction(fragment)) return fused.contains(function.name);
    return !function.origin.empty() &&
           std::ranges::all_of(function.origin,
                               [&](const std::string& name) { return fused.contains(name); });
  }

  // Whether what the fragment does with each element is a join that no other compiler makes:
  // `sum . map eval . map simp` has `eval . simp` inside, of two functions that call themselves
  // (one that does not is unfolded by GHC, too), and that may well lead back here.
  [[nodiscard]] bool joinsInside(ir::FunId fragment) const {
    const ir::Program& program = derivation_.program();
    std::set<ir::TypeId> made;  // By what the members before do with their elements.
    std::set<ir::TypeId> taken;
    for (const std::string& name : program.function(fragment).origin) {
      const std::optional<ir::FunId> member = program.find(name);
      if (!member) continue;
      std::set<ir::TypeId> makes;
      std::set<ir::TypeId> takes;
      for (const ir::FunId id : ir::callees(program.function(*member).body)) {
        const ir::Function& callee = program.function(id);
        const bool recursive = id.value < recursive_.size() && recursive_[id.value];
        if (!recursive || isOfGhc(id) || callee.library) continue;
        makes.insert(callee.resultTypes.begin(), callee.resultTypes.end());
        for (const ir::VarId parameter : callee.parameters) {
          takes.insert(callee.variables[parameter.value].type);
        }
      }
      const auto isJoint = [&](const std::set<ir::TypeId>& others) {
        return
            [&](ir::TypeId type) { return others.contains(type) && graph::isTree(program, type); };
      };
      if (std::ranges::any_of(makes, isJoint(taken)) || std::ranges::any_of(takes, isJoint(made))) {
        return true;
      }
      made.merge(makes);
      taken.merge(takes);
    }
    return false;
  }

  // `until`: so many steps may be used in all.
  Grown grow(std::uint64_t until) {
    Grown grown{built_, built_};
    double least = value_;
    double cheapest = now_.cost;
    unsigned idleTurns = 0;
    for (unsigned turn = 0; turn < options_.turns && idleTurns < mostIdleTurns; ++turn) {
      ++idleTurns;
      profile_ = profile();
      Fragments next = built_;
      for (const ir::FunId fragment : hotFragments()) {
        if (left(until) == 0) {
          known(fragment).cutOff = true;
          continue;
        }
        known(fragment).cutOff = false;
        buildWithInner(fragment, turn, next);
      }
      const Fragments before = std::exchange(built_, std::move(next));
      choose(usedOf(built_));
      if (built_ == before) break;
      measure();
      if (left(until) > 0) leaveMonsters(turn);
      if (!now_.valid) break;
      if (value_ < least) {
        least = value_;
        grown.best = built_;
        idleTurns = 0;
      }
      if (now_.cost < cheapest) {
        cheapest = now_.cost;
        grown.cheapest = built_;
      }
    }
    return grown;
  }

  // Builds it, and a few of those that it leads to for no other reason than that a match stands
  // inside another: `x : y : rest` is one pattern, and its second match is no less hot than the
  // first.
  void buildWithInner(ir::FunId hot, unsigned turn, Fragments& next) {
    constexpr std::size_t most = 8;
    std::vector<ir::FunId> building = {hot};
    for (std::size_t i = 0; i < building.size(); ++i) {
      const ir::FunId fragment = building[i];
      derivation_.build(fragment);
      derivation_.leaveWaiting();
      if (derivation_.gainsNothing(fragment)) {
        derivation_.leave(fragment);
        known(fragment).idle = true;
        continue;
      }
      next.insert(fragment);
      if (!known(fragment).born) known(fragment).born = turn;
      for (const ir::FunId inner : ir::callees(derivation_.program().function(fragment).body)) {
        if (building.size() > most || derivation_.isBuilt(inner) || known(inner).idle) continue;
        if (std::ranges::find(building, inner) != building.end()) continue;
        if (!derivation_.goesOnInside(inner) || derivation_.refusal(inner) != nullptr) continue;
        building.push_back(inner);
      }
    }
  }

  // Those of the fragments that something calls, as the program is now.
  [[nodiscard]] Fragments usedOf(const Fragments& fragments) const {
    const std::vector<bool> reached = ir::reachable(derivation_.program());
    Fragments used;
    for (const ir::FunId fragment : fragments) {
      if (reached[fragment.value]) used.insert(fragment);
    }
    return used;
  }

  // Of what was tried and is left for no reason of its own.
  void noteOthers() {
    for (std::uint32_t i = 0; i < known_.size(); ++i) {
      if (known_[i].cutOff) known_[i].whyLeft = pipeline::spentReason(steps_);
      if (!known_[i].born || !known_[i].whyLeft.empty() || built_.contains(ir::FunId{i})) continue;
      known_[i].whyLeft = "what it saves is not worth its code";
    }
  }

  // Of what was built some turns ago, the largest bodies that bring less than they cost. What a
  // body brings shows only when what it calls is built, too.
  void leaveMonsters(unsigned turn) {
    constexpr std::size_t most = 4;
    std::vector<std::pair<std::size_t, ir::FunId>> fresh;
    for (const ir::FunId fragment : built_) {
      if (*known(fragment).born + grace > turn || known(fragment).kept) continue;
      const std::size_t size = search::tokens(derivation_.program().function(fragment));
      if (size * 50 > options_.tokens) fresh.emplace_back(size, fragment);
    }
    std::ranges::sort(fresh, std::greater<>{});
    if (fresh.size() > most) fresh.resize(most);
    for (const auto& [size, fragment] : fresh) {
      (without({fragment}) ? known(fragment).idle : known(fragment).kept) = true;
    }
  }

  [[nodiscard]] bool isHot(ir::FunId fragment) const {
    if (fragment.value >= profile_.size()) return false;
    const FunctionProfile& profile = profile_[fragment.value];
    const bool called = profile.calls > 0 || profile.work > 0;
    // On a cycle, what all do says little of one: that is hot if it is called often itself.
    constexpr double perCall = 3;
    const double share = profile.onCycle ? std::min(1.0, perCall * profile.calls) : 1;
    return called && profile.inclusive * share >= options_.hot;
  }

  // ---------------------------------------------------------------------------------- pruning

  void prune(const Fragments& grown) {
    choose(grown);
    measure();
    choose(usedOf(grown));
    if (built_.empty()) return;
    trials_ = options_.trials;
    pruneFunctions();
    pruneLots();
  }

  // One function of the source after the other, with all that is built for it alone: those first
  // that do least.
  void pruneFunctions() {
    std::vector<ir::FunId> functions;
    for (const ir::FunId fragment : built_) {
      if (derivation_.isWholeFunction(fragment)) functions.push_back(fragment);
    }
    profile_ = profile();
    std::ranges::stable_sort(
        functions, {}, [&](ir::FunId fragment) { return profile_[fragment.value].inclusive; });
    for (const ir::FunId fragment : functions) {
      if (trials_ <= options_.trials / 2 || left(spentAt_) == 0) break;
      --trials_;
      without({fragment});
    }
    choose(usedOf(built_));
  }

  // Those that do least for their size, in lots.
  void pruneLots() {
    profile_ = profile();
    std::vector<std::pair<double, ir::FunId>> order;
    for (const ir::FunId fragment : built_) {
      const auto size =
          static_cast<double>(search::tokens(derivation_.program().function(fragment)));
      order.emplace_back(profile_[fragment.value].work / size, fragment);
    }
    std::ranges::stable_sort(order, {}, &std::pair<double, ir::FunId>::first);
    std::vector<ir::FunId> fragments;
    for (const auto& [merit, fragment] : order) fragments.push_back(fragment);
    constexpr std::size_t lots = 4;
    const std::size_t width = (fragments.size() + lots - 1) / lots;
    for (std::size_t start = 0; start < fragments.size(); start += width) {
      const auto first = fragments.begin() + static_cast<std::ptrdiff_t>(start);
      tryWithout(
          {first, first + static_cast<std::ptrdiff_t>(std::min(width, fragments.size() - start))});
    }
  }

  // Leaves the fragments, if that is no worse.
  bool without(const std::vector<ir::FunId>& fragments) {
    const Fragments before = built_;
    const double least = value_;
    const Measurement measurement = now_;
    const Size size = size_;
    Fragments fewer = built_;
    for (const ir::FunId fragment : fragments) fewer.erase(fragment);
    choose(fewer);
    if (measure(least)) {
      note(fragments, now_.cost - measurement.cost, size.tokens);
      return true;
    }
    choose(before);
    gauge_->restore(derivation_.takeChanges(), measurement);
    value_ = least;
    now_ = measurement;
    size_ = size;
    return false;
  }

  // Leaves the batch if that is no worse; else its halves.
  void tryWithout(const std::vector<ir::FunId>& batch) {
    if (batch.empty() || trials_ == 0 || left(spentAt_) == 0) return;
    --trials_;
    if (without(batch) || batch.size() == 1) return;
    const auto middle = batch.begin() + static_cast<std::ptrdiff_t>(batch.size() / 2);
    tryWithout({batch.begin(), middle});
    tryWithout({middle, batch.end()});
  }

  // Why they were left: what they would save, with a program that was `size` tokens.
  void note(const std::vector<ir::FunId>& fragments, double saved, std::size_t size) {
    const double share = std::max(0.0, saved / static_cast<double>(workload_.roots()));
    const std::size_t code = size > size_.tokens ? size - size_.tokens : 0;
    const bool something = share >= 0.0005;
    std::string text =
        "it would save " + (something ? percent(share) + " of the work" : "next to nothing");
    if (code > 0) text += " for about " + std::to_string(code) + " tokens of code";
    if (fragments.size() > 1) text = "with others like it, " + text;
    for (const ir::FunId fragment : fragments) known(fragment).whyLeft = text;
  }

  // ------------------------------------------------------------------------------------- roots

  // Where all together saves next to nothing, the text stays. `unbuilt`: with nothing built.
  void spareRoots(const Measurement& unbuilt) {
    if (built_.empty() || !now_.valid) return;
    std::vector<ir::FunId> worthwhile;
    std::string others;
    double most = 0;
    for (std::size_t i = 0; i < unbuilt.costs.size(); ++i) {
      const std::string& name = workload_.rootName(i);
      const double saved = 1 - now_.costs[i] / unbuilt.costs[i];
      if (saved >= options_.least) improved_.insert(name);
      if (improved_.contains(name)) {
        worthwhile.push_back(*derivation_.program().find(name));
      } else {
        most = std::max(most, saved);
      }
    }
    const std::vector<bool> reached =
        graph::reachable(graph::callGraph(derivation_.program()), worthwhile);
    Fragments rest;
    for (const ir::FunId fragment : built_) {
      if (reached[fragment.value]) {
        rest.insert(fragment);
      } else {
        known(fragment).whyLeft = "all that could be fused there would save " + percent(most) +
                                  " of the work, and the text is worth more";
      }
    }
    if (rest == built_) return;
    choose(rest);
    measure();
  }

  static std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * std::max(0.0, share));
    return text;
  }

  Known& known(ir::FunId fragment) {
    if (fragment.value >= known_.size()) known_.resize(fragment.value + 1);
    return known_[fragment.value];
  }

  Derivation& derivation_;
  const Workload& workload_;
  const WorthOptions& options_;
  pipeline::Steps& steps_;
  const std::uint64_t spentAt_;  // Steps used in all when the round has to end.
  double price_;
  std::vector<bool> recursive_;  // By function, of those that nothing was built of.
  std::set<std::string>& improved_;
  std::set<std::string>& rewritten_;
  std::vector<Known> known_;  // By FunId, as far as something is.
  Fragments built_;
  std::optional<Gauge> gauge_;
  Measurement now_;
  Profile profile_;  // When the present turn, or pruning, began.
  double base_ = 0;
  Size size_;
  double value_ = 0;
  unsigned trials_ = 0;
};

}  // namespace

bool isForGhc(const engine::Options& options, const Written& written) {
  return options.semantics == ir::Semantics::Haskell && !written.declarations.empty();
}

double priceOf(const engine::Options& options, const Written& written, double roots) {
  constexpr double dearer = 4;
  if (!isForGhc(options, written)) return options.price;
  return dearer * options.price * std::max(roots, 1.0);
}

fusion::Choice Worth::choose(Derivation& derivation) {
  fusion::Choice choice;
  if (!workload_.empty()) {
    Round round(derivation, workload_, options_, steps_, base_, improved_, rewritten_);
    round.settle();
    choice = round.choice();
  }
  plan_.push_back(choice.built);
  whyLeft_.push_back(choice.whyLeft);
  return choice;
}

}  // namespace deforest::search
