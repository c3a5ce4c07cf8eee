#include "text/scopes/kinds.hpp"

#include <algorithm>
#include <variant>

#include "text/parsing/type_parts.hpp"

namespace deforest::text {
namespace {

// The parts of a type, but for what is applied.
template <class Visit>
void forEachOperand(const ast::TypeExpr& type, Visit&& visit) {
  const auto* apply = std::get_if<ast::TypeApply>(&type.node);
  forEachPart(type, [&](const ast::TypeExpr& part) {
    if (apply == nullptr || &part != apply->head.get()) visit(part);
  });
}

bool isVariable(const ast::TypeExpr& type, std::string_view name) {
  const auto* variable = std::get_if<ast::TypeVariable>(&type.node);
  return variable != nullptr && variable->name == name;
}

}  // namespace

std::size_t applicationsOf(std::string_view variable, const ast::TypeExpr& type) {
  std::size_t most = 0;
  const auto* apply = std::get_if<ast::TypeApply>(&type.node);
  if (apply != nullptr && isVariable(*apply->head, variable)) most = apply->arguments.size();
  forEachOperand(type, [&](const ast::TypeExpr& part) {
    most = std::max(most, applicationsOf(variable, part));
  });
  return most;
}

void Kinds::declare(const ast::Module& module) {
  for (const ast::Declaration& declaration : module.declarations) {
    if (const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node)) {
      Declared made{data->parameters, {}};
      for (const ast::ConstructorDeclaration& constructor : data->constructors) {
        for (const ast::ConstructorField& field : constructor.fields) {
          made.parts.push_back(&field.type);
        }
      }
      declared_.emplace(data->name, std::move(made));
    } else if (const auto* synonym = std::get_if<ast::TypeSynonym>(&declaration.node)) {
      declared_.emplace(synonym->name, Declared{synonym->parameters, {&synonym->type}, true});
    }
  }
  for (auto& [name, declared] : declared_) declared.arities.resize(declared.parameters.size());
  constexpr std::size_t mostArguments = 8;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, declared] : declared_) {
      for (std::size_t i = 0; i < declared.parameters.size(); ++i) {
        std::size_t found = declared.arities[i];
        for (const ast::TypeExpr* part : declared.parts) {
          found = std::max(found, within(declared.parameters[i], *part));
        }
        found = std::min(found, mostArguments);
        changed = changed || found != declared.arities[i];
        declared.arities[i] = found;
      }
    }
  }
}

// What stands as an argument of a type is applied as that type's parameter is.
std::size_t Kinds::within(std::string_view variable, const ast::TypeExpr& type) const {
  std::size_t most = 0;
  if (const auto* apply = std::get_if<ast::TypeApply>(&type.node)) {
    if (isVariable(*apply->head, variable)) most = apply->arguments.size();
    const auto* head = std::get_if<ast::TypeName>(&apply->head->node);
    for (std::size_t i = 0; head != nullptr && i < apply->arguments.size(); ++i) {
      const std::size_t missing = of(head->name, i);
      const ast::TypeExpr& argument = apply->arguments[i];
      const auto* partial = std::get_if<ast::TypeApply>(&argument.node);
      if (missing > 0 && isVariable(argument, variable)) most = std::max(most, missing);
      if (missing > 0 && partial != nullptr && isVariable(*partial->head, variable)) {
        most = std::max(most, partial->arguments.size() + missing);
      }
    }
  }
  forEachOperand(type,
                 [&](const ast::TypeExpr& part) { most = std::max(most, within(variable, part)); });
  return most;
}

std::size_t Kinds::of(const std::string& type, std::size_t index) const {
  constexpr int mostSynonyms = 50;  // one may stand for itself, which is an error elsewhere
  auto found = declared_.find(type);
  for (int i = 0; i < mostSynonyms && found != declared_.end(); ++i) {
    const Declared& declared = found->second;
    if (index < declared.arities.size()) return declared.arities[index];
    if (!declared.isSynonym) return 0;
    // A synonym for a type constructor is given further arguments.
    const ast::TypeExpr& meaning = *declared.parts[0];
    const auto* apply = std::get_if<ast::TypeApply>(&meaning.node);
    const auto* name =
        std::get_if<ast::TypeName>(apply == nullptr ? &meaning.node : &apply->head->node);
    if (name == nullptr) return 0;
    index -= declared.parameters.size();
    index += apply == nullptr ? 0 : apply->arguments.size();
    found = declared_.find(name->name);
  }
  return 0;
}

}  // namespace deforest::text
