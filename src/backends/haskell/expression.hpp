// Operations as Haskell expressions, with what became part of them, and no parentheses more than a
// reader wants.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/haskell/callees.hpp"
#include "backends/haskell/plan.hpp"
#include "ir/primitives.hpp"
#include "ir/program.hpp"
#include "text/printing/ascription.hpp"
#include "text/printing/imports.hpp"
#include "text/printing/names.hpp"
#include "text/printing/types.hpp"

namespace deforest::backends {

/// An expression and how tightly it holds together.
struct Piece {
  static constexpr int atom = 11;
  static constexpr int application = 10;
  static constexpr int ascription = -1;  ///< Looser than any operator, whose precedence is 0 to 9.

  std::string text;
  int precedence = atom;
  std::optional<ir::PrimOp> op{};  ///< The outermost operation, if it is written infix.
  bool append = false;             ///< The outermost operation is `++`.
};

class ExpressionPrinter {
 public:
  /// All are kept by reference.
  ExpressionPrinter(const ir::Program& program, const ir::Function& function,
                    text::ModuleScope& scope, text::TypePrinter& types,
                    const text::VariableNames& names, const Plan& plan,
                    const text::Ascriptions& ascriptions, const Callees& callees)
      : program_(program),
        function_(function),
        scope_(scope),
        types_(types),
        names_(names),
        plan_(plan),
        ascriptions_(ascriptions),
        callees_(callees) {}

  /// A literal, a variable's name, or the expression that stands for it.
  [[nodiscard]] Piece piece(const ir::Atom& atom);

  /// The same in parentheses, unless it is an atom.
  [[nodiscard]] std::string argument(const ir::Atom& atom);

  /// The expression of a binding that is neither `Conditional` nor `Case`. Several results are a
  /// tuple of the form given.
  [[nodiscard]] Piece operation(const ir::Binding& binding, text::ResultForm form);

  /// `a && b` or `a || b`, of expressions.
  [[nodiscard]] Piece logic(ir::PrimOp op, const Piece& left, const Piece& right);

  /// `not a`.
  [[nodiscard]] Piece negation(const Piece& piece);

  /// The results of a block: one expression, or a tuple.
  [[nodiscard]] std::string results(const std::vector<ir::Atom>& atoms, text::ResultForm form);

 private:
  [[nodiscard]] Piece primitive(const ir::Primitive& primitive);
  [[nodiscard]] static std::string operand(const Piece& piece, ir::PrimOp op, bool left);
  [[nodiscard]] Piece call(const ir::Call& call);
  [[nodiscard]] Piece libraryCall(const ir::LibraryName& library, const ir::Call& call);
  [[nodiscard]] Piece shows(const ir::Call& call, bool declared);
  [[nodiscard]] std::string calleeName(ir::FunId function);
  [[nodiscard]] Piece append(const Piece& left, const Piece& right);
  [[nodiscard]] Piece infixCall(const std::string& name, const ir::Call& call);
  [[nodiscard]] Piece construct(const ir::Construct& construct);
  [[nodiscard]] Piece cons(const ir::Construct& cell);
  [[nodiscard]] const ir::Construct* inlinedConstruct(const ir::Atom& atom) const;

  const ir::Program& program_;
  const ir::Function& function_;
  text::ModuleScope& scope_;
  text::TypePrinter& types_;
  const text::VariableNames& names_;
  const Plan& plan_;
  const text::Ascriptions& ascriptions_;
  const Callees& callees_;
};

}  // namespace deforest::backends
