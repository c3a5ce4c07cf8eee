// Fragments and their canonical keys.
//
// A fragment is a straight line of calls over one input tree, its root, and further inputs:
//
//     frag x a:  y1 = f1 x ;  y2 = f2 y1 a ;  s = v y1      outputs (y2, s)
//
// Two fragments that compose the same functions and share their arguments in the same pattern are
// one function, whatever their variables are called and in whatever order the source has them:
// that is how fusion folds back into recursion. The key is that identity.
//
//     key:  members f1(i0), f2(o0, i1), v(o0)   outputs o1, o2
//
// Every occurrence of a literal is an input of its own; keyed by value it would specialise
// `place l 0 0`, `place l 3 4`, ... for ever. A value known to be a constructor is passed as the
// variable it is bound to.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "graph/facts.hpp"
#include "ir/program.hpp"

namespace deforest::tupling {

/// What a member of a fragment reads: an input, or a result of an earlier member.
struct Reference {
  bool input = true;
  std::uint32_t index = 0;   ///< Of the input, or of the member.
  std::uint32_t result = 0;  ///< Of the member's results; 0 for an input.
  auto operator<=>(const Reference&) const = default;
};

/// A call, or (under glue) a primitive between calls.
struct Member {
  bool primitive = false;
  std::uint32_t operation = 0;  ///< The callee's FunId, or the PrimOp.
  ir::TypeId type;              ///< Result type of a primitive.
  std::vector<Reference> arguments;
  std::vector<ir::TypeId> operands;  ///< Types of a primitive's arguments.
  auto operator<=>(const Member&) const = default;
};

struct Key {
  std::vector<Member> members;
  std::vector<Reference> outputs;  ///< Results of members that are used outside, ascending.
  bool generator = false;          ///< No root: the first member is unfolded, not split.
  auto operator<=>(const Key&) const = default;
};

/// A group of bindings of some region, named by its key.
struct Fragment {
  Key key;
  std::vector<ir::Atom> inputs;         ///< Of the region, in the key's order; the root first.
  std::vector<ir::VarId> outputs;       ///< Of the region, in the key's order.
  std::vector<std::uint32_t> bindings;  ///< Of the region, in the key's order of members.
};

/// The fragment of the given bindings of `region`, which are calls and primitives that read
/// nothing of each other through bindings outside; their variables are those of `function`.
/// `root` is none for a generator; `usedOutside` tells which results are wanted.
Fragment canonical(const ir::Program& source, const ir::Function& function, const ir::Block& region,
                   const std::vector<std::uint32_t>& bindings, std::optional<ir::VarId> root,
                   const std::vector<bool>& usedOutside);

/// A readable name of bounded length for the function that a key becomes. Not unique.
std::string nameOf(const ir::Program& source, const graph::Facts& facts, const Key& key);

/// The key in words, the same whenever the functions have the same names: `y0 = sum x0; shift y0`.
std::string textOf(const ir::Program& source, const Key& key);

/// The weighing source functions the key is made of, for `Function::origin`, sorted.
std::vector<std::string> originOf(const graph::Facts& facts, const Key& key);

}  // namespace deforest::tupling
