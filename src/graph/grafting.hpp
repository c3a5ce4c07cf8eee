// Functions that only put a tree in place of the ends of another one, `append` above all.
//
//     append Nil ys = ys ;  append (Cons x xs) ys = Cons x (append xs ys)
//
// `g` grafts if it has two parameters, branches on one, and each alternative returns the other
// parameter, or the tree itself, or rebuilds the tree's constructor with every field either as it
// is or grafted. Then  g (g a b) c = g a (g b c).  By induction on a: where g returns its other
// parameter both sides are g b c; where it rebuilds, the rebuilt constructor takes the same
// alternative again, and the grafted fields are equal by the induction hypothesis.
#pragma once

#include <optional>

#include "ir/program.hpp"

namespace deforest::graph {

/// The position of the parameter that takes the place of the ends, if the function grafts.
std::optional<std::uint32_t> graftedParameter(const ir::Program& program, ir::FunId function);

}  // namespace deforest::graph
