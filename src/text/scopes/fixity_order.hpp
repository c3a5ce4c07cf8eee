// In which order the operators of `a + b * c` are applied: precedences and associativities, without
// the trees.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// How an operator binds; by default as one without a declaration does.
struct OperatorFixity {
  int precedence = 9;
  ast::Associativity associativity = ast::Associativity::Left;
  bool operator==(const OperatorFixity&) const = default;
};

struct StandardFixity {
  std::string_view name;
  OperatorFixity fixity;
};

/// The operators of the standard library that do not bind as the default has it.
[[nodiscard]] std::span<const StandardFixity> standardFixities();

/// The fixity of one of them, or the default.
[[nodiscard]] OperatorFixity standardFixity(std::string_view name);

/// Operators that need parentheses, or trees that nest too deeply.
struct FixityError {
  support::Diagnostic diagnostic;
};

struct OrderedOperator {
  std::string_view name;
  support::Span span;
  OperatorFixity fixity;
};

/// A step of evaluation with a stack: push the operand of that index, negate the topmost value (the
/// operand of that index is the first one behind the minus), or apply the operator of that index
/// to the two topmost values.
struct OrderStep {
  enum Kind { Operand, Negation, Operator } kind;
  std::size_t index;
};

/// Whether a sequence of operators is the inside of a section, and where the missing operand is:
/// Left, `(a + b *)`, has one more operator at the end; Right, `(* a + b)`, one at the beginning.
enum class Section { None, Left, Right };

/// Puts the applications of `a op b op c` in order. `negated[i]`: a minus stands before operand i;
/// empty: nowhere. Of a section only the operand is ordered, and operators are counted without that
/// of the section. Throws FixityError where Haskell wants parentheses. Takes linear time.
[[nodiscard]] std::vector<OrderStep> orderOperators(const std::vector<OrderedOperator>& operators,
                                                    const std::vector<bool>& negated,
                                                    Section section = Section::None);

}  // namespace deforest::text
