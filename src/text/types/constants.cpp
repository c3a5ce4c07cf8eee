// Constants that need themselves.
#include <algorithm>

#include "text/scopes/components.hpp"
#include "text/scopes/scope.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

// A constant that needs itself has no value in a strict language; where evaluation is Haskell's, it
// may be cyclic data. One that is a function, or has functions inside, may need itself where those
// are applied; elaboration sees to it. So may a list that is made as it is read.
void Inference::checkConstants() {
  if (module_.lazy) return;
  std::vector<std::vector<std::size_t>> edges(module_.functions.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const resolved::FunctionId callee : module_.functions[i].callees) {
      edges[i].push_back(callee.value);
    }
  }
  for (const std::vector<std::size_t>& component : components(edges)) {
    const bool cyclic =
        component.size() > 1 ||
        std::ranges::find(edges[component[0]], component[0]) != edges[component[0]].end();
    if (!cyclic) continue;
    for (const std::size_t member : component) {
      resolved::Function& function = module_.functions[member];
      if (function.arity != 0 || function.isMain) continue;
      const TypeRef result = function.resultType;
      if (result != nullptr && (types_.hasFunctions(result) || types_.mayBeFunction(result))) {
        continue;  // An action of whatever monad may be one, too.
      }
      const bool isList = result != nullptr && types_.prune(result)->con == types_.listCon;
      if (isList && module_.endlessAsLists) continue;
      reporter_.error(function.span, quoted(function.name) + " is defined by itself",
                      hintAtCycle(module_));
      break;
    }
  }
}

// What an opaque declaration uses a constant at may decide its type.
void Inference::checkOpenConstants() {
  for (const resolved::FunctionId id : module_.topLevel) {
    const resolved::Function& function = module_.function(id);
    if (function.hasSignature || function.isMain || function.resultType == nullptr) continue;
    const auto isOpen = [&](auto&& self, TypeRef type) -> bool {
      type = types_.prune(type);
      if (!type->con.valid()) return !type->rigid;
      return std::ranges::any_of(type->arguments, [&](TypeRef part) { return self(self, part); });
    };
    if (function.arity != 0 || !isOpen(isOpen, function.resultType)) continue;
    reporter_.error(function.span, "nothing says which type " + quoted(function.name) + " has",
                    "give it a signature");
  }
}

}  // namespace deforest::text
