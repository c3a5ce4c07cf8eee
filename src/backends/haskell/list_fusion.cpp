#include "backends/haskell/list_fusion.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace deforest::backends {
namespace {

using Kind = text::Provenance::Kind;

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
  static const std::set<std::string_view> names = {"andAll",
                                                   "append",
                                                   "orAny",
                                                   "sumFrom",
                                                   "productFrom",
                                                   "enumUpTo",
                                                   "enumUpBy",
                                                   "enumUpStep",
                                                   "integersFromTo",
                                                   "integersFromThenTo",
                                                   "integersUpBy",
                                                   "enumDownBy",
                                                   "enumDownStep",
                                                   "integersDownBy",
                                                   "iterateForever",
                                                   "repeatForever",
                                                   "concatMapStream",
                                                   "concatStream",
                                                   "filterStream",
                                                   "iterateStream",
                                                   "mapStream",
                                                   "nextOfStream",
                                                   "repeatStream",
                                                   "scanlStream",
                                                   "streamAlong",
                                                   "streamBoth",
                                                   "streamFrom",
                                                   "streamFromThen",
                                                   "streamPieces",
                                                   "streamScanned",
                                                   "streamSeek",
                                                   "streamStep",
                                                   "streamTaken",
                                                   "streamTo",
                                                   "streamWhile",
                                                   "takeStream",
                                                   "takeWhileStream",
                                                   "unfoldrStream",
                                                   "zipStreams",
                                                   "zipWithStreams",
                                                   "zipListStream",
                                                   "zipStreamList",
                                                   "zipWithListStream",
                                                   "zipWithStreamList"};
  return names.contains(name);
}

}  // namespace

bool isFusedByGhc(const ir::Function& function, const text::Original& original) {
  const std::string& name = function.name;
  const auto known = original.functions.find(name);
  const bool library = known != original.functions.end() ? known->second.kind == Kind::Library
                                                         : !function.position.known();
  if (library) {
    const std::string_view first = std::string_view(name).substr(0, name.find('_'));
    return isNamed(first) || isPart(first);
  }
  return original.comprehensions.contains(name);
}

bool isFusedByGhc(const ir::Function& callee, const text::Provenance* called) {
  if (callee.library) return isNamed(callee.library->name);
  return called != nullptr && called->kind == Kind::Library && isNamed(called->name);
}

}  // namespace deforest::backends
