// What became of the declarations of a module: which are replaced, which stay and are understood,
// and which nobody looked into, with the reason.
#pragma once

#include <string>
#include <vector>

#include "backends/haskell/keep.hpp"
#include "text/original.hpp"

namespace deforest::driver {

struct DeclarationReport {
  enum class Kind : std::uint8_t { Improved, Known, Opaque };
  Kind kind = Kind::Known;
  text::DeclarationPart part;
};

/// `improved` says of the names of functions whether their text is replaced.
[[nodiscard]] std::vector<DeclarationReport> reportDeclarations(
    const text::Original& original, const std::set<std::string>& improved);

/// The names of the declarations whose text does not stay in the result.
[[nodiscard]] std::set<std::string> improvedDeclarations(const text::Original& original,
                                                         const backends::Kept& kept,
                                                         const ir::Program& result);

/// `improved`, `known`, `opaque`.
[[nodiscard]] std::string_view nameOf(DeclarationReport::Kind kind);

}  // namespace deforest::driver
