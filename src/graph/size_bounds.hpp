// From which parameters the trees in a function are made, and whether they are no larger.
//
// The size of a tree is bounded by a sum: constructors built here, and trees that came in with the
// parameters, each found by a path of fields:
//
//     rev (Cons x xs) acc = rev xs (Cons x acc)     second argument: 1 built + acc
//
// A function's result is *no larger* than the parameters it is made of if every branch uses each
// part at most once and builds no more constructors than it takes apart; what a base case builds in
// addition is a constant as long as there is only one base case to a run. Anything else has grown.
#pragma once

#include <map>
#include <vector>

#include "graph/call_graph.hpp"
#include "graph/facts.hpp"
#include "ir/program.hpp"

namespace deforest::graph {

/// A part of the tree that a parameter brings in.
struct Part {
  std::uint32_t parameter = 0;
  std::vector<std::uint32_t> path;  ///< Field after field; empty: all of it.
  auto operator<=>(const Part&) const = default;
};

/// What one value is made of.
struct Bound {
  struct Use {
    unsigned times = 0;
    bool moved = false;  ///< Its nodes stand elsewhere in the value than in the part.
    bool operator==(const Use&) const = default;
  };
  int built = 0;             ///< Constructors.
  std::map<Part, Use> uses;  ///< Empty of scalars.
  bool grown = false;        ///< It may be larger than all that.
  unsigned recursions = 0;   ///< Results of calls into the component that it holds.
  bool operator==(const Bound&) const = default;
};

/// What a value may be made of: one bound for each way to make it.
using Bounds = std::vector<Bound>;

/// What is known of one result of a function.
struct ResultSize {
  std::map<std::uint32_t, bool> made;  ///< Of which parameters; whether they are moved.
  int extra = 0;                       ///< Constructors in addition.
  bool grown = false;
  bool operator==(const ResultSize&) const = default;
};

/// By FunId, then by result.
using ResultSizes = std::vector<std::vector<ResultSize>>;

[[nodiscard]] ResultSizes resultSizes(const ir::Program& program, const CallGraph& calls,
                                      const Facts& facts);

/// The bounds of the trees of one function, by VarId; empty for what is no tree.
[[nodiscard]] std::vector<Bounds> boundsOf(const ir::Program& program, ir::FunId function,
                                           const ResultSizes& sizes, const CallGraph& calls);

}  // namespace deforest::graph
