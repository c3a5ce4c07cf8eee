#include "search/guard.hpp"

#include <algorithm>

namespace deforest::search {
namespace {

using Refusals = std::vector<pipeline::Refused>;

void add(Refusals& refused, const Trial& trial) {
  for (const std::string& suspect : trial.suspects) {
    const bool known = std::ranges::any_of(
        refused, [&](const pipeline::Refused& each) { return each.fragment == suspect; });
    if (!known) refused.push_back({suspect, trial.breach});
  }
}

// `refused` without `count` elements from `start`.
Refusals without(const Refusals& refused, std::size_t start, std::size_t count) {
  Refusals rest = refused;
  const auto first = rest.begin() + static_cast<std::ptrdiff_t>(start);
  rest.erase(first, first + static_cast<std::ptrdiff_t>(count));
  return rest;
}

}  // namespace

std::optional<Refusals> refuse(const Trial& first, const TryWith& attempt, unsigned trials) {
  Refusals refused;
  Trial trial = first;
  while (!trial.breach.empty()) {
    const std::size_t before = refused.size();
    add(refused, trial);
    if (refused.size() == before || trials == 0) return std::nullopt;
    --trials;
    trial = attempt(refused);
  }
  for (std::size_t part = (refused.size() + 1) / 2; part > 0 && refused.size() > 1; part /= 2) {
    for (std::size_t start = 0; start < refused.size();) {
      if (trials == 0) return refused;
      --trials;
      const std::size_t count = std::min(part, refused.size() - start);
      Refusals fewer = without(refused, start, count);
      if (!fewer.empty() && attempt(fewer).breach.empty()) {
        refused = std::move(fewer);
      } else {
        start += count;
      }
    }
  }
  return refused;
}

}  // namespace deforest::search
