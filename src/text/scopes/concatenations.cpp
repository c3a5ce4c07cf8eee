// `concat` of a comprehension, for native code.
//
//     concat [e | p <- xs, c]    let each1 [] = []
//                                    each1 (p : rest1) = if c then e ++ each1 rest1 else each1
//                                    rest1
//                                in each1 xs
//
// is what the comprehension is written out as (parsing/comprehension.cpp), with `++` for `:`. A
// list of lists has all of these as soon as its cells are made; of an appended one the second part
// is put off where that is worth it (backends/native/suspension), so that a search ends at the
// first solution.
#include <algorithm>

#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// `each1 rest1`, or `[]`: what a comprehension goes on with.
bool isEnd(const ast::Expr& source) {
  if (const auto* list = std::get_if<ast::List>(&source.node)) return list->elements.empty();
  const auto* apply = std::get_if<ast::Apply>(&source.node);
  const auto* head =
      apply == nullptr ? nullptr : std::get_if<ast::Variable>(&apply->function->node);
  return head != nullptr && head->name.starts_with("each") && apply->arguments.size() == 1;
}

// Notes the cells that the comprehension makes. Whether it is one.
bool markCells(const ast::Expr& source, std::set<const ast::Expr*>& cells) {
  if (isEnd(source)) return true;
  if (const auto* branch = std::get_if<ast::If>(&source.node)) {
    return markCells(*branch->whenTrue, cells) && markCells(*branch->whenFalse, cells);
  }
  if (const auto* let = std::get_if<ast::Let>(&source.node)) {
    if (!isEnd(*let->body)) return markCells(*let->body, cells);
    return std::ranges::all_of(let->declarations, [&](const ast::Declaration& declaration) {
      const auto* clause = std::get_if<ast::Clause>(&declaration.node);
      return clause != nullptr && clause->rhs.alternatives.size() == 1 &&
             markCells(clause->rhs.alternatives[0].body, cells);
    });
  }
  const auto* apply = std::get_if<ast::Apply>(&source.node);
  const auto* cell =
      apply == nullptr ? nullptr : std::get_if<ast::ConstructorName>(&apply->function->node);
  if (cell == nullptr || cell->name != ":" || apply->arguments.size() != 2) return false;
  if (!isEnd(apply->arguments[1])) return false;
  cells.insert(&source);
  return true;
}

}  // namespace

// Makes `shell` of such a call.
bool Resolver::concatenates(const PreludeName& prelude, const Operands& operands, Term& shell) {
  if (inPrelude_ || module_.lazy || !module_.defaultsToInteger) return false;
  if (prelude.name != "concat" || std::holds_alternative<LibraryFunction>(prelude.meaning) ||
      operands.size() != 1 || operands[0].expr == nullptr || !operands[0].arguments.empty()) {
    return false;
  }
  const ast::Expr& list = *operands[0].expr;
  const auto* let = std::get_if<ast::Let>(&list.node);
  if (let == nullptr || !isEnd(*let->body) || !markCells(list, appendedCells_)) return false;
  shell = term(list);
  return true;
}

// Such a cell.
Term Resolver::appendedCell(const ast::Expr& source) {
  Term made = open(source.span);
  callFunction(preludeFunction("append"), source.span, spineOf(source, {}).operands, made);
  return close(std::move(made));
}

}  // namespace deforest::text
