// The facts about primitive operations: spelling, types, which are total, and what they compute.
// This is the one definition of their meaning: constant folding, the interpreter and the tests of
// the backends all ask here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/integer.hpp"
#include "ir/program.hpp"

namespace deforest::ir {

enum class Associativity : std::uint8_t { Left, Right, None };

/// How tightly a Haskell operator binds: `infixl 6` is {Left, 6}.
struct Fixity {
  Associativity associativity = Associativity::Left;
  int precedence = 9;
  bool operator==(const Fixity&) const = default;
};

struct PrimitiveInfo {
  std::string_view name;  ///< As Haskell spells it: `+`, `div`, `shiftL`.
  unsigned arity = 0;     ///< 1 or 2.
  bool symbolic = false;  ///< Spelt in symbols: written between its operands.
  std::optional<Fixity>
      fixity;  ///< Of every operation usually written infix (`div` in backquotes).
};

/// Every operation, in order of declaration.
[[nodiscard]] std::span<const PrimOp> allPrimitives();

[[nodiscard]] const PrimitiveInfo& info(PrimOp op);

/// Whether it says of what kind a character is, or is a letter in another form: of Data.Char.
[[nodiscard]] constexpr bool isOfCharacters(PrimOp op) {
  return op >= PrimOp::IsUpper && op <= PrimOp::ToLower;
}

/// Whether it divides whole numbers, and so fails where the second is nought.
[[nodiscard]] constexpr bool isDivision(PrimOp op) {
  return op == PrimOp::Div || op == PrimOp::Mod || op == PrimOp::Quot || op == PrimOp::Rem;
}

/// The operation of that Haskell name. Of `-`, the binary one.
[[nodiscard]] std::optional<PrimOp> primitiveNamed(std::string_view name);

/// `Int`, `Word`, ...; `Data` for Data.
[[nodiscard]] std::string_view kindName(TypeKind kind);

[[nodiscard]] bool isIntegral(TypeKind kind);     ///< Int, Word, Integer.
[[nodiscard]] bool isMachineWord(TypeKind kind);  ///< Int, Word: 64 bits, wrapping.
[[nodiscard]] bool isFloating(TypeKind kind);     ///< Double, Float.
[[nodiscard]] bool isNumeric(TypeKind kind);      ///< Int, Word, Integer, Double, Float.

/// The result types that `op` may have for operands of these types: none if the operands are
/// wrong, several for conversions. For `Seq` the kind of the second operand, Data included; for
/// `Error` any.
[[nodiscard]] std::vector<TypeKind> resultKinds(PrimOp op, std::span<const TypeKind> operands);

/// The result type, where the operands determine it.
[[nodiscard]] std::optional<TypeKind> resultKind(PrimOp op, std::span<const TypeKind> operands);

/// Whether the operands may be exchanged without changing a bit of the result. Minimum and maximum
/// of Doubles are not commutative (zeros of either sign, NaN).
[[nodiscard]] bool isCommutative(PrimOp op, TypeKind operand);

/// Whether the operation never raises an exception, whatever its operands.
[[nodiscard]] bool isTotal(PrimOp op);

/// The same, knowing the operands: a division by a literal other than 0 and -1, a power or shift by
/// a literal that is not negative.
[[nodiscard]] bool isTotal(PrimOp op, std::span<const Atom> operands);

/// What an operation computes on words. The result is meaningless if it returns false: Haskell
/// raises an exception. A unary operation ignores `b`.
using Implementation = bool (*)(std::uint64_t a, std::uint64_t b, std::uint64_t& result);

/// The implementation for a first operand and a result of these types; null if `op` has none, or if
/// Integers take part: see `integerImplementation`.
[[nodiscard]] Implementation implementation(PrimOp op, TypeKind operand, TypeKind result);

/// What an operation computes where an operand or the result is an Integer (ir/integer.hpp). A
/// unary operation ignores `b`.
using IntegerImplementation = integer::Status (*)(std::uint64_t a, std::uint64_t b,
                                                  const integer::Room& room, std::uint64_t& result);

/// The implementation for operands and a result of these types; null if none of them is Integer, or
/// `op` has none. The second operand of a unary operation is its first.
[[nodiscard]] IntegerImplementation integerImplementation(PrimOp op, TypeKind first,
                                                          TypeKind second, TypeKind result);

/// About how many pairs of limbs `op` goes through on Integers of so many limbs, if its result has
/// `made`: what it takes when nothing is small.
[[nodiscard]] std::uint64_t integerEffort(PrimOp op, std::size_t a, std::size_t b,
                                          std::size_t made);

/// The value of `op`; nothing where evaluation raises an exception, or the result is an Integer of
/// more than 4096 bits. The operands and `result` must be well typed.
[[nodiscard]] std::optional<Literal> evaluate(PrimOp op, std::span<const Literal> operands,
                                              TypeKind result);

/// The message of the exception that `op` raises on operands of which `evaluate` has no value.
[[nodiscard]] std::string errorMessage(PrimOp op, std::span<const Literal> operands);

[[nodiscard]] Literal intLiteral(std::int64_t value);
[[nodiscard]] Literal wordLiteral(std::uint64_t value);
/// Of type Double, or Float: then rounded to 32 bits.
[[nodiscard]] Literal doubleLiteral(double value, TypeKind kind = TypeKind::Double);
[[nodiscard]] Literal charLiteral(char32_t value);
[[nodiscard]] Literal boolLiteral(bool value);

}  // namespace deforest::ir
