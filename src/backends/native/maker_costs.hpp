// What would be lost if a list were made where it is read: facts for `given-ends`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/list_makers.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The binding of the block, before another one, that a variable comes from.
[[nodiscard]] std::optional<std::size_t> definedAt(const ir::Block& block, std::size_t before,
                                                   ir::VarId variable);

/// Functions are added as they are made (`add`), and stay as they were before they were changed.
class MakerCosts {
 public:
  /// `serial`: there is no parallel code. All must stay where they are.
  MakerCosts(const ir::Program& program, const CppFacts& facts, const ListMakers& makers,
             bool serial);

  /// A function that has been made, and is recursive, of one that was known.
  void add(ir::FunId of);
  /// What a function was before it was changed.
  void keep(ir::FunId id, ir::Function function) { before_.emplace(id, std::move(function)); }

  /// What lists are made by: as it was before it was changed. By then what two branches end in
  /// would have become a variable of both, and a call that is moved could only go on into either.
  [[nodiscard]] const ir::Function& maker(ir::FunId id) const;

  /// Whether a call of it may take long.
  [[nodiscard]] bool isHeavy(ir::FunId id) const { return heavy_[id.value]; }

  /// Whether what makes a list would be done later than something else that takes long, and what it
  /// reads be kept until then. It matters in functions that are called once in a run, which have
  /// all that is large, and where elements are large themselves.
  [[nodiscard]] bool keepsLonger(const ir::Function& function, const ir::Block& block,
                                 std::size_t at, std::size_t place) const;

  /// In parallel code such calls may run at the same time as what follows.
  [[nodiscard]] bool mayRunBeside(ir::FunId id) const;

  /// Whether the function's recursion does what takes long beside what follows, in parallel code,
  /// and could not if it printed in turn: one along a list can, for it hands out the rest of it.
  [[nodiscard]] bool losesThreads(ir::FunId id) const;

  /// Whether a list of lists is made by a loop, each of them by calls that may take long, and
  /// should stay one. With the reader at its end it would come back at every one, from the last on:
  /// a stack as deep as the list, for lists that are copied once, or of which the elements are the
  /// most. In a recursion that goes several ways texts are copied at every level.
  [[nodiscard]] bool losesLoop(ir::FunId id, ir::FunId reader) const;

  /// Whether the list is made by a recursion that goes several ways and makes only texts besides.
  [[nodiscard]] bool isOfTexts(const ir::Block& block, std::size_t at) const;

  /// Whether the elements of the list have no cells.
  [[nodiscard]] bool isOfNumbers(ir::TypeId list) const;

 private:
  [[nodiscard]] bool hasCells(const ir::Function& function, const ir::Atom& atom) const;
  [[nodiscard]] bool hasCells(ir::TypeId id) const;
  [[nodiscard]] bool divides(ir::FunId id) const;
  [[nodiscard]] bool isAlongList(ir::FunId id) const;
  [[nodiscard]] bool makesTexts(ir::FunId id) const;

  const ir::Program& program_;
  const CppFacts& facts_;
  const ListMakers& makers_;
  const bool serial_;
  std::vector<bool> heavy_;
  std::vector<bool> recursive_;
  std::vector<std::uint32_t> component_;  // of what was made: that of what it was made of
  std::map<ir::FunId, ir::Function> before_;
};

}  // namespace deforest::backends
