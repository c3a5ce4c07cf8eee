#include "eval/type_sizes.hpp"

#include <algorithm>

namespace deforest::eval {

std::optional<std::size_t> sizeOfFields(const ir::Constructor& constructor, const Sizes& sizes) {
  std::size_t sum = 0;
  for (const ir::Field& field : constructor.fields) {
    const std::optional<std::size_t>& size = sizes[field.type.value];
    if (!size) return std::nullopt;
    sum += *size;
  }
  return sum;
}

void FittingConstructors::find(const ir::Program& program, const ir::Type& type, const Sizes& sizes,
                               const std::vector<bool>& growingTypes, std::size_t budget) {
  all.clear();
  growing.clear();
  smallest = {};
  std::size_t least = 0;
  for (const ir::CtorId ctor : type.constructors) {
    const ir::Constructor& constructor = program.constructor(ctor);
    const std::optional<std::size_t> size = sizeOfFields(constructor, sizes);
    if (!size) continue;
    if (!smallest.valid() || *size < least) {
      smallest = ctor;
      least = *size;
    }
    if (*size + 1 > budget) continue;
    all.push_back(ctor);
    const bool grows = std::ranges::any_of(
        constructor.fields, [&](const ir::Field& field) { return growingTypes[field.type.value]; });
    if (grows) growing.push_back(ctor);
  }
}

// A type stops growing if all types in its fields do; what never stops is on or above a cycle.
std::vector<bool> growingTypes(const ir::Program& program) {
  std::vector<bool> growing(program.types.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < program.types.size(); ++i) {
      if (!growing[i]) continue;
      const bool fieldGrows =
          std::ranges::any_of(program.types[i].constructors, [&](ir::CtorId ctor) {
            return std::ranges::any_of(
                program.constructor(ctor).fields,
                [&](const ir::Field& field) { return growing[field.type.value]; });
          });
      if (fieldGrows) continue;
      growing[i] = false;
      changed = true;
    }
  }
  return growing;
}

}  // namespace deforest::eval
