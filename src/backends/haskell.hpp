// Programs as Haskell for people and for GHC: the form of text/print.hpp, made readable and fast.
//
// A binding that is used once becomes part of the expression that uses it, a value that is taken
// apart becomes a pattern, what nothing uses is left out, and arithmetic is written infix. The
// module keeps its name, exports, imports, types and documentation.
//
// Strict (the meaning of the language): no thunk is built, whether GHC compiles the module lazily
// or with `Strict`. Definitions have bangs; a parameter that its equation does not evaluate anyway
// has one too, so that arguments may be expressions; what goes into a lazy field of a constructor
// or into a result of several is evaluated before. Several results are an unboxed tuple.
//
//     sumFlip :: Tree -> (# Int, Tree #)
//     sumFlip E = (# 0, E #)
//     sumFlip (B x l r) =
//       let !(# a, l1 #) = sumFlip l
//           !(# b, r1 #) = sumFlip r
//           !c = x + a + b
//       in (# c, B x r1 l1 #)
//
// Lazy: nothing has a bang and several results are a tuple, matched lazily. A `Case` or
// `Conditional` is evaluated when its results are. An `Unpack` of what the function was given, a
// parameter or a field that it matched, is evaluated when the block is, as a pattern in the source
// is; of anything the block computes it is a lazy pattern, as that of a `let` or `where` is.
#pragma once

#include <string>

#include "backends/haskell/keep.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"
#include "text/original.hpp"

namespace deforest::backends {

struct HaskellOptions {
  ir::Semantics semantics = ir::Semantics::Strict;
};

/// The program, which must satisfy the invariants of ir/checker.hpp, as a Haskell module. Imports
/// of Gibbon's own modules are dropped, unless a region of the module is passed through untouched.
[[nodiscard]] std::string emitHaskell(const ir::Program& program, HaskellOptions options = {});

/// The module as it was read, but for the declarations that are not kept: the functions of the
/// program take their place, and what these need besides stands behind the first that needs it.
[[nodiscard]] std::string emitHaskell(const ir::Program& program, const text::Original& original,
                                      const Kept& kept, HaskellOptions options = {});

}  // namespace deforest::backends
