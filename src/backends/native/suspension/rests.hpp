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
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// The program in normal form, with functions that are new behind those it has.
[[nodiscard]] ir::Program restsAsCalls(ir::Program program);

/// A function made of bindings of another one, of which the last has one result, and the variables
/// of that one that it is to be given.
struct Outlined {
  ir::Function function;
  std::vector<ir::VarId> captured;
};
[[nodiscard]] Outlined outlined(const ir::Function& from, const std::vector<ir::Binding>& bindings,
                                std::string name);

/// Makes the bindings of a block of the function, at ascending indices, a call in the place of the
/// last of them, and returns the function that is called: `id` is to be its number.
[[nodiscard]] ir::Function moveOut(ir::Block& block, const std::vector<std::size_t>& indices,
                                   const ir::Function& from, std::string name, ir::FunId id);

/// The bindings of a block of the function that nothing but the one at `last` needs, and that one:
/// their indices, ascending.
[[nodiscard]] std::vector<std::size_t> neededBy(const ir::Function& function,
                                                const ir::Block& block, std::size_t last);

/// Reads what copies are of. Unlike simplification it makes no two calls one: a list that is made
/// for each of its readers need not be held for them.
void resolveCopies(ir::Function& function);

/// Puts calls of the functions that `moves` names, which only branches of one binding read, and not
/// all of these, into those that do, in nested blocks too.
void sinkIntoBranches(ir::Function& function, const std::function<bool(ir::FunId)>& moves);

/// Makes the call before the first binding of the block that reads the variable, and reads its result
/// in the place of that; if only branches of one binding read it, in these. The only binding that
/// reads it may do without: `handsOn` then changes it, and says so.
void callWhereRead(ir::Block& block, ir::Function& function, ir::VarId variable,
                   const ir::Call& call, const std::function<bool(ir::Operation&)>& handsOn);

/// Puts the bindings that `moves` tells of, where only branches of one binding read them, into these.
void sinkIntoReaders(ir::Function& function, const std::function<bool(const ir::Binding&)>& moves);

}  // namespace deforest::backends
