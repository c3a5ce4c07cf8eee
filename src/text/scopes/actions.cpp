// Actions of which no signature says that they are ones, and those that are chosen by data.
//
//     report (name, n) = putStrLn (name ++ show n)     results in the text that it prints
//     maybe (putStrLn "none") print found              the text of the branch that is taken
#include <algorithm>

#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

// Whether it prints, by its form. What it calls is not looked into: a function that only runs other
// actions needs its signature. `printf` may make a String as well: one that ends a line is taken
// for an action, and so is a line of `do`.
bool Resolver::looksLikeAction(const ast::Expr& source) {
  if (const auto* block = std::get_if<ast::Do>(&source.node)) {
    return std::ranges::any_of(block->statements, [&](const ast::Statement& statement) {
      const auto* line = std::get_if<ast::ExprStatement>(&statement.node);
      return line != nullptr &&
             (looksLikeAction(line->expression) || isFormatted(line->expression));
    });
  }
  if (const auto* node = std::get_if<ast::If>(&source.node)) {
    return looksLikeAction(*node->whenTrue) || looksLikeAction(*node->whenFalse);
  }
  if (const auto* node = std::get_if<ast::Case>(&source.node)) {
    return std::ranges::any_of(node->alternatives, [&](const ast::CaseAlternative& alternative) {
      return looksLikeAction(alternative.rhs);
    });
  }
  if (const auto* node = std::get_if<ast::Let>(&source.node)) return looksLikeAction(*node->body);
  if (const auto* node = std::get_if<ast::Lambda>(&source.node)) {
    return looksLikeAction(*node->body);
  }
  const Spine spine = spineOf(source, {});
  const Operands& operands = spine.operands;
  const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
  if (variable == nullptr || !spine.section.empty()) return false;
  const std::string name = splitQualified(variable->name).second;
  const auto makes = [&](std::size_t operand) {
    return operand < operands.size() && operands[operand].expr != nullptr &&
           looksLikeAction(*operands[operand].expr);
  };
  if (name == "print" || name == "putStr" || name == "putStrLn") {
    return isPreludeName(*spine.head, name);
  }
  if (name == "printf" && !operands.empty() && operands[0].expr != nullptr) {
    const std::optional<std::u32string> format = literalText(*operands[0].expr);
    return format && format->ends_with(U'\n') && isPreludeName(*spine.head, name);
  }
  if (name == ">>" || name == "*>" || name == "maybe" || name == "either") {
    return makes(0) || makes(1);
  }
  if (name == ">>=" || name == "when" || name == "unless" || name == "forM_" || name == "for_") {
    return makes(1);
  }
  return (name == "mapM_" || name == "traverse_" || name == "=<<" || name == ".") && makes(0);
}

bool Resolver::looksLikeAction(const ast::Rhs& source) {
  return std::ranges::any_of(source.alternatives, [&](const ast::GuardedExpr& alternative) {
    return looksLikeAction(alternative.body);
  });
}

// `case scrutinee of first -> ...; second x -> ...`, of what prints in either case.
Term Resolver::textOfChoice(const Operand& scrutinee, const std::vector<ActionChoice>& choices,
                            Span span) {
  Term made = open(span);
  resolved::MatchTerm node{std::make_unique<Term>(operand(scrutinee)), {}};
  const bool enclosing = std::exchange(input_.branches, false);
  for (const ActionChoice& choice : choices) {
    resolved::Clause clause;
    clause.span = span;
    clause.begin = tick();
    std::vector<resolved::Pattern> parts;
    Bound bound;
    Operand action = choice.action;
    const auto* lambda = action.expr == nullptr || !action.arguments.empty()
                             ? nullptr
                             : std::get_if<ast::Lambda>(&action.expr->node);
    const bool takesApart = choice.hasField && lambda != nullptr && lambda->parameters.size() == 1;
    if (takesApart) {
      parts.push_back(pattern(lambda->parameters[0], bound));
    } else if (choice.hasField) {
      const LocalId field = unnamedLocal(span);
      action.arguments.push_back({nullptr, {}, field});
      parts.emplace_back();
      parts.back().span = span;
      parts.back().node = resolved::VariablePattern{field};
    }
    resolved::Pattern pattern;
    pattern.span = span;
    pattern.node = resolved::ConstructorPattern{choice.constructor, std::move(parts)};
    clause.patterns.push_back(std::move(pattern));
    const std::size_t mark = scopeMark();
    bringIntoScope(bound.locals);
    clause.rhs = resolved::onlyAlternative(
        span, takesApart ? branchText(*lambda->body) : branchText(action, span));
    leaveScope(mark);
    clause.end = next_;
    node.clauses.push_back(std::move(clause));
  }
  made.node = std::move(node);
  return endBranches(enclosing, close(std::move(made)));
}

}  // namespace deforest::text
