// How much of what `main` does each function takes part in.
//
//     main = do
//       print (total (rotate (build 10)))       build 0.4, rotate 0.4, total 0.2
//       printf "%d of %d\n" (depth t) n         depth 0.01
//
// What the Haskell backend does not look into keeps its text, and often that is `main`: then every
// function that it uses is a root, counted on inputs made for it, and which of them the program
// spends its time in is not seen. Read for evaluation alone it often is understood, so it is run
// once. Work below a call counts for the caller, too (search/profile).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/program.hpp"

namespace deforest::search {

/// By name, from 0 to 1; functions that never ran are absent. `main` is given nothing, or of what
/// programs read (eval/readings) that on which it does most, and is ended after so many calls.
/// Empty: there is no `main`, or it fails on all that was tried.
[[nodiscard]] std::map<std::string, double> sharesOfMain(const ir::Program& program,
                                                         std::uint64_t calls);

}  // namespace deforest::search
