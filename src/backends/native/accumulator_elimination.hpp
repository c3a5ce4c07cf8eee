// Sums that are handed along a tree are added up after the calls.
//
//     size Leaf s         = s                         size' Leaf         = 0
//     size (Node l x r) s = size l (1 + size r s)  => size' (Node l x r) = (1 + size' r) + size' l
//                                                     size t s           = s + size' t
//
// A call that takes along what another one counted waits for it. As the sum is nothing to a
// function but something to add to, it can start from zero: the calls are then independent, can run
// at the same time, and visit the children in their order. `sum (flatten t)` becomes such a
// function when the list is gone (Sakka, table 4.1).
//
// Right, because addition of Int and Word is associative and commutative bit for bit; it is not
// done for floating point. On every path the parameter must go, by additions, subtractions from it,
// and such parameters of functions that call each other, into one result, and nowhere else.
//
// It is done only where a call waits so for another one: along a list the sum is best where it is,
// and `simplify/accumulate` puts it there.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `accumulator-elimination`.
pipeline::Pass accumulatorElimination();

}  // namespace deforest::backends
