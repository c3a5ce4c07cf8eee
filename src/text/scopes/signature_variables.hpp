// What the type variables of a signature are, and what it says of its function.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "text/scopes/tree.hpp"

namespace deforest::text {

/// The type variables of a signature, made in the order in which they occur.
struct SignatureVariables {
  std::map<std::string, TypeRef> byName;
  std::vector<TypeRef> order;

  /// The variable of that name, which `make` makes where it is new.
  template <typename Make>
  TypeRef of(const std::string& name, const Make& make) {
    TypeRef& variable = byName[name];
    if (variable == nullptr) {
      variable = make();
      order.push_back(variable);
    }
    return variable;
  }
};

/// Gives a function the types of its parameters and of its result, which comes last. If there are
/// none, after an error, it is broken. Whether there are.
inline bool setTypes(resolved::Function& function, std::vector<TypeRef> types) {
  function.broken = function.broken || types.empty();
  if (types.empty()) return false;
  function.resultType = types.back();
  types.pop_back();
  function.parameterTypes = std::move(types);
  return true;
}

}  // namespace deforest::text
