// What a program calls of which interpreter and C++ know the meaning (ir/printing.hpp and others).
#pragma once

#include <cstddef>
#include <string_view>

#include "ir/program.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

/// How many calls of that name stand in the program.
inline std::size_t countForeign(const ir::Program& program, std::string_view name) {
  std::size_t found = 0;
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Foreign>(&binding.operation);
      found += call != nullptr && call->name == name ? 1U : 0U;
    });
  }
  return found;
}

}  // namespace deforest::backends
