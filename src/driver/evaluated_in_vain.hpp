// What C++ evaluates of a program in Haskell's semantics although nobody needs it.
//
//     table = fromMaybe (error "no table") (find ...)       refused: C++ would always fail
//     main = print (take 2 (solutions board))               warned of: C++ finds all solutions
//
// Emitted C++ evaluates everything where it stands. What certainly fails or has no end is found in
// the program (graph/eager_failures) and refused; how much is evaluated in vain is seen when `main`
// runs both ways (search/eagerness), and said.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

/// Throws `Failure`, located in the source `content` of the file `path`, if native code of
/// `program` would have no value where Haskell may have one.
void refuseFailures(const ir::Program& program, const std::string& path,
                    const std::string& content);

/// Warns on standard error if native code of `program`, which was read from `content` with
/// `reading`, evaluates much more of `main` than Haskell needs, or if what it evaluates in vain
/// fails.
void warnOfEagerness(const ir::Program& program, const std::string& path,
                     const std::string& content, text::ParseOptions reading);

}  // namespace deforest::driver
