// One-level traversal of types as they are written.
#pragma once

#include "support/match.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Calls `visit` on every type directly inside the type, in order; on what is applied first.
template <class Visit>
void forEachPart(const ast::TypeExpr& type, Visit&& visit) {
  const auto all = [&](const std::vector<ast::TypeExpr>& types) {
    for (const ast::TypeExpr& each : types) visit(each);
  };
  support::match(
      type.node, [](const ast::TypeVariable&) {}, [](const ast::TypeName&) {},
      [&](const ast::TypeApply& apply) {
        visit(*apply.head);
        all(apply.arguments);
      },
      [&](const ast::TypeList& list) { visit(*list.element); },
      [&](const ast::TypeTuple& tuple) { all(tuple.elements); },
      [&](const ast::TypeArrow& arrow) {
        visit(*arrow.from);
        visit(*arrow.to);
      },
      [&](const ast::TypeForall& forall) { visit(*forall.type); });
}

}  // namespace deforest::text
