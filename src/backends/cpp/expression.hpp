// Atoms and primitive operations as expressions of C++.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// An expression and how it may be used.
struct CppExpr {
  std::string text;
  bool compound = false;  ///< Needs parentheses as an operand.
  bool name = false;      ///< A mere variable.
  /// The parameters that its value depends on if it is evaluated later.
  std::vector<ir::VarId> parameters;
  std::string cell = {};  ///< Of a cell that was made here, the type of its constructor.

  [[nodiscard]] std::string operand() const { return compound ? "(" + text + ")" : text; }
};

/// A literal; with `typed`, one from which the compiler sees the type.
[[nodiscard]] CppExpr cppLiteral(const ir::Literal& literal, bool typed = false);

/// The application of an operation to operands of type `kind` (the first of them). `worker`: where
/// it makes the limbs of an Integer, if it does.
[[nodiscard]] CppExpr cppPrimitive(ir::PrimOp op, ir::TypeKind kind, ir::TypeKind result,
                                   const std::vector<CppExpr>& operands,
                                   const std::string& worker = {});

}  // namespace deforest::backends
