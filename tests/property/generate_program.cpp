#include "generate_program.hpp"

#include <string>

#include "body_generator.hpp"
#include "generate_types.hpp"

namespace deforest::property {
namespace {

using ir::TypeId;

class ProgramGenerator {
 public:
  explicit ProgramGenerator(std::uint64_t seed) : random_(seed), world_(random_) {}

  ir::Program run() {
    generateTypes(world_);
    const unsigned groups = 2 + random_.below(4);
    for (unsigned i = 0; i < groups; ++i) addGroup();
    const unsigned roots = 1 + random_.below(2);
    for (unsigned i = 0; i < roots; ++i) addRoot();
    world_.builder.program.file = "generated.hs.ir";
    return std::move(world_.builder.program);
  }

 private:
  using Types = std::vector<TypeId>;

  TypeId scalar() { return random_.pick(world_.scalars); }
  TypeId anyType() { return random_.chance(50) ? scalar() : random_.pick(world_.data); }

  // A type that has trees of more than one height, if there is one.
  TypeId treeType() {
    std::vector<TypeId> trees;
    for (const TypeId type : world_.data) {
      for (const ir::CtorId ctor : world_.constructors(type)) {
        if (world_.isInner(ctor)) {
          trees.push_back(type);
          break;
        }
      }
    }
    return trees.empty() || random_.chance(8) ? random_.pick(world_.data) : random_.pick(trees);
  }

  void addGroup() {
    switch (random_.weighted({10, 6, 2, 2, 2, 3})) {
      case 0:
        return addRecursive(/*fold=*/false);
      case 1:
        return addRecursive(/*fold=*/true);
      case 2:
        return addAccessor(/*sets=*/false);
      case 3:
        return addAccessor(/*sets=*/true);
      case 4:
        return addCounting();
      default:
        return addWrapper();
    }
  }

  std::string name() { return "f" + std::to_string(named_++); }

  // Declares a function that takes `spine` among its other parameters.
  Signature declare(TypeId spine, const Types& others, const Types& results) {
    Signature signature;
    signature.spine = random_.chance(65) ? 0 : random_.below(others.size() + 1);
    std::vector<std::pair<std::string, TypeId>> parameters;
    for (const TypeId other : others) parameters.emplace_back("a", other);
    parameters.insert(parameters.begin() + static_cast<std::ptrdiff_t>(*signature.spine),
                      {"t", spine});
    signature.id = world_.builder.declare(name(), parameters, results);
    return signature;
  }

  // Whether functions with this spine and these results can be kept from returning higher trees.
  bool canBeBounded(TypeId spine, const Types& results) {
    for (const TypeId result : results) {
      if (world_.isData(result) && result != spine && !world_.leaf(result)) return false;
    }
    return true;
  }

  Types others(unsigned most) {
    Types types(random_.below(most + 1));
    for (TypeId& type : types) type = anyType();
    return types;
  }

  // The types of a family: those that values of `first` contain, it first.
  Types family(TypeId first) {
    Types found{first};
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const ir::CtorId ctor : world_.constructors(found[i])) {
        for (const ir::Field& field : world_.program().constructor(ctor).fields) {
          const bool known = std::find(found.begin(), found.end(), field.type) != found.end();
          if (world_.isData(field.type) && !known) found.push_back(field.type);
        }
      }
    }
    return found;
  }

  // A group over a type, over its whole family, or of two functions over one type.
  void addRecursive(bool fold) {
    const TypeId first = treeType();
    Types spines{first};
    if (random_.chance(60)) {
      spines = family(first);
      if (spines.size() > 3) spines.resize(3);
    } else if (random_.chance(20)) {
      spines.push_back(first);
    }
    const Types extras = random_.chance(45) ? others(2) : Types{};
    const TypeId folded = scalar();
    const bool converts = random_.chance(15);
    const unsigned more = random_.chance(25) ? 1 + random_.below(2) : 0;
    Types additional(more);
    for (TypeId& type : additional) type = anyType();

    std::vector<Signature> group;
    bool bounded = random_.chance(80);
    for (const TypeId spine : spines) {
      Types results{fold ? folded : (converts ? random_.pick(world_.data) : spine)};
      results.insert(results.end(), additional.begin(), additional.end());
      bounded = bounded && canBeBounded(spine, results);
      group.push_back(declare(spine, random_.chance(90) ? extras : others(1), results));
    }
    for (Signature& signature : group) signature.bounded = bounded;
    for (const Signature& signature : group) {
      BodyPlan plan{signature.id, signature.spine, bounded, group, {}, random_.chance(60), 24};
      BodyGenerator(world_, plan).defineByRecursion();
    }
    world_.functions.insert(world_.functions.end(), group.begin(), group.end());
  }

  // Looks at the outermost constructor only.
  void addAccessor(bool sets) {
    const TypeId spine = random_.pick(world_.data);
    const Types results{sets ? spine : anyType()};
    Signature signature = declare(spine, sets ? Types{scalar()} : Types{}, results);
    signature.bounded = canBeBounded(spine, results);
    BodyPlan plan{signature.id, signature.spine, signature.bounded, {}, {}, false, 8};
    // A getter often has nothing to get from some constructor.
    if (!sets) plan.failing = 20;
    BodyGenerator(world_, plan).defineByRecursion();
    world_.functions.push_back(signature);
  }

  void addCounting() {
    std::vector<std::pair<std::string, TypeId>> parameters;
    for (const TypeId other : others(2)) parameters.emplace_back("a", other);
    Signature signature;
    const unsigned counters = 1 + random_.below(2);
    for (unsigned i = 0; i < counters; ++i) {
      signature.counters.push_back(parameters.size());
      parameters.emplace_back("n", world_.builder.intType);
    }
    Types results{random_.chance(75) ? random_.pick(world_.data) : scalar()};
    if (random_.chance(15)) results.push_back(anyType());
    signature.id = world_.builder.declare(name(), parameters, results);
    BodyPlan plan{signature.id, std::nullopt, false, {}, signature.counters, true, 14};
    BodyGenerator(world_, plan).defineByCounting();
    world_.functions.push_back(signature);
  }

  void addWrapper() {
    const TypeId spine = treeType();
    Types results{random_.chance(60) ? spine : anyType()};
    if (random_.chance(20)) results.push_back(anyType());
    Signature signature = declare(spine, others(1), results);
    signature.bounded = random_.chance(60) && canBeBounded(spine, results);
    BodyPlan plan{signature.id, signature.spine, signature.bounded, {}, {}, true, 12};
    BodyGenerator(world_, plan).defineByChain();
    world_.functions.push_back(signature);
  }

  void addRoot() {
    std::vector<std::pair<std::string, TypeId>> parameters{{"t", treeType()}};
    for (const TypeId other : others(2)) parameters.emplace_back("a", other);
    Types results(1 + random_.below(3));
    for (TypeId& type : results) type = random_.chance(55) ? treeType() : scalar();
    const ir::FunId id =
        world_.builder.declare("r" + std::to_string(rooted_++), parameters, results);
    BodyPlan plan{id, std::nullopt, false, {}, {}, true, 24};
    BodyGenerator(world_, plan).defineByChain();
    world_.builder.root(id);
  }

  Random random_;
  World world_;
  unsigned named_ = 0;
  unsigned rooted_ = 0;
};

}  // namespace

ir::Program generateProgram(std::uint64_t seed) {
  return ProgramGenerator(seed).run();
}

}  // namespace deforest::property
