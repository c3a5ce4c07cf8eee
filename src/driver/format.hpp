// The forms in which a program leaves the compiler, and how a file name chooses one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace deforest::driver {

enum class Format : std::uint8_t {
  Haskell,     ///< Readable Haskell, a drop-in for the input module.
  CppSource,   ///< One C++ source file.
  CppHeader,   ///< One C++ header, its functions inline.
  Executable,  ///< The C++ compiled; only of a program with a `main`.
  Ir,          ///< The program as the passes see it, printed.
  Archive,     ///< The same in binary.
};

/// The format that `--backend NAME` names; `cpp` is a header if `path` has the extension of one.
/// Throws `UsageError` for an unknown name.
Format formatOfBackend(std::string_view name, std::string_view path);

/// The format that the extension of `path` asks for: none is an executable; `-` is Haskell. Throws
/// `UsageError`, naming the extensions there are, for an unknown one.
Format formatOfPath(std::string_view path);

/// A sentence that names the extensions there are.
std::string extensionsThereAre();

}  // namespace deforest::driver
