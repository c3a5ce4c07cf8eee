// One function as Haskell.
#pragma once

#include <string>
#include <vector>

#include "backends/haskell/callees.hpp"
#include "graph/demand.hpp"
#include "ir/program.hpp"
#include "pipeline/pass.hpp"
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
  graph::Demands demands{};  ///< Where evaluation is Haskell's.
};

/// The text of `function`, which has no unused bindings.
[[nodiscard]] FunctionText emitFunction(const ir::Program& program, const ir::Function& function,
                                        const Uses& uses, text::ModuleScope& scope,
                                        pipeline::Semantics semantics, const Callees& callees = {});

}  // namespace deforest::backends
