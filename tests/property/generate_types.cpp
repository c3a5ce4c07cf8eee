#include "generate_types.hpp"

#include <string>

namespace deforest::property {
namespace {

using ir::CtorId;
using ir::TypeId;

class TypeGenerator {
 public:
  explicit TypeGenerator(World& world) : world_(world), random_(world.random) {}

  void run() {
    ir::testing::Builder& builder = world_.builder;
    // Some kinds are listed several times: they are to be chosen more often.
    world_.scalars = {builder.intType,    builder.intType,  builder.intType,  builder.intType,
                      builder.doubleType, builder.boolType, builder.wordType, builder.charType};
    const unsigned count = 1 + random_.below(3);
    for (unsigned i = 0; i < count; ++i) addShape(random_.below(9));
    if (world_.data.size() < 2 || random_.chance(80)) addShape(random_.pick({0U, 1U}));
    if (random_.chance(30)) world_.data.push_back(builder.tuple({anyField(), anyField()}));
    if (random_.chance(10)) addFloats();
  }

 private:
  TypeId declare() {
    const TypeId type = world_.builder.declareType("T" + std::to_string(named_++));
    return type;
  }

  CtorId constructor(TypeId type, const std::vector<TypeId>& fields) {
    const std::string name = world_.program().type(type).name +
                             static_cast<char>('A' + world_.constructors(type).size());
    const CtorId ctor = world_.builder.constructor(type, name, fields);
    for (ir::Field& field : world_.builder.program.constructors[ctor.value].fields) {
      field.strict = random_.chance(15);
    }
    return ctor;
  }

  TypeId scalar() { return random_.pick(world_.scalars); }

  // A type of which there are finite values already.
  TypeId anyField() {
    return world_.data.empty() || random_.chance(50) ? scalar() : random_.pick(world_.data);
  }

  std::vector<TypeId> fields(std::size_t most) {
    std::vector<TypeId> types(random_.below(most + 1));
    for (TypeId& type : types) type = anyField();
    return types;
  }

  void addShape(unsigned shape) {
    switch (shape) {
      case 0:
        return addTree();
      case 1:
        return addList();
      case 2:
        return addSum();
      case 3:
        return addEnumeration();
      case 4:
        return addRecord();
      case 5:
        return addForest();
      case 6:
        return addRecordInside();
      case 7:
        return addLeafyTree();
      default:
        return addBuiltinList();
    }
  }

  void addTree() {
    const TypeId tree = declare();
    constructor(tree, {});
    constructor(tree, {scalar(), tree, tree});
    world_.data.push_back(tree);
  }

  void addLeafyTree() {
    const TypeId tree = declare();
    constructor(tree, {scalar()});
    constructor(tree, {tree, tree});
    world_.data.push_back(tree);
  }

  void addList() {
    const TypeId list = declare();
    constructor(list, random_.chance(70) ? std::vector<TypeId>{} : fields(1));
    constructor(list, {anyField(), list});
    world_.data.push_back(list);
  }

  void addBuiltinList() {
    const TypeId element = anyField();
    const std::string name = "[" + world_.program().type(element).name + "]";
    for (const ir::Type& type : world_.program().types) {
      if (type.name == name) return;
    }
    world_.data.push_back(world_.builder.list(element));
  }

  void addSum() {
    const TypeId sum = declare();
    constructor(sum, fields(2));
    const unsigned others = 1 + random_.below(4);
    for (unsigned i = 0; i < others; ++i) {
      std::vector<TypeId> types = fields(3);
      for (TypeId& type : types) {
        if (random_.chance(40)) type = sum;
      }
      constructor(sum, types);
    }
    world_.data.push_back(sum);
  }

  void addEnumeration() {
    const TypeId enumeration = declare();
    const unsigned count = 2 + random_.below(3);
    for (unsigned i = 0; i < count; ++i) constructor(enumeration, {});
    world_.data.push_back(enumeration);
  }

  void addRecord() {
    const TypeId record = declare();
    std::vector<TypeId> types = fields(3);
    if (types.empty()) types.push_back(scalar());
    const CtorId ctor = constructor(record, types);
    if (types.size() == 1 && random_.chance(40)) {
      world_.builder.program.types[record.value].isNewtype = true;
      world_.builder.program.constructors[ctor.value].fields[0].strict = false;
    }
    world_.data.push_back(record);
  }

  // data T = L | N Int F ; data F = E | C T F
  void addForest() {
    const TypeId tree = declare();
    const TypeId forest = declare();
    constructor(tree, fields(1));
    constructor(tree, {scalar(), forest});
    constructor(forest, {});
    constructor(forest, {tree, forest});
    world_.data.push_back(tree);
    world_.data.push_back(forest);
  }

  // data F = E | C R F ; data R = R Int F
  void addRecordInside() {
    const TypeId list = declare();
    const TypeId record = declare();
    constructor(list, {});
    constructor(list, {record, list});
    constructor(record, {scalar(), random_.chance(60) ? list : scalar()});
    world_.data.push_back(list);
    world_.data.push_back(record);
  }

  void addFloats() {
    ir::Type type;
    type.kind = ir::TypeKind::Float;
    type.name = ir::kindName(type.kind);
    world_.builder.program.types.push_back(type);
    world_.scalars.push_back(TypeId{static_cast<std::uint32_t>(world_.program().types.size() - 1)});
  }

  World& world_;
  Random& random_;
  unsigned named_ = 0;
};

}  // namespace

void generateTypes(World& world) {
  TypeGenerator(world).run();
}

}  // namespace deforest::property
