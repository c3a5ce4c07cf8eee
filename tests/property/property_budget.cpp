// The search keeps to its budget of steps, but for the work that it was at when the last was spent.
#include "properties.hpp"

namespace deforest::property {
namespace {

std::optional<Violation> violationBudget(Subject& subject) {
  const pipeline::Steps& steps = subject.selection().steps;
  if (!steps.bounded()) return Violation{"no budget", ""};
  if (steps.used() <= steps.allowed() + steps.allowed() / 10) return std::nullopt;
  return Violation{"beyond the budget",
                   std::to_string(steps.used()) + " of " + std::to_string(steps.allowed())};
}

}  // namespace

Property budget() {
  return {"budget", "the search keeps to its budget of steps", violationBudget};
}

}  // namespace deforest::property
