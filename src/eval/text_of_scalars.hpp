// Scalars as `show` writes them. Private to src/eval.
#pragma once

#include <cstdint>
#include <string>

#include "ir/program.hpp"

namespace deforest::eval {

/// Appends one character of a string literal, escaped where necessary. `previous` is the character
/// before it in the same literal, or a space: after a numeric escape a digit needs a separator, and
/// so does an H after \SO.
void appendStringChar(std::string& out, std::uint64_t code, std::uint64_t previous);

/// A scalar in a context of the given precedence. `source`: as an expression, infinities too.
[[nodiscard]] std::string showScalar(ir::TypeKind kind, std::uint64_t bits, int precedence,
                                     bool source);

}  // namespace deforest::eval
