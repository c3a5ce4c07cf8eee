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
