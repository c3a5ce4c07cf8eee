// Which functions of lists GHC's rules fuse with each other.
//
//     sum (map f [1 .. n])        is a loop without a list: GHC makes it, where it sees the names
//     total (square xs)           functions that call themselves are never fused
//
// What of this stands in a text is left alone, and what is printed is written so that the rules
// still apply (the GHC User's Guide, "List fusion"; base 4.15, GHC.List and GHC.Base; A. Gill,
// J. Launchbury and S. Peyton Jones, "A short cut to deforestation", FPCA 1993). What takes two
// lists fuses with the first one.
#pragma once

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

/// Whether the function, of the program as it was read, is one of these, a part of which one is
/// made here, or a comprehension.
[[nodiscard]] bool isFusedByGhc(const ir::Function& function, const text::Original& original);

/// Whether the function, of the program as it was read, is `++`, or what it is made of.
[[nodiscard]] bool isAppend(const ir::Function& function, const text::Original& original);

/// Whether a call of the function is printed as one of these. `called`: as what it is, if it is not
/// printed itself.
[[nodiscard]] bool isFusedByGhc(const ir::Function& callee, const text::Provenance* called);

}  // namespace deforest::backends
