// What is evaluated when (docs/LANGUAGE.md).
#pragma once

#include <cstdint>

namespace deforest::ir {

/// Everything before what uses it, or as Haskell does it.
enum class Semantics : std::uint8_t { Strict, Haskell };

}  // namespace deforest::ir
