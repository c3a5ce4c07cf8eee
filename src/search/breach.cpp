#include "search/breach.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "graph/call_graph.hpp"

namespace deforest::search {
namespace {

// Of the cells that are held at once: what does not matter, whatever the share, and what share does
// not. Where fusion brings two consumers together, the lists that they make are there together.
constexpr double hardlyMoreHeld = 1.1;
constexpr double littleHeld = 100;

bool holdsMore(const eval::Counts& before, const eval::Counts& after) {
  return static_cast<double>(after.held) >
         hardlyMoreHeld * static_cast<double>(before.held) + littleHeld;
}

// What `after` makes more of than `before`; empty: nothing. One call more is the way into a loop.
std::string_view countedMore(const eval::Counts& before, const eval::Counts& after) {
  if (after.cases > before.cases) return "make more matches";
  if (after.allocations + after.suspensions > before.allocations + before.suspensions) {
    return "allocate more";
  }
  if (after.calls > before.calls + 1) return "make more calls";
  if (holdsMore(before, after)) return "hold more at once";
  return "";
}

// What a root makes more of on some input; empty: nothing. `unfused`: what becomes of it on the
// same inputs if nothing is fused. Where two equal parts of functions become one, that is called,
// while each of the two stood where it was needed; a pattern that is taken apart where its parts
// are needed is suspended once for each; and of two equal calls one is made, whose result is held
// until both are through with it. Such calls, suspensions and cells are not fusion's.
std::string_view countedMore(const eval::RootReport& root, const eval::Comparison& unfused) {
  const auto same = std::ranges::find(unfused.roots, root.root, &eval::RootReport::root);
  const bool comparable =
      same != unfused.roots.end() && same->samples.size() == root.samples.size();
  for (std::size_t i = 0; i < root.samples.size(); ++i) {
    eval::Counts before = root.samples[i].before;
    if (comparable) {
      const eval::Counts& normal = same->samples[i].after;
      before.calls = std::max(before.calls, normal.calls);
      before.suspensions = std::max(before.allocations + before.suspensions,
                                    normal.allocations + normal.suspensions) -
                           before.allocations;
      before.held = std::max(before.held, normal.held);
    }
    const std::string_view more = countedMore(before, root.samples[i].after);
    if (!more.empty()) return more;
  }
  return "";
}

constexpr std::size_t unreached = std::numeric_limits<std::size_t>::max();

// By function, how many calls lead there from one of these.
std::vector<std::size_t> distancesFrom(const std::vector<ir::FunId>& roots,
                                       const graph::CallGraph& calls) {
  std::vector<std::size_t> distances(calls.callees.size(), unreached);
  std::deque<ir::FunId> next(roots.begin(), roots.end());
  for (const ir::FunId root : roots) distances[root.value] = 0;
  for (; !next.empty(); next.pop_front()) {
    for (const ir::FunId callee : calls.callees[next.front().value]) {
      if (distances[callee.value] != unreached) continue;
      distances[callee.value] = distances[next.front().value] + 1;
      next.push_back(callee);
    }
  }
  return distances;
}

}  // namespace

std::string breachIn(const eval::Comparison& comparison, const eval::Comparison& unfused) {
  for (const eval::RootReport& root : comparison.roots) {
    const std::string_view more = countedMore(root, unfused);
    if (!more.empty()) return "`" + root.root + "` would " + std::string(more) + " on some input";
    if (root.equal()) continue;
    const bool gaveUp = root.counterexample && root.counterexample->after.starts_with("gave up");
    return "`" + root.root + "` would " + (gaveUp ? "take far longer" : "give another result");
  }
  return "";
}

Trial trialOf(const std::string& breach, const eval::Comparison& comparison,
              const eval::Comparison& unfused, const Attempt& attempt) {
  Trial trial;
  trial.breach = breach;
  std::vector<ir::FunId> roots;
  std::vector<ir::FunId> sound;
  for (const eval::RootReport& root : comparison.roots) {
    const bool broken = !root.equal() || !countedMore(root, unfused).empty();
    if (const auto function = attempt.program.find(root.root)) {
      (broken ? roots : sound).push_back(*function);
    }
  }
  const graph::CallGraph calls = graph::callGraph(attempt.program);
  const std::vector<std::size_t> distances = distancesFrom(roots, calls);
  const std::vector<bool> reachedBySound = graph::reachable(calls, sound);
  struct Suspect {
    std::size_t distance;
    bool own;
    std::string fragment;
  };
  std::vector<Suspect> suspects;
  for (const auto& [name, fragment] : attempt.transformed.context.fragments) {
    const auto function = attempt.program.find(name);
    // What is no longer there went into its caller.
    const std::size_t distance = function ? distances[function->value] : 0;
    if (distance == unreached) continue;
    suspects.push_back({distance, function && !reachedBySound[function->value], fragment});
  }
  std::ranges::stable_sort(suspects, std::greater<>{}, &Suspect::distance);
  for (const Suspect& suspect : suspects) {
    trial.suspects.push_back(suspect.fragment);
    if (suspect.own) trial.ownSuspects.push_back(suspect.fragment);
  }
  return trial;
}

}  // namespace deforest::search
