// The function that a fragment becomes: what is read off its key before anything is driven.
//
//     key   sum(i0), head(o0), shift(o0)   outputs o1, o2
//  => function over (xs) with the results (Int, List), and the region
//         c = sum xs ; h = head c ; s = shift c        | h, s
#pragma once

#include <vector>

#include "fusion/drive.hpp"
#include "graph/facts.hpp"
#include "tupling/fragment.hpp"

namespace deforest::fusion {

/// Keys, seen against the program whose functions they compose.
class Composition {
 public:
  Composition(const ir::Program& source, const graph::Facts& facts)
      : source_(source), facts_(facts) {}

  /// The fragment of one call of `function` with unrelated arguments.
  [[nodiscard]] tupling::Key keyOf(ir::FunId function) const;

  /// Is it the fragment of such a call? Its function keeps the order of the parameters.
  [[nodiscard]] bool isWholeFunction(const tupling::Key& key) const;

  /// Declares parameters, named as the functions it calls name them, and result types. Returns the
  /// parameters in the order of the key's inputs.
  std::vector<ir::VarId> declare(const tupling::Key& key, ir::Function& target) const;

  /// The fragment's calls on the given inputs.
  Region regionOf(const tupling::Key& key, const std::vector<ir::VarId>& inputs,
                  ir::Function& target) const;

  /// Variables for the fields of the root, named as the first member that traverses it names them.
  std::vector<ir::VarId> freshFields(const tupling::Key& key, ir::CtorId ctor,
                                     ir::Function& target) const;

 private:
  void addParameters(const tupling::Key& key, ir::Function& target) const;
  void restoreOrder(const tupling::Key& key, ir::Function& target) const;
  ir::Variable parameterOf(const tupling::Member& member, std::size_t position) const;
  std::vector<std::string> fieldNames(const tupling::Key& key,
                                      const ir::Constructor& constructor) const;

  const ir::Program& source_;
  const graph::Facts& facts_;
};

}  // namespace deforest::fusion
