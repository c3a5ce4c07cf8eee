// Steps that make the interfaces within a program smaller.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace deforest::property {

/// Offers to `accept` programs in which a parameter, a result, a field, a constructor or an operand
/// is gone. `program` is what `accept` last took. Whether it took any.
bool reduceSignatures(const ir::Program& program, const std::function<bool(ir::Program)>& accept);

}  // namespace deforest::property
