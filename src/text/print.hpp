// Programs as text: the form in which every stage can be read, compared and given back.
//
// The text is a Haskell module in A-normal form. Each binding of the program is one definition of a
// `let` with bangs, in order of evaluation; a function that is a single `Case` on a parameter is
// written in equations; several results are an unboxed tuple:
//
//     sumFlip :: Tree -> (# Int, Tree #)
//     sumFlip E = (# 0, E #)
//     sumFlip (B x l r) =
//       let !(# a, l1 #) = sumFlip l
//           !(# b, r1 #) = sumFlip r
//           !c = x + a
//           !d = c + b
//           !t = B x r1 l1
//       in (# d, t #)
//
// GHC accepts it, and reading it (text/parse.hpp) gives the program back, up to the names and
// numbers of variables and to these:
//   - a `Copy` is read as its argument, a match that binds nothing is not read, and a quotient of
//     literals that is infinite or NaN is read as that literal, of which it is the spelling;
//   - language pragmas and imports that the text needs are added to those of the module, names of
//     the module's own are added to what it hides of the Prelude, and fixities of what is gone are
//     dropped; printing what was read adds nothing more;
//   - a constant of several results is read as one that is a tuple;
//   - functions of libraries that are called by name are not printed but called so, and what they
//     are given may stand in a lambda; read again, they are made anew, with what they call.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace deforest::text {

struct PrintOptions {
  bool wholeModule = true;  ///< Otherwise the functions only.
};

/// The program, which must satisfy the invariants of ir/checker.hpp, as a module.
[[nodiscard]] std::string print(const ir::Program& program, PrintOptions options = {});

/// One function with its signature.
[[nodiscard]] std::string printFunction(const ir::Program& program, ir::FunId id);

/// Each function with its signature, by its number; empty for those that are not printed, of
/// libraries that are called by name.
[[nodiscard]] std::vector<std::string> printFunctions(const ir::Program& program);

}  // namespace deforest::text
