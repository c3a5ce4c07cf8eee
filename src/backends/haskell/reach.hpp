// Which declarations a module consists of, once it is chosen which of them keep their text
// (keep.hpp): kept text mentions names, and printed functions call functions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/haskell/keep.hpp"
#include "ir/program.hpp"
#include "text/original.hpp"

namespace deforest::backends {

/// What the module consists of.
struct Reached {
  std::set<std::string> texts;     ///< Names of declarations whose text stays.
  std::vector<bool> printed;       ///< By function.
  std::set<std::string> required;  ///< Declarations that are mentioned and printed.
};

/// What is reached from the roots, exports, and declarations that nothing used to begin with.
[[nodiscard]] Reached reach(const text::Original& original, const Kept& kept,
                            const ir::Program& program);

/// What a function is in the source; null: nothing.
[[nodiscard]] const text::Provenance* provenanceOf(const text::Original& original,
                                                   const std::string& name);

/// The functions of a program by their names.
using FunctionIndex = std::map<std::string, ir::FunId>;
[[nodiscard]] FunctionIndex indexOf(const ir::Program& program);
[[nodiscard]] std::optional<ir::FunId> find(const FunctionIndex& index, const std::string& name);

}  // namespace deforest::backends
