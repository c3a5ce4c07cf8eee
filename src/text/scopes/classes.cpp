// Classes, the module's and those of the libraries that it uses. Instances: instances.cpp.
//
//     class Shape a where                      a method: what it does depends on the type for `a`
//       area :: a -> Double
//       describe :: a -> String                and a default: a function of every type of the class
//       describe x = if area x > 9 then "large" else "small"
//
//     instance Shape Square where              a function of its own, `area` of squares
//       area (Square s) = s * s
//
// A method is a function without equations, an instance a set of functions. Every type is known
// when functions are copied for the types that they are used at, and a call of a method is then a
// call of the function that its instance has. So no instance is passed around at run time.
//
// The classes of the Prelude that the language knows by itself are declared in its source too: the
// declarations there say what the methods and the defaults of instances are that the module writes.
#include <algorithm>
#include <set>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"
#include "text/prelude/unsupported_modules.hpp"
#include "text/scopes/inside.hpp"
#include "text/scopes/resolver.hpp"
#include "text/scopes/signature_variables.hpp"

namespace deforest::text {

using resolved::Method;
using resolved::Methods;

namespace {

// `instance C (IO a)`, whose class is one of actions.
bool isOfActions(const ast::InstanceDeclaration& instance) {
  const auto* apply = std::get_if<ast::TypeApply>(&instance.type.node);
  const auto* head =
      std::get_if<ast::TypeName>(apply == nullptr ? &instance.type.node : &apply->head->node);
  return head != nullptr && head->name == "IO";
}

// Classes of Haskell's that are the same here as ones that the language knows.
struct SameClass {
  std::string_view name;
  std::initializer_list<Class> classes;
};
const SameClass sameClasses[] = {
    {"FiniteBits", {Class::Bits}},
};

const ast::ClassDeclaration* classDeclaration(const ast::Declaration& declaration) {
  return std::get_if<ast::ClassDeclaration>(&declaration.node);
}

}  // namespace

// -------------------------------------------------------------------------------------- classes

const ast::Declaration* Resolver::findClass(const ast::Module& module, std::string_view name) {
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* declared = classDeclaration(declaration);
    if (declared != nullptr && declared->name == name) return &declaration;
  }
  return nullptr;
}

std::optional<Classes> Resolver::classNamedBy(const std::string& name, Span span) {
  const std::string plain = splitQualified(name).second;
  if (!inPrelude_) {
    if (const auto own = classes_.find(plain); own != classes_.end()) return own->second;
    if (reportOpaque(source_.opaqueType(plain), plain, span)) return std::nullopt;
  }
  if (const auto known = classNamed(plain)) return classSet(*known);
  for (const SameClass& same : sameClasses) {
    if (same.name != plain) continue;
    Classes classes = noClasses;
    for (const Class c : same.classes) classes |= classSet(c);
    return classes;
  }
  if (findClass(preludeModule(), plain) != nullptr) return preludeClass(plain);
  if (plain == "HasCallStack" || plain == "Typeable") return noClasses;
  std::vector<std::string> candidates = {"Eq",       "Ord",        "Show", "Num",
                                         "Integral", "Fractional", "Enum", "Bounded"};
  for (const auto& [known, classes] : classes_) candidates.push_back(known);
  std::string help(insteadOfClass(plain));
  if (help.empty()) {
    const std::string nearest = nearestName(plain, candidates);
    help = nearest.empty() ? "declare it: `class " + shortened(plain) + " a where ...`"
                           : "did you mean " + quoted(nearest) + "?";
  }
  reporter_.error(span, "class " + quoted(name) + " is not in the language", help);
  return std::nullopt;
}

// The class of that name of the language's Prelude, with its instances there.
Classes Resolver::preludeClass(const std::string& name) {
  const auto known = preludeClasses_.find(name);
  if (known != preludeClasses_.end()) return known->second;
  const Inside inside(*this, nullptr);
  const FunctionId current = current_;
  std::vector<OpenInstance> outer = std::move(openInstances_);
  openInstances_.clear();
  readPrelude();
  const ast::Declaration& declaration = *findClass(preludeModule(), name);
  const auto& declared = std::get<ast::ClassDeclaration>(declaration.node);
  const Classes superclasses = contextOf(declared.context, declared.variable);
  const auto builtin = classNamed(name);
  const Classes classes = builtin ? classSet(*builtin) : module_.types.addClass(name, superclasses);
  preludeClasses_.emplace(name, classes);
  classDeclarations_.emplace(classes, &declared);
  noteConstructorClass(classes, declared, superclasses);
  declareMethods(classes, declared);
  for (const ast::Declaration& each : preludeModule().declarations) {
    const auto* instance = std::get_if<ast::InstanceDeclaration>(&each.node);
    if (instance == nullptr || instance->className != name) continue;
    if (module_.hasWorlds || !isOfActions(*instance)) declareInstance(*instance, each.span);
  }
  defineInstances();
  for (const ListMethod& method : listMethods()) {
    if (!module_.classes[classes].contains(method.name)) continue;
    auto& ofLists = module_.instances[{classes, module_.types.listCon}].ofAll;
    if (!ofLists) ofLists.emplace();
    ofLists->emplace(method.name, preludeFunction(method.function));
  }
  openInstances_ = std::move(outer);
  current_ = current;
  return classes;
}

void Resolver::collectClasses() {
  // Superclasses first, so that each knows all of its own.
  std::set<std::string> open;
  const auto declare = [&](auto&& self, const ast::Declaration& declaration) -> void {
    const auto& declared = std::get<ast::ClassDeclaration>(declaration.node);
    if (classes_.contains(declared.name)) return;
    if (!open.insert(declared.name).second) {
      reporter_.error(declaration.span,
                      "class " + quoted(declared.name) + " is a superclass of itself",
                      "drop one of the contexts");
      return;
    }
    for (const ast::TypeExpr& constraint : declared.context) {
      const auto* apply = std::get_if<ast::TypeApply>(&constraint.node);
      const auto* name =
          apply == nullptr ? nullptr : std::get_if<ast::TypeName>(&apply->head->node);
      const ast::Declaration* super =
          name == nullptr ? nullptr : findClass(source_, splitQualified(name->name).second);
      if (super != nullptr) self(self, *super);
    }
    const Classes superclasses = contextOf(declared.context, declared.variable);
    const Classes classes = module_.types.addClass(declared.name, superclasses);
    classes_.emplace(declared.name, classes);
    classDeclarations_.emplace(classes, &declared);
    noteConstructorClass(classes, declared, superclasses);
    if (source_.keepsOpaque && !declared.others.empty()) {
      reporter_.error(declaration.span, "a class of several types stays as it is written");
    }
  };
  std::set<std::string> seen;
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* declared = classDeclaration(declaration);
    if (declared == nullptr) continue;
    if (!seen.insert(declared->name).second) {
      reporter_.error(declaration.span, "class " + quoted(declared->name) + " is declared twice",
                      "rename one of them");
      continue;
    }
    declare(declare, declaration);
  }
}

// A class is one of type constructors if a method applies its variable to types, or a superclass
// is one.
void Resolver::noteConstructorClass(Classes classes, const ast::ClassDeclaration& declared,
                                    Classes superclasses) {
  std::size_t missing = 0;
  for (const ast::Declaration& each : declared.declarations) {
    const auto* signature = std::get_if<ast::Signature>(&each.node);
    if (signature == nullptr) continue;
    missing = std::max(missing, applicationsOf(declared.variable, signature->type));
  }
  for (const auto& [super, missingThere] : constructorClasses_) {
    if ((superclasses & super) != 0) missing = std::max(missing, missingThere);
  }
  if (missing > 0) constructorClasses_.emplace(classes, missing);
}

// What a context says of one variable, superclasses included.
Classes Resolver::contextOf(const std::vector<ast::TypeExpr>& context,
                            const std::string& variable) {
  Classes classes = noClasses;
  for (const auto& [name, required] : constraintsOf(context)) {
    if (name == variable) classes |= required;
  }
  return module_.types.withSuperclasses(classes);
}

std::vector<std::pair<std::string, Classes>> Resolver::constraintsOf(
    const std::vector<ast::TypeExpr>& context) {
  std::vector<std::pair<std::string, Classes>> found;
  for (const ast::TypeExpr& constraint : context) {
    const auto* apply = std::get_if<ast::TypeApply>(&constraint.node);
    const auto* name =
        std::get_if<ast::TypeName>(apply == nullptr ? &constraint.node : &apply->head->node);
    if (name == nullptr) {
      reporter_.error(constraint.span, "this is not a class and a type variable",
                      "a context is written `Class a =>` or `(Class a, Class b) =>`");
      continue;
    }
    const auto classes = classNamedBy(name->name, constraint.span);
    if (!classes || apply == nullptr) continue;
    const auto severalTypes = classDeclarations_.find(*classes);
    const bool several = severalTypes != classDeclarations_.end();
    const std::size_t place = several ? severalTypes->second->place : 0;
    const std::size_t expected = several ? severalTypes->second->others.size() + 1 : 1;
    const auto* variable = apply->arguments.size() != expected
                               ? nullptr
                               : std::get_if<ast::TypeVariable>(&apply->arguments[place].node);
    if (variable == nullptr) {
      reporter_.error(constraint.span, "a context names classes of type variables only",
                      "write `" + name->name + " a =>`");
      continue;
    }
    found.emplace_back(variable->name, module_.types.withSuperclasses(*classes));
  }
  return found;
}

void Resolver::declareMethods(Classes classes, const ast::ClassDeclaration& declared) {
  Methods& methods = module_.classes[classes];
  std::vector<const ast::Declaration*> declarations;
  for (const ast::Declaration& declaration : declared.declarations) {
    declarations.push_back(&declaration);
  }
  const Signatures signatures = collectSignatures(declarations);
  for (const ast::Declaration& declaration : declared.declarations) {
    const auto* signature = std::get_if<ast::Signature>(&declaration.node);
    if (signature == nullptr) continue;
    for (const std::string& name : signature->names) {
      const FunctionId id = addMethod(name, *signature, declaration.span);
      resolved::Function& function = module_.function(id);
      ClassVariables variables = classVariables(classes, declared);
      const TypeRef variable = variables.quantified.front();
      function.methodOf = classes;
      function.documentation = declaration.documentation;
      signMethod(function, *signature, declaration.span, std::move(variables));
      if (!function.broken && !declared.mayBeAmbiguous && !mentions(function, variable)) {
        reporter_.error(
            declaration.span,
            "the type of method " + quoted(name) + " does not mention " + quoted(declared.variable),
            "nothing would say which instance is meant: define it outside");
      }
      methods[name].function = id;
      if (!inPrelude_ && !globals_.emplace(name, id).second) {
        reporter_.error(declaration.span, quoted(name) + " is defined twice",
                        "a method is a name of the whole module: rename one of them");
      }
      methodSignatures_[id.value] = {signature, &declared};
    }
  }
  for (const Equations& equations : collectEquations(declarations)) {
    const auto found = methods.find(equations.name);
    if (found == methods.end()) {
      reporter_.error(equations.declarations[0]->span,
                      quoted(equations.name) + " is not a method of " + quoted(declared.name),
                      "give it a signature in the class, or define it outside");
      continue;
    }
    found->second.fallback =
        defineMethod(equations, found->second.function, classVariables(classes, declared), {});
  }
}

bool Resolver::mentions(const resolved::Function& function, TypeRef variable) const {
  const auto within = [&](auto&& self, TypeRef type) -> bool {
    type = module_.types.prune(type);
    return type == variable || std::ranges::any_of(type->arguments, [&](TypeRef argument) {
             return self(self, argument);
           });
  };
  return within(within, function.resultType) ||
         std::ranges::any_of(function.parameterTypes,
                             [&](TypeRef type) { return within(within, type); });
}

FunctionId Resolver::addMethod(const std::string& name, const ast::Signature& signature,
                               Span span) {
  const FunctionId id = module_.addFunction();
  resolved::Function& function = module_.function(id);
  function.name = name;
  function.span = span;
  function.fromPrelude = inPrelude_;
  function.library = library_;
  function.arity = types_.arity(signature.type);
  return id;
}

// The types that a signature in a class gives a function. The variables of the class come before
// those that the method has besides.
void Resolver::signMethod(resolved::Function& function, const ast::Signature& signature, Span span,
                          ClassVariables ofClass) {
  SignatureVariables variables{{}, std::move(ofClass.quantified)};
  const TypeScope::Variables meaning = [&](const std::string& name, Span) {
    if (const auto known = ofClass.meaning.find(name); known != ofClass.meaning.end()) {
      return known->second;
    }
    return variables.of(name, [&] { return module_.types.rigid(name); });
  };
  for (const std::string& name : signature.variables) (void)meaning(name, span);
  mentionVariables(signature.context, meaning);
  const TypeScope::ForallVariables ofForall(types_, [&] {
    variables.order.push_back(module_.types.rigid("", true));
    return variables.order.back();
  });
  const bool typed = setTypes(
      function, types_.resolveSignature(signature.type, function.name, function.arity, meaning));
  if (!typed) return;
  for (const auto& [name, classes] : constraintsOf(signature.context)) {
    const auto found = variables.byName.find(name);
    if (found != variables.byName.end()) found->second->classes |= classes;
  }
  function.dependences = std::move(ofClass.dependences);
  for (Dependence& each : dependencesOf(signature.context, meaning)) {
    function.dependences.push_back(std::move(each));
  }
  function.signatureSpan = span;
  function.isShowS = types_.endsInShowS(signature.type);
  function.hasSignature = true;
  function.quantified = std::move(variables.order);
}

// The function that `equations` define of a method: of an instance of `instanceOf`, or a default.
FunctionId Resolver::defineMethod(const Equations& equations, FunctionId method,
                                  ClassVariables variables, TypeConId instanceOf) {
  const FunctionId id = declareFunction(equations, {}, {});
  resolved::Function& function = module_.function(id);
  const ast::Signature& signature = *methodSignatures_.at(method.value).first;
  function.implements = method;
  function.instanceOf = instanceOf;
  scopedTypes_.ofFunctions[id.value] = variables.scoped;
  // One of a class of the libraries stands nowhere that could be looked at.
  const resolved::Function& declared = module_.function(method);
  const Span where = declared.fromPrelude ? Span{} : declared.signatureSpan;
  signMethod(function, signature, where, std::move(variables));
  (inPrelude_ ? preludeWork_ : topLevel_).emplace_back(id, equations);
  return id;
}

}  // namespace deforest::text
