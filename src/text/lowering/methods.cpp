// Which function a method is at a type.
//
//     area s          =>   areaSquare s            s is a Square, which has an instance of Shape
//     describe s      =>   describe_Square s       by default, at this type
//     s == t          =>   eqSquare s t            the module's own instance of Eq
//
// The types are those of one instance of the caller, so all of them are known.
#include <algorithm>
#include <set>

#include "support/check.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {

using resolved::FunctionId;
using resolved::InstanceMethods;
using resolved::Methods;

namespace {

// Whether there are collections in data of the type, which hold no functions.
bool holdsCollections(const TypeTable& types, TypeConId id, std::set<TypeConId>& seen) {
  if (!id.valid() || !seen.insert(id).second) return false;
  const TypeCon& con = types.con(id);
  if (con.shape == TypeShape::Library) return true;
  const auto inType = [&](const auto& self, TypeRef type) -> bool {
    type = types.prune(type);
    return holdsCollections(types, type->con, seen) ||
           std::ranges::any_of(type->arguments, [&](TypeRef part) { return self(self, part); });
  };
  return std::ranges::any_of(con.constructors, [&](ConId constructor) {
    return std::ranges::any_of(
        types.constructor(constructor).fields,
        [&](const SourceField& field) { return inType(inType, field.type); });
  });
}

}  // namespace

// Whether a fold that the instance does not define is made of a list: where `foldMap` cannot join
// functions, which is all that it may do with what it is given.
bool ProgramBuilder::foldsByList(std::string_view name, const InstanceMethods& defined) const {
  if (name == "toList" && defined.contains("foldr")) return false;
  const auto found = defined.find("foldMap");
  if (found == defined.end()) return true;
  std::set<TypeConId> seen;
  if (holdsCollections(module.types, module.function(found->second).instanceOf, seen)) return true;
  return !std::ranges::all_of(module.function(found->second).callees, [&](FunctionId id) {
    const resolved::Function& callee = module.function(id);
    return callee.isLambda || (callee.fromPrelude && callee.methodOf != noClasses &&
                               (callee.name == "<>" || callee.name == "mappend" ||
                                callee.name == "mempty" || callee.name == "foldMap"));
  });
}

std::optional<Instance> ProgramBuilder::method(FunctionId method,
                                               std::vector<ir::TypeId> arguments) const {
  const resolved::Function& declared = module.function(method);
  support::check(!arguments.empty(), "a method without the type that it is of");
  const ir::TypeId type = arguments.front();
  const std::optional<DeclaredInstance> instance = declaredInstance(declared.methodOf, type);
  if (!instance) return std::nullopt;
  const InstanceMethods* defined = instance->methods;
  if (const auto own = defined->find(declared.name); own != defined->end()) {
    std::vector<ir::TypeId> found = instance->arguments;
    found.insert(found.end(), arguments.begin() + 1, arguments.end());
    return Instance{own->second, std::move(found), {}};
  }
  const Methods& methods = module.classes.at(declared.methodOf);
  const auto byList = methods.find(declared.name + "ByList");
  const bool other =
      byList != methods.end() && declared.fromPrelude && foldsByList(declared.name, *defined);
  const FunctionId fallback = other ? byList->second.fallback : methods.at(declared.name).fallback;
  if (!fallback.valid()) return std::nullopt;
  return Instance{fallback, std::move(arguments), {}};
}

std::optional<ir::PrimOp> ProgramBuilder::primitiveOf(const Instance& instance) const {
  if (instance.types.size() != 1) return std::nullopt;
  const ir::TypeKind kind = program.type(instance.types[0]).kind;
  const auto found = module.primitives.find({instance.function, kind});
  return found == module.primitives.end() ? std::nullopt : std::optional(found->second);
}

// Some functions are others at types of numbers, and methods of types with an instance of the
// class.
void ProgramBuilder::takeVersion(Instance& wanted) {
  if (wanted.types.size() != 1) return;
  const ir::TypeId type = wanted.types[0];
  const auto version = module.versions.find({wanted.function, program.type(type).kind});
  if (version != module.versions.end()) {
    wanted.function = version->second;
    if (module.function(version->second).quantified.empty()) wanted.types.clear();
    return;
  }
  const auto own = module.methodVersions.find(wanted.function);
  if (own == module.methodVersions.end()) return;
  const auto [classes, name] = own->second;
  if (!hasOwnInstance(classes, type)) return;
  const FunctionId declaredMethod = module.classes.at(classes).find(name)->second.function;
  const std::optional<Instance> found = method(declaredMethod, {type});
  if (!found) return;
  wanted.function = found->function;
  wanted.types = found->types;
  if (!wanted.parts.empty()) return;
  // The instance may define it with fewer parameters than its type has, as a function.
  const resolved::Function& declared = module.function(declaredMethod);
  for (const TypeRef parameter : declared.parameterTypes) {
    const Substitution substitution{{declared.quantified.front(), type}};
    wanted.parts.push_back(shapes.plain(types.ground(parameter, substitution)));
  }
}

std::optional<ir::FunId> ProgramBuilder::ownMethod(Class c, std::string_view name, ir::TypeId type,
                                                   const std::vector<ir::TypeId>& more) {
  const Classes classes = classSet(c);
  if (!hasOwnInstance(classes, type)) return std::nullopt;
  const Methods& methods = module.classes.at(classes);
  const auto found = methods.find(name);
  support::check(found != methods.end(), "a class without its method");
  std::vector<ir::TypeId> arguments{type};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::optional<Instance> wanted = method(found->second.function, arguments);
  if (!wanted) return std::nullopt;
  // The instance may define it with fewer parameters than its type has, as a function.
  const resolved::Function& declared = module.function(found->second.function);
  Substitution substitution;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    substitution.emplace(declared.quantified[i], arguments[i]);
  }
  for (const TypeRef parameter : declared.parameterTypes) {
    wanted->parts.push_back(shapes.plain(types.ground(parameter, substitution)));
  }
  return instance(std::move(*wanted));
}

}  // namespace deforest::text
