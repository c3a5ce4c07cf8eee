// What a function computes of nothing that it is given is a constant.
//
//     f n = .. lookup n (fromList [..]) ..      =>      table = fromList [..]
//                                                       f n = .. lookup n table ..
//
// GHC floats it out of the function, to compute it once. Here it is a function without parameters
// afterwards, and whoever asks for that sees to it that it is computed once (share_constants.hpp,
// suspension/tie_constants.hpp).
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace deforest::backends {

/// Whether what the binding of the function makes is to be a constant, if it can be.
using IsWanted = std::function<bool(const ir::Function& function, const ir::Binding& binding)>;

void floatConstants(ir::Program& program, const IsWanted& isWanted);

}  // namespace deforest::backends
