// What the types of a class of several types decide (scopes/dependences.cpp):
//
//     get :: m s, where m decides s        of StateT Int Maybe, m is known, so s is Int
//     count :: MonadState Int m => m ()    within, m is the signature's, so s is Int
//     bump = modify (+ 1)                  m is not known: who calls bump is asked, at its own m
#include <algorithm>

#include "text/types/instances.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

using resolved::Function;
using resolved::FunctionId;

void Inference::noteGiven() {
  for (const Function& function : module_.functions) {
    if (!function.hasSignature) continue;
    for (const TypeRef variable : function.quantified) {
      classesGiven_.try_emplace(types_.prune(variable), variable->classes);
    }
    for (const Dependence& each : function.dependences) {
      given_.try_emplace({each.classes, types_.prune(each.type)}, each.others);
    }
  }
}

// What a function asks of its type variables, at the types of a call.
void Inference::depend(const Function& callee, const std::unordered_map<TypeRef, TypeRef>& map,
                       Span span) {
  if (callee.dependences.empty()) return;
  for (const Dependence& each : callee.dependences) {
    Dependence made{each.classes, types_.instantiate(each.type, map), {}};
    for (const TypeRef other : each.others) made.others.push_back(types_.instantiate(other, map));
    undecided_.push_back({std::move(made), span});
  }
  decide();
}

void Inference::decide() {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Undecided> further;
    std::vector<Undecided> left;
    std::map<std::pair<Classes, TypeRef>, std::vector<TypeRef>> first;
    for (Undecided& each : std::exchange(undecided_, {})) {
      if (decide(each, further)) {
        changed = true;
        continue;
      }
      // The same type decides the same.
      const auto [same, isNew] =
          first.try_emplace({each.of.classes, types_.prune(each.of.type)}, each.of.others);
      if (isNew) {
        left.push_back(std::move(each));
        continue;
      }
      changed = true;
      for (std::size_t i = 0; i < each.of.others.size(); ++i) {
        unify(same->second[i], each.of.others[i], each.span, {});
      }
    }
    undecided_.insert(undecided_.end(), left.begin(), left.end());
    undecided_.insert(undecided_.end(), further.begin(), further.end());
  }
}

// Whether it is known now, or never will be. What the context of an instance asks is `further`.
bool Inference::decide(Undecided& undecided, std::vector<Undecided>& further) {
  const TypeRef type = types_.prune(undecided.of.type);
  const auto equate = [&](const std::vector<TypeRef>& others) {
    for (std::size_t i = 0; i < others.size(); ++i) {
      unify(others[i], undecided.of.others[i], undecided.span, {});
    }
  };
  if (!type->con.valid()) {
    const auto given = given_.find({undecided.of.classes, type});
    if (given != given_.end()) equate(given->second);
    return given != given_.end();
  }
  if (type->con == types_.applyCon) return false;
  const TypeCon& con = types_.con(type->con);
  InstanceChoice choice{InstanceChoice::Kind::All, 0, {}};
  const auto narrow = con.narrow.find(undecided.of.classes);
  if (narrow != con.narrow.end()) choice = chooseInstance(types_, type, undecided.of.classes);
  if (choice.kind == InstanceChoice::Kind::Open) return false;
  const auto found = con.decided.find(undecided.of.classes);
  const bool isNarrow = choice.kind == InstanceChoice::Kind::Narrow;
  const bool ofAll = choice.kind == InstanceChoice::Kind::All && found != con.decided.end();
  if (!isNarrow && !ofAll) return true;  // no instance: that is told elsewhere
  const DecidedTypes& decided = isNarrow ? narrow->second[choice.place].decided : found->second;
  std::unordered_map<TypeRef, TypeRef> map(choice.variables.begin(), choice.variables.end());
  for (std::size_t i = 0; ofAll && i < decided.arguments.size(); ++i) {
    map.emplace(decided.arguments[i], type->arguments[i]);
  }
  const auto known = [&](TypeRef written) {
    written = types_.prune(written);
    if (!written->con.valid()) map.try_emplace(written, fresh());
    return types_.instantiate(written, map);
  };
  std::vector<TypeRef> others;
  for (const TypeRef other : decided.others) others.push_back(known(other));
  for (const Dependence& each : decided.contexts) {
    Dependence made{each.classes, known(each.type), {}};
    for (const TypeRef other : each.others) made.others.push_back(known(other));
    further.push_back({std::move(made), undecided.span});
  }
  equate(others);
  return true;
}

// Before the variables of a group are quantified: what they decide is asked at each call. What
// others decide is not for the group to say.
void Inference::keepUndecided(std::vector<TypeRef>& variables,
                              const std::vector<FunctionId>& group) {
  const auto isQuantified = [&](TypeRef type) {
    return std::ranges::find(variables, types_.prune(type)) != variables.end();
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Undecided& each : undecided_) {
      if (isQuantified(each.of.type)) continue;
      std::vector<TypeRef> decided;
      for (const TypeRef other : each.of.others) types_.freeVariables(other, level_, decided);
      for (const TypeRef variable : decided) {
        variable->level = level_;
        changed = std::erase(variables, variable) > 0 || changed;
      }
    }
  }
  std::erase_if(undecided_, [&](const Undecided& each) {
    const auto given = classesGiven_.find(types_.prune(each.of.type));
    if (given != classesGiven_.end() && (given->second & each.of.classes) == 0) {
      // Of a signature that does not say it, nobody will.
      reportMissing(given->first, each.of.classes, each.span);
      return true;
    }
    if (!isQuantified(each.of.type)) return false;
    // They are quantified with it, whether or not the type of the function mentions them.
    for (const TypeRef other : each.of.others) types_.freeVariables(other, level_, variables);
    for (const FunctionId id : group) {
      Function& function = module_.function(id);
      if (!function.hasSignature) function.dependences.push_back(each.of);
    }
    return true;
  });
}

}  // namespace deforest::text
