// Arrays of numbers that change, and references to numbers, are places in memory.
//
//     readElement c i heap =                          readElement c i (CellHeap n cells done) =
//       case readCell c heap of                         let x = element c i done
//         CellRead t g -> case elementAt i t of   =>        after = <after> done x
//           CellContent x -> CellRead x g               in CellRead x (CellHeap n cells after)
//
// `ST` and `IO` hand on a heap, a tree of cells (text/prelude/cell_source.cpp), and an array is one of
// these with a tree of its elements: a write makes a new tree, which shares with the old one what is
// the same. Here the functions by which all of that is done get other definitions where elements are
// scalars: foreign calls (ir/arrays.hpp), which need the number in the heap that says what has been
// done, and give back another one. All other cells stay as they are, in the same heap.
//
// Right, because a heap is used once: who reads, writes or makes a cell has a new one from then on,
// and nobody can ask the old one. So an element can be changed where it is, as long as it is changed
// after what read it before, and that is what the numbers say. They are what the heap is to the rest
// of the engine: it may move these calls as their operands allow, and share what is equal, since
// calls with the same number are at the same time. Two computations begin with different numbers,
// `<arrays>`, which nobody takes for equal.
//
// On a program as it was read, before everything else: what becomes of the functions is not to be
// found any more.
//
// Source: Launchbury and Peyton Jones, Lazy Functional State Threads, PLDI 1994, section 6: the state
// is a token, and updates are in place.
#pragma once

#include <string_view>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `write-arrays`.
pipeline::Pass writeArrays();

/// Whether the function is an instance of that function of the Prelude, or of a module that the
/// compiler has as text, and none of the user's.
[[nodiscard]] bool isInstanceOf(const ir::Program& program, const ir::Function& function,
                                std::string_view name);

/// Whether elements of the type may stand in such an array: scalars, and newtypes of these.
[[nodiscard]] bool mayBeWritten(const ir::Program& program, ir::TypeId type);

}  // namespace deforest::backends
