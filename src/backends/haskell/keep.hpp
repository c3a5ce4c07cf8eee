// Which declarations of the source stay as they stand there, and which are replaced.
//
//     total :: Tree -> Int                    stays: it is what it would be if nothing were fused
//     total (Leaf x) = x
//     total (Node l r) = total l + total r
//
//     mean t = div (total (square t)) 2       is replaced: it calls `total_square` now
//
// A function is unchanged if it equals, up to the names of variables, the function of that name in
// the program that the same passes make without fusion, where calls of functions of one name and
// type agree. (Fusion names what it composes after what that is made of; `shift . shift` may be
// called `shift`. `Function::composed` tells.) A declaration is unchanged if its entry is, and the
// parts that only belong to it. Calls of other declarations do not count: they keep their name and
// type, whether they are replaced or not. But for one: an instance of a polymorphic declaration
// that is replaced gets a name of its own, so its callers are replaced, too.
//
// The text of a declaration is always right where the declarations that it mentions are there, with
// the types they have in the source. So what is left to see to are types. Passes drop parameters
// and return fields for a tuple. Then either a function of the source's type stands in between,
//
//     let !(# lo, hi #) = minMax xs    =>    let !(lo, hi) = minMax xs      a call of kept text
//     minMax xs = .. (# lo, hi #) ..   =>    minMax xs =                    what kept text calls
//                                              let !(# lo, hi #) = minMax_parts xs in (lo, hi)
//
// (which passes on those of its parameters that are left: what all callers pass the same, also
// without fusion, kept text still says), or, where that cannot be, the text stays for those who call
// it as text, and the function is printed beside it for those who call it as it has become.
//
// Where functions that are not recursive are unfolded everywhere, as Haskell compilers do
// themselves, nearly every function differs in that alone. On demand it then counts as unchanged:
// one that reaches no fragment, and the same recursive functions as without fusion.
//
// Kept text is evaluated as Haskell evaluates it, lazily: a program whose strict evaluation ends
// has the same value lazily.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

struct Kept {
  /// By the name in the program: what is called as the source or a library has it.
  std::map<std::string, text::Provenance> outside;
  /// By the name of a declaration: the function of its type that is printed in its place.
  std::map<std::string, std::string> bound;
  /// Some declaration is not as it was read.
  bool any = false;
};

enum class Unfolded { Keep, Replace };

/// Chooses for `result`, made of `source` by passes that make `unfused` of it if nothing is fused.
/// Gives `result` the functions of the source's types that stand in between. Appends to its roots
/// what the passes after this must leave as it is. `unfolded` says what becomes of functions into
/// which others were merely unfolded.
[[nodiscard]] Kept chooseKept(const text::Original& original, const ir::Program& source,
                              const ir::Program& unfused, ir::Program& result,
                              Unfolded unfolded = Unfolded::Replace);

}  // namespace deforest::backends
