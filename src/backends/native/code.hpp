// Native code: a program in native form, and beside it all that is decided of its C++.
//
//     sums (Node x l r) = Node (x + ..) (sums l) (sums r)     the program
//     reuse      the new `Node` is written into the cell of `t`
//     parallel   the two calls run at the same time
//
// The program says what is computed; what stands beside it, by function and variable, says how:
// what becomes a loop, which cells are written again, where they lie and when they are given back,
// what runs at the same time. Each decision is made by one pass (plan_passes.hpp), which reads what
// those before it have decided, and none of them changes what is computed. Where a pass has not run
// nothing is decided: the code is as plain as it can be, and right.
//
// The text (backends/cpp/) is written from this alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/native/cells/ownership.hpp"
#include "backends/native/cells/reuse.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/options.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/lifetimes.hpp"
#include "backends/native/plan/loops.hpp"
#include "backends/native/plan/spines.hpp"
#include "backends/native/plan/survivors.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// What a pass has not decided is empty or false.
struct NativeCode {
  explicit NativeCode(NativeOptions asked = {}) : options(std::move(asked)) {}
  NativeCode(const NativeCode&) = delete;  // the layout refers to the program
  NativeCode& operator=(const NativeCode&) = delete;

  const NativeOptions options;
  ir::Program program;
  CppFacts facts;
  std::optional<CppLayout> layout;
  std::vector<bool> cells;  ///< By type: whether its values hold cells.
  std::size_t copies = 0;   ///< So many of the roots, the last, copy what others consume.

  // By function.
  std::vector<ir::FunId> versionOf;  ///< The one of the program given that it is a version of.
  std::vector<LoopPlan> loops;
  std::vector<std::optional<SpinePlan>> spines;   ///< Lists that are handed out.
  std::vector<CellReuse> reuse;                   ///< Cells that are written again.
  std::vector<std::vector<CellLeft>> left;        ///< Cells that could have been, and why not.
  std::vector<bool> writesInPlace;                ///< It or something that it calls.
  std::vector<std::vector<ir::VarId>> backwards;  ///< Parameters read from their end.
  std::vector<ir::Function> forked;               ///< With calls side by side gathered.
  std::vector<bool> parallel;                     ///< There is a variant that forks.
  std::vector<LoopPlan> forkedLoops;              ///< And that is a loop.
  std::vector<bool> absorbed;                     ///< Compiled as a part of its only caller.
  std::vector<SurvivorPlan> survivors;
  ScratchPlans scratch;

  // By root, and parameter or result.
  std::vector<std::vector<bool>> consumed;  ///< Its cells may be written.
  std::vector<std::vector<bool>> fresh;     ///< It shares nothing.

  /// Takes a program, and finds how its values are represented. `copies` is not touched.
  void begin(ir::Program given);

  /// Finds out again what follows from the program and from which cells are written again.
  void refresh();
};

/// Whether the binding makes a cell, calls aside, and not in the place of an old one.
[[nodiscard]] bool makesCell(const NativeCode& code, ir::FunId id, const ir::Binding& binding);

/// By function: whether its recursion may need much stack.
[[nodiscard]] std::vector<bool> recursesDeeply(const NativeCode& code);

}  // namespace deforest::backends
