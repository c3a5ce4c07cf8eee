// Which recursion becomes a loop.
//
// A function may end in a call of itself, and so may one whose results are made from those of the
// call one by one: as a field of a new cell (the loop then fills the hole in the last cell it
// made), by wrapping addition and multiplication (it keeps `offset` and `scale`, the result being
// offset + scale * r), by an associative operation that has a neutral element, or not at all.
//
//     f (Cons x xs) = let (ys, n) = f xs in (Cons (x + 1) ys, n + x)
//
// has a hole and an offset. Doubles are left alone: their operations are not associative.
//
// What a call puts in front of the result, as `++` does, fills the hole likewise: it is called with
// the empty list instead, and the hole is then at the end of what it has made.
//
//     f (x : xs) = g x ++ f xs        *hole = append(g(x), null); hole = the last tail of that
//
// So a list of lists is put together in a loop, where a recursion would need stack for each of
// them. The call is made before the next round begins, and not when all of them have come back.
// That is right where all that the called function does with the list is to have it at the end of
// its result (list_makers.hpp): the cells in front of it are its own, whichever list it is given.
// Nothing that the next round reads may be written by it; ownership.hpp sees to that.
//
// After D. Leijen and A. Lorenzen, "Tail recursion modulo context: an equational approach", POPL
// 2023.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/list_makers.hpp"
#include "backends/native/plan/layout.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// How one result of a looping function comes about.
struct LoopResult {
  enum class Kind : std::uint8_t { Same, Hole, Affine, Associative };
  Kind kind = Kind::Same;
  bool offset = false;              ///< Affine: something is added.
  bool scale = false;               ///< Affine: something is multiplied.
  ir::PrimOp op = ir::PrimOp::Add;  ///< Associative.
};

/// A call of the function itself that becomes a jump. It stands in a block in tail position.
struct LoopJump {
  std::size_t call = 0;  ///< Index of its binding in the block.
  /// For each result: the bindings between it and the call's result, outermost first.
  std::vector<std::vector<std::size_t>> chains;
};

struct LoopPlan {
  std::vector<LoopResult> results;
  std::map<ir::VarId, LoopJump> jumps;  ///< By the first result of the call.
  [[nodiscard]] bool loops() const { return !jumps.empty(); }
  /// The jump that the block ends in; null if there is none.
  [[nodiscard]] const LoopJump* jumpIn(const ir::Block& block) const;
  /// Whether the binding at `at` of the block is done before what `jumpIn` jumps with is read.
  [[nodiscard]] bool isChained(const ir::Block& block, std::size_t at) const;
};

[[nodiscard]] LoopPlan planLoops(const ir::Program& program, ir::FunId id, const CppLayout& layout,
                                 const ListMakers& makers);

/// Says of a call, by its place in a block, whether it may be a jump.
using MayJump = std::function<bool(const ir::Block& block, std::size_t call)>;

/// The same of another form of that function.
[[nodiscard]] LoopPlan planLoops(const ir::Program& program, ir::FunId id,
                                 const ir::Function& function, const CppLayout& layout,
                                 const ListMakers& makers, const MayJump& mayJump);

}  // namespace deforest::backends
