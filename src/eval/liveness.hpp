// Where the variables of a function are used for the last time, and which of them are only other
// names for atoms. Private to the compiler.
//
// Positions number the points of a function in the order in which it is translated: its entry,
// every binding, the start of every alternative, the end of every block, and the point after a
// binding that has blocks. `Positions` hands them out; analysis and translation both walk the
// function with it, in the same order.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.hpp"

namespace deforest::eval {

struct Liveness {
  /// By variable: the atom it stands for. An invalid variable: it stands for itself. Copies, `seq`
  /// and the making and opening of newtypes give names only.
  std::vector<ir::Atom> alias;
  /// By position: the variables that are not used after it.
  std::vector<std::vector<ir::VarId>> dying;
  /// By variable: whether anything reads it.
  std::vector<bool> used;

  [[nodiscard]] ir::Atom resolve(const ir::Atom& atom) const;
};

/// Whether the results of `binding` are other names for atoms.
[[nodiscard]] bool onlyRenames(const ir::Program& program, const ir::Binding& binding);

[[nodiscard]] Liveness analyse(const ir::Program& program, const ir::Function& function);

}  // namespace deforest::eval
