// What one binding comes to, given what is known before it. The step that driving and the pass
// `simplify` share.
//
//     y = 2 + 3                 =>  y stands for 5
//     z = x + 1, after y = x+1  =>  z stands for y            (common subexpression)
//     K a b, where x is K a b   =>  it is x                   (no reallocation)
//     D a b = d, d known        =>  a, b stand for its fields (known constructor)
#pragma once

#include <optional>

#include "ir/program.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::simplify {

/// Simplifies a copy, primitive, construction, unpacking or call. Nothing if its results are known
/// to stand for something else, which `knowledge` then says; else the binding to keep, its atoms
/// resolved. `lazy`: `seq` is kept.
std::optional<ir::Binding> simplifyBinding(const ir::Program& program, const ir::Function& function,
                                           ir::Binding binding, Knowledge& knowledge, bool lazy);

}  // namespace deforest::simplify
