// One function as Haskell.
#pragma once

#include <string>
#include <vector>

#include "backends/haskell/callees.hpp"
#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "text/printing/imports.hpp"

namespace deforest::backends {

struct FunctionText {
  std::string text;         ///< Documentation, signature and equations.
  bool usesBangs = false;   ///< Needs the extension BangPatterns.
  bool usesTuples = false;  ///< Needs the extension UnboxedTuples.
};

/// The text of `function`, which has no unused bindings. `used[f][i]` says whether function f uses
/// its parameter i.
[[nodiscard]] FunctionText emitFunction(const ir::Program& program, const ir::Function& function,
                                        const std::vector<std::vector<bool>>& used,
                                        text::ModuleScope& scope, pipeline::Semantics semantics,
                                        const Callees& callees = {});

}  // namespace deforest::backends
