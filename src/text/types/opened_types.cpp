// What patterns say of types.
//
//     eval :: Expr a -> a                      total (Shape s) = area s
//     eval (One n) = n
//
// In the first clause a is Int, and nowhere else: that is known of the rigid variable while the
// clause is looked at (TypeTable::refine). In the other, s is some type of which nothing is known:
// a rigid variable that this pattern has opened. A function within the clause has it as a type
// variable besides its own.
//
// What classes such a type is of is not asked: it was where the value was made, of the types that
// it stands for, and is again where a method is called for them.
#include <algorithm>

#include "text/types/machine.hpp"

namespace deforest::text {

Inference::FunctionScope::FunctionScope(Inference& inference, resolved::Function& function)
    : inference_(inference), before_(inference.openedAround_) {
  std::vector<TypeRef>& opened = inference.opened_;
  function.opened.assign(opened.begin() + static_cast<std::ptrdiff_t>(before_), opened.end());
  inference.openedAround_ = opened.size();
}

TypeRef Inference::oneWithin(TypeRef type, const std::vector<TypeRef>& variables) const {
  type = types_.prune(type);
  if (!type->con.valid()) {
    return std::ranges::find(variables, type) == variables.end() ? nullptr : type;
  }
  for (const TypeRef argument : type->arguments) {
    if (const TypeRef found = oneWithin(argument, variables)) return found;
  }
  return nullptr;
}

void Inference::ClauseScope::end(const std::vector<TypeRef>& outside, Span span) {
  TypeTable& types = inference_.types_;
  // What classes of several types say of those here is true of what they are here.
  if (types.refinements() > refinements_) inference_.decide();
  types.keepRefinements(refinements_);
  const auto begin = inference_.opened_.begin() + static_cast<std::ptrdiff_t>(opened_);
  const std::vector<TypeRef> opened(begin, inference_.opened_.end());
  forget();
  if (opened.empty()) return;
  for (const TypeRef type : outside) {
    const TypeRef found = inference_.oneWithin(type, opened);
    if (found == nullptr) continue;
    inference_.reporter_.error(
        span, "a value of type " + quoted(found->name) + ", which a constructor hides, leaves here",
        "which type it is is known to nobody outside: give back what is made of it");
    throw Abort{};
  }
}

std::unordered_map<TypeRef, TypeRef> Inference::variablesOf(const SourceConstructor& constructor,
                                                            TypeRef instance,
                                                            const std::vector<TypeRef>& own) {
  std::unordered_map<TypeRef, TypeRef> variables;
  const std::vector<TypeRef>& parameters = types_.con(instance->con).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    variables.emplace(parameters[i], instance->arguments[i]);
  }
  for (std::size_t i = 0; i < own.size(); ++i) variables.emplace(constructor.variables[i], own[i]);
  return variables;
}

void Inference::openTypes(resolved::ConstructorPattern& pattern, TypeRef instance, Span span) {
  const SourceConstructor& constructor = types_.constructor(pattern.con);
  for (const TypeRef variable : constructor.variables) {
    pattern.variables.push_back(types_.rigid(variable->name, true));
    pattern.variables.back()->opened = true;
    opened_.push_back(pattern.variables.back());
  }
  const auto variables = variablesOf(constructor, instance, pattern.variables);
  for (const auto& [parameter, equal] : constructor.equalities) {
    const TypeRef found = variables.at(parameter);
    const TypeRef said = types_.instantiate(equal, variables);
    if (const auto why = types_.refine(found, said)) {
      mismatch(*why, found, said, span, {Reason::Kind::Scrutinee});
    }
  }
}

void Inference::checkHidden(const SourceConstructor& constructor, const SourceField& field,
                            Span span) {
  if (oneWithin(field.type, constructor.variables) == nullptr) return;
  reporter_.error(span,
                  "field " + quoted(field.label) + " is of a type that constructor " +
                      quoted(constructor.name) + " hides",
                  "match on the constructor, with all fields that have to do with that type");
  throw Abort{};
}

std::vector<TypeRef> Inference::typesOf(const Function& function) {
  std::vector<TypeRef> types = function.parameterTypes;
  types.push_back(function.resultType);
  return types;
}

Span Inference::spanOf(const resolved::Rhs& rhs) {
  return rhs.alternatives.empty() ? Span{} : rhs.alternatives[0].body.span;
}

}  // namespace deforest::text
