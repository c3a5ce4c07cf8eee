// What one binding comes to, given what is known before it. The step that driving and the pass
// `simplify` share.
//
//     y = 2 + 3                 =>  y stands for 5
//     z = x + 1, after y = x+1  =>  z stands for y            (common subexpression)
//     K a b, where x is K a b   =>  it is x                   (no reallocation)
//     D a b = d, d known        =>  a, b stand for its fields (known constructor)
//
// Where evaluation is Haskell's, a field of a known constructor is evaluated with what holds it,
// unless that has been evaluated: `D a b = d` where d is `seq e (D x y)` gives `a = seq e x`. A
// `seq` of what is evaluated is its second operand.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::simplify {

/// Simplifies a copy, primitive, construction, unpacking or call. Nothing if its results are known
/// to stand for something else, which `knowledge` then says; else the bindings to keep, their atoms
/// resolved. `lazy`: evaluation is Haskell's.
std::vector<ir::Binding> simplifyBinding(const ir::Program& program, const ir::Function& function,
                                         ir::Binding binding, Knowledge& knowledge, bool lazy);

/// The results of the binding are those of `atoms`, evaluated with `forced`.
std::vector<ir::Binding> evaluatedWith(const ir::Atom& forced,
                                       const std::vector<ir::VarId>& results,
                                       const std::vector<ir::Atom>& atoms, ir::Position position);

}  // namespace deforest::simplify
