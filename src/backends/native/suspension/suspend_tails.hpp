// Lists of which perhaps not all is needed, and that take long, are made as they are read.
//
//     main = print (head (queens 12))            main = case queens_lazy 12 of Item q _ -> print q
//     go n k = [q : qs | qs <- go n (k - 1),  =>
//                        q <- [1 .. n], ok q qs]  go_lazy n k = each_lazy (go_lazy n (k - 1)) n
//                                                 each_lazy (Item qs rest) n = ...
//                                                      ... Item (q : qs) (Each qs rest n)
//
// Haskell makes a list as far as it is read; native code makes it as a whole, and where a search
// results in a list of which somebody wants the first element, all of the search is done before. So
// the functions that make such a list, and those through which it goes until somebody may stop
// reading, get a second form, in which a list is its first cell and a rest that is a call not yet
// made (lazy_types.hpp). The rest of the program, and these functions where they are called by
// others, stay as they are.
//
// Right under Haskell's semantics, because a rest is forced where the list was read, or not at all,
// so that what is evaluated is a part of what was. And no more often: a list gets this form only
// where every function that it goes through reads it at most once on each way (`takesLazily`); one
// that is read twice, stored or shown is made as a whole. Elements are computed with their cells,
// as before.
//
// It is done where three things are there (list_facts.hpp): the list is handed to a function that
// may not read all of it; the list is *heavy*, or made by a call within the recursion in which it
// is read, as in backtracking; and the list is not shared. What fusion does away with, `any p (map
// f xs)`, is not heavy, and a list that is read to its end is made faster as a whole. Where fusion
// did not, and far more is evaluated than Haskell needs, the driver asks for any list that may not
// be read to its end.
//
// Before everything else, on normal form: what comes after fuses the new functions like others.
//
// Source: Danvy and Nielsen, Defunctionalization at work, PPDP 2001; Wadler, How to replace failure
// by a list of successes, FPCA 1985, for the programs.
#pragma once

#include <cstdint>

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// Which of the lists that are perhaps not read to their end.
enum class Suspended : std::uint8_t { Heavy, Any };

/// The pass `suspend-tails`.
pipeline::Pass suspendTails(Suspended which = Suspended::Heavy);

}  // namespace deforest::backends
