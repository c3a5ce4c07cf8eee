// Which function a method is at a type.
//
//     area s          =>   areaSquare s            s is a Square, which has an instance of Shape
//     describe s      =>   describe_Square s       by default, at this type
//     s == t          =>   eqSquare s t            the module's own instance of Eq
//
// The types are those of one instance of the caller, so all of them are known.
#include "support/check.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {

using resolved::FunctionId;
using resolved::InstanceMethods;
using resolved::Methods;

const InstanceMethods* ProgramBuilder::declaredInstance(Classes classes, ir::TypeId type) const {
  const auto found = module.instances.find({classes, types.declaration(type)});
  return found == module.instances.end() ? nullptr : &found->second;
}

std::optional<ir::FunId> ProgramBuilder::method(FunctionId method,
                                                std::vector<ir::TypeId> arguments) {
  const resolved::Function& declared = module.function(method);
  support::check(!arguments.empty(), "a method without the type that it is of");
  const ir::TypeId type = arguments.front();
  const InstanceMethods* defined = declaredInstance(declared.methodOf, type);
  if (defined == nullptr) return std::nullopt;
  if (const auto own = defined->find(declared.name); own != defined->end()) {
    std::vector<ir::TypeId> types = program.type(type).arguments;
    types.insert(types.end(), arguments.begin() + 1, arguments.end());
    return instance(own->second, std::move(types));
  }
  const FunctionId fallback = module.classes.at(declared.methodOf).at(declared.name).fallback;
  if (!fallback.valid()) return std::nullopt;
  return instance(fallback, std::move(arguments));
}

std::optional<ir::FunId> ProgramBuilder::ownMethod(Class c, std::string_view name,
                                                   ir::TypeId type) {
  const Classes classes = classSet(c);
  if (declaredInstance(classes, type) == nullptr) return std::nullopt;
  const Methods& methods = module.classes.at(classes);
  const auto found = methods.find(name);
  support::check(found != methods.end(), "a class without its method");
  return method(found->second.function, {type});
}

}  // namespace deforest::text
