// `forall` within types:
//
//     newtype Parser a = Parser { run :: forall r. String -> (a -> String -> r) -> r }
//     type Lens s a = forall f. Functor f => (a -> f a) -> s -> f s
//     view :: Lens s a -> s -> a
//
// There is a copy of a function for each of the types that it is used at, so a value may well have
// many types, as long as each place that it is handed through has one. The variable of a `forall`
// in a field is a further parameter of the type, which nobody writes: `Parser r a`. Elsewhere it is
// a variable that inference finds: `view` is given lenses for `f ~ Const a`. What is written is too
// little then to infer with, so a signature in which such a type stands only narrows what is
// inferred of the function. A value that is handed on at two types is a mismatch of types.
#include <algorithm>

#include "text/parsing/type_parts.hpp"
#include "text/scopes/types.hpp"

namespace deforest::text {

void TypeScope::findForalls(const ast::TypeExpr& type, std::vector<ForallVariable>& found) const {
  const auto add = [&](const ForallVariable& variable) {
    if (std::ranges::find(found, variable) == found.end()) found.push_back(variable);
  };
  if (const auto* node = std::get_if<ast::TypeName>(&type.node)) {
    const auto known = foralls_.find(splitQualified(node->name).second);
    if (known == foralls_.end()) return;
    for (const ForallVariable& each : std::vector<ForallVariable>(known->second)) add(each);
  } else if (const auto* forall = std::get_if<ast::TypeForall>(&type.node)) {
    for (const std::string& variable : forall->variables) add({forall, variable});
  }
  forEachPart(type, [&](const ast::TypeExpr& part) { findForalls(part, found); });
}

// Until nothing changes: types have each other as fields.
void TypeScope::findForalls(const ast::Module& module) {
  if (module.keepsOpaque) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ast::Declaration& declaration : module.declarations) {
      std::string name;
      std::vector<ForallVariable> found;
      if (const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node)) {
        name = data->name;
        for (const ast::ConstructorDeclaration& constructor : data->constructors) {
          for (const ast::ConstructorField& field : constructor.fields) {
            findForalls(field.type, found);
          }
        }
      } else if (const auto* synonym = std::get_if<ast::TypeSynonym>(&declaration.node)) {
        name = synonym->name;
        findForalls(synonym->type, found);
      }
      if (found.empty()) continue;
      std::vector<ForallVariable>& known = foralls_[name];
      changed = changed || known.size() != found.size();
      known = std::move(found);
    }
  }
}

bool TypeScope::hasForall(const ast::TypeExpr& type) const {
  if (builtinOnly_) return false;
  std::vector<ForallVariable> found;
  findForalls(type, found);
  return !found.empty();
}

TypeRef TypeScope::forallVariable(const ForallVariable& variable) {
  if (defining_.valid()) {
    const TypeCon& con = types_.con(defining_);
    const std::vector<ForallVariable>& own = foralls_.at(con.name);
    const auto place = std::ranges::find(own, variable);
    return con.parameters[static_cast<std::size_t>(place - own.begin())];
  }
  return forallVariable_ ? forallVariable_() : types_.fresh(TypeTable::deepest);
}

}  // namespace deforest::text
