#include "text/types/self_defined.hpp"

#include <algorithm>

#include "support/match.hpp"

namespace deforest::text {
namespace {

using resolved::Term;

class Making {
 public:
  explicit Making(const resolved::Module& module) : module_(module) {}

  /// Whether it takes no work to speak of to make the value again.
  bool isCheap(const resolved::Rhs& rhs) {
    return (rhs.where == nullptr || isCheap(*rhs.where)) &&
           std::ranges::all_of(rhs.alternatives, [&](const resolved::GuardedTerm& alternative) {
             return std::ranges::all_of(alternative.guards,
                                        [&](const auto& guard) { return isCheap(guard); }) &&
                    isCheap(alternative.body);
           });
  }

 private:
  bool isCheap(const resolved::Guard& guard) {
    return support::match(
        guard.node, [&](const Term& term) { return isCheap(term); },
        [&](const resolved::PatternGuard& pattern) { return isCheap(pattern.term); },
        [&](const resolved::Box<resolved::LetGroup>& group) { return isCheap(*group); });
  }

  bool isCheap(const resolved::LetGroup& group) {
    return std::ranges::all_of(group.values,
                               [&](const auto& value) { return isCheap(value->rhs); });
  }

  bool areCheap(const std::vector<Term>& terms) {
    return std::ranges::all_of(terms, [&](const Term& term) { return isCheap(term); });
  }

  bool isFunction(const Term& term) {
    return term.type != nullptr && module_.types.mayBeFunction(term.type);
  }

  // Functions are put together; data are computed.
  bool isCheap(const Term& term) {
    return support::match(
        term.node, [](const resolved::LocalUse&) { return true; },
        [&](const resolved::FunctionCall& call) {
          const resolved::Function& callee = module_.function(call.callee);
          if (callee.library == &tyingLibrary()) return isTied(call);
          return (call.arguments.empty() || callee.isLambda || isFunction(term)) &&
                 areCheap(call.arguments);
        },
        [&](const resolved::ApplyTerm& apply) {
          return isFunction(term) && isCheap(*apply.function) && areCheap(apply.arguments);
        },
        [&](const resolved::BuiltinCall& call) {
          const TypeRef type = term.type == nullptr ? nullptr : module_.types.prune(term.type);
          return type != nullptr && type->con.valid() &&
                 module_.types.con(type->con).shape == TypeShape::Scalar &&
                 areCheap(call.arguments);
        },
        [&](const resolved::ConstructTerm& construct) { return areCheap(construct.fields); },
        [](const resolved::LiteralTerm&) { return true; },
        [&](const resolved::IfTerm& node) {
          return isCheap(*node.condition) && isCheap(*node.whenTrue) && isCheap(*node.whenFalse);
        },
        [&](const resolved::MatchTerm& node) {
          return isCheap(*node.scrutinee) &&
                 std::ranges::all_of(node.clauses,
                                     [&](const auto& clause) { return isCheap(clause.rhs); });
        },
        [&](const resolved::GuardedIf& node) { return isCheap(node.rhs); },
        [&](const resolved::LetTerm& node) { return isCheap(*node.group) && isCheap(*node.body); },
        [](const resolved::UnboxedTerm&) { return false; },
        [&](const resolved::ListTerm& list) { return areCheap(list.elements); },
        [&](const resolved::SelectTerm& select) { return isCheap(*select.record); },
        [](const resolved::UpdateTerm&) { return false; },
        [&](const resolved::TypedTerm& typed) { return isCheap(*typed.term); },
        [](const resolved::FailTerm&) { return true; }, [](const resolved::Hole&) { return true; });
  }

  // `fix (\x -> e)`, of scopes/ties.cpp: e.
  bool isTied(const resolved::FunctionCall& call) {
    const auto* made = call.arguments.empty()
                           ? nullptr
                           : std::get_if<resolved::FunctionCall>(&call.arguments[0].node);
    if (made == nullptr) return false;
    const resolved::Function& function = module_.function(made->callee);
    return function.clauses.size() == 1 && isCheap(function.clauses[0].rhs);
  }

  const resolved::Module& module_;
};

}  // namespace

std::set<Position> findSelfDefined(const resolved::Module& module) {
  std::set<Position> found;
  Making making(module);
  for (const auto& [id, position] : module.cyclicValues) {
    const resolved::Local& local = module.local(id);
    if (local.type == nullptr || local.binding == nullptr) continue;
    if (module.selfDefined.contains(position) || !module.types.mayBeFunction(local.type)) continue;
    if (making.isCheap(local.binding->rhs)) found.insert(position);
  }
  return found;
}

}  // namespace deforest::text
