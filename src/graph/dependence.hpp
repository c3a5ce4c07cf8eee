// Dependence between the bindings of one region (a block without the insides of its
// conditionals), and the question that decides every join: does the graph stay acyclic when
// groups of bindings are contracted to single nodes?
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

/// A number per binding; bindings with equal numbers are contracted.
using Grouping = std::vector<std::uint32_t>;

class Dependence {
 public:
  explicit Dependence(const ir::Block& region);

  /// The same where it is known what each binding reads from outside itself.
  Dependence(const ir::Block& region, const std::vector<std::vector<ir::VarId>>& reads);

  /// Makes `later` depend on `earlier`, which is before it, and neither is contracted with the
  /// other.
  void keepOrder(std::uint32_t earlier, std::uint32_t later);
  /// Whether it has been made to depend on an earlier one.
  [[nodiscard]] bool isKeptBehind(std::uint32_t index) const;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(uses_.size()); }

  /// The binding of the region that defines `variable`, if one does.
  [[nodiscard]] std::optional<std::uint32_t> definer(ir::VarId variable) const;

  /// The bindings whose results binding `index` reads, its nested blocks included; ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& uses(std::uint32_t index) const {
    return uses_[index];
  }

  /// Whether contracting the groups leaves the graph without a cycle and apart what has an order,
  /// where it would without `group`: a cycle has to come by that.
  [[nodiscard]] bool acyclicAt(const Grouping& grouping, std::uint32_t group) const;

  /// The groups in an order that respects dependence; among those that are ready the one whose
  /// first binding comes first. Only for an acyclic grouping.
  [[nodiscard]] std::vector<std::uint32_t> order(const Grouping& grouping) const;

  /// The bindings on a path of dependence from one of `sources` to `target`, ends excluded.
  [[nodiscard]] std::vector<std::uint32_t> between(const std::vector<std::uint32_t>& sources,
                                                   std::uint32_t target) const;

 private:
  std::vector<std::vector<std::uint32_t>> uses_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> apart_;
  std::vector<std::pair<ir::VarId, std::uint32_t>> definers_;  // Ascending.
};

/// How many bindings of a region read each variable; its results count as one more. Asking for what
/// is read outside of a group takes time for the group alone, where a region has many of them.
class Readers {
 public:
  Readers(const ir::Block& region, std::size_t variables);

  /// Of what `bindings` define: which of it others read, by variable.
  [[nodiscard]] std::vector<bool> ofOthers(const std::vector<std::uint32_t>& bindings) const;

 private:
  const ir::Block& region_;
  std::vector<std::uint32_t> readers_;
};

/// The variables a block, or an operation with its nested blocks, reads from outside; ascending.
std::vector<ir::VarId> readsOf(const ir::Block& block);
std::vector<ir::VarId> readsOf(const ir::Operation& operation);

/// The variables a block reads from outside.
std::set<ir::VarId> freeVariables(const ir::Block& block);

/// The variables an operation reads from outside, its nested blocks included.
std::set<ir::VarId> freeVariables(const ir::Operation& operation);

}  // namespace deforest::graph
