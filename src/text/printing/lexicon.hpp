// The words of Haskell that a printer must know: which are reserved, which the Prelude takes.
#pragma once

#include <string_view>

namespace deforest::text {

/// Words that no variable can be called, those of common extensions included.
[[nodiscard]] bool isReservedWord(std::string_view word);

/// Whether some supported version of the Prelude exports a value, constructor, type or class of
/// this name.
[[nodiscard]] bool inPrelude(std::string_view name);

/// Whether the name is one of symbols: an operator, or a constructor that begins with a colon.
[[nodiscard]] bool isSymbolic(std::string_view name);

/// The name without the module in front of it: `div` of `P.div`.
[[nodiscard]] std::string_view unqualified(std::string_view name);

/// Whether the name can be that of a variable or function: begins with a lower-case letter or an
/// underscore, is more than an underscore, and is not reserved. What is not ASCII is taken for
/// lower-case letters.
[[nodiscard]] bool isVariableName(std::string_view name);

/// Words that printed code may use unqualified and that no local variable may therefore hide.
[[nodiscard]] bool isUsedByPrinter(std::string_view name);

}  // namespace deforest::text
