// When bindings are evaluated: on demand, never twice, and in no branch that does not need them.
#include <algorithm>
#include <set>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/machine.hpp"
#include "text/lowering/pattern_text.hpp"

namespace deforest::text {

using resolved::LetGroup;
using resolved::Local;
using resolved::ValueBinding;

namespace {

void normalise(LocalSet& set) {
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

LocalSet intersection(const LocalSet& a, const LocalSet& b) {
  LocalSet result;
  std::ranges::set_intersection(a, b, std::back_inserter(result));
  return result;
}

}  // namespace

void FunctionElaborator::enterGroup(const LetGroup& group, std::uint32_t end) {
  std::uint32_t bodyBegin = 0;
  for (const auto& binding : group.values) {
    for (const LocalId id : binding->locals) active_.insert(id.value);
    bodyBegin = std::max(bodyBegin, binding->end);
  }
  for (const resolved::FunctionId function : group.functions) {
    bodyBegin = std::max(bodyBegin, module_.function(function).end);
  }
  pendingCount_ += group.values.size();
  std::vector<const ValueBinding*> bangs;
  for (const auto& binding : group.values) {
    if (binding->bang) bangs.push_back(binding.get());
  }
  // What follows a binding: the bindings with a bang after it, and the body.
  const std::size_t mark = frame_->later.size();
  if (!bangs.empty()) frame_->later.emplace_back(bodyBegin, end);
  for (std::size_t i = bangs.size(); i-- > 1;) {
    frame_->later.emplace_back(bangs[i]->begin, bangs[i]->end);
  }
  for (std::size_t i = 0; i < bangs.size(); ++i) {
    const ValueBinding& binding = *bangs[i];
    if (binding.locals.empty()) {
      evaluate(binding);
    } else {
      force(binding.locals[0]);
    }
    if (frame_->later.size() > mark + 1) frame_->later.pop_back();
  }
  frame_->later.resize(mark);
}

// Bindings that what follows needs in any case are evaluated in the order in which they are
// written.
void FunctionElaborator::forceCertain(const LetGroup& group, const LocalSet& certain) {
  for (const auto& binding : group.values) {
    const bool needed = std::ranges::any_of(
        binding->locals, [&](LocalId id) { return std::ranges::binary_search(certain, id); });
    if (needed && isPending(binding->locals[0])) force(binding->locals[0]);
  }
}

Atoms FunctionElaborator::takeBanged(const LetGroup& group) {
  Atoms banged;
  for (const auto& binding : group.values) {
    const auto found = banged_.find(binding.get());
    if (found == banged_.end()) continue;
    banged.push_back(found->second);
    banged_.erase(found);
  }
  return banged;
}

Atoms FunctionElaborator::leaveGroup(const LetGroup& group, Atoms results, const Goal& goal) {
  const Atoms banged = takeBanged(group);
  for (auto atom = banged.rbegin(); atom != banged.rend(); ++atom) {
    results = forcing(*atom, std::move(results), goal);
  }
  for (const auto& binding : group.values) {
    for (const LocalId id : binding->locals) active_.erase(id.value);
  }
  pendingCount_ -= group.values.size();
  return results;
}

bool FunctionElaborator::isPending(LocalId id) const {
  return active_.contains(id.value) && !has(id.value);
}

// First what the binding certainly needs itself, without recursion: chains of bindings are long.
void FunctionElaborator::force(LocalId wanted) {
  if (has(wanted.value)) return;
  support::check(isPending(wanted), "a variable that is not in scope");
  std::vector<LocalId> stack;
  std::set<LocalId> expanded;
  const auto push = [&](LocalId id) {
    stack.push_back(id);
    frame_->later.emplace_back(local(id).binding->begin, local(id).binding->end);
  };
  const auto pop = [&] {
    stack.pop_back();
    frame_->later.pop_back();
  };
  push(wanted);
  while (!stack.empty()) {
    const LocalId top = stack.back();
    if (has(top.value)) {
      pop();
      continue;
    }
    if (expanded.insert(top).second) {
      const LocalSet& needed = certainOfBinding(*local(top).binding);
      const std::size_t before = stack.size();
      for (auto id = needed.rbegin(); id != needed.rend(); ++id) {
        if (isPending(*id) && !expanded.contains(*id)) push(*id);
      }
      if (stack.size() != before) continue;
    }
    pop();
    evaluate(*local(top).binding);
  }
}

void FunctionElaborator::forceAll(const LocalSet& locals) {
  for (const LocalId id : locals) {
    if (isPending(id)) force(id);
  }
}

void FunctionElaborator::evaluate(const ValueBinding& binding) {
  for (const LocalId id : binding.locals) frame_->forced.push_back(id.value);
  const resolved::Pattern& pattern = binding.pattern;
  Goal goal;
  Join join;
  goal.position = binding.span.begin;
  const auto* unboxed = std::get_if<resolved::UnboxedPattern>(&pattern.node);
  if (unboxed != nullptr) {
    goal.types = results(pattern.type, pattern.span);
    for (const resolved::Pattern& element : unboxed->elements) {
      const auto* variable = std::get_if<resolved::VariablePattern>(&element.node);
      goal.names.push_back(variable == nullptr ? "" : shownName(local(variable->local).name));
    }
  } else {
    if (isHigher(pattern.type, pattern.span)) {
      join = joinOf(&binding, ground(pattern.type, pattern.span));
      goal.join = &join;
    } else {
      goal.types = {ground(pattern.type, pattern.span)};
    }
    const auto* variable = std::get_if<resolved::VariablePattern>(&pattern.node);
    const auto* as = std::get_if<resolved::AsPattern>(&pattern.node);
    if (variable != nullptr) goal.names.push_back(shownName(local(variable->local).name));
    if (as != nullptr) goal.names.push_back(shownName(local(as->local).name));
  }
  std::optional<ir::VarId> self;
  if (binding.tied) {
    self = frame_->writer.function.fresh(goal.types[0], goal.names[0]);
    set(binding.locals[0].value, ir::Atom{*self});
  }
  const auto* named = std::get_if<resolved::VariablePattern>(&pattern.node);
  const std::string what =
      named == nullptr ? "guards" : "patterns in function " + shownName(local(named->local).name);
  const Atoms values =
      soleRhs(binding.rhs, binding.end, at(binding.span) + "Non-exhaustive " + what, goal);
  if (self) frame_->writer.tie(*self, values[0]);
  Values found;
  if (goal.join != nullptr) {
    close(join);
    found.push_back(valueOf(values, join.shape));
  } else {
    for (const ir::Atom& atom : values) found.push_back({{atom}, {}});
  }
  const Atoms matched = bindPatterns(binding.pattern, binding.locals, found, binding.span);
  // What the pattern takes apart is forced by what it finds.
  if (!binding.bang || unboxed != nullptr || goal.join != nullptr) return;
  banged_.insert_or_assign(&binding, matched.empty() ? values[0] : matched[0]);
  markForced(values[0], goal.position);
}

// Returns what only a match of the whole pattern gives, if there is such a thing.
Atoms FunctionElaborator::bindPatterns(const resolved::Pattern& pattern, const LocalSet& locals,
                                       const Values& values, Span span) {
  Goal goal;
  goal.position = span.begin;
  Match match;
  match.tree = treeOfOne(pattern, true);
  match.binds = true;
  match.goal = &goal;
  Shared failure;
  failure.write = [&] {
    const std::string what = patternText(builder_.module, pattern);
    return fail(at(span) + "Non-exhaustive patterns in " + what, goal);
  };
  match.failure = &failure;
  startMatch(match, values);
  if (!match.tree.branches) {
    match.leaf = [] { return Atoms(); };
    writeTree(match, *match.tree.root);
    return {};
  }
  // What has functions inside is no part of what branches: its leaves are there already. Where
  // functions are data, they come out of data.
  LocalSet plain;
  LocalSet higher;
  for (const LocalId id : locals) {
    const bool isKnown = isHigher(local(id).type, span) && !builder_.types.functionsAreData();
    (isKnown ? higher : plain).push_back(id);
  }
  for (const LocalId id : plain) {
    goal.types.push_back(ground(local(id).type, span));
    goal.names.push_back(shownName(local(id).name));
  }
  if (plain.empty()) goal.types.push_back(builder_.types.scalar(ir::TypeKind::Bool));
  Values outside;
  match.leaf = [&] {
    Atoms found;
    outside.clear();
    for (const LocalId id : higher) outside.push_back(valueOf(id.value));
    for (const LocalId id : plain) found.push_back(lookup(id.value));
    if (found.empty()) found.emplace_back(ir::Literal{ir::TypeKind::Bool, 1});
    return found;
  };
  const Atoms found = writeTree(match, *match.tree.root);
  for (std::size_t i = 0; i < plain.size(); ++i) set(plain[i].value, found[i]);
  for (std::size_t i = 0; i < higher.size(); ++i) set(higher[i].value, outside[i]);
  return found;
}

namespace {

void collectLocals(const resolved::Pattern& pattern, LocalSet& found) {
  support::match(
      pattern.node, [](const resolved::WildcardPattern&) {}, [](const resolved::LiteralPattern&) {},
      [&](const resolved::VariablePattern& variable) { found.push_back(variable.local); },
      [&](const resolved::AsPattern& as) {
        found.push_back(as.local);
        collectLocals(*as.pattern, found);
      },
      [&](const resolved::ConstructorPattern& constructor) {
        for (const auto& argument : constructor.arguments) collectLocals(argument, found);
      },
      [&](const resolved::ViewPattern& view) { collectLocals(*view.pattern, found); },
      [&](const resolved::UnboxedPattern& tuple) {
        for (const auto& element : tuple.elements) collectLocals(element, found);
      });
}

}  // namespace

// Matches an irrefutable pattern: what it binds waits until it is wanted.
void FunctionElaborator::bindPattern(const resolved::Pattern& pattern, const Value& value) {
  LocalSet locals;
  collectLocals(pattern, locals);
  if (!locals.empty()) bindPatterns(pattern, locals, {value}, pattern.span);
}

// --------------------------------------------------------------------------- before the branches

void FunctionElaborator::settle(std::uint32_t begin, std::uint32_t end, const LocalSet& certain) {
  if (pendingCount_ == 0) return;
  LocalSet again;
  for (const LocalId id : pendingIn(begin, end)) {
    const ValueBinding& binding = *local(id).binding;
    std::vector<LocalId> seen;
    if (builder_.callsBetween(binding.begin, binding.end) && usedLater(id, seen)) {
      again.push_back(id);
    }
  }
  frame_->later.emplace_back(begin, end);
  forceAll(certain);
  forceAll(again);
  frame_->later.pop_back();
}

// The pending bindings that code may evaluate, directly or through others of them.
LocalSet FunctionElaborator::pendingIn(std::uint32_t begin, std::uint32_t end) const {
  LocalSet found;
  std::unordered_set<std::uint32_t> known;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work = {{begin, end}};
  const auto note = [&](LocalId id) {
    if (!isPending(id) || !known.insert(id.value).second) return;
    found.push_back(id);
    work.emplace_back(local(id).binding->begin, local(id).binding->end);
  };
  while (!work.empty()) {
    const auto [from, to] = work.back();
    work.pop_back();
    for (std::uint32_t number = from; number < to; ++number) {
      if (module_.useAt[number].valid()) note(module_.useAt[number]);
      if (!module_.callAt[number]) continue;
      const auto callee = module_.localCallAt.find(number);
      if (callee == module_.localCallAt.end()) continue;
      for (const LocalId id : module_.function(callee->second).captures) note(id);
    }
  }
  normalise(found);
  return found;
}

bool FunctionElaborator::usedLater(LocalId id, std::vector<LocalId>& seen) const {
  if (std::ranges::find(seen, id) != seen.end()) return false;
  seen.push_back(id);
  for (const resolved::Use& use : local(id).uses) {
    for (const auto& [begin, end] : frame_->later) {
      if (use.number >= begin && use.number < end) return true;
    }
    if (use.inside == nullptr) continue;
    for (const LocalId other : use.inside->locals) {
      if (isPending(other) && usedLater(other, seen)) return true;
    }
  }
  return false;
}

// --------------------------------------------------------------- what is evaluated in any case

void FunctionElaborator::certainly(const Term& source, LocalSet& found) {
  const auto all = [&](const std::vector<Term>& terms) {
    for (const Term& part : terms) certainly(part, found);
  };
  support::match(
      source.node,
      [&](const resolved::LocalUse& use) {
        if (local(use.local).binding != nullptr) found.push_back(use.local);
      },
      [&](const resolved::FunctionCall& call) {
        for (const LocalId id : module_.function(call.callee).captures) {
          if (local(id).binding != nullptr) found.push_back(id);
        }
        all(call.arguments);
      },
      [&](const resolved::ApplyTerm& apply) {
        certainly(*apply.function, found);
        all(apply.arguments);
      },
      [&](const resolved::BuiltinCall& call) {
        const bool lazy =
            call.builtin->kind == Builtin::Kind::And || call.builtin->kind == Builtin::Kind::Or;
        if (lazy) {
          certainly(call.arguments[0], found);
        } else {
          all(call.arguments);
        }
      },
      [&](const resolved::ConstructTerm& construct) { all(construct.fields); },
      [&](const resolved::UnboxedTerm& tuple) { all(tuple.elements); },
      [&](const resolved::ListTerm& list) { all(list.elements); },
      [&](const resolved::SelectTerm& select) { certainly(*select.record, found); },
      [&](const resolved::UpdateTerm& update) {
        certainly(*update.record, found);
        for (const auto& [label, field] : update.fields) certainly(field, found);
      },
      [&](const resolved::TypedTerm& typed) { certainly(*typed.term, found); },
      [&](const resolved::LiteralTerm&) {}, [&](const resolved::FailTerm&) {},
      [&](const resolved::Hole&) {},
      [&](const auto&) {  // the branching terms
        const LocalSet& inner = certainOfBranching(source);
        found.insert(found.end(), inner.begin(), inner.end());
      });
}

const LocalSet& FunctionElaborator::certainOfBranching(const Term& source) {
  if (const auto known = certain_.find(&source); known != certain_.end()) return known->second;
  LocalSet found;
  if (const auto* node = std::get_if<resolved::IfTerm>(&source.node)) {
    LocalSet whenTrue;
    LocalSet whenFalse;
    certainly(*node->whenTrue, whenTrue);
    certainly(*node->whenFalse, whenFalse);
    normalise(whenTrue);
    normalise(whenFalse);
    found = intersection(whenTrue, whenFalse);
    certainly(*node->condition, found);
  } else if (const auto* match = std::get_if<resolved::MatchTerm>(&source.node)) {
    for (std::size_t i = 0; i < match->clauses.size(); ++i) {
      const bool last = i + 1 == match->clauses.size();
      const LocalSet clause = certainOfRhs(match->clauses[i].rhs, !last);
      found = i == 0 ? clause : intersection(found, clause);
    }
    certainly(*match->scrutinee, found);
  } else if (const auto* guarded = std::get_if<resolved::GuardedIf>(&source.node)) {
    found = certainOfRhs(guarded->rhs, false);
  } else {
    const auto& let = std::get<resolved::LetTerm>(source.node);
    found = certainOfLetBody(let);
    leaveScopeOf(*let.group, found);
  }
  normalise(found);
  return certain_.emplace(&source, std::move(found)).first->second;
}

const LocalSet& FunctionElaborator::certainOfBinding(const ValueBinding& binding) {
  if (const auto known = certain_.find(&binding); known != certain_.end()) return known->second;
  LocalSet found = certainOfRhs(binding.rhs, false);
  return certain_.emplace(&binding, std::move(found)).first->second;
}

// With the variables of the group itself.
LocalSet FunctionElaborator::certainOfLetBody(const resolved::LetTerm& let) {
  LocalSet found;
  certainly(*let.body, found);
  closeOver(*let.group, found);
  return found;
}

LocalSet FunctionElaborator::certainUnderWhere(const resolved::Rhs& source, bool mayGoOn) {
  LocalSet found = certainFrom(source, 0, 0, mayGoOn).value_or(LocalSet());
  if (source.where != nullptr) closeOver(*source.where, found);
  return found;
}

LocalSet FunctionElaborator::certainOfRhs(const resolved::Rhs& source, bool mayGoOn) {
  LocalSet found = certainUnderWhere(source, mayGoOn);
  if (source.where != nullptr) leaveScopeOf(*source.where, found);
  normalise(found);
  return found;
}

void FunctionElaborator::leaveScopeOf(const LetGroup& group, LocalSet& found) const {
  if (group.values.empty()) return;
  const std::uint32_t begin = group.values.front()->begin;
  const std::uint32_t end = group.values.back()->end;
  std::erase_if(found, [&](LocalId id) {
    const ValueBinding* binding = local(id).binding;
    return binding != nullptr && binding->begin >= begin && binding->begin < end;
  });
}

std::optional<LocalSet> FunctionElaborator::certainFrom(const resolved::Rhs& source,
                                                        std::size_t alternative, std::size_t guard,
                                                        bool mayGoOn) {
  // From the last alternative backwards: what is needed if all guards so far have failed.
  std::optional<LocalSet> rest;
  if (mayGoOn) rest = LocalSet();
  for (std::size_t i = source.alternatives.size(); i-- > alternative;) {
    const resolved::GuardedTerm& current = source.alternatives[i];
    LocalSet needed;
    certainly(current.body, needed);
    normalise(needed);
    const std::size_t first = i == alternative ? guard : 0;
    for (std::size_t g = current.guards.size(); g-- > first;) {
      if (const auto* group = std::get_if<resolved::Box<LetGroup>>(&current.guards[g].node)) {
        closeOver(**group, needed);
        leaveScopeOf(**group, needed);
      } else {
        if (rest) needed = intersection(needed, *rest);
        const auto* condition = std::get_if<Term>(&current.guards[g].node);
        certainly(condition != nullptr
                      ? *condition
                      : std::get<resolved::PatternGuard>(current.guards[g].node).term,
                  needed);
      }
      normalise(needed);
    }
    rest = std::move(needed);
  }
  return rest;
}

// Adds what the bindings of the group that are needed need themselves.
void FunctionElaborator::closeOver(const LetGroup& group, LocalSet& found) {
  if (group.values.empty()) return;
  const std::uint32_t begin = group.values.front()->begin;
  const std::uint32_t end = group.values.back()->end;
  std::set<const ValueBinding*> expanded;
  const auto expand = [&](const ValueBinding& binding) {
    if (!expanded.insert(&binding).second) return;
    const LocalSet& inner = certainOfBinding(binding);
    found.insert(found.end(), inner.begin(), inner.end());
  };
  for (const auto& binding : group.values) {
    if (binding->bang) expand(*binding);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const ValueBinding* binding = local(found[i]).binding;
    if (binding != nullptr && binding->begin >= begin && binding->begin < end) expand(*binding);
  }
  normalise(found);
}

}  // namespace deforest::text
