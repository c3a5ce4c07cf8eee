// Type variables that the types inside a function see, and types that are given to names.
//
//     f :: forall a. Bounded a => Proxy a -> a       read @Int s
//     f _ = minBound :: a
//
// A `forall` at the beginning of a signature scopes its variables over the function, and the head
// of an instance scopes its own where ScopedTypeVariables is on, or has a `forall` itself. A type
// in there that mentions one means that variable; any other variable is one of the type's own.
//
// What is given to a name are its first type variables, in the order of its `forall`, or in that in
// which its signature mentions them, the context first (Eisenberg, Weirich and Ahmed, Visible type
// application, ESOP 2016). Types are given to what has a signature and is no local function, to
// methods, to constructors and to what is built in.
#include <utility>

#include "text/parsing/type_parts.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

void mentionVariables(const std::vector<ast::TypeExpr>& types,
                      const TypeScope::Variables& meaning) {
  const auto mention = [&](auto&& self, const ast::TypeExpr& type) -> void {
    const auto* variable = std::get_if<ast::TypeVariable>(&type.node);
    if (variable != nullptr) (void)meaning(variable->name, type.span);
    forEachPart(type, [&](const ast::TypeExpr& part) { self(self, part); });
  };
  for (const ast::TypeExpr& type : types) mention(mention, type);
}

// The library's own text is read wherever it is first asked for.
TypeRef Resolver::scopedType(const std::string& name) const {
  if (inPrelude_) return nullptr;
  const auto found = scopedTypes_.inScope.find(name);
  return found == scopedTypes_.inScope.end() ? nullptr : found->second;
}

// Those that are around are returned.
std::map<std::string, TypeRef> Resolver::enterScopedTypes(FunctionId function) {
  std::map<std::string, TypeRef> around = scopedTypes_.inScope;
  const auto found = scopedTypes_.ofFunctions.find(function.value);
  if (found != scopedTypes_.ofFunctions.end()) {
    for (const auto& [name, type] : found->second) scopedTypes_.inScope[name] = type;
  }
  return around;
}

std::vector<TypeRef> Resolver::takeTypesGiven() {
  std::vector<TypeRef> given;
  const std::vector<ast::TypeExpr>* written = std::exchange(scopedTypes_.given, nullptr);
  if (written == nullptr) return given;
  for (const ast::TypeExpr& type : *written) {
    const auto* variable = std::get_if<ast::TypeVariable>(&type.node);
    const bool isLeftOut = variable != nullptr && variable->name == "_";
    given.push_back(isLeftOut ? nullptr : flexibleType(type));
  }
  return given;
}

// Applies what `apply` does, a name that is given these types.
void Resolver::withTypesGiven(const std::vector<ast::TypeExpr>& types, const std::string& name,
                              Span span, const std::function<void()>& apply) {
  const auto* const outer = std::exchange(scopedTypes_.given, types.empty() ? nullptr : &types);
  apply();
  if (scopedTypes_.given != nullptr) {
    reporter_.error(span, "types are given to " + quoted(name) + ", which takes none here",
                    "write a type annotation");
  }
  scopedTypes_.given = outer;
}

}  // namespace deforest::text
