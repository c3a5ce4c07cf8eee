// What C++ evaluates of a program in Haskell's semantics although nobody needs it.
//
//     table = fromMaybe (error "no table") (find ...)       refused: C++ would always fail
//     main = print (take 2 (solutions board))               warned of: C++ finds all solutions
//
// Emitted C++ evaluates everything where it stands. What certainly fails or has no end is found in
// the program (graph/eager_failures) and refused; how much is evaluated in vain is seen when what
// has become of `main` runs beside the source (search/eagerness), and said.
#pragma once

#include <optional>
#include <string>

#include "ir/program.hpp"
#include "search/eagerness.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

/// Throws `Failure`, located in the source `content` of the file `path`, if native code of
/// `program` would have no value where Haskell may have one.
void refuseFailures(const ir::Program& program, const std::string& path,
                    const std::string& content);

/// The program that `content` of the file `path` is where evaluation is Haskell's; none if that is
/// too much to be read so.
[[nodiscard]] std::optional<ir::Program> readLazily(const std::string& path,
                                                    const std::string& content,
                                                    text::ParseOptions reading);

/// What native code of a program evaluates of `main` that Haskell does not need, as `lazy` shows,
/// if that is much, or fails.
[[nodiscard]] std::optional<search::Eagerness> evaluatedInVain(const search::Evaluated& program,
                                                               const ir::Program& lazy);

/// Throws `Failure` where that is a list that needs cells of its own which are not made yet.
void refuseOwnCells(const search::Eagerness& found, const std::string& path);
/// Warns of what is evaluated in vain on standard error.
void warnOf(const search::Eagerness& found, const std::string& path);
/// Warns of lists that may need such cells.
void warnOfOwnCells(const std::string& path);

}  // namespace deforest::driver
