// Functions that undo each other.
//
//     mirror (mirror t) = t          so, wherever the two meet:   f (mirror (mirror t))  =>  f t
//
// For every pair of functions from trees to trees of the same type, the composition of the two is
// fused by itself, and the induction over results (redundancy/induction) says whether it is its
// argument. What is found is used to find more: with mirror . mirror known,
//
//     flipRec (Node x l r) = Node x (flipRec (mirror r)) (flipRec (mirror l))
//
// flipRec . flipRec meets only itself again, and undoes itself, too. Without the law the
// composition would grow at every level.
//
// Right, because the law is proved; where the inner call fails, the value is more defined than it
// was. Strict semantics only. Sought among few functions: the pairs are squares of them.
#pragma once

#include <set>
#include <utility>

#include "engine/options.hpp"
#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::fusion {

/// Outer and inner function.
using Inverses = std::set<std::pair<ir::FunId, ir::FunId>>;

/// The pairs of functions of `program` (in normal form) for which that is proved; tells of them in
/// `context`.
Inverses deriveInverses(const ir::Program& program, const engine::Options& options,
                        pipeline::Context& context);

}  // namespace deforest::fusion
