// Which of several results of a function are evaluated together, where evaluation is Haskell's.
//
//     mean t = let (s, n) = both t in s / n
//
//     both Leaf         = (0, 0)
//     both (Node l x r) = let (s1, n1) = both l          early, though `s` needs only `s1`
//                             (s2, n2) = both r
//                         in (s1 + x + s2, n1 + 1 + n2)
//
// Each result of `both` evaluates a part of what is bound there and nothing evaluates all, so each
// by itself has to leave the calls for later: both numbers would come as trees of suspended
// additions. But whoever asks for `s` asks for `n`, too: `mean` does, and, given that, the function
// itself. So both are wanted, and all may be computed at once.
//
// A result is wanted if at every call that is carried out it is certain to be evaluated. That is
// assumed of all functions to begin with and taken back call by call, until nothing changes: the
// greatest fixed point. It is right because what a function evaluates early, relying on it, its
// caller evaluates in any case, and so on to the outermost call, which relies on nothing: only when
// something is evaluated changes, and, if several parts of it fail, which of them is reported.
//
// A result is ready if it is a value once some result has been evaluated, and getting there could
// neither fail nor take long: of a function that is asked for `s` alone `n` is, for 0 is a value,
// and `n1 + 1 + n2` is cheap if `n1` and `n2` are values (graph/early.hpp). That, too, is assumed
// and taken back.
//
// The context analysis of Wadler and Hughes (1987, graph/demand.hpp) for whole programs: of all
// calls of a function the contexts are met.
#pragma once

#include <vector>

#include "graph/demand.hpp"
#include "graph/early.hpp"
#include "ir/program.hpp"

namespace deforest::graph {

/// Of all functions of a program, kept as they change.
class SeveralResults {
 public:
  SeveralResults() = default;
  SeveralResults(const ir::Program& program, const Demands& demands);

  /// These functions have changed, or are new. Returned are the others in which something else is
  /// evaluated early now.
  std::vector<ir::FunId> update(const ir::Program& program, const Demands& demands,
                                const std::vector<ir::FunId>& changed);

  [[nodiscard]] const ResultFacts& of(ir::FunId function) const { return facts_[function.value]; }

  [[nodiscard]] Early early(const ir::Function& function, ir::FunId id,
                            const std::vector<VariableSet>& evaluated) const;

  /// Whether a call that is carried out certainly evaluates its argument of that index.
  [[nodiscard]] bool demanded(const Demands& demands, ir::FunId callee, std::size_t index) const;

 private:
  // Of a function in which results are several, its own or those of a call.
  struct Known {
    std::vector<VariableSet> evaluated;  // With each variable.
    std::vector<ir::FunId> callees;      // That have several results.
  };

  void assume(const ir::Program& program);
  void findWanted(const ir::Program& program);
  void findReady(const ir::Program& program);

  std::vector<ResultFacts> facts_;
  std::vector<Known> known_;  // By function; empty where all results are single.
  std::vector<ir::FunId> concerned_;
};

}  // namespace deforest::graph
