#include "backends/haskell/list_fusion.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace deforest::backends {
namespace {

using Origin = text::Provenance::Kind;

bool isNamed(std::string_view name) {
  static const std::set<std::string_view> names = {"++",
                                                   "all",
                                                   "and",
                                                   "any",
                                                   "catMaybes",
                                                   "concat",
                                                   "concatMap",
                                                   "elem",
                                                   "filter",
                                                   "foldMap",
                                                   "foldl",
                                                   "foldl'",
                                                   "foldr",
                                                   "iterate",
                                                   "length",
                                                   "map",
                                                   "mapMaybe",
                                                   "notElem",
                                                   "or",
                                                   "product",
                                                   "repeat",
                                                   "replicate",
                                                   "scanl",
                                                   "sum",
                                                   "take",
                                                   "takeWhile",
                                                   "unfoldr",
                                                   "zip",
                                                   "zipWith",
                                                   "enumFromTo",
                                                   "enumFromThenTo",
                                                   "genericLength"};
  return names.contains(name);
}

// Functions of which those are made, of lists and of what stands for lists without end.
bool isPart(std::string_view name) {
  static const std::set<std::string_view> names = {
      "andAll",           "append",         "orAny",
      "sumFrom",          "productFrom",    "enumFromLast",
      "enumFromThenLast", "enumUpTo",       "enumUpBy",
      "enumUpStep",       "integersFromTo", "integersFromThenTo",
      "integersUpBy",     "enumDownBy",     "enumDownStep",
      "integersDownBy",   "iterateForever", "repeatForever",
      "concatMapStream",  "concatStream",   "filterStream",
      "iterateStream",    "mapStream",      "nextOfStream",
      "repeatStream",     "scanlStream",    "streamAlong",
      "streamBoth",       "streamFrom",     "streamFromThen",
      "streamPieces",     "streamScanned",  "streamSeek",
      "streamStep",       "streamTaken",    "streamTo",
      "streamWhile",      "takeStream",     "takeWhileStream",
      "unfoldrStream",    "zipStreams",     "zipWithStreams",
      "zipListStream",    "zipStreamList",  "zipWithListStream",
      "zipWithStreamList"};
  return names.contains(name);
}

// Without what tells instances from each other, where the function is of the library.
std::optional<std::string_view> libraryName(const ir::Function& function,
                                            const text::Original& original) {
  const std::string_view name = function.name;
  const auto known = original.functions.find(function.name);
  const bool library = known != original.functions.end() ? known->second.kind == Origin::Library
                                                         : !function.position.known();
  if (!library) return std::nullopt;
  return name.substr(0, name.find('_'));
}

}  // namespace

bool isFusedByGhc(const ir::Function& function, const text::Original& original) {
  if (const auto name = libraryName(function, original)) return isNamed(*name) || isPart(*name);
  return original.comprehensions.contains(function.name);
}

bool isAppend(const ir::Function& function, const text::Original& original) {
  const auto name = libraryName(function, original);
  return name && (*name == "++" || *name == "append") && function.parameters.size() == 2 &&
         function.resultTypes.size() == 1;
}

bool isFusedByGhc(const ir::Function& callee, const text::Provenance* called) {
  if (callee.library) return isNamed(callee.library->name);
  return called != nullptr && called->kind == Origin::Library && isNamed(called->name);
}

}  // namespace deforest::backends
