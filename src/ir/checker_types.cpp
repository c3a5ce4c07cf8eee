#include "ir/checker_types.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "ir/primitives.hpp"

namespace deforest::ir {
namespace {

class TypeChecker {
 public:
  TypeChecker(const Program& program, const std::function<void(std::string)>& report)
      : program_(program), report_(report) {}

  void run() {
    std::set<std::string> names;
    for (std::uint32_t i = 0; i < program_.types.size(); ++i) {
      const Type& type = program_.types[i];
      if (!names.insert(type.name).second) complain(type, "another type has the same name");
      if (type.kind == TypeKind::Data) {
        checkData(TypeId{i}, type);
      } else {
        checkScalar(type);
      }
    }
    for (std::uint32_t i = 0; i < program_.constructors.size(); ++i) checkConstructor(CtorId{i});
  }

 private:
  void complain(const Type& type, const std::string& what) {
    report_("type `" + type.name + "`: " + what);
  }

  [[nodiscard]] bool exists(TypeId id) const { return id.value < program_.types.size(); }

  void checkScalar(const Type& type) {
    if (type.kind > TypeKind::Data) {
      complain(type, "its kind is out of range");
      return;
    }
    if (type.name != kindName(type.kind)) {
      complain(type, "a scalar type must be called `" + std::string(kindName(type.kind)) + "`");
    }
    if (!type.constructors.empty()) complain(type, "a scalar type has constructors");
    if (!type.arguments.empty()) complain(type, "a scalar type has arguments");
    if (type.isNewtype) complain(type, "a scalar type is a newtype");
  }

  void checkData(TypeId id, const Type& type) {
    if (type.shape > DataShape::Library) complain(type, "its shape is out of range");
    for (const TypeId argument : type.arguments) {
      if (!exists(argument)) complain(type, "an argument is out of range");
    }
    std::set<std::string> names;
    for (std::uint32_t tag = 0; tag < type.constructors.size(); ++tag) {
      const CtorId ctor = type.constructors[tag];
      if (ctor.value >= program_.constructors.size()) {
        complain(type, "a constructor is out of range");
        return;
      }
      const Constructor& constructor = program_.constructor(ctor);
      if (constructor.type != id) {
        complain(type, "constructor `" + constructor.name + "` belongs to another type");
      }
      if (constructor.tag != tag) {
        complain(type, "constructor `" + constructor.name + "` has a wrong tag");
      }
      if (!names.insert(constructor.name).second) {
        complain(type, "two constructors are called `" + constructor.name + "`");
      }
    }
    if (type.isNewtype && (type.constructors.size() != 1 ||
                           program_.constructor(type.constructors[0]).fields.size() != 1)) {
      complain(type, "a newtype has one constructor with one field");
    }
    if (type.shape == DataShape::List) checkList(id, type);
    if (type.shape == DataShape::Tuple) checkTuple(type);
    if ((type.shape == DataShape::Library) == type.module.empty()) {
      complain(type, "types of libraries, and no others, have a module");
    }
  }

  void checkList(TypeId id, const Type& type) {
    if (type.arguments.size() != 1 || type.constructors.size() != 2) {
      complain(type, "a list type has one argument and two constructors");
      return;
    }
    const Constructor& nil = program_.constructor(type.constructors[0]);
    const Constructor& cons = program_.constructor(type.constructors[1]);
    const bool right = nil.name == "[]" && nil.fields.empty() && cons.name == ":" &&
                       cons.fields.size() == 2 && cons.fields[0].type == type.arguments[0] &&
                       cons.fields[1].type == id;
    if (!right) complain(type, "the constructors of a list type are `[]` and `:`, in this order");
  }

  void checkTuple(const Type& type) {
    const auto sameType = [](const Field& field, TypeId argument) {
      return field.type == argument;
    };
    const bool right = type.constructors.size() == 1 &&
                       std::ranges::equal(program_.constructor(type.constructors[0]).fields,
                                          type.arguments, sameType);
    if (!right) complain(type, "a tuple type has one constructor, with its arguments as fields");
  }

  void checkConstructor(CtorId id) {
    const Constructor& constructor = program_.constructor(id);
    const std::string where = "constructor `" + constructor.name + "`: ";
    if (!exists(constructor.type)) {
      report_(where + "its type is out of range");
      return;
    }
    const Type& type = program_.type(constructor.type);
    if (constructor.tag >= type.constructors.size() || type.constructors[constructor.tag] != id) {
      report_(where + "its type does not list it");
    }
    for (const Field& field : constructor.fields) {
      if (!exists(field.type)) report_(where + "the type of a field is out of range");
    }
  }

  const Program& program_;
  const std::function<void(std::string)>& report_;
};

}  // namespace

void checkTypes(const Program& program, const std::function<void(std::string)>& report) {
  TypeChecker(program, report).run();
}

}  // namespace deforest::ir
