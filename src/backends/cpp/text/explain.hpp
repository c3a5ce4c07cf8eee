// What there is to say of the cells of emitted functions: which are written into old ones, and
// where memory is given back.
#pragma once

#include <vector>

#include "backends/cpp.hpp"
#include "backends/cpp/cells/reuse.hpp"
#include "backends/cpp/text/function.hpp"

namespace deforest::backends {

/// `left` are the cells that could have been written into old ones.
void explainReuse(const CppContext& context, ir::FunId id, const std::vector<CellLeft>& left,
                  std::vector<CppReuse>& reuses);

/// Where what calls make that take long is given back, and what keeps it.
void explainLifetimes(const CppContext& context, ir::FunId id, std::vector<CppLifetime>& lifetimes);

}  // namespace deforest::backends
