// A program whose `main` is short enough to be counted.
//
//     main = print (digest (program (input 20)))      a million nodes
//  => main = print (digest (program (input 5)))
//
// A function without parameters has one input only, and the interpreter may not come to its end.
// Neither may it with a `main` that is given nothing and takes a number of its own instead. The
// numbers in such functions, and in those that they call a few times only, are sizes more often
// than not, and fragments do not depend on them (tupling/fragment.hpp): with smaller ones the same
// program is made and counted. Exponents are sizes, too, those of numbers. For counting only. Where
// smaller numbers lead to a failure, only those in `main` become smaller, or only large ones, or
// all but those of one value. Where nothing of this helps, the outputs of `main` that end in time
// are counted, and the others are not: Haskell does not evaluate them, then.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::search {

/// The program with smaller literals of whole numbers in `main`, in functions without parameters,
/// and in those that these call rarely, or with fewer outputs of `main`, if some of its roots among
/// the first takes more than `few` calls, and all end within that afterwards, or else within
/// `most`: `main` without arguments, and with nothing to read, or where it fails then, with the
/// first of `eval::readings` on which it does not. `lazy`: evaluation is Haskell's, and of a value
/// without end its beginning is enough.
[[nodiscard]] std::optional<ir::Program> withShortMain(const ir::Program& program,
                                                       std::uint64_t few, std::uint64_t most,
                                                       bool lazy);

/// Whether the function has one input that is known: nothing, or to a `main` nothing to read.
[[nodiscard]] bool isConstant(const ir::Program& program, const ir::Function& function);

/// What `main` is given when nothing is: for every parameter the empty list, for all that it reads
/// is lists.
[[nodiscard]] std::vector<eval::Value> nothingFor(const ir::Function& main);

}  // namespace deforest::search
