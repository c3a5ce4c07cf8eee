// The forms in which a program leaves the compiler, and how a file name chooses one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace deforest::driver {

enum class Format : std::uint8_t {
  Haskell,  ///< Readable Haskell, a drop-in for the input module.
  Ir,       ///< The program as the passes see it, printed.
  Archive,  ///< The same in binary.
};

/// The format that `--backend NAME` names. Throws `UsageError` for an unknown name and for the
/// backends that this version does not have.
Format formatOfBackend(std::string_view name);

/// The format that the extension of `path` asks for; `-` is Haskell. Throws `UsageError`, naming
/// the extensions there are, for any other.
Format formatOfPath(std::string_view path);

}  // namespace deforest::driver
