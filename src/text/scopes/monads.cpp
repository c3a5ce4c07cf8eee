// `do`, `>>=`, `<$>`, `<*>`, `when` and `unless` outside of `main`.
//
//     do { p <- m; rest }      m >>= \p -> rest         with an equation for `fail` if p may fail
//     do { m; rest }           m >>= \_ -> rest
//     f <$> m <*> n            liftA2 f m n              nothing in between holds a function
//
// Whatever the monad is; what types/monads.cpp makes of it where that is `Maybe` or `Either` needs
// variables and places, which are set aside here (`resolved::MonadicCall`).
#include <algorithm>
#include <utility>

#include "text/scopes/resolver.hpp"

namespace deforest::text {

using resolved::Clause;
using resolved::Pattern;

FunctionId Resolver::preludeMethod(const std::string& className, const std::string& name) {
  return module_.classes[preludeClass(className)].at(name).function;
}

// A call of a method of `Functor`, `Applicative` or `Monad`, whose operands `resolve` makes.
void Resolver::monadicCall(const std::string& className, const std::string& name, Term& shell,
                           const std::function<std::vector<Term>()>& resolve) {
  const FunctionId callee = preludeMethod(className, name);
  noteFunction(callee, shell.begin);
  resolved::FunctionCall call{callee, resolve(), {}};
  call.monadic = setAside(call.arguments.size());
  shell.node = std::move(call);
}

resolved::MonadicCall Resolver::setAside(std::size_t arguments) {
  const resolved::MonadicCall found{next_, current_, binding_};
  for (std::size_t i = 0; i < 2 * arguments; ++i) tick();
  return found;
}

// An action that is bound. One that chooses waits until it is run, where actions are functions.
Term Resolver::action(const ast::Expr& source) {
  const Spine spine = spineOf(source, {});
  const bool chooses = std::holds_alternative<ast::If>(spine.head->node) ||
                       std::holds_alternative<ast::MultiIf>(spine.head->node) ||
                       std::holds_alternative<ast::Case>(spine.head->node) ||
                       std::holds_alternative<ast::Let>(spine.head->node) ||
                       isPreludeName(*spine.head, "when") || isPreludeName(*spine.head, "unless");
  if (!chooses || !spine.section.empty()) return term(source);
  Term shell = open(source.span);
  const FunctionId id = lambda(1, source.span, [&](const Operands& own, Term& inner) {
    resolved::ApplyTerm node{std::make_unique<Term>(term(source)), {}};
    node.arguments.push_back(operand(own[0]));
    inner.node = std::move(node);
  });
  module_.function(id).isDelayed = true;
  noteFunction(id, shell.begin);
  resolved::FunctionCall call{id, {}, {}};
  call.monadic = setAside(1);
  shell.node = std::move(call);
  return close(std::move(shell));
}

// `\source -> body`; `source` may be null: then the argument does not matter.
Term Resolver::continuation(const ast::Pattern* source, Span span,
                            const std::function<Term()>& body) {
  Term shell = open(span);
  const FunctionId id = openLambda(1, span);
  const FunctionId enclosing = std::exchange(current_, id);
  const resolved::ValueBinding* enclosingBinding = std::exchange(binding_, nullptr);
  std::vector<Clause> clauses(1);
  Clause& clause = clauses[0];
  clause.span = span;
  clause.begin = tick();
  Bound bound;
  Pattern parameter;
  parameter.span = span;
  parameter.node = resolved::WildcardPattern{};
  if (source != nullptr) parameter = pattern(*source, bound);
  const bool fails = !cannotFail(parameter);
  clause.patterns.push_back(std::move(parameter));
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  clause.rhs = resolved::onlyAlternative(span, body());
  leaveScope(mark);
  clause.end = next_;
  if (fails) clauses.push_back(failClause(source->span));
  module_.function(id).clauses = std::move(clauses);
  module_.function(id).end = next_;
  current_ = enclosing;
  binding_ = enclosingBinding;
  noteFunction(id, shell.begin);
  shell.node = resolved::FunctionCall{id, {}, {}};
  return close(std::move(shell));
}

// `_ -> fail "..."`
Clause Resolver::failClause(Span span) {
  Clause clause;
  clause.span = span;
  clause.begin = tick();
  Pattern any;
  any.span = span;
  any.node = resolved::WildcardPattern{};
  clause.patterns.push_back(std::move(any));
  resolved::GuardedTerm guarded;
  guarded.span = span;
  guarded.body = open(span);
  const FunctionId callee = preludeMethod("MonadFail", "fail");
  noteFunction(callee, guarded.body.begin);
  std::vector<Term> message;
  message.push_back(textLiteral(U"Pattern match failure in do expression", span, true));
  guarded.body.node = resolved::FunctionCall{callee, std::move(message), {}};
  guarded.body = close(std::move(guarded.body));
  clause.rhs.alternatives.push_back(std::move(guarded));
  clause.end = next_;
  return clause;
}

LocalId Resolver::unnamedLocal(Span span) {
  Bound bound;
  return bindLocal("", span, bound);
}

bool Resolver::cannotFail(const Pattern& source) const {
  if (source.irrefutable) return true;
  if (const auto* as = std::get_if<resolved::AsPattern>(&source.node)) {
    return cannotFail(*as->pattern);
  }
  if (const auto* constructor = std::get_if<resolved::ConstructorPattern>(&source.node)) {
    if (!constructor->con.valid()) return true;  // reported
    const SourceConstructor& con = module_.types.constructor(constructor->con);
    if (module_.types.con(con.type).constructors.size() != 1) return false;
    for (const Pattern& argument : constructor->arguments) {
      if (!cannotFail(argument)) return false;
    }
    return true;
  }
  return !std::holds_alternative<resolved::LiteralPattern>(source.node) &&
         !std::holds_alternative<resolved::ViewPattern>(source.node);
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
    return close(std::move(shell));
  }
  const auto* bind = std::get_if<ast::BindStatement>(&first.node);
  const ast::Expr& bound =
      bind != nullptr ? bind->expression : std::get<ast::ExprStatement>(first.node).expression;
  monadicCall("Monad", ">>=", shell, [&] {
    std::vector<Term> operands;
    operands.push_back(action(bound));
    operands.push_back(
        continuation(bind == nullptr ? nullptr : &bind->pattern, first.span, others));
    return operands;
  });
  return close(std::move(shell));
}

// m >>= f
void Resolver::bindOperator(const Operands& operands, Term& shell) {
  monadicCall("Monad", ">>=", shell, [&] {
    std::vector<Term> resolved;
    const Operand& first = operands[0];
    const bool written = first.expr != nullptr && first.arguments.empty();
    resolved.push_back(written ? action(*first.expr) : operand(first));
    const Operand& next = operands[1];
    const auto* lambda = next.expr == nullptr || !next.arguments.empty()
                             ? nullptr
                             : std::get_if<ast::Lambda>(&next.expr->node);
    if (lambda != nullptr && lambda->parameters.size() == 1) {
      resolved.push_back(continuation(lambda->parameters.data(), next.expr->span,
                                      [&] { return term(*lambda->body); }));
    } else {
      resolved.push_back(operand(next));
    }
    return resolved;
  });
}

// m >> n is m >>= \_ -> n where actions are functions of the world: `n` may fail before it is an
// action, and native code would evaluate it before `m` is done.
bool Resolver::thenOperator(const PreludeName& prelude, Span span, const Operands& operands,
                            Term& shell) {
  if (prelude.name != ">>" || operands.size() != 2 || inPrelude_) return false;
  if (!module_.hasWorlds || module_.lazy) return false;
  monadicCall("Monad", ">>=", shell, [&] {
    std::vector<Term> resolved;
    const Operand& first = operands[0];
    const bool written = first.expr != nullptr && first.arguments.empty();
    resolved.push_back(written ? action(*first.expr) : operand(first));
    resolved.push_back(continuation(nullptr, span, [&] { return operand(operands[1]); }));
    return resolved;
  });
  return true;
}

// f <$> m1 <*> m2: `function` applied to the results of the actions, in order. It is evaluated
// last.
void Resolver::mapActions(const Operand& function, const Operands& actions, Span span,
                          Term& shell) {
  constexpr std::size_t most = 5;
  const std::size_t taken = std::min(actions.size(), most);
  const auto mapped = [&](Term& inner) {
    const std::string name = taken == 1 ? "fmap" : "liftA" + std::to_string(taken);
    monadicCall(taken == 1 ? "Functor" : "Applicative", name, inner, [&] {
      std::vector<Term> operands(1);
      for (std::size_t i = 0; i < taken; ++i) operands.push_back(operand(actions[i]));
      operands[0] = operand(function);
      return operands;
    });
  };
  const auto all = [&](auto&& self, std::size_t count, Term& made) -> void {
    if (count == taken) return mapped(made);
    monadicCall("Applicative", "<*>", made, [&] {
      std::vector<Term> operands;
      operands.push_back(open(span));
      self(self, count - 1, operands[0]);
      operands[0] = close(std::move(operands[0]));
      operands.push_back(operand(actions[count - 1]));
      return operands;
    });
  };
  all(all, actions.size(), shell);
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

// pure ()
void Resolver::pureUnit(Span span, Term& shell) {
  monadicCall("Applicative", "pure", shell, [&] {
    std::vector<Term> unit;
    unit.push_back(open(span));
    const ConId only = module_.types.onlyConstructor(module_.types.tupleCon(0));
    unit.front().node = resolved::ConstructTerm{only, {}};
    unit.front() = close(std::move(unit.front()));
    return unit;
  });
}

void Resolver::applyWhen(SpecialName special, const Operands& operands, Span span, Term& shell) {
  auto condition = std::make_unique<Term>(operand(operands[0]));
  auto action = std::make_unique<Term>(operand(operands[1]));
  auto nothing = std::make_unique<Term>(open(span));
  pureUnit(span, *nothing);
  *nothing = close(std::move(*nothing));
  if (special == SpecialName::Unless) std::swap(action, nothing);
  shell.node = resolved::IfTerm{std::move(condition), std::move(action), std::move(nothing)};
}

void Resolver::applyMonadic(SpecialName special, const Operands& operands, Span span, Term& shell) {
  switch (special) {
    case SpecialName::Bind:
      return bindOperator(operands, shell);
    case SpecialName::Map:
      return mapActions(operands[0], {operands[1]}, span, shell);
    case SpecialName::Apply: {
      std::vector<Operand> actions = {operands[1]};
      Operand rest = operands[0];
      while (const auto inner = operatorApplied(rest, "<*>")) {
        actions.insert(actions.begin(), inner->operands[1]);
        rest = inner->operands[0];
      }
      auto mapped = operatorApplied(rest, "<$>");
      if (!mapped) mapped = operatorApplied(rest, "fmap");
      if (mapped && !inPrelude_) {  // which defines `liftA2` so
        actions.insert(actions.begin(), mapped->operands[1]);
        return mapActions(mapped->operands[0], actions, span, shell);
      }
      return monadicCall("Applicative", "<*>", shell, [&] { return resolveOperands(operands); });
    }
    default:
      return;
  }
}

}  // namespace deforest::text
