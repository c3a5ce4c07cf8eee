#include "text/prelude/library_patterns.hpp"

#include <algorithm>

namespace deforest::text {
namespace {

constexpr std::string_view sequenceModule = "Data.Sequence";
constexpr LibraryPattern patterns[] = {
    {"Empty", sequenceModule, "viewl", "EmptyL", "empty"},
    {":<|", sequenceModule, "viewl", ":<", "<|"},
    {":|>", sequenceModule, "viewr", ":>", "|>"},
};

}  // namespace

const LibraryPattern* findLibraryPattern(std::string_view module, std::string_view name) {
  const auto* found = std::ranges::find_if(patterns, [&](const LibraryPattern& pattern) {
    return pattern.module == module && pattern.name == name;
  });
  return found == std::end(patterns) ? nullptr : found;
}

std::string_view libraryPatternsOf(std::string_view module, std::string_view type) {
  return module == sequenceModule && type == "Seq" ? "Empty :<| :|>" : "";
}

}  // namespace deforest::text
