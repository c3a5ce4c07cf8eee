// Instances: the heads, entered with the type constructors, and the functions that they define.
//
//     instance Shape a => Shape [a]            of all types of a constructor
//     instance Shape (Maybe Int)               of some of them (types/instances.hpp)
#include "text/types/instances.hpp"

#include <algorithm>

#include "text/scopes/resolver.hpp"

namespace deforest::text {

using resolved::Methods;

namespace {

// What an instance must define, one of each pair at least, so that the defaults end.
struct Minimum {
  std::string_view className;
  std::string_view one;
  std::string_view other;
};
constexpr Minimum minimums[] = {
    {"Eq", "==", "/="}, {"Ord", "compare", "<="}, {"Show", "showsPrec", "show"}};

}  // namespace

// Enters the head of an instance; what it defines is left to `defineInstances`.
void Resolver::declareInstance(const ast::InstanceDeclaration& declared, Span span, bool derived) {
  const auto classes = classNamedBy(declared.className, declared.classSpan);
  if (!classes) return;
  const std::string name = quoted(declared.className);
  const std::optional<Class> known = classNamed(splitQualified(declared.className).second);
  const bool own = *classes != noClasses && (*classes & (*classes - 1)) == 0;
  if (!own || (known && *classes == classSet(*known) &&
               findClass(preludeModule(), splitQualified(declared.className).second) == nullptr)) {
    reporter_.error(declared.classSpan, "instances of " + name + " are not in the language",
                    "write the methods as functions");
    return;
  }
  if (known && *classes == classSet(*known))
    preludeClass(splitQualified(declared.className).second);
  std::map<std::string, TypeRef> variables;
  const TypeScope::Variables meaning = [&](const std::string& variable, Span) {
    TypeRef& found = variables[variable];
    if (found == nullptr) found = module_.types.rigid(variable);
    return found;
  };
  const TypeScope::ForallVariables ofForall(types_, [&] { return module_.types.rigid("", true); });
  std::vector<const ast::TypeExpr*> others;
  const ast::TypeExpr* written =
      decidingType(*classDeclarations_.at(*classes), declared.type, declared.more, others);
  if (written == nullptr) return;
  const auto constructors = constructorClasses_.find(*classes);
  const TypeRef type = constructors != constructorClasses_.end()
                           ? types_.resolveConstructor(*written, constructors->second, meaning)
                           : types_.resolve(*written, meaning);
  if (type == nullptr) return;
  if (!type->con.valid()) {
    reporter_.error(written->span, "an instance is of a type, not of all types",
                    "write one instance for each type");
    return;
  }
  const auto constraints = constraintsOf(declared.context);
  OpenInstance open{&declared, span, *classes, type, variablesOf(module_.types, type), {}, derived};
  for (const TypeRef part : open.variables) {
    for (const auto& [variable, required] : constraints) {
      if (variable == part->name) part->classes |= required;
    }
  }
  if (!enterHead(open, *written)) return;
  needOperationsOf(*classes);
  open.dependences = dependencesOf(declared.context, meaning);
  if (decideTypes(open, others, meaning)) openInstances_.push_back(std::move(open));
}

// Enters the instance with its type constructor; false after an error.
bool Resolver::enterHead(OpenInstance& open, const ast::TypeExpr& written) {
  const TypeRef type = open.type;
  const std::string name = quoted(open.declared->className);
  std::vector<TypeRef> arguments = type->arguments;
  std::ranges::sort(arguments);
  const bool distinct = std::ranges::adjacent_find(arguments) == arguments.end();
  if (!distinct || std::ranges::any_of(arguments, [](TypeRef part) { return part->con.valid(); })) {
    return enterNarrow(open, written);
  }
  TypeCon& con = module_.types.con(type->con);
  // Types of numbers are instances of the classes that are built in, whose other methods the
  // Prelude's source defines.
  const bool completes = inPrelude_ && con.shape == TypeShape::Scalar;
  if ((con.instances & open.classes) != 0 && !completes) {
    reporter_.error(open.span, "type " + quoted(con.name) + " has another instance of " + name,
                    "drop one of them");
    return false;
  }
  if (!open.derived && !inPrelude_ &&
      std::ranges::find(con.deriving, open.declared->className) != con.deriving.end()) {
    reporter_.error(open.span, "type " + quoted(con.name) + " derives " + name + " too",
                    "drop the instance, or the class behind `deriving`");
    return false;
  }
  std::vector<Classes> contexts;
  for (const TypeRef argument : type->arguments) contexts.push_back(argument->classes);
  con.instances |= open.classes;
  con.contexts.emplace(open.classes, std::move(contexts));
  con.overlaps[open.classes] = {open.declared->overlappable, open.declared->overlapping};
  module_.instances[{open.classes, type->con}].ofAll.emplace();
  return true;
}

// An instance of some types of its constructor.
bool Resolver::enterNarrow(OpenInstance& open, const ast::TypeExpr& written) {
  const TypeRef type = open.type;
  const auto appliesVariable = [&](auto&& self, TypeRef part) -> bool {
    part = module_.types.prune(part);
    return part->con == module_.types.applyCon ||
           std::ranges::any_of(part->arguments, [&](TypeRef each) { return self(self, each); });
  };
  if (appliesVariable(appliesVariable, type)) {
    reporter_.error(written.span, "within the type of an instance a variable is applied to types",
                    "write an instance for each type constructor that it stands for");
    return false;
  }
  std::vector<NarrowInstance>& narrow = module_.types.con(type->con).narrow[open.classes];
  for (const NarrowInstance& other : narrow) {
    HeadVariables forth;
    HeadVariables back;
    if (fitOf(module_.types, other.type, type, forth) != Fit::Always ||
        fitOf(module_.types, type, other.type, back) != Fit::Always) {
      continue;
    }
    reporter_.error(open.span,
                    "type " + quoted(module_.types.render(type)) + " has another instance of " +
                        quoted(open.declared->className),
                    "drop one of them");
    return false;
  }
  open.narrow = narrow.size();
  narrow.push_back({type, {open.declared->overlappable, open.declared->overlapping}, {}});
  module_.instances[{open.classes, type->con}].narrow.emplace_back();
  return true;
}

// What operations at types of the class are made of.
void Resolver::needOperationsOf(Classes classes) {
  if (classes == classSet(Class::Show)) needShow();
  if (classes == classSet(Class::Num)) module_.power = preludeFunction("powerOf");
  if (classes == classSet(Class::Real) || classes == classSet(Class::Fractional)) {
    module_.realToFrac = preludeFunction("realToFracByRatio");
    module_.ratio = preludeFunction("ratioOf");
  }
}

resolved::InstanceMethods& Resolver::methodsOf(const OpenInstance& instance) {
  resolved::Instances& all = module_.instances[{instance.classes, instance.type->con}];
  return instance.narrow ? all.narrow[*instance.narrow] : *all.ofAll;
}

// The superclasses of a type of a class must be there, too.
void Resolver::checkSuperclasses(const OpenInstance& instance) {
  const Classes needed = module_.types.withSuperclasses(instance.classes) & ~instance.classes;
  const auto why = module_.types.require(instance.type, needed);
  (void)module_.types.takeDeferred();
  if (!why || why->type == nullptr) return;
  const std::string missing = module_.types.className(why->missing);
  reporter_.error(instance.span,
                  "type " + quoted(module_.types.render(why->type)) + " is not in class " +
                      quoted(missing) + ", of which every type of " +
                      quoted(instance.declared->className) + " must be",
                  "write an instance of " + quoted(missing) + " too, or derive it");
}

void Resolver::defineInstances() {
  std::vector<OpenInstance> instances = std::move(openInstances_);
  openInstances_.clear();
  for (const OpenInstance& instance : instances) {
    // Those of the Prelude are declared in the order in which they are needed.
    if (!inPrelude_) checkSuperclasses(instance);
    const ast::InstanceDeclaration& declared = *instance.declared;
    const Methods& methods = module_.classes[instance.classes];
    std::vector<const ast::Declaration*> declarations;
    for (const ast::Declaration& declaration : declared.declarations) {
      declarations.push_back(&declaration);
      if (std::holds_alternative<ast::PatternBinding>(declaration.node)) {
        reporter_.error(declaration.span, "an instance defines methods only",
                        "write the equations of one method of " + quoted(declared.className));
      }
    }
    const TypeConId con = instance.type->con;
    for (const Equations& equations : collectEquations(declarations)) {
      const auto method = methods.find(equations.name);
      if (method == methods.end()) {
        reporter_.error(
            equations.declarations[0]->span,
            quoted(equations.name) + " is not a method of " + quoted(declared.className),
            "define it outside of the instance");
        continue;
      }
      const FunctionId id =
          defineMethod(equations, method->second.function,
                       instanceVariables(instance, *classDeclarations_.at(instance.classes)), con);
      if (instance.derived) module_.function(id).fromPrelude = true;
      methodsOf(instance).emplace(equations.name, id);
    }
    checkMinimum(instance);
  }
}

void Resolver::checkMinimum(const OpenInstance& instance) {
  const std::string& name = instance.declared->className;
  const auto& defined = methodsOf(instance);
  for (const Minimum& minimum : minimums) {
    if (minimum.className != name || classes_.contains(name)) continue;
    if (defined.contains(minimum.one) || defined.contains(minimum.other)) continue;
    reporter_.error(
        instance.span,
        "this instance defines neither " + quoted(minimum.one) + " nor " + quoted(minimum.other),
        "each is by default defined by the other: write one of them");
  }
}

void Resolver::collectInstances() {
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* instance = std::get_if<ast::InstanceDeclaration>(&declaration.node);
    if (instance != nullptr) declareInstance(*instance, declaration.span);
  }
  deriveInstances();
}

// Classes that the language knows by itself are declared when a type with an instance is used.
void Resolver::openPreludeType(const ast::DataDeclaration& data) {
  for (const ast::Declaration& declaration : preludeModule().declarations) {
    const auto* instance = std::get_if<ast::InstanceDeclaration>(&declaration.node);
    if (instance == nullptr || !classNamed(instance->className)) continue;
    const auto* apply = std::get_if<ast::TypeApply>(&instance->type.node);
    const auto* head = apply == nullptr ? nullptr : std::get_if<ast::TypeName>(&apply->head->node);
    if (head != nullptr && head->name == data.name) preludeClass(instance->className);
  }
}

}  // namespace deforest::text
