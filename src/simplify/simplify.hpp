// The clean-up inside functions that every transformation relies on: common subexpressions, copies,
// known constructors and their fields, primitives on known operands, conditionals on known
// conditions, dead bindings.
//
//     p = (a, b) ; (x, y) = p ; u = f x ; v = f a     =>    u = f a        (v stands for u)
//     if c then (if c then s else t) else u           =>    if c then s else u
//     b = x < y ; c = x >= y ; if c then s else t     =>    b = x < y ; if b then t else s
//
// Right, because each rule replaces a value by an equal one that is at hand. Nothing moves, and no
// call is unfolded: the pass never enlarges a program.
#pragma once

#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::simplify {

void simplifyFunction(const ir::Program& program, ir::Function& function, ir::Semantics semantics);

/// The pass `simplify`.
pipeline::Pass simplify(ir::Semantics semantics);

}  // namespace deforest::simplify
