// From literals as written to constants of the program.
#pragma once

#include "ir/program.hpp"
#include "text/scope_tree.hpp"

namespace deforest::text {

/// The constant that a number denotes at a numeric type. Whole numbers wrap at 64 bits, fractions
/// are rounded to the nearest Double.
[[nodiscard]] ir::Literal numberLiteral(const resolved::NumberLiteral& number, ir::TypeKind kind);

/// Whether no value matches one of the literals but not the other.
[[nodiscard]] bool sameLiteral(const resolved::Literal& a, const resolved::Literal& b);

}  // namespace deforest::text
