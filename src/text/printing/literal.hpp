// Constants as Haskell writes them.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace deforest::text {

/// The literal as an atomic expression: `5`, `(-5)`, `1.5e-3`, `'\n'`, `True`. The constructors
/// `True` and `False` are written without qualification. An infinity or NaN, which have no literal,
/// is the quotient that makes it: `(1.0 / 0.0)`.
[[nodiscard]] std::string literalText(const ir::Literal& literal);

/// Text between double quotes, given as UTF-8.
[[nodiscard]] std::string stringText(const std::string& text);

/// The same for code points.
[[nodiscard]] std::string stringText(const std::u32string& text);

}  // namespace deforest::text
