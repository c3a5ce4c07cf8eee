// Functions that are put where they are called, whoever chose them.
//
//     pure e = e          run n = if n == 0 then pure done else ...
//                     =>  run n = if n == 0 then done else ...
//
// Right, because a call is its function's body. Callers are simplified afterwards: what the body
// makes is taken apart next to it. The functions themselves stay, for `drop-unreachable`.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "ir/semantics.hpp"

namespace deforest::simplify {

/// Puts the functions that `wanted` says, by FunId, in the place of all calls of them; which of
/// them had any. None may lead to itself by calls of wanted functions.
[[nodiscard]] std::vector<bool> putInPlace(ir::Program& program, const std::vector<bool>& wanted,
                                           ir::Semantics semantics);

}  // namespace deforest::simplify
