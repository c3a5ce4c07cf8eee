// From literals as written to constants of the program.
#pragma once

#include <cstdint>
#include <utility>
#include <variant>

#include "ir/program.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// The constant that a number denotes at a numeric type. Whole numbers that do not fit wrap,
/// fractions are rounded to the nearest number of the type.
[[nodiscard]] ir::Literal numberLiteral(const resolved::NumberLiteral& number, ir::TypeKind kind);

/// Two Integers whose quotient is the number, which has a point or an exponent.
[[nodiscard]] std::pair<ir::Literal, ir::Literal> fractionLiteral(
    const resolved::NumberLiteral& number);

/// Whether the number, which is whole, is one of the type's: `Int`, `Word` or `Integer`. Negative
/// numbers are taken for the Words that they wrap to.
[[nodiscard]] bool fitsType(const resolved::NumberLiteral& number, ir::TypeKind kind);

/// Says that it does not.
void reportTooLarge(Reporter& reporter, const resolved::NumberLiteral& number, ir::TypeKind kind,
                    support::Span span);

/// Literals of one type, numbers or characters, have the same key if the same values match them.
/// `fractional`: some number of that type is written as a fraction.
using LiteralKey = std::variant<std::uint64_t, double>;
[[nodiscard]] LiteralKey literalKey(const resolved::Literal& literal, bool fractional);

}  // namespace deforest::text
