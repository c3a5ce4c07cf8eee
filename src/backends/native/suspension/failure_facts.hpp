// What may fail in a program, where failures may be kept, and what may be handed on without being
// read.
//
// Whether a call may fail is found by induction over the calls. Failures of arithmetic are
// disregarded: every division could fail, and few do.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "backends/native/suspension/certain_fields.hpp"
#include "backends/native/suspension/known_types.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Which failures of calls are kept.
enum class Failing : std::uint8_t {
  All,  ///< But those of functions of the Prelude from numbers to numbers.
  Own   ///< Those of the program's own functions, and of `read`.
};

/// Whether the operation itself may fail, so that it can result in its failure instead: an `error`,
/// or a division.
[[nodiscard]] bool mayFailLate(const ir::Operation& operation);

/// Refers to all that it is given.
class FailureFacts {
 public:
  /// `places`: fields that hold failures, which fail where they are read.
  FailureFacts(const ir::Program& program, const CertainFields& certain,
               const std::set<FieldPlace>& places, Failing which);

  /// Whether a call of the function may fail.
  [[nodiscard]] bool mayFail(ir::FunId function) const { return failing_[function.value]; }
  /// Whether the function puts the parameter into fields that may be dropped, hands it on to be put
  /// there, and does nothing else with it.
  [[nodiscard]] bool stores(ir::FunId function, std::size_t parameter) const {
    return stores_[function.value][parameter];
  }
  /// Whether a form of the function can result in its failures.
  [[nodiscard]] bool canTry(ir::FunId function) const;
  /// Whether values of the type are made of others of it: lists and trees, between whose makers and
  /// readers nothing is to stand.
  [[nodiscard]] bool isRecursive(ir::TypeId type) const;
  /// Whether values of the type stand for what has been printed, or for places in memory.
  [[nodiscard]] bool isPlace(ir::TypeId type) const;

 private:
  void findFailing();
  void findStoring();
  [[nodiscard]] bool isExempt(const ir::Function& function) const;
  [[nodiscard]] bool readsPlace(const ir::Operation& operation) const;
  [[nodiscard]] bool isStored(const ir::Block& block, ir::VarId variable) const;

  const ir::Program& program_;
  const CertainFields& certain_;
  const std::set<FieldPlace>& places_;
  Failing which_;
  TypesWithin within_;
  std::vector<bool> failing_;
  std::vector<std::vector<bool>> stores_;
};

}  // namespace deforest::backends
