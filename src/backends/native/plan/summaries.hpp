// What a caller knows of a function: where the cells go that it is given, and what it makes.
//
//     cons x xs = Cons x xs       through: its result may hold the cells of `xs`
//                                 fresh:   it may hold new cells of lists
//                                 grows:   it makes cells in its destination
//
// Cells are told apart by their type and by the parameter that brings them. Nothing is known at
// first; lifetimes.hpp adds to it until nothing is new.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/native/cells/reuse.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/plan/bits.hpp"
#include "backends/native/plan/layout.hpp"
#include "backends/native/plan/loops.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// The cells of one type that a parameter brings along.
struct ParameterCells {
  std::size_t parameter = 0;
  ir::TypeId type;
  bool operator==(const ParameterCells&) const = default;
};

/// What a caller knows of a function.
struct Summary {
  std::vector<ParameterCells> brought;
  std::vector<Bits> through;    ///< By result: which of `brought` it may hold.
  std::vector<Bits> fresh;      ///< By result: types of new cells that it may hold.
  std::vector<Bits> rewritten;  ///< By `brought`: types of the cells they may be afterwards.
  Bits written;  ///< Which of `brought` may be written, so that other cells hang from them.
  /// It makes cells in its destination, whether its results hold them or not.
  bool grows = false;
};

class CellSummaries {
 public:
  CellSummaries(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
                const std::vector<CellReuse>& reuse, const std::vector<LoopPlan>& loops)
      : program(program), layout(layout), facts(facts), reuse(reuse), loops(loops) {
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      reached_.emplace_back(program.types.size());
      reach(ir::TypeId{i}, reached_.back());
    }
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      summaries.push_back(nothingKnown(program.functions[i]));
    }
  }

  /// The types of cells that values of the type may hold.
  [[nodiscard]] const Bits& cellsOf(ir::TypeId type) const { return reached_[type.value]; }

  const ir::Program& program;
  const CppLayout& layout;
  const CppFacts& facts;
  const std::vector<CellReuse>& reuse;
  const std::vector<LoopPlan>& loops;
  std::vector<Summary> summaries;
  bool constants =
      true;  ///< Whether a constant that is returned as it is counts as holding nothing.

 private:
  void reach(ir::TypeId start, Bits& cells) const {
    Bits seen(program.types.size());
    std::vector<ir::TypeId> open{start};
    while (!open.empty()) {
      const ir::TypeId next = open.back();
      open.pop_back();
      if (seen.contains(next.value)) continue;
      seen.insert(next.value);
      // The limbs of an Integer are cells, too.
      const bool limbs = program.type(next).kind == ir::TypeKind::Integer;
      if (limbs || layout[next].form == CppForm::Pointer) cells.insert(next.value);
      for (const ir::CtorId ctor : program.type(next).constructors) {
        for (const auto& field : program.constructor(ctor).fields) open.push_back(field.type);
      }
    }
  }

  [[nodiscard]] Summary nothingKnown(const ir::Function& function) const {
    Summary summary;
    const std::size_t types = program.types.size();
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Bits& cells = cellsOf(function.variables[function.parameters[i].value].type);
      for (std::uint32_t j = 0; j < types; ++j) {
        if (cells.contains(j)) summary.brought.push_back({i, ir::TypeId{j}});
      }
    }
    summary.written = Bits(summary.brought.size());
    summary.rewritten.assign(summary.brought.size(), Bits(types));
    summary.through.assign(function.resultTypes.size(), Bits(summary.brought.size()));
    summary.fresh.assign(function.resultTypes.size(), Bits(types));
    return summary;
  }

  std::vector<Bits> reached_;  // by type
};

}  // namespace deforest::backends
