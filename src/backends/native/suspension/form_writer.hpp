// Forms of functions that take failures, and result in them.
//
//     f x y = g (h x) y              f_tried x y = case h_tried x of
//                             =>       Got z -> g_tried z y
//                                      Failed failure -> Failed failure
//
// What is computed after something that may have failed, and is needed, stands in the branch in
// which it has not.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/suspension/certain_fields.hpp"
#include "backends/native/suspension/failure_facts.hpp"
#include "backends/native/suspension/failures.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A form of a function: which parameters may be failures, and whether what it gives may be one.
struct Form {
  ir::FunId function;
  std::vector<bool> tried;
  bool tries = false;
  auto operator<=>(const Form&) const = default;
};

/// What those who write forms share. Refers to the program as it was.
struct FormTable {
  const ir::Program& source;
  const CertainFields& certain;
  const FailureFacts& facts;
  const std::set<FieldPlace>& places;  ///< Fields that hold failures.
  ir::Program program;                 ///< As it becomes.
  Additions additions{program};
  Failures failures{program, additions};
  std::map<Form, ir::FunId> forms = {};
  std::vector<std::pair<Form, ir::FunId>> open = {};  ///< Those that have no body yet.
  std::set<FieldPlace> asked = {};                    ///< Fields that should hold failures.
  /// Where something that may be a failure is kept, and in which function.
  std::set<std::pair<ir::Position, std::string>> kept = {};

  /// The function that is that form.
  [[nodiscard]] ir::FunId formed(const Form& form);
};

/// Writes the body of `form`, which `made` is.
void writeForm(FormTable& table, const Form& form, ir::FunId made);

}  // namespace deforest::backends
