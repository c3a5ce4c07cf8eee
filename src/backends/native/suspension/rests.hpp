// Rests of lists as calls.
//
//     enumUpTo i n = i : (if i == n then [] else enumUpTo (i + 1) n)
//  =>
//     enumUpTo i n      = let b = i == n in i : enumUpTo_rest i n b
//     enumUpTo_rest i n b = if b then [] else enumUpTo (i + 1) n
//
// A suspended computation is a call that has not been made. What is computed behind a cell, by a
// branching or by several calls, becomes one call of a new function; and a call that only some
// branches read is made in these. Nothing is evaluated that was not, nor more often.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace deforest::backends {

/// The program in normal form, with functions that are new behind those it has.
[[nodiscard]] ir::Program restsAsCalls(ir::Program program);

/// Reads what copies are of. Unlike simplification it makes no two calls one: a list that is made
/// for each of its readers need not be held for them.
void resolveCopies(ir::Function& function);

/// Puts calls of the functions that `moves` names, which only branches of one binding read, and not
/// all of these, into those that do, in nested blocks too.
void sinkIntoBranches(ir::Function& function, const std::function<bool(ir::FunId)>& moves);

}  // namespace deforest::backends
