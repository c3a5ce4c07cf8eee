// What the parts of the program generator share: the program so far, and what is known of its
// functions.
//
// Every function but the counting ones recurs on one parameter, its spine, and calls the functions
// of its own group only with something lower than the spine in that place. Heights are those of
// values as trees; a constructor without data below it has height 1. A *bounded* function returns
// data no higher than its spine: it may be applied to a child before the recursive call
// (`f (g child)`). So every generated program terminates.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "random.hpp"
#include "unit/ir/builder.hpp"

namespace deforest::property {

/// How high a datum is, compared with the spine.
enum class Height : std::uint8_t { Below, AtMost, Any };

/// What a caller must know of a function.
struct Signature {
  ir::FunId id;
  std::optional<std::size_t> spine;  ///< Which parameter; none of a counting function.
  bool bounded = false;
  /// Parameters that must be small and not negative: the function counts them down.
  std::vector<std::size_t> counters;
};

struct World {
  explicit World(Random& source) : random(source) {}

  Random& random;
  ir::testing::Builder builder;
  std::vector<ir::TypeId> scalars;
  std::vector<ir::TypeId> data;
  std::vector<Signature> functions;  ///< Those that may be called from anywhere.

  [[nodiscard]] const ir::Program& program() const { return builder.program; }
  [[nodiscard]] bool isData(ir::TypeId type) const {
    return program().type(type).kind == ir::TypeKind::Data;
  }
  [[nodiscard]] const std::vector<ir::CtorId>& constructors(ir::TypeId type) const {
    return program().type(type).constructors;
  }
  /// Whether the constructor has a field that is data.
  [[nodiscard]] bool isInner(ir::CtorId ctor) const {
    for (const ir::Field& field : program().constructor(ctor).fields) {
      if (isData(field.type)) return true;
    }
    return false;
  }
  /// A constructor without data below it, if the type has one.
  [[nodiscard]] std::optional<ir::CtorId> leaf(ir::TypeId type) const {
    for (const ir::CtorId ctor : constructors(type)) {
      if (!isInner(ctor)) return ctor;
    }
    return std::nullopt;
  }
  [[nodiscard]] ir::TypeId spineType(const Signature& signature) const {
    const ir::Function& function = program().function(signature.id);
    return function.variables[function.parameters[*signature.spine].value].type;
  }
};

}  // namespace deforest::property
