// Facts about results, proved by induction over calls.
//
//     flip (flip t):  F E = E ;  F (B x l r) = B x (F l) (F r)         F: result 0 = t
//     f1 (C v t) = let (a, b) = f2 t in (C (v+1) a, C (v+1) b)
//     f2 (C v t) = let (a, b) = f1 t in (C (v*2) a, C (v*2) b)         f1, f2: result 1 = result 0
//
// For every function, "result j is parameter m", "result j is result k" and "result j is the
// constant c". Greatest fixed point over all functions at once: assume everything the types allow,
// number the values of each body (a constructor of exactly the fields of x is x; a result of a call
// is what the assumptions say it is; a conditional whose branches agree is that value), drop each
// assumption that a body does not confirm, repeat until none falls.
//
// Right by induction on the depth of calls of a terminating evaluation: what a body confirms, it
// confirms from facts about the calls one level deeper (thesis section 4.4.4, theorem 4.4.1, whose
// set S2 is what is left here). An error equals nothing, so no failing branch is argued away.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "ir/program.hpp"

namespace deforest::redundancy {

struct SameAsParameter {
  std::uint32_t index;
  bool operator==(const SameAsParameter&) const = default;
};
struct SameAsResult {
  std::uint32_t index;
  bool operator==(const SameAsResult&) const = default;
};
/// A literal, or a constructor without fields.
struct Constant {
  std::variant<ir::Literal, ir::CtorId> value;
  bool operator==(const Constant&) const = default;
};
using Fact = std::variant<SameAsParameter, SameAsResult, Constant>;

/// By function and result: what the result is known to be, if anything; the first that holds of
/// parameter (in order), constant, earlier result.
using FactTable = std::vector<std::vector<std::optional<Fact>>>;

/// Something that might have been a fact, and is not.
struct Refutation {
  ir::FunId function;
  std::uint32_t result = 0;
  Fact fact;
  /// The alternative of the function's match that gives another value; none if there is no match.
  std::optional<ir::CtorId> alternative;
};

struct Induction {
  FactTable facts;
  /// Only of results that equal none of their kind: trees that are not a parameter, and results
  /// that are not an earlier result.
  std::vector<Refutation> refutations;
};

Induction infer(const ir::Program& program);

}  // namespace deforest::redundancy
