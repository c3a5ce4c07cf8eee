// The program with a function for each version that differs: one that owns an argument and one that
// does not, if the cells of that argument can be reused.
//
//     twice t = incr (incr t)      =>      twice t = incrInPlace (incr t)
//
// The ownership analysis tells versions apart by what their callers can give away. Two that take no
// different cells and call no different versions would be the same text, and become one function
// (the coarsest partition that says so).
#pragma once

#include <vector>

#include "backends/cpp/cells/ownership.hpp"
#include "backends/cpp/cells/reuse.hpp"
#include "backends/native/options.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A program whose functions say which cells they write again.
struct OwningProgram {
  ir::Program program;
  std::vector<ir::FunId> versionOf;         ///< By function: one of the program given.
  std::vector<CellReuse> reuse;             ///< By function.
  std::vector<bool> writesInPlace;          ///< By function: it or something that it calls.
  std::vector<std::vector<CellLeft>> left;  ///< By function.
  std::vector<std::vector<bool>> consumed;  ///< By root and parameter: its cells may be written.
  std::vector<std::vector<bool>> fresh;     ///< By root and result: it shares nothing.
};

/// Says which cells of the program, which must be in native form, are written again. With
/// `consumeInput` it gains roots that copy what the others consume.
[[nodiscard]] OwningProgram reuseCells(ir::Program program, const NativeOptions& options);

}  // namespace deforest::backends
