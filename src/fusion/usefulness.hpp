// How useful it is to build a fragment, for when there is no room for all of them.
//
// A join of a consumer with the producer of its tree is useful when some branch of the producer
// yields a constructor that the consumer takes apart: there a match disappears, and with it a cell.
//
//     shift (sum x)        sum yields Cons and Nil; shift matches      useful
//     shift (pick x y)     pick hands on a tree that it was given      not: the match stays
//     sum x, size x        two traversals of x become one              saves a match, but no cell
//
// Fragments without a useful join can be given up first. That is one of two orders to do so, and
// which one serves a program better is counted (search/portfolio): what is executed most is more
// often what is near to the source than what saves most at a time. Building those with most useful
// joins first is worse than both: they are the long ones at the end of a derivation.
#pragma once

#include <vector>

#include "graph/facts.hpp"
#include "tupling/fragment.hpp"

namespace deforest::fusion {

/// Keys, seen against the program whose functions they compose.
class Usefulness {
 public:
  Usefulness(const ir::Program& source, const graph::Facts& facts);

  [[nodiscard]] unsigned usefulJoins(const tupling::Key& key) const;

  /// Whether some branch of the function yields a constructor as this result.
  [[nodiscard]] bool yields(ir::FunId function, std::uint32_t result) const {
    return yields_[function.value][result];
  }

 private:
  const graph::Facts& facts_;
  std::vector<std::vector<bool>> yields_;  ///< By FunId, then by result.
};

}  // namespace deforest::fusion
