// The program as the C++ backend wants it: fewer functions, longer bodies.
//
// Other parts of the compiler split nested matches into functions of their own; here a function
// that is called once becomes part of its caller again, so that recursion through it is seen as the
// loop it is. Copies and unused pure bindings disappear, what a call needs of another only at its
// end is done after both, and independent calls on the children of one constructor are put in the
// order of the children.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "backends/cpp/prepare/postpone.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// What functions do, with those they call.
struct CppFacts {
  std::vector<bool> emitted;                       ///< Reached from a root.
  std::vector<bool> allocates;                     ///< May make a cell.
  std::vector<bool> recursive;                     ///< Lies on a cycle of calls.
  std::vector<bool> heavy;                         ///< Is recursive or reaches what is.
  std::vector<std::uint32_t> component;            ///< Of mutual recursion.
  std::vector<std::vector<ir::FunId>> components;  ///< Callees first.
};

struct PreparedProgram {
  ir::Program program;
  Finishing finishing;
};

/// Calls of the functions in `whole` are not divided (postpone.hpp). Functions keep their numbers.
[[nodiscard]] PreparedProgram prepareForCpp(ir::Program program,
                                            const std::set<ir::FunId>& whole = {});

/// `allocates` is set by `findAllocations`.
[[nodiscard]] CppFacts cppFacts(const ir::Program& program);

/// `makesCell` says which bindings of which function allocate, calls aside.
void findAllocations(const ir::Program& program,
                     const std::function<bool(ir::FunId, const ir::Binding&)>& makesCell,
                     CppFacts& facts);

/// The variables that the operation reads, nested blocks included.
[[nodiscard]] std::vector<ir::VarId> variablesRead(const ir::Operation& operation);

}  // namespace deforest::backends
