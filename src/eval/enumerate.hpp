// All values of small cost, by number. Private to src/eval.
//
// A datum costs one more than its fields, the simplest scalar of a type nothing, the next one 1,
// and so on. The tuples of a given cost are counted and can be fetched by their rank.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/term.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

class Enumeration {
 public:
  /// Of tuples of values of these types, up to the given cost.
  Enumeration(const ir::Program& program, const std::vector<ir::TypeId>& types,
              std::size_t highestCost);

  /// How many tuples have this cost; very large numbers are cut off at 2^60.
  [[nodiscard]] std::uint64_t count(std::size_t cost) const { return ways_.back()[0][cost]; }

  /// The tuple number `rank`, below `count(cost)`.
  [[nodiscard]] std::vector<Term> at(std::size_t cost, std::uint64_t rank) const;

 private:
  using Row = std::vector<std::uint64_t>;  // by cost

  [[nodiscard]] std::uint64_t countOf(ir::TypeId type, std::size_t cost) const;

  void fields(std::size_t sequence, const std::vector<ir::TypeId>& types, std::size_t cost,
              std::uint64_t rank, std::vector<Term>& out) const;
  [[nodiscard]] Term term(ir::TypeId type, std::size_t cost, std::uint64_t rank) const;

  const ir::Program& program_;
  std::vector<ir::TypeId> types_;
  std::vector<std::vector<ir::TypeId>> fieldTypes_;  // by constructor; last, the tuple itself
  std::vector<Row> counts_;                          // by type
  // By sequence of fields, then by position: in how many ways the fields from there on cost so
  // much.
  std::vector<std::vector<Row>> ways_;
};

}  // namespace deforest::eval
