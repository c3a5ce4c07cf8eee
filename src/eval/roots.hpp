// What every comparison of two programs does, however they are evaluated: each function is compared
// with its namesake, if the two can be given the same inputs and give results of the same types.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "eval/compare.hpp"
#include "eval/term.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// The types of the parameters.
[[nodiscard]] std::vector<ir::TypeId> parameterTypes(const ir::Function& function);

/// The report about two functions before any input: its problem is why they cannot be given the
/// same inputs, or their results not be compared, if that is so.
[[nodiscard]] RootReport beginReport(const ir::Program& before, ir::FunId function,
                                     const ir::Program& after, ir::FunId other,
                                     const Correspondence& correspondence);

/// Says of a type without values, if there is one, that it has none; else empty.
[[nodiscard]] std::string uninhabited(const ir::Program& program,
                                      const std::vector<ir::TypeId>& types);

/// The report about a function that is not there.
[[nodiscard]] RootReport missing(const std::string& name);

/// Every root of `before` with its namesake, on generated inputs.
template <class Comparer>
Comparison compareRoots(Comparer& comparer, const ir::Program& before, const ir::Program& after) {
  Comparison comparison;
  for (const ir::FunId root : before.roots) {
    const std::string& name = before.function(root).name;
    const std::optional<ir::FunId> other = after.find(name);
    comparison.roots.push_back(other ? comparer.compare(root, *other) : missing(name));
  }
  comparison.calls = comparer.calls();
  return comparison;
}

/// Functions of `before` with their namesakes, on the given inputs. One that is no root may be
/// missing.
template <class Comparer>
Comparison compareRootsOn(Comparer& comparer, const ir::Program& before, const ir::Program& after,
                          const std::vector<FunctionInputs>& inputs) {
  Comparison comparison;
  for (const FunctionInputs& each : inputs) {
    const std::string& name = before.function(each.function).name;
    const std::optional<ir::FunId> other = after.find(name);
    if (other) {
      comparison.roots.push_back(comparer.compareOn(each.function, *other, each.inputs));
    } else if (std::ranges::find(before.roots, each.function) != before.roots.end()) {
      comparison.roots.push_back(missing(name));
    }
  }
  comparison.calls = comparer.calls();
  return comparison;
}

}  // namespace deforest::eval
