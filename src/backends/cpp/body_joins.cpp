// Ends that several branches share.
//
//     add x y = if a then (if b then s else t) else t      if (a) {
//                                                            if (b) {
//                                                   =>         return s;
//                                                            }
//                                                          }
//                                                          return t;
//
// What follows an `if` of which every branch leaves the function is what happens otherwise. A
// branch that would end in the same writes nothing and falls through to it: that is its name, and
// nothing is called. Of two ways, the one to which more falls through comes last, and of a `switch`
// it stands behind it.
//
// Patterns that overlap are where such ends come from: of an equation that fits when others failed
// on the way, the IR has a copy for every place where they did.
//
// Right, because the blocks are equal up to the variables that they bind: what they read was bound
// before, and as both read it, in a variable of its own. What is decided for the cells of a block
// is the same for both; if one writes into an old cell, both stand where they are. What is to be
// given back at its end must be the same as well.
//
// Source: Maurer, Downen, Ariola and Peyton Jones, Compiling without continuations, PLDI 2017.
#include <vector>

#include "backends/cpp/body.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Binding;
using ir::Block;

bool CppBody::sameText(const Block& a, const Block& b) {
  if (spine_ != nullptr || !sameBlock_(a, b)) return false;
  bool writesInPlace = false;
  const auto decided = [&](const Block& block) {
    std::vector<bool> facts;
    ir::forEachBinding(block, [&](const Binding& binding) {
      if (binding.results.empty()) return;
      const ir::VarId result = binding.results[0];
      writesInPlace = writesInPlace || reuse_.taken.contains(result);
      facts.push_back(onScratch(binding));
      facts.push_back(plan_.pockets.contains(result));
      facts.push_back(context_.code.survivors[id_.value].calls.contains(result));
      facts.push_back(plannedLoop_.jumps.contains(result));
    });
    return facts;
  };
  return decided(a) == decided(b) && !writesInPlace;
}

// How many of the ends of the block are the same as `end`.
std::size_t CppBody::endsWith(const Block& block, const Block& end) {
  if (sameText(block, end)) return 1;
  std::size_t found = 0;
  if (ir::endsInBranches(block)) {
    ir::forEachBlock(block.bindings.back().operation,
                     [&](const Block& inner) { found += endsWith(inner, end); });
  }
  return found;
}

// Whether the block need not be written, as what it does follows.
bool CppBody::fallsThrough(const Block& block, const Target& target) {
  if (fall_.block == nullptr || !target.returns() || scratch_ != fall_.scratch) return false;
  if (!sameText(block, *fall_.block)) return false;
  ++fallen_[fall_.block];
  return true;
}

// What follows the branch that is written next; it does not follow one that is the same itself.
void CppBody::follow(const Block& branch, const Block& next) {
  fall_ = sameText(branch, next) ? Fall{} : Fall{&next, scratch_};
}

}  // namespace deforest::backends
