#include "text/parsing/typed_application.hpp"

#include <memory>
#include <utility>

#include "text/parsing/type_parts.hpp"

namespace deforest::text {
namespace {

using ast::Expr;
using ast::TypeExpr;

bool hasVariables(const TypeExpr& type) {
  bool found = std::holds_alternative<ast::TypeVariable>(type.node) ||
               std::holds_alternative<ast::TypeForall>(type.node);
  forEachPart(type, [&](const TypeExpr& part) { found = found || hasVariables(part); });
  return found;
}

// Whether functions of the type show that they take so many arguments.
bool takes(const TypeExpr& type, std::size_t arguments) {
  const TypeExpr* rest = &type;
  for (; arguments > 0; --arguments) {
    const auto* arrow = std::get_if<ast::TypeArrow>(&rest->node);
    if (arrow == nullptr) return false;
    rest = arrow->to.get();
  }
  return true;
}

Expr typed(Expr expression, TypeExpr type) {
  const Span span = expression.span;
  return {span, ast::Typed{std::make_unique<Expr>(std::move(expression)), std::move(type)}};
}

}  // namespace

Expr applied(Expr function, std::vector<Expr> arguments, Span span) {
  auto* given = std::get_if<ast::Typed>(&function.node);
  const bool splits =
      given != nullptr && !hasVariables(given->type) && takes(given->type, arguments.size());
  if (!splits) {
    return {span, ast::Apply{std::make_unique<Expr>(std::move(function)), std::move(arguments)}};
  }
  TypeExpr result = std::move(given->type);
  for (Expr& argument : arguments) {
    auto arrow = std::move(std::get<ast::TypeArrow>(result.node));
    argument = typed(std::move(argument), std::move(*arrow.from));
    result = std::move(*arrow.to);
  }
  Expr inner = std::move(*given->expression);
  return typed({span, ast::Apply{std::make_unique<Expr>(std::move(inner)), std::move(arguments)}},
               std::move(result));
}

}  // namespace deforest::text
