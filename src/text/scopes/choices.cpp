// Functions of which a branch says which one it is:
//
//     choose = case me of { X -> maximumBy order; O -> minimumBy order }
//         =>  choose = \a -> (case me of { X -> maximumBy order; O -> minimumBy order }) a
//
// Functions are values only as far as they are known when the program is compiled. Here each branch
// is one, so the branches apply them where the choice is applied. That is right since the
// alternatives are functions already: nothing but the choice itself is done again at each
// application, so it must be cheap, and what an alternative is given must be there. A choice
// between applications of one function is left alone: what that is given is chosen once.
// (Eta-expansion; S. Peyton Jones and A. Santos, "A transformation-based optimiser for Haskell",
// 1998, section 7.2.)
//
// Likewise a local function that is written without its parameters gets them:
//
//     where inlines = concatMap inline              where inlines xs = concatMap inline xs
//           inline (Bold is) = inlines is       =>        inline (Bold is) = inlines is
//           inline (Text s) = s                           inline (Text s) = s
//
// So it may call itself, and have several types: `failWith = Left . Problem`. One that shows no
// parameter and is defined by itself is known to be a function, or an action, by its type alone:
//
//     where loop = do { n <- next; if n == 0 then return () else loop }
//
// It is found when the types are known (`TypeTable::mayBeFunction`), and the module is read again
// (text/parse.cpp). Then it is a function without parameters, made anew where it is used.
#include <algorithm>
#include <set>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

bool bindsNothing(const ast::Pattern& pattern) {
  return support::match(
      pattern.node, [](const ast::WildcardPattern&) { return true; },
      [](const ast::LiteralPattern&) { return true; },
      [](const ast::ConstructorPattern& node) {
        return std::ranges::all_of(node.arguments, bindsNothing);
      },
      [](const ast::TuplePattern& node) {
        return std::ranges::all_of(node.elements, bindsNothing);
      },
      [](const auto&) { return false; });
}

}  // namespace

// What a name means; whatever is wrong with it is told when it is resolved.
Resolver::Meaning Resolver::meaningOf(const std::string& name, Span span) {
  const std::size_t errors = reporter_.count();
  Meaning meaning = lookup(name, span);
  reporter_.drop(errors);
  return meaning;
}

// How many operands an expression still takes, where that can be seen: 0 if it cannot.
std::size_t Resolver::missingOperands(const ast::Expr& source) {
  const Spine spine = spineOf(source, {});
  const auto besides = [&](std::size_t arity) {
    return arity > spine.operands.size() ? arity - spine.operands.size() : 0;
  };
  if (const auto* lambda = std::get_if<ast::Lambda>(&spine.head->node)) {
    return besides(lambda->parameters.size());
  }
  if (std::holds_alternative<ast::RightSection>(spine.head->node)) return 1;
  std::string name = spine.section;
  if (name.empty()) {
    const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
    const auto* constructor = std::get_if<ast::ConstructorName>(&spine.head->node);
    if (variable == nullptr && constructor == nullptr) return 0;
    name = variable != nullptr ? variable->name : constructor->name;
  }
  if (isConstructorName(name)) {
    const std::size_t errors = reporter_.count();
    const ConId con = lookupConstructor(name, spine.head->span);
    reporter_.drop(errors);
    return con.valid() ? besides(module_.types.constructor(con).fields.size()) : 0;
  }
  const Meaning meaning = meaningOf(name, spine.head->span);
  if (const auto* function = std::get_if<FunctionId>(&meaning)) {
    return besides(module_.function(*function).arity);
  }
  const auto* prelude = std::get_if<const PreludeName*>(&meaning);
  if (prelude == nullptr) return 0;
  if (const auto* builtin = std::get_if<Builtin>(&(*prelude)->meaning)) {
    return besides(builtinArity(*builtin));
  }
  if (const auto* function = std::get_if<PreludeFunction>(&(*prelude)->meaning)) {
    return besides(module_.function(preludeFunction(function->function)).arity);
  }
  if (const auto* method = std::get_if<PreludeMethod>(&(*prelude)->meaning)) {
    const FunctionId id =
        preludeMethod(std::string(method->className), std::string((*prelude)->name));
    return besides(module_.function(id).arity);
  }
  const auto* special = std::get_if<SpecialName>(&(*prelude)->meaning);
  return special != nullptr && *special == SpecialName::ComposeOperator ? besides(3) : 0;
}

// Whether the expression is a value as it stands, so that to write it again repeats no work.
bool Resolver::isValue(const ast::Expr& source) {
  if (std::holds_alternative<ast::LiteralExpr>(source.node) ||
      std::holds_alternative<ast::Variable>(source.node) ||
      std::holds_alternative<ast::ConstructorName>(source.node) ||
      std::holds_alternative<ast::Lambda>(source.node)) {
    return true;
  }
  if (const auto* section = std::get_if<ast::RightSection>(&source.node)) {
    return isValue(*section->operand);
  }
  if (missingOperands(source) == 0) return false;
  const Spine spine = spineOf(source, {});
  return std::ranges::all_of(spine.operands, [&](const Operand& operand) {
    return operand.expr != nullptr && operand.arguments.empty() && isValue(*operand.expr);
  });
}

// Likewise if it is computed in a step or two.
bool Resolver::isCheap(const ast::Expr& source) {
  if (isValue(source)) return true;
  if (const auto* tuple = std::get_if<ast::Tuple>(&source.node)) {
    return std::ranges::all_of(tuple->elements,
                               [&](const ast::Expr& each) { return isCheap(each); });
  }
  const Spine spine = spineOf(source, {});
  const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
  if (variable == nullptr || !spine.section.empty()) return false;
  const Meaning meaning = meaningOf(variable->name, spine.head->span);
  const auto* prelude = std::get_if<const PreludeName*>(&meaning);
  const bool field = std::holds_alternative<LabelName>(meaning);
  const bool operation = prelude != nullptr && isSymbolic(splitQualified(variable->name).second) &&
                         std::holds_alternative<Builtin>((*prelude)->meaning);
  return (field || operation) && std::ranges::all_of(spine.operands, [&](const Operand& operand) {
           return operand.expr != nullptr && operand.arguments.empty() && isCheap(*operand.expr);
         });
}

// The alternatives between which the expression chooses, all of them values that may be functions;
// false if it does more than that.
bool Resolver::findAlternatives(const ast::Expr& source, std::vector<const ast::Expr*>& found) {
  if (const auto* branch = std::get_if<ast::If>(&source.node)) {
    return isCheap(*branch->condition) && findAlternatives(*branch->whenTrue, found) &&
           findAlternatives(*branch->whenFalse, found);
  }
  if (const auto* guarded = std::get_if<ast::MultiIf>(&source.node)) {
    return findAlternatives(guarded->alternatives, found);
  }
  if (const auto* match = std::get_if<ast::Case>(&source.node)) {
    return isCheap(*match->scrutinee) &&
           std::ranges::all_of(match->alternatives, [&](const ast::CaseAlternative& alternative) {
             // A variable of the pattern may have the name of a function.
             return alternative.rhs.where.empty() && bindsNothing(alternative.pattern) &&
                    findAlternatives(alternative.rhs.alternatives, found);
           });
  }
  // What does anything at all, or is a number or a text, is told at once: chains of conditions may
  // be long, and each part of one is asked again.
  found.push_back(&source);
  return isValue(source) && !std::holds_alternative<ast::LiteralExpr>(source.node);
}

bool Resolver::findAlternatives(const std::vector<ast::GuardedExpr>& source,
                                std::vector<const ast::Expr*>& found) {
  return std::ranges::all_of(source, [&](const ast::GuardedExpr& guarded) {
    return std::ranges::all_of(guarded.guards,
                               [&](const ast::Guard& guard) {
                                 const auto* test = std::get_if<ast::BooleanGuard>(&guard.node);
                                 return test != nullptr && isCheap(test->condition);
                               }) &&
           findAlternatives(guarded.body, found);
  });
}

std::vector<Resolver::Equations> Resolver::functionsAmong(
    const std::vector<const ast::Declaration*>& values) {
  std::vector<Equations> found;
  if (inPrelude_) return found;
  std::set<std::string> names;
  for (const ast::Declaration* value : values) {
    const auto* clause = std::get_if<ast::Clause>(&value->node);
    if (clause != nullptr)
      names.insert(clause->name);
    else
      names.merge(boundNames(std::get<ast::PatternBinding>(value->node).pattern));
  }
  for (const ast::Declaration* value : values) {
    const auto* clause = std::get_if<ast::Clause>(&value->node);
    const ast::Expr* body = clause == nullptr ? nullptr : soleExpression(clause->rhs);
    if (body == nullptr || !isValue(*body) || streamArity(*value)) continue;
    // A value of the group is not in scope yet, and would be taken for another.
    const auto* head = std::get_if<ast::Variable>(&spineOf(*body, {}).head->node);
    if (head != nullptr && names.contains(head->name)) continue;
    const std::size_t missing = missingOperands(*body);
    if (missing > 0) found.push_back({clause->name, {value}, missing});
  }
  return found;
}

// How many operands what is chosen takes at least; 0 if it is no choice between functions.
std::size_t Resolver::chosenArity(const std::vector<const ast::Expr*>& alternatives) {
  std::size_t arity = 0;
  std::vector<std::string> heads;
  for (const ast::Expr* alternative : alternatives) {
    arity = std::max(arity, missingOperands(*alternative));
    const Spine spine = spineOf(*alternative, {});
    const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
    heads.push_back(variable != nullptr ? variable->name : spine.section);
  }
  const bool same = std::ranges::all_of(
      heads, [&](const std::string& head) { return !head.empty() && head == heads.front(); });
  return same ? 0 : arity;
}

bool Resolver::isBranching(const ast::Expr& source) {
  return std::holds_alternative<ast::If>(source.node) ||
         std::holds_alternative<ast::MultiIf>(source.node) ||
         std::holds_alternative<ast::Case>(source.node);
}

std::optional<Term> Resolver::choice(const ast::Expr& source) {
  std::vector<const ast::Expr*> alternatives;
  if (inPrelude_ || !isBranching(source) || !findAlternatives(source, alternatives))
    return std::nullopt;
  const std::size_t arity = chosenArity(alternatives);
  if (arity == 0) return std::nullopt;
  return chosen(arity, source.span, [&] { return branching(source); });
}

// The same of a variable with guards and no parameters.
std::optional<resolved::Rhs> Resolver::choiceRhs(const ast::Rhs& source) {
  std::vector<const ast::Expr*> alternatives;
  const bool branches = source.alternatives.size() > 1 && source.where.empty();
  if (inPrelude_ || !branches || !findAlternatives(source.alternatives, alternatives)) {
    return std::nullopt;
  }
  const std::size_t arity = chosenArity(alternatives);
  if (arity == 0) return std::nullopt;
  const Span span = source.alternatives[0].span;
  resolved::GuardedTerm made;
  made.span = span;
  made.body = chosen(arity, span, [&] { return guardedTerm(source.alternatives, span); });
  resolved::Rhs result;
  result.alternatives.push_back(std::move(made));
  return result;
}

Term Resolver::chosen(std::size_t arity, Span span, const std::function<Term()>& write) {
  Term shell = open(span);
  const FunctionId function = lambda(arity, span, [&](const Operands& own, Term& inner) {
    applyRest(
        own, 0, span, [&](Term& head) { head = write(); }, inner);
  });
  callLambda(function, {}, shell);
  return close(std::move(shell));
}

}  // namespace deforest::text
