// Functions that lead to a call of a constant, which get it as a parameter instead.
//
//     table = ..                           table = ..
//     value k = table ! k           =>     value k table = table ! k
//     f k = value k + 1                    f k table = value k table + 1
//
// Who makes the constant, and where, is for those who ask (share_constants.hpp,
// suspension/tie_constants.hpp).
#pragma once

#include <vector>

#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// By function: whether it leads to a call of the constant.
[[nodiscard]] std::vector<bool> usersOf(const graph::CallGraph& graph, ir::FunId constant);

/// In the block, the variable stands for what calls of the constant result in, which the
/// substitution is to put in place, and is one more argument of the functions that are given it.
void useConstant(ir::Block& block, ir::FunId constant, ir::VarId made,
                 const std::vector<bool>& given, ir::Substitution& substitution);

/// The same in the whole function.
void useConstant(ir::Function& function, ir::FunId constant, ir::VarId made,
                 const std::vector<bool>& given);

/// Makes the constant the last parameter of the function, which uses it.
void giveConstant(const ir::Program& program, ir::Function& function, ir::FunId constant,
                  const std::vector<bool>& given);

}  // namespace deforest::backends
