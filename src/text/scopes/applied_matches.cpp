// Applications that are matches: of a lambda, and behind `$!`.
#include "text/scopes/resolver.hpp"

namespace deforest::text {

// `(\p q -> e) a b` is `case a of p -> case b of q -> e`, but for the scope of p.
Term Resolver::applyLambda(const ast::Lambda& source, const Operands& operands, Span span) {
  return matchInTurn(
      operands, [&](std::size_t i, Bound& bound) { return pattern(source.parameters[i], bound); },
      [&] { return term(*source.body); }, span);
}

// What is forced before a function waits until that is applied.
void Resolver::noteForcing() {
  if (!module_.forcedBefore) module_.forcedBefore = preludeFunction("forcedBefore");
}

// Whether it stands behind `$!` and is evaluated by that: a list without an end has nothing that
// could fail, and actions and functions are not values here.
bool Resolver::isForced(const Operand& source) {
  if (!source.forced || source.expr == nullptr) return false;
  const auto& node = source.expr->node;
  const bool isValue = !std::holds_alternative<ast::Do>(node) &&
                       !std::holds_alternative<ast::Lambda>(node) &&
                       !std::holds_alternative<ast::RightSection>(node);
  return isValue && !isStream(source, true);
}

// `f $! x` is `case x of !y -> f y`.
Term Resolver::applyForced(Spine spine, Span span) {
  Operands forced;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < spine.operands.size(); ++i) {
    if (!isForced(spine.operands[i])) continue;
    spine.operands[i].forced = false;
    places.push_back(i);
    forced.push_back(spine.operands[i]);
  }
  return matchInTurn(
      forced,
      [&](std::size_t i, Bound&) { return forcedVariable(spine.operands[places[i]], span); },
      [&] {
        Term shell = open(span);
        applySpine(spine, shell);
        return close(std::move(shell));
      },
      span);
}

// `return $! x` is evaluated before what follows it; without `$!` it is not.
Term Resolver::withReturned(const Operand& returned, Span span, const WithValue& body) {
  if (!isForced(returned)) return body(returned);
  Operand value;
  return matchInTurn(
      {returned}, [&](std::size_t, Bound&) { return forcedVariable(value, span); },
      [&] { return body(value); }, span);
}

// A variable with a bang, which is what `value` is from now on.
resolved::Pattern Resolver::forcedVariable(Operand& value, Span span) {
  resolved::Pattern made;
  made.span = span;
  made.bang = true;
  noteForcing();
  value = {nullptr, {}, unnamedLocal(span)};
  made.node = resolved::VariablePattern{value.local};
  return made;
}

// Each of the operands is matched with its pattern, the first one outermost.
Term Resolver::matchInTurn(const Operands& operands,
                           const std::function<resolved::Pattern(std::size_t, Bound&)>& patternOf,
                           const std::function<Term()>& body, Span span) {
  struct Layer {
    std::uint32_t begin;
    Term scrutinee;
    resolved::Pattern pattern;
  };
  std::vector<Layer> layers;
  Bound bound;
  for (const Operand& source : operands) {
    const std::uint32_t begin = tick();
    Term scrutinee = operand(source);
    layers.push_back({begin, std::move(scrutinee), {}});
  }
  for (std::size_t i = 0; i < layers.size(); ++i) layers[i].pattern = patternOf(i, bound);
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  Term result = body();
  leaveScope(mark);
  for (; !layers.empty(); layers.pop_back()) {
    Layer& layer = layers.back();
    resolved::GuardedTerm guarded;
    guarded.span = span;
    resolved::Clause clause;
    clause.span = span;
    clause.begin = result.begin;
    clause.end = next_;
    guarded.body = std::move(result);
    clause.patterns.push_back(std::move(layer.pattern));
    clause.rhs.alternatives.push_back(std::move(guarded));
    resolved::MatchTerm match{std::make_unique<Term>(std::move(layer.scrutinee)), {}};
    match.clauses.push_back(std::move(clause));
    result = Term{};
    result.span = span;
    result.begin = layer.begin;
    result.node = std::move(match);
    result.end = next_;
  }
  return result;
}

}  // namespace deforest::text
