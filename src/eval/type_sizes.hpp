// Which types have large values, and what a constructor needs. Private to src/eval.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::eval {

/// By type: the nodes of its smallest value, as `smallestSizes` gives them.
using Sizes = std::vector<std::optional<std::size_t>>;

/// The nodes of the smallest values of all fields together; nothing if one of them has no value.
[[nodiscard]] std::optional<std::size_t> sizeOfFields(const ir::Constructor& constructor,
                                                      const Sizes& sizes);

/// The constructors of a type whose values may have so many nodes, and those of them that could use
/// more; the smallest one, if none fits.
struct FittingConstructors {
  std::vector<ir::CtorId> all;
  std::vector<ir::CtorId> growing;
  ir::CtorId smallest;

  void find(const ir::Program& program, const ir::Type& type, const Sizes& sizes,
            const std::vector<bool>& growingTypes, std::size_t budget);
};

/// By type: whether it has values of any size, because it is on a cycle of types or above one.
[[nodiscard]] std::vector<bool> growingTypes(const ir::Program& program);

}  // namespace deforest::eval
