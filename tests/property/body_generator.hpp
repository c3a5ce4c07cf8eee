// Generates the body of one function of a random program.
#pragma once

#include <functional>
#include <vector>

#include "world.hpp"

namespace deforest::property {

/// What one function may do.
struct BodyPlan {
  ir::FunId id;
  std::optional<std::size_t> spine;
  bool bounded = false;
  std::vector<Signature> group;  ///< Functions that may be called on something below the spine.
  std::vector<std::size_t> counters;
  bool callsOthers = true;  ///< Whether it may call `World::functions`.
  int room = 20;            ///< About how many bindings it has.
  unsigned failing = 2;     ///< How many of a hundred alternatives fail.
};

class BodyGenerator {
 public:
  BodyGenerator(World& world, BodyPlan plan);

  /// Defines the function by recursion on its spine: mostly a match on it.
  void defineByRecursion();
  /// Defines it by counting its first counter down to 0, or up to the second one.
  void defineByCounting();
  /// Defines it as a chain of calls, and consumers of what the chain makes on its way.
  void defineByChain();

 private:
  struct Known {
    ir::VarId variable;
    ir::TypeId type;
    Height height = Height::Any;
    unsigned uses = 0;
  };
  using Types = std::vector<ir::TypeId>;
  using Atoms = std::vector<ir::Atom>;

  // body_generator.cpp: scope, bindings and blocks.
  void know(ir::VarId variable, ir::TypeId type, Height height);
  [[nodiscard]] Known* find(const ir::Atom& atom);
  [[nodiscard]] Height heightOf(const ir::Atom& atom);
  [[nodiscard]] std::vector<std::size_t> inScope(ir::TypeId type, Height limit) const;
  ir::Atom use(std::size_t known);
  std::vector<ir::VarId> emit(ir::Operation operation, const Types& types, Height height);
  ir::Block nested(const std::function<Atoms()>& results);
  ir::Block failing(const Types& types);
  Atoms conditional(const ir::Atom& condition, const Types& types, Height height,
                    const std::function<Atoms()>& makeResults);
  Atoms caseOn(const ir::Atom& scrutinee, ir::TypeId type, const Types& types, Height height,
               const std::function<Atoms(ir::CtorId, const std::vector<ir::VarId>&)>& makeResults);
  std::vector<ir::VarId> unpack(const ir::Atom& scrutinee, ir::TypeId type);
  void finish(Atoms results);

  // body_values.cpp: values of a wanted type.
  struct Choice {
    Signature callee;
    std::size_t result = 0;
    bool inGroup = false;
  };
  [[nodiscard]] bool canMake(ir::TypeId type, Height limit) const;
  [[nodiscard]] bool canConstruct(ir::CtorId ctor, Height limit) const;
  [[nodiscard]] std::vector<Choice> callsFor(ir::TypeId type, Height limit) const;
  Atoms call(const Signature& callee, const ir::Atom* spine, Height spineLimit, int fuel);
  ir::Atom counter(int fuel);
  ir::Atom make(ir::TypeId type, Height limit, int fuel);
  ir::Atom makeCalling(ir::TypeId type, Height limit, int fuel);
  ir::Atom makeBranching(ir::TypeId type, Height limit, int fuel);
  ir::Atom makeMatching(ir::TypeId type, Height limit, int fuel);
  ir::Atom makeData(ir::TypeId type, Height limit, int fuel);
  ir::Atom construct(ir::CtorId ctor, Height limit, int fuel);
  void clutter(ir::TypeId type);
  [[nodiscard]] std::vector<std::size_t> matchable(bool several) const;

  // body_scalars.cpp: scalars and operations on them.
  ir::Atom literal(ir::TypeKind kind);
  ir::Atom makeScalar(ir::TypeId type, int fuel);
  ir::Atom compute(ir::TypeId type, int fuel);
  ir::Atom divide(ir::TypeId type, int fuel);
  ir::Atom compare(int fuel);
  ir::Atom convert(ir::TypeId type, int fuel);
  ir::Atom primitive(ir::PrimOp op, Atoms operands, ir::TypeId result);
  ir::PrimOp combiner(ir::TypeKind kind);

  // body_shapes.cpp: whole functions.
  Atoms matchSpine();
  Atoms alternative(ir::CtorId ctor, const std::vector<ir::VarId>& fields);
  ir::Atom rebuild(ir::CtorId ctor, std::vector<ir::VarId> fields);
  ir::Atom mapped(ir::VarId child);
  std::optional<ir::Atom> folded(ir::TypeId type, const std::vector<ir::VarId>& fields);
  Atoms makeResults(int fuel);

  [[nodiscard]] ir::Function& function() { return world_.builder.function(plan_.id); }
  [[nodiscard]] ir::TypeId typeOf(const ir::Atom& atom);
  [[nodiscard]] ir::TypeId scalarType(ir::TypeKind kind) const;
  [[nodiscard]] ir::TypeKind kindOf(ir::TypeId type) const {
    return world_.program().type(type).kind;
  }
  [[nodiscard]] Height resultLimit() const { return plan_.bounded ? Height::AtMost : Height::Any; }

  World& world_;
  Random& random_;
  BodyPlan plan_;
  int room_;
  ir::Block body_;
  ir::Block* block_ = &body_;
  std::vector<Known> scope_;
};

}  // namespace deforest::property
