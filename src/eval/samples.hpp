// Scalars for generated inputs. Private to src/eval.
#pragma once

#include <cstdint>
#include <span>

#include "eval/random.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// A few values of a scalar type, the simplest first.
[[nodiscard]] std::span<const std::uint64_t> simpleScalars(ir::TypeKind kind);

/// The next value above (direction 1) or below (-1), of fractions the one that is 1 away; the value
/// itself where there is none.
[[nodiscard]] std::uint64_t neighbour(ir::TypeKind kind, std::uint64_t bits, int direction);

/// A value of a scalar type: mostly small, now and then an extreme one.
[[nodiscard]] std::uint64_t randomScalar(ir::TypeKind kind, Random& random);

}  // namespace deforest::eval
