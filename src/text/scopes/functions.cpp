// Functions without names: lambdas, sections, and what has fewer operands than it takes.
//
//     \p -> e            a local function lambda p = e; it is passed on with what it captures
//     Just, fst           lambda x = Just x
//     (subtract 1 .), (`f` e), f a     e and a are evaluated where the function is made:
//                         lambda y x = x `f` y, given e; f, given a
//
// What has more operands than it takes results in a function, which is applied to the rest.
#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

FunctionId Resolver::openLambda(std::size_t arity, Span span) {
  const FunctionId id = module_.addFunction();
  resolved::Function& function = module_.function(id);
  function.name = "lambda";
  function.span = span;
  function.parent = current_;
  function.fromPrelude = inPrelude_;
  function.library = library_;
  function.isLambda = true;
  function.arity = arity;
  function.begin = tick();
  return id;
}

FunctionId Resolver::lambdaOf(std::size_t arity, Span span,
                              const std::function<void(resolved::Clause&)>& fill) {
  const FunctionId id = openLambda(arity, span);
  const FunctionId enclosing = std::exchange(current_, id);
  const resolved::ValueBinding* enclosingBinding = std::exchange(binding_, nullptr);
  resolved::Clause clause;
  clause.span = span;
  clause.begin = tick();
  fill(clause);
  clause.end = next_;
  module_.function(id).clauses.push_back(std::move(clause));
  module_.function(id).end = next_;
  current_ = enclosing;
  binding_ = enclosingBinding;
  return id;
}

// So many more parameters of the clause, as operands in its body.
Resolver::Operands Resolver::unnamedParameters(std::size_t count, resolved::Clause& clause) {
  Operands parameters;
  for (std::size_t i = 0; i < count; ++i) {
    const LocalId local = unnamedLocal(clause.span);
    parameters.push_back({nullptr, {}, local});
    resolved::Pattern parameter;
    parameter.span = clause.span;
    parameter.node = resolved::VariablePattern{local};
    clause.patterns.push_back(std::move(parameter));
  }
  return parameters;
}

FunctionId Resolver::lambda(std::size_t arity, Span span, const ApplyTo& write) {
  return lambdaOf(arity, span, [&](resolved::Clause& clause) {
    const Operands parameters = unnamedParameters(arity, clause);
    resolved::GuardedTerm body;
    body.span = span;
    body.body = open(span);
    write(parameters, body.body);
    body.body = close(std::move(body.body));
    clause.rhs.alternatives.push_back(std::move(body));
  });
}

FunctionId Resolver::lambda(const ast::Lambda& source, Span span) {
  return lambdaOf(source.parameters.size(), span, [&](resolved::Clause& clause) {
    Bound bound;
    for (const ast::Pattern& parameter : source.parameters) {
      clause.patterns.push_back(pattern(parameter, bound));
    }
    const std::size_t mark = scopeMark();
    bringIntoScope(bound.locals);
    resolved::GuardedTerm body;
    body.span = span;
    body.body = term(*source.body);
    leaveScope(mark);
    clause.rhs.alternatives.push_back(std::move(body));
  });
}

FunctionId Resolver::lambda(Span span, const std::function<resolved::Pattern(Bound&)>& parameter,
                            const std::function<resolved::Rhs()>& body) {
  return lambdaOf(1, span, [&](resolved::Clause& clause) {
    Bound bound;
    clause.patterns.push_back(parameter(bound));
    const std::size_t mark = scopeMark();
    bringIntoScope(bound.locals);
    clause.rhs = body();
    leaveScope(mark);
  });
}

void Resolver::callLambda(FunctionId lambda, const Operands& operands, Term& shell) {
  noteFunction(lambda, shell.begin);
  shell.node = resolved::FunctionCall{lambda, resolveOperands(operands), {}};
}

void Resolver::rightSection(const ast::RightSection& source, Term& shell) {
  const Span span = shell.span;
  const FunctionId function = lambda(2, span, [&](const Operands& own, Term& inner) {
    applyNamed(source.op, span, {own[1], own[0]}, inner);
  });
  callLambda(function, {Operand{source.operand.get()}}, shell);
}

void Resolver::applyExactly(std::size_t arity, Span span, const Operands& operands,
                            const ApplyTo& write, Term& shell) {
  if (operands.size() < arity) {
    return callLambda(lambda(arity, span, write), operands, shell);
  }
  const Operands own(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(arity));
  applyRest(
      operands, arity, span, [&](Term& inner) { write(own, inner); }, shell);
}

void Resolver::applyRest(const Operands& operands, std::size_t first, Span span,
                         const std::function<void(Term&)>& write, Term& shell) {
  if (first == operands.size()) return write(shell);
  resolved::ApplyTerm node;
  for (std::size_t i = first; i < operands.size(); ++i) {
    node.arguments.push_back(operand(operands[i]));
  }
  Term inner = open(span);
  module_.callAt[inner.begin] = true;
  write(inner);
  node.function = std::make_unique<Term>(close(std::move(inner)));
  shell.node = std::move(node);
}

}  // namespace deforest::text
