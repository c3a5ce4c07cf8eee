// Guards, conditions, and the order in which they are tried.
#include <algorithm>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {

using resolved::GuardedTerm;
using resolved::LetGroup;

namespace {

bool isTrue(const resolved::Term& term, const TypeTable& types) {
  const auto* construct = std::get_if<resolved::ConstructTerm>(&term.node);
  return construct != nullptr && construct->con == types.trueCon;
}

// In how many places a tree says that nothing matches.
std::size_t failures(const Tree& tree) {
  return support::match(
      tree.node, [](const TreeFail&) { return std::size_t{1}; },
      [](const TreeLeaf&) { return std::size_t{0}; },
      [](const TreeSwitch& node) {
        std::size_t count = 0;
        for (const TreeArm& arm : node.arms) count += failures(*arm.body);
        return count;
      },
      [](const TreeTest& node) { return failures(*node.equal) + failures(*node.different); },
      [](const TreeView& node) { return failures(*node.body); },
      [](const TreeForce& node) { return failures(*node.body); });
}

// `a && b` or `a || b`; null if the term is neither.
const resolved::BuiltinCall* junctionOf(const resolved::Term& term) {
  const auto* call = std::get_if<resolved::BuiltinCall>(&term.node);
  if (call == nullptr) return nullptr;
  const bool junction =
      call->builtin->kind == Builtin::Kind::And || call->builtin->kind == Builtin::Kind::Or;
  return junction ? call : nullptr;
}

}  // namespace

Atoms FunctionElaborator::rhs(const RhsContext& context) {
  const LetGroup* where = context.rhs->where.get();
  if (where != nullptr) {
    enterGroup(*where, context.end);
    before(where->values.empty() ? context.end : where->values.back()->end, context.end, [&] {
      forceCertain(*where, certainUnderWhere(*context.rhs, context.mayGoOn));
      return 0;
    });
  }
  Atoms values = alternatives(context, 0);
  return where == nullptr ? values : leaveGroup(*where, std::move(values), *context.goal);
}

Atoms FunctionElaborator::soleRhs(const resolved::Rhs& source, std::uint32_t end,
                                  const std::string& failure, const Goal& goal) {
  Shared otherwise;
  otherwise.write = [&] { return fail(failure, goal); };
  RhsContext context;
  context.rhs = &source;
  context.end = end;
  context.otherwise = &otherwise;
  context.goal = &goal;
  return rhs(context);
}

Atoms FunctionElaborator::alternatives(const RhsContext& context, std::size_t index) {
  const std::vector<GuardedTerm>& all = context.rhs->alternatives;
  if (index == all.size()) return use(*context.otherwise, *context.goal);
  const GuardedTerm& current = all[index];
  if (current.guards.empty()) return body(context, index);
  Shared refused;
  refused.write = [this, &context, index] { return alternatives(context, index + 1); };
  refused.size = context.otherwise->size;
  if (index + 1 < all.size()) refused.size += all.back().body.end - current.body.end;
  refused.uses = refusals(context, index, refused.size);
  return guards(context, index, 0, refused);
}

// How often the guards of an alternative go on with the next one.
std::size_t FunctionElaborator::refusals(const RhsContext& context, std::size_t index,
                                         std::size_t size) {
  const GuardedTerm& current = context.rhs->alternatives[index];
  std::size_t count = 0;
  for (const resolved::Guard& guard : current.guards) {
    if (const auto* condition = std::get_if<Term>(&guard.node)) {
      if (isTrue(*condition, module_.types)) continue;
      count += exits(*condition, false, current.body.end - guard.end, size);
    } else if (const auto* pattern = std::get_if<resolved::PatternGuard>(&guard.node)) {
      count += failures(*treeOfOne(pattern->pattern).root);
    }
  }
  return count;
}

Atoms FunctionElaborator::guards(const RhsContext& context, std::size_t index, std::size_t guard,
                                 Shared& refused) {
  const GuardedTerm& current = context.rhs->alternatives[index];
  if (guard == current.guards.size()) return body(context, index);
  const resolved::Guard& next = current.guards[guard];
  const Write accept = [this, &context, index, guard, &refused] {
    return guards(context, index, guard + 1, refused);
  };
  if (const auto* group = std::get_if<resolved::Box<LetGroup>>(&next.node)) {
    enterGroup(**group, context.end);
    return leaveGroup(**group, accept(), *context.goal);
  }
  LocalSet certain;
  if (pendingCount_ != 0) {
    certain = certainFrom(*context.rhs, index, guard + 1, context.mayGoOn).value_or(LocalSet());
    const auto rest = certainFrom(*context.rhs, index + 1, 0, context.mayGoOn);
    if (rest) {
      LocalSet both;
      std::ranges::set_intersection(certain, *rest, std::back_inserter(both));
      certain = std::move(both);
    }
  }
  if (const auto* pattern = std::get_if<resolved::PatternGuard>(&next.node)) {
    const bool takesApart = std::holds_alternative<resolved::UnboxedPattern>(pattern->pattern.node);
    if (builder_.types.isUnboxed(pattern->term.type) && !takesApart) {
      refuseUnboxed(pattern->term.span);
    }
    const Values values = before(next.end, context.end, [&] { return scrutinees(pattern->term); });
    settle(next.end, context.end, certain);
    return patternGuard(*pattern, values, accept, refused, *context.goal);
  }
  const Term& condition = std::get<Term>(next.node);
  if (isTrue(condition, module_.types)) return accept();
  Shared accepted;
  accepted.write = accept;
  accepted.size = current.body.end - next.end;
  accepted.uses = exits(condition, true, accepted.size, refused.size);
  return test(condition, context.end, certain, accepted, refused, *context.goal);
}

Atoms FunctionElaborator::body(const RhsContext& context, std::size_t index) {
  const GuardedTerm& alternative = context.rhs->alternatives[index];
  if (context.bodies == nullptr) return term(alternative.body, *context.goal);
  Bodies& bodies = *context.bodies;
  auto& all = bodies.written[bodies.opens ? opened_ : std::vector<ir::TypeId>()];
  if (all.empty()) all.resize(context.rhs->alternatives.size());
  if (all[index] == nullptr) {
    all[index] = std::make_unique<Shared>();
    all[index]->write = [this, &alternative, goal = context.goal] {
      return term(alternative.body, *goal);
    };
    all[index]->size = alternative.body.end - alternative.body.begin;
    all[index]->uses = bodies.uses + (opened_.empty() || bodies.opens ? 0 : 1);
  }
  return use(*all[index], *context.goal);
}

// ----------------------------------------------------------------------------------- conditions

// Whether the parts of a junction are tested one after the other. If not, its value is: simpler
// code, unless the right part must not be evaluated early, or what would be duplicated is small.
bool FunctionElaborator::splits(const Term& condition, std::size_t sizeTrue,
                                std::size_t sizeFalse) {
  const resolved::BuiltinCall* junction = junctionOf(condition);
  if (junction == nullptr || isTotalNow(junction->arguments[1])) return false;
  const bool isAnd = junction->builtin->kind == Builtin::Kind::And;
  if ((isAnd ? sizeFalse : sizeTrue) <= smallCode) return true;
  const Term& right = junction->arguments[1];
  return pendingCount_ != 0 && !pendingIn(right.begin, right.end).empty();
}

// How often a condition goes on with the code for `answer`.
std::size_t FunctionElaborator::exits(const Term& condition, bool answer, std::size_t sizeTrue,
                                      std::size_t sizeFalse) {
  if (!splits(condition, sizeTrue, sizeFalse)) return 1;
  const resolved::BuiltinCall& junction = *junctionOf(condition);
  const bool isAnd = junction.builtin->kind == Builtin::Kind::And;
  const std::size_t left = exits(junction.arguments[0], answer, sizeTrue, sizeFalse);
  const std::size_t right = exits(junction.arguments[1], answer, sizeTrue, sizeFalse);
  return isAnd == answer ? right : left + right;
}

Atoms FunctionElaborator::test(const Term& condition, std::uint32_t end, const LocalSet& certain,
                               Shared& whenTrue, Shared& whenFalse, const Goal& goal) {
  if (const resolved::BuiltinCall* junction = junctionOf(condition)) {
    const Term& left = junction->arguments[0];
    const Term& right = junction->arguments[1];
    if (pendingCount_ != 0) {
      LocalSet needed;
      certainly(left, needed);
      before(condition.begin, end, [&] {
        forceAll(needed);
        return 0;
      });
    }
    if (splits(condition, whenTrue.size, whenFalse.size)) {
      const bool isAnd = junction->builtin->kind == Builtin::Kind::And;
      Shared middle;
      middle.write = [&] { return test(right, end, certain, whenTrue, whenFalse, goal); };
      middle.size = (right.end - right.begin) + whenTrue.size + whenFalse.size;
      middle.uses = exits(left, isAnd, isAnd ? middle.size : whenTrue.size,
                          isAnd ? whenFalse.size : middle.size);
      return isAnd ? test(left, end, certain, middle, whenFalse, goal)
                   : test(left, end, certain, whenTrue, middle, goal);
    }
  }
  const ir::Atom answer = before(condition.end, end, [&] { return value(condition); });
  settle(condition.end, end, certain);
  return conditional(
      answer, [&] { return use(whenTrue, goal); }, [&] { return use(whenFalse, goal); }, goal);
}

Atoms FunctionElaborator::ifTerm(const Term& source, const resolved::IfTerm& node,
                                 const Goal& goal) {
  LocalSet certain;
  if (pendingCount_ != 0) {
    LocalSet first;
    LocalSet second;
    certainly(*node.whenTrue, first);
    certainly(*node.whenFalse, second);
    std::ranges::sort(first);
    std::ranges::sort(second);
    std::ranges::set_intersection(first, second, std::back_inserter(certain));
  }
  Shared whenTrue;
  whenTrue.write = [&] { return term(*node.whenTrue, goal); };
  whenTrue.size = node.whenTrue->end - node.whenTrue->begin;
  Shared whenFalse;
  whenFalse.write = [&] { return term(*node.whenFalse, goal); };
  whenFalse.size = node.whenFalse->end - node.whenFalse->begin;
  whenTrue.uses = exits(*node.condition, true, whenTrue.size, whenFalse.size);
  whenFalse.uses = exits(*node.condition, false, whenTrue.size, whenFalse.size);
  return test(*node.condition, source.end, certain, whenTrue, whenFalse, goal);
}

}  // namespace deforest::text
