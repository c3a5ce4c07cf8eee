// One function as Haskell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/haskell/callees.hpp"
#include "backends/haskell/plan.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"
#include "text/printing/imports.hpp"

namespace deforest::backends {

struct FunctionText {
  std::string text;         ///< Documentation, signature and equations.
  bool usesBangs = false;   ///< Needs the extension BangPatterns.
  bool usesTuples = false;  ///< Needs the extension UnboxedTuples.
};

/// What is known of all functions of a program.
struct Uses {
  /// `used[f][i]`: function f uses its parameter i.
  std::vector<std::vector<bool>> used;
  std::vector<bool> lines{};           ///< See `linesOfCalls`.
  std::optional<Laziness> laziness{};  ///< Where evaluation is Haskell's.
};

/// By function: it makes the same list twice, for each of its readers (backends/haskell/separate),
/// nothing in the program calls it, and no calls of several were brought together in it.
[[nodiscard]] std::vector<bool> linesOfCalls(const ir::Program& program);

/// The text of a function, which has no unused bindings.
[[nodiscard]] FunctionText emitFunction(const ir::Program& program, ir::FunId id, const Uses& uses,
                                        text::ModuleScope& scope, ir::Semantics semantics,
                                        const Callees& callees = {});

}  // namespace deforest::backends
