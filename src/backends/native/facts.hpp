// What functions of a program do, with those they call, and what operations read.
#pragma once

#include <functional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// What functions do, with those they call.
struct CppFacts {
  std::vector<bool> emitted;                       ///< Reached from a root.
  std::vector<bool> allocates;                     ///< May make a cell.
  std::vector<bool> recursive;                     ///< Lies on a cycle of calls.
  std::vector<bool> heavy;                         ///< Is recursive or reaches what is.
  std::vector<bool> prints;                        ///< And so stays on its thread, in its place.
  std::vector<bool> fails;                         ///< It, or what it calls, may.
  bool hasActions = false;                         ///< What prints keeps its place among calls.
  bool usesFiles = false;                          ///< Reads or writes files, one at a time.
  bool hasSlots = false;                           ///< Cells may be held by what was made before.
  std::vector<std::uint32_t> component;            ///< Of mutual recursion.
  std::vector<std::vector<ir::FunId>> components;  ///< Callees first.
};

/// `allocates` is set by `findAllocations`.
[[nodiscard]] CppFacts cppFacts(const ir::Program& program);

/// `makesCell` says which bindings of which function allocate, calls aside.
void findAllocations(const ir::Program& program,
                     const std::function<bool(ir::FunId, const ir::Binding&)>& makesCell,
                     CppFacts& facts);

/// Whether the binding may make an Integer that takes limbs: arithmetic, and conversions to it.
/// Such a number is made anew, and holds nothing of the operands.
[[nodiscard]] bool makesInteger(const ir::Program& program, const ir::Function& function,
                                const ir::Binding& binding);

/// The variables that the operation reads, nested blocks included.
[[nodiscard]] std::vector<ir::VarId> variablesRead(const ir::Operation& operation);

}  // namespace deforest::backends
