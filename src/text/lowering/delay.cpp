#include "text/lowering/delay.hpp"

#include <algorithm>

#include "support/match.hpp"

namespace deforest::text {

using resolved::FunctionId;
using resolved::LocalId;

bool Delay::isCheap(const Instance& instance) {
  const resolved::Function& function = builder_.module.function(instance.function);
  if (function.isShowS) return true;
  if (function.foreign) return false;
  if (!open_.insert(instance.function).second) return true;
  Body body;
  body.instance = &instance;
  body.substitution = builder_.substitutionOf(instance);
  const std::size_t captured = function.captures.size();
  for (std::size_t i = 0; i < captured && i < instance.parts.size(); ++i) {
    body.known.emplace(function.captures[i].value, instance.parts[i]);
  }
  const std::size_t arguments = builder_.argumentCount(instance);
  const std::size_t more = arguments > function.arity ? arguments - function.arity : 0;
  bool cheap = true;
  for (const resolved::Clause& clause : function.clauses) {
    for (std::size_t i = 0; i < clause.patterns.size(); ++i) {
      const auto* variable = std::get_if<resolved::VariablePattern>(&clause.patterns[i].node);
      const std::size_t part = captured + i;
      if (variable != nullptr && part < instance.parts.size()) {
        body.known.insert_or_assign(variable->local.value, instance.parts[part]);
      }
    }
    cheap = cheap && isCheap(clause.rhs, more, body);
  }
  open_.erase(instance.function);
  return cheap;
}

bool Delay::chooses(const resolved::Function& function) {
  const auto within = [](auto&& self, const Term& term) -> bool {
    if (const auto* let = std::get_if<resolved::LetTerm>(&term.node)) return self(self, *let->body);
    if (const auto* typed = std::get_if<resolved::TypedTerm>(&term.node)) {
      return self(self, *typed->term);
    }
    return std::holds_alternative<resolved::IfTerm>(term.node) ||
           std::holds_alternative<resolved::MatchTerm>(term.node) ||
           std::holds_alternative<resolved::GuardedIf>(term.node);
  };
  return function.clauses.size() > 1 ||
         std::ranges::any_of(function.clauses, [&](const resolved::Clause& clause) {
           return clause.rhs.alternatives.size() > 1 ||
                  std::ranges::any_of(clause.rhs.alternatives,
                                      [&](const resolved::GuardedTerm& alternative) {
                                        return within(within, alternative.body);
                                      });
         });
}

bool Delay::isCheap(const resolved::Rhs& rhs, std::size_t more, const Body& body) {
  if (rhs.where != nullptr && !isCheap(*rhs.where, body)) return false;
  return std::ranges::all_of(rhs.alternatives, [&](const resolved::GuardedTerm& alternative) {
    return std::ranges::all_of(alternative.guards,
                               [&](const resolved::Guard& guard) {
                                 return support::match(
                                     guard.node,
                                     [&](const Term& term) { return isCheap(term, 0, body); },
                                     [&](const resolved::PatternGuard& pattern) {
                                       return isCheap(pattern.term, 0, body);
                                     },
                                     [&](const resolved::Box<resolved::LetGroup>& group) {
                                       return isCheap(*group, body);
                                     });
                               }) &&
           isCheap(alternative.body, more, body);
  });
}

bool Delay::isCheap(const resolved::LetGroup& group, const Body& body) {
  return std::ranges::all_of(group.values,
                             [&](const auto& value) { return isCheap(value->rhs, 0, body); });
}

bool Delay::areCheap(const std::vector<Term>& terms, const Body& body) {
  return std::ranges::all_of(terms, [&](const Term& term) { return isCheap(term, 0, body); });
}

bool Delay::isCheap(const Term& source, std::size_t more, const Body& body) {
  if (fuel_ == 0) return false;
  --fuel_;
  return support::match(
      source.node,
      [&](const resolved::LocalUse& use) { return more == 0 || isCheapUse(use.local, more, body); },
      [&](const resolved::FunctionCall& call) { return isCheapCall(call, source, more, body); },
      [&](const resolved::ApplyTerm& apply) {
        return areCheap(apply.arguments, body) &&
               isCheap(*apply.function, more + apply.arguments.size(), body);
      },
      [&](const resolved::BuiltinCall& call) {
        const auto kind = call.builtin->kind;
        const bool scalar = std::ranges::all_of(call.arguments, [&](const Term& argument) {
          const ir::TypeId type = builder_.types.ground(argument.type, body.substitution);
          return builder_.program.type(type).kind != ir::TypeKind::Data;
        });
        const bool selects = kind == Builtin::Kind::Fst || kind == Builtin::Kind::Snd;
        return (scalar || selects) && more == 0 && kind != Builtin::Kind::Show &&
               kind != Builtin::Kind::EnumFrom && kind != Builtin::Kind::EnumFromThen &&
               areCheap(call.arguments, body);
      },
      [&](const resolved::ConstructTerm& construct) {
        if (more > 0) return isCheap(construct.fields[0], more, body);  // a newtype
        return areCheap(construct.fields, body);
      },
      [&](const resolved::LiteralTerm& literal) {
        return !std::holds_alternative<resolved::StringLiteral>(literal.literal);
      },
      [&](const resolved::IfTerm& node) {
        return isCheap(*node.condition, 0, body) && isCheap(*node.whenTrue, more, body) &&
               isCheap(*node.whenFalse, more, body);
      },
      [&](const resolved::MatchTerm& node) {
        return isCheap(*node.scrutinee, 0, body) &&
               std::ranges::all_of(node.clauses, [&](const resolved::Clause& clause) {
                 return isCheap(clause.rhs, more, body);
               });
      },
      [&](const resolved::GuardedIf& node) { return isCheap(node.rhs, more, body); },
      [&](const resolved::LetTerm& node) {
        return isCheap(*node.group, body) && isCheap(*node.body, more, body);
      },
      [&](const resolved::UnboxedTerm&) { return false; },
      [&](const resolved::ListTerm& list) { return areCheap(list.elements, body); },
      [&](const resolved::SelectTerm& select) {
        const ir::TypeId record = builder_.types.ground(select.record->type, body.substitution);
        if (builder_.types.isFunctionNewtype(record)) return isCheap(*select.record, more, body);
        return more == 0 && isCheap(*select.record, 0, body);
      },
      [&](const resolved::UpdateTerm&) { return false; },
      [&](const resolved::TypedTerm& typed) { return isCheap(*typed.term, more, body); },
      [&](const resolved::FailTerm&) { return true; },
      [&](const resolved::Hole&) { return false; });
}

// A variable that is applied: as its function is.
bool Delay::isCheapUse(LocalId local, std::size_t more, const Body& body) {
  const auto found = body.known.find(local.value);
  if (found == body.known.end() || !found->second.valid()) return false;
  const Shape& shape = builder_.shapes.at(found->second);
  if (shape.kind != Shape::Kind::Function) return false;
  const resolved::Function& function = builder_.module.function(shape.function);
  if (shape.parts.size() - function.captures.size() + more < function.arity) return true;
  Instance applied{shape.function, shape.instance, shape.parts};
  applied.parts.resize(applied.parts.size() + more);
  return isCheap(applied);
}

bool Delay::isCheapCall(const resolved::FunctionCall& call, const Term& source, std::size_t more,
                        const Body& body) {
  if (!areCheap(call.arguments, body)) return false;
  std::optional<Instance> applied = calledBy(call, body);
  if (!applied) return false;
  const resolved::Function& callee = builder_.module.function(applied->function);
  const std::size_t given = call.arguments.size() + more;
  if (given < callee.arity) return true;
  if (callee.arity == 0 && more == 0) return true;
  // What results in no function does its work here.
  ir::TypeId type = builder_.types.ground(source.type, body.substitution);
  for (std::size_t i = 0; i < more; ++i) {
    const auto function = builder_.types.functionOf(type);
    if (!function) return false;
    type = function->second;
  }
  if (!builder_.types.isFunction(type)) return false;
  for (const LocalId captured : callee.captures) {
    const auto known = body.known.find(captured.value);
    applied->parts.push_back(known == body.known.end() ? ShapeId{} : known->second);
  }
  for (const Term& argument : call.arguments) applied->parts.push_back(knownOf(argument, body));
  applied->parts.resize(applied->parts.size() + more);
  return isCheap(*applied);
}

// The function that is called, and its types; of a method, that of the instance.
std::optional<Instance> Delay::calledBy(const resolved::FunctionCall& call, const Body& body) {
  const resolved::Function& callee = builder_.module.function(call.callee);
  Instance called{call.callee, {}, {}};
  for (const TypeRef variable : builder_.typeVariablesAround(call.callee)) {
    const auto known = body.substitution.find(variable);
    if (known == body.substitution.end()) return std::nullopt;
    called.types.push_back(known->second);
  }
  for (const TypeRef argument : call.instance) {
    called.types.push_back(builder_.types.ground(argument, body.substitution));
  }
  if (callee.methodOf == noClasses) return called;
  return builder_.method(call.callee, std::move(called.types));
}

ShapeId Delay::knownOf(const Term& source, const Body& body) const {
  const auto* use = std::get_if<resolved::LocalUse>(&source.node);
  if (use == nullptr) return {};
  const auto found = body.known.find(use->local.value);
  return found == body.known.end() ? ShapeId{} : found->second;
}

}  // namespace deforest::text
