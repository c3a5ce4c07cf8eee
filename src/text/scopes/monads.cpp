// `do`, `>>=`, `>>`, `<$>`, `<*>` and `pure` outside of `main`. What follows a binding becomes an
// alternative of a match, so that no function is needed; types/monads.cpp chooses the constructors.
#include "text/scopes/resolver.hpp"

namespace deforest::text {

using resolved::Clause;
using resolved::ConstructorPattern;
using resolved::Pattern;

// `action >>= \source -> body`; `source` may be null: then `variable` is bound, if it is valid.
template <class Body>
void Resolver::bindAction(Term action, const ast::Pattern* source, LocalId variable, Span span,
                          Term& shell, Body body) {
  resolved::MatchTerm match{std::make_unique<Term>(std::move(action)), {}};
  match.isBind = true;
  Clause success;
  success.span = span;
  success.begin = tick();
  Bound bound;
  Pattern inner;
  inner.span = span;
  inner.node = resolved::WildcardPattern{};
  if (source != nullptr) {
    inner = pattern(*source, bound);
  } else if (variable.valid()) {
    inner.node = resolved::VariablePattern{variable};
  }
  Pattern outer;
  outer.span = inner.span;
  ConstructorPattern node;
  node.arguments.push_back(std::move(inner));
  outer.node = std::move(node);
  success.patterns.push_back(std::move(outer));
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  resolved::GuardedTerm guarded;
  guarded.span = span;
  guarded.body = body();
  success.rhs.alternatives.push_back(std::move(guarded));
  leaveScope(mark);
  success.end = next_;

  Clause failure;
  failure.span = span;
  failure.begin = tick();
  Bound other;
  const LocalId kept = bindLocal("e", span, other);
  Pattern whole;
  whole.span = span;
  whole.node = resolved::VariablePattern{kept};
  failure.patterns.push_back(std::move(whole));
  resolved::GuardedTerm handed;
  handed.span = span;
  handed.body = operand({nullptr, {}, kept});
  handed.body.span = span;
  failure.rhs.alternatives.push_back(std::move(handed));
  failure.end = next_;
  match.clauses.push_back(std::move(success));
  match.clauses.push_back(std::move(failure));
  shell.node = std::move(match);
}

LocalId Resolver::unnamedLocal(Span span) {
  Bound bound;
  return bindLocal("", span, bound);
}

Term Resolver::doBlock(const std::vector<ast::Statement>& statements, std::size_t from, Span span) {
  const ast::Statement& first = statements[from];
  const bool last = from + 1 == statements.size();
  if (last) {
    if (const auto* result = std::get_if<ast::ExprStatement>(&first.node)) {
      return term(result->expression);
    }
    return notInLanguage(first.span, "a `do` block ends with a binding",
                         "its last line is an expression: what the block results in");
  }
  const Span rest{first.span.begin, statements.back().span.end};
  Term shell = open(rest);
  const auto others = [&] { return doBlock(statements, from + 1, span); };
  if (const auto* let = std::get_if<ast::LetStatement>(&first.node)) {
    const std::size_t mark = scopeMark();
    Box<resolved::LetGroup> bindings = group(let->declarations);
    auto body = std::make_unique<Term>(others());
    leaveScope(mark);
    shell.node = resolved::LetTerm{std::move(bindings), std::move(body)};
  } else if (const auto* bind = std::get_if<ast::BindStatement>(&first.node)) {
    bindAction(term(bind->expression), &bind->pattern, {}, first.span, shell, others);
  } else {
    const auto& action = std::get<ast::ExprStatement>(first.node);
    bindAction(term(action.expression), nullptr, {}, first.span, shell, others);
  }
  return close(std::move(shell));
}

void Resolver::pureOf(std::vector<Term> value, Term& shell) {
  shell.node = resolved::ConstructTerm{ConId{}, std::move(value)};
}

// m >>= f, with a lambda or a function that is known
void Resolver::bindOperator(const Operands& operands, Span span, Term& shell) {
  Term action = operand(operands[0]);
  const Operand& next = operands[1];
  const auto* lambda = next.expr == nullptr || !next.arguments.empty()
                           ? nullptr
                           : std::get_if<ast::Lambda>(&next.expr->node);
  if (lambda != nullptr && lambda->parameters.size() == 1) {
    return bindAction(std::move(action), lambda->parameters.data(), {}, span, shell,
                      [&] { return term(*lambda->body); });
  }
  const LocalId variable = unnamedLocal(span);
  Operand applied = next;
  applied.arguments.push_back({nullptr, {}, variable});
  bindAction(std::move(action), nullptr, variable, span, shell, [&] { return operand(applied); });
}

// f <$> m1 <*> m2: `function` applied to the results of the actions, in order
Term Resolver::mapActions(const Operand& function, std::vector<Operand> actions, Operands results,
                          Span span) {
  Term shell = open(span);
  if (actions.empty()) {
    Operand applied = function;
    applied.arguments.insert(applied.arguments.end(), results.begin(), results.end());
    std::vector<Term> value;
    value.push_back(operand(applied));
    pureOf(std::move(value), shell);
    return close(std::move(shell));
  }
  Term action = operand(actions.front());
  actions.erase(actions.begin());
  const LocalId variable = unnamedLocal(span);
  results.push_back({nullptr, {}, variable});
  bindAction(std::move(action), nullptr, variable, span, shell,
             [&] { return mapActions(function, std::move(actions), std::move(results), span); });
  return close(std::move(shell));
}

// Whether the operand is that operator of the Prelude's, applied to two.
std::optional<Resolver::Spine> Resolver::operatorApplied(const Operand& source,
                                                         std::string_view name) {
  if (source.expr == nullptr) return std::nullopt;
  Spine spine = spineOf(*source.expr, source.arguments);
  if (spine.operands.size() != 2 || !spine.section.empty()) return std::nullopt;
  if (!isPreludeName(*spine.head, name)) return std::nullopt;
  return spine;
}

void Resolver::applyWhen(SpecialName special, const Operands& operands, Span span, Term& shell) {
  auto condition = std::make_unique<Term>(operand(operands[0]));
  auto action = std::make_unique<Term>(operand(operands[1]));
  auto nothing = std::make_unique<Term>(open(span));
  std::vector<Term> unit;
  unit.push_back(open(span));
  const ConId only = module_.types.onlyConstructor(module_.types.tupleCon(0));
  unit.front().node = resolved::ConstructTerm{only, {}};
  unit.front() = close(std::move(unit.front()));
  pureOf(std::move(unit), *nothing);
  *nothing = close(std::move(*nothing));
  if (special == SpecialName::Unless) std::swap(action, nothing);
  shell.node = resolved::IfTerm{std::move(condition), std::move(action), std::move(nothing)};
}

void Resolver::applyMonadic(SpecialName special, const Operands& operands, Span span, Term& shell) {
  switch (special) {
    case SpecialName::Bind:
      return bindOperator(operands, span, shell);
    case SpecialName::Then:
      return bindAction(operand(operands[0]), nullptr, {}, span, shell,
                        [&] { return operand(operands[1]); });
    case SpecialName::Map:
      shell = mapActions(operands[0], {operands[1]}, {}, span);
      return;
    case SpecialName::Apply: {
      std::vector<Operand> actions = {operands[1]};
      Operand rest = operands[0];
      while (const auto inner = operatorApplied(rest, "<*>")) {
        actions.insert(actions.begin(), inner->operands[1]);
        rest = inner->operands[0];
      }
      auto mapped = operatorApplied(rest, "<$>");
      if (!mapped) mapped = operatorApplied(rest, "fmap");
      if (mapped) {
        actions.insert(actions.begin(), mapped->operands[1]);
        shell = mapActions(mapped->operands[0], std::move(actions), {}, span);
        return;
      }
      const Spine head = rest.expr == nullptr ? Spine{} : spineOf(*rest.expr, rest.arguments);
      const bool pure = head.head != nullptr && head.operands.size() == 1 &&
                        (isPreludeName(*head.head, "pure") || isPreludeName(*head.head, "return"));
      if (pure) {
        shell = mapActions(head.operands[0], std::move(actions), {}, span);
        return;
      }
      const LocalId function = unnamedLocal(span);
      return bindAction(operand(rest), nullptr, function, span, shell, [&] {
        return mapActions({nullptr, {}, function}, std::move(actions), {}, span);
      });
    }
    default:
      return;
  }
}

}  // namespace deforest::text
