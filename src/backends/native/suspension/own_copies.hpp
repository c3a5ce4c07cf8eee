// A copy of a function for each call of it, where lists go through it.
//
//     f xs = g (append xs ys)              f xs = g (append xs ys)
//     h zs = p (append zs (from 0))   ⇒    h zs = p (append_2 zs (from_2 0))
//
// What is known of the lists that a function is given is then known of one call, and not of all
// together (delay_lists.hpp): functions such as `append` are called with lists of every kind. A
// recursion is copied as a whole. Copies that come out equal are for `merge-functions`.
//
// Not of roots, nor of what a library is given; and there are never more than `most` functions.
#pragma once

#include <cstddef>

#include "ir/program.hpp"

namespace deforest::backends {

[[nodiscard]] ir::Program withOwnCopies(ir::Program program, std::size_t most);

}  // namespace deforest::backends
