// Which variables the text of a function mentions by name.
#pragma once

#include <vector>

#include "backends/haskell/plan.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"
#include "text/printing/types.hpp"

namespace deforest::backends {

/// How a function writes several results. A constant cannot be an unboxed tuple.
[[nodiscard]] text::ResultForm formOf(const ir::Function& function, ir::Semantics semantics);

/// Whether the block's last binding can stand for the results, which are written in `form`.
[[nodiscard]] bool isLast(const ir::Program& program, const ir::Block& block, text::ResultForm form,
                          ir::Semantics semantics);

/// By variable of `function`: whether the text of `block` mentions it, except where the head of an
/// equation or alternative takes it apart.
[[nodiscard]] std::vector<bool> mentionedIn(const ir::Program& program,
                                            const ir::Function& function, const ir::Block& block,
                                            const Plan& plan, ir::Semantics semantics);

/// The same for the whole function, and what must have a name although nothing mentions it.
[[nodiscard]] std::vector<bool> namedVariables(const ir::Program& program,
                                               const ir::Function& function, const Plan& plan,
                                               ir::Semantics semantics);

}  // namespace deforest::backends
