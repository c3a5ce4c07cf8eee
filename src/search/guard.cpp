#include "search/guard.hpp"

#include <algorithm>

namespace deforest::search {
namespace {

using Refusals = std::vector<engine::Refused>;

// Tells whether there is one that was not refused yet.
bool add(Refusals& refused, const std::vector<std::string>& suspects, const std::string& breach) {
  const std::size_t before = refused.size();
  for (const std::string& suspect : suspects) {
    const bool known = std::ranges::any_of(
        refused, [&](const engine::Refused& each) { return each.fragment == suspect; });
    if (!known) refused.push_back({suspect, breach});
  }
  return refused.size() > before;
}

// Those of `suspects` that have to be refused beside `others`. As long as there are trials, none of
// them can be admitted again.
Refusals needed(const Refusals& others, const Refusals& suspects, const TryWith& attempt,
                unsigned& trials, bool isNew) {
  if (isNew) {
    if (trials == 0) return suspects;
    --trials;
    if (attempt(others).breach.empty()) return {};
  }
  if (suspects.size() <= 1) return suspects;
  const auto middle = suspects.begin() + static_cast<std::ptrdiff_t>(suspects.size() / 2);
  const Refusals first(suspects.begin(), middle);
  const Refusals second(middle, suspects.end());
  const auto joined = [](Refusals a, const Refusals& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const Refusals ofSecond = needed(joined(others, first), second, attempt, trials, true);
  const Refusals ofFirst =
      needed(joined(others, ofSecond), first, attempt, trials, !ofSecond.empty());
  return joined(ofFirst, ofSecond);
}

}  // namespace

std::optional<Refusals> refuse(const Trial& first, const TryWith& attempt, unsigned trials) {
  Refusals refused;
  Trial trial = first;
  while (!trial.breach.empty()) {
    if (trials == 0) return std::nullopt;
    const bool some = trials > 1 && add(refused, trial.ownSuspects, trial.breach);
    if (!some && !add(refused, trial.suspects, trial.breach)) return std::nullopt;
    --trials;
    trial = attempt(refused);
  }
  return needed({}, refused, attempt, trials, false);
}

}  // namespace deforest::search
