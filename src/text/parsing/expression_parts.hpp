// The parts of expressions, for passes that treat most kinds of them alike.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// What is equal to the expression, without guards.
inline ast::Rhs rightSide(ast::Expr body) {
  ast::Rhs rhs;
  const support::Span span = body.span;
  rhs.alternatives.push_back({span, {}, std::move(body)});
  return rhs;
}

/// Calls `visit` on each expression that `source` consists of, in order. Of those that bind names
/// or have alternatives (`MultiIf`, `Case`, `Let`, `Lambda`, `Do`) nothing is visited.
template <class Expr, class Visit>
void forEachSubexpression(Expr& source, Visit&& visit) {
  const auto all = [&](auto& expressions) {
    for (auto& each : expressions) visit(each);
  };
  const auto fields = [&](auto& sources) {
    for (auto& each : sources) visit(each.expression);
  };
  std::visit(
      [&](auto& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        const auto is = []<class... Nodes>() { return (std::is_same_v<Node, Nodes> || ...); };
        if constexpr (is.template operator()<ast::Apply>()) {
          visit(*node.function);
          all(node.arguments);
        } else if constexpr (is.template operator()<ast::Infix>()) {
          all(node.operands);
        } else if constexpr (is.template operator()<ast::If>()) {
          visit(*node.condition);
          visit(*node.whenTrue);
          visit(*node.whenFalse);
        } else if constexpr (is.template operator()<ast::Tuple, ast::List>()) {
          all(node.elements);
        } else if constexpr (is.template operator()<ast::Range>()) {
          visit(*node.from);
          if (node.next) visit(*node.next);
          if (node.to) visit(*node.to);
        } else if constexpr (is.template
                             operator()<ast::Negate, ast::LeftSection, ast::RightSection>()) {
          visit(*node.operand);
        } else if constexpr (is.template operator()<ast::RecordConstruction>()) {
          fields(node.fields);
        } else if constexpr (is.template operator()<ast::RecordUpdate>()) {
          visit(*node.record);
          fields(node.fields);
        } else if constexpr (is.template operator()<ast::Typed>()) {
          visit(*node.expression);
        } else {
          static_assert(
              is.template operator()<ast::Variable, ast::ConstructorName, ast::LiteralExpr,
                                     ast::MultiIf, ast::Case, ast::Let, ast::Lambda, ast::Do>());
        }
      },
      source.node);
}

}  // namespace deforest::text
