// Classes of several types, one of which decides the others:
//
//     class Monad m => MonadState s m | m -> s where      get :: m s
//
//     instance Monad m => MonadState s (StateT s m)       of StateT s m, s is what is kept
//     instance MonadState s m => MonadState s (ReaderT r m)    of ReaderT r m, what m keeps
//
// Such a class is one of the type that decides, like any other; the others are functions of it. So
// which instance a method is of is found as for other classes, and inference makes the others equal
// to what the instance, or the context of a signature, says they are (types/dependences.cpp).
//
// M. P. Jones, "Type classes with functional dependencies", ESOP 2000.
#include <algorithm>

#include "text/scopes/resolver.hpp"

namespace deforest::text {

// Of the types that an instance or a constraint names: the one that decides; the others in order.
// Null after an error.
const ast::TypeExpr* Resolver::decidingType(const ast::ClassDeclaration& declared,
                                            const ast::TypeExpr& first,
                                            const std::vector<ast::TypeExpr>& more,
                                            std::vector<const ast::TypeExpr*>& others) {
  if (more.size() != declared.others.size()) {
    const bool single = declared.others.empty();
    reporter_.error(single ? more.front().span : first.span,
                    single ? std::string("an instance is of one type")
                           : "class " + quoted(declared.name) + " is of " +
                                 std::to_string(declared.others.size() + 1) + " types",
                    single ? "this class has one parameter; a type that is applied to others "
                             "stands in parentheses"
                           : "name them in the order of its declaration");
    return nullptr;
  }
  others.push_back(&first);
  for (const ast::TypeExpr& each : more) others.push_back(&each);
  const ast::TypeExpr* deciding = others[declared.place];
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(declared.place));
  return deciding;
}

Resolver::ClassVariables Resolver::classVariables(Classes classes,
                                                  const ast::ClassDeclaration& declared) {
  ClassVariables made;
  const TypeRef variable = module_.types.rigid(declared.variable);
  variable->classes = module_.types.withSuperclasses(classes);
  made.meaning.emplace(declared.variable, variable);
  made.quantified.push_back(variable);
  std::vector<TypeRef> others;
  for (const std::string& name : declared.others) {
    others.push_back(module_.types.rigid(name, true));
    made.meaning.emplace(name, others.back());
    made.quantified.push_back(others.back());
  }
  if (!others.empty()) made.dependences.push_back({classes, variable, std::move(others)});
  if (declared.scopesVariables) made.scoped = made.meaning;
  return made;
}

// Behind the variables of the type there is a variable for each of the others, as in the method.
// What is not known from those is that variable itself.
Resolver::ClassVariables Resolver::instanceVariables(const OpenInstance& instance,
                                                     const ast::ClassDeclaration& declared) {
  ClassVariables made;
  made.meaning.emplace(declared.variable, instance.type);
  made.quantified = instance.variables;
  for (std::size_t i = 0; i < instance.others.size(); ++i) {
    const TypeRef other = module_.types.prune(instance.others[i]);
    made.meaning.emplace(declared.others[i], other);
    const bool known =
        other->con.valid() || std::ranges::find(made.quantified, other) != made.quantified.end();
    made.quantified.push_back(known ? module_.types.rigid("", true) : other);
  }
  made.dependences = instance.dependences;
  if (instance.declared->scopesVariables) {
    for (const TypeRef variable : instance.variables) made.scoped.emplace(variable->name, variable);
  }
  return made;
}

std::vector<Dependence> Resolver::dependencesOf(const std::vector<ast::TypeExpr>& context,
                                                const TypeScope::Variables& meaning) {
  std::vector<Dependence> found;
  for (const ast::TypeExpr& constraint : context) {
    const auto* apply = std::get_if<ast::TypeApply>(&constraint.node);
    const auto* name = apply == nullptr ? nullptr : std::get_if<ast::TypeName>(&apply->head->node);
    if (name == nullptr || apply->arguments.size() < 2) continue;
    const std::size_t errors = reporter_.count();
    const auto classes = classNamedBy(name->name, constraint.span);
    reporter_.drop(errors);  // told by `constraintsOf`
    const auto declared = classes ? classDeclarations_.find(*classes) : classDeclarations_.end();
    if (declared == classDeclarations_.end()) continue;
    const ast::ClassDeclaration& of = *declared->second;
    if (apply->arguments.size() != of.others.size() + 1) continue;
    Dependence made{*classes, nullptr, {}};
    for (std::size_t i = 0; i < apply->arguments.size(); ++i) {
      const TypeRef type = types_.resolve(apply->arguments[i], meaning);
      if (type == nullptr) return {};
      if (i == of.place) {
        made.type = type;
      } else {
        made.others.push_back(type);
      }
    }
    found.push_back(std::move(made));
  }
  return found;
}

// What the others are of a type of the instance; false after an error.
bool Resolver::decideTypes(OpenInstance& instance, const std::vector<const ast::TypeExpr*>& others,
                           const TypeScope::Variables& meaning) {
  if (others.empty()) return true;
  const std::vector<TypeRef>& arguments = instance.variables;
  const auto isKnown = [&](auto&& self, TypeRef type) -> bool {
    type = module_.types.prune(type);
    if (!type->con.valid()) return std::ranges::find(arguments, type) != arguments.end();
    return std::ranges::all_of(type->arguments, [&](TypeRef part) { return self(self, part); });
  };
  for (const ast::TypeExpr* written : others) {
    const TypeRef type = types_.resolve(*written, meaning);
    if (type == nullptr) return false;
    if (type->con.valid() && !isKnown(isKnown, type)) {
      reporter_.error(written->span, "part of this type is decided by the context alone",
                      "let the context decide all of it, or name the type itself");
      return false;
    }
    instance.others.push_back(type);
  }
  TypeCon& con = module_.types.con(instance.type->con);
  DecidedTypes decided{arguments, instance.others, instance.dependences};
  if (instance.narrow) {
    con.narrow[instance.classes][*instance.narrow].decided = std::move(decided);
  } else {
    con.decided.emplace(instance.classes, std::move(decided));
  }
  return true;
}

}  // namespace deforest::text
