// Promotion: a fold moves through a function that puts a tree at the end of what it makes.
//
//     sum (append xs c) = sumAppend xs (sum c)     sumAppend Nil s         = s
//                                                  sumAppend (Cons x xs) s = x + sumAppend xs s
//     sum (rev xs c)    = sumRev xs (sum c)        sumRev Nil s            = s
//                                                  sumRev (Cons x xs) s    = sumRev xs (x + s)
//
// Let h be a fold: it takes its tree apart once and uses a field of the tree's type for nothing but
// the same fold of that field. Let g have a parameter c of that type, its hole, which ends up in
// g's result exactly once on every path and is not looked at. Then h (g t c) = gh t (h c), where
// the alternatives of gh are those of g with h pushed through the result: h of the hole is s, h of
// a constructor is h's alternative, h of a call g' t' c' is g'h t' (h c').
//
// Right by induction on the evaluation of g. Not slower: h visits the part that g made inside gh
// and the rest where h c is, as before; on every path the hole is used, so h c is not computed in
// vain. The list between is gone, and accumulators become numbers: sum (flatten t) needs no cell,
// and `append (append a b) c = append a (append b c)` is the case where h is append itself.
//
// The composed functions are added to the program before fragments are made of it, and are then
// functions like all others. One that equals a function of the program is that function.
//
// Not found: folds of several functions in mutual recursion or with several results; holes that are
// used in some branches only.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::fusion {

/// How to call the composition of a fold and a function with a hole.
struct Promotion {
  /// Where an argument comes from.
  struct Source {
    enum class Kind : std::uint8_t { Inner, Outer, Hole } kind = Kind::Inner;
    std::uint32_t index = 0;  ///< Of the argument of the inner (g) or outer (h) call.
    bool operator==(const Source&) const = default;
  };
  ir::FunId function;
  std::uint32_t hole = 0;       ///< Position of the hole among the inner call's arguments.
  std::vector<Source> sources;  ///< Per parameter of `function`.
};

/// By outer (fold) and inner function.
using Promotions = std::map<std::pair<ir::FunId, ir::FunId>, Promotion>;

/// Finds the pairs of functions of `program` (in normal form) that compose so, and adds their
/// compositions to it.
Promotions derivePromotions(ir::Program& program);

}  // namespace deforest::fusion
