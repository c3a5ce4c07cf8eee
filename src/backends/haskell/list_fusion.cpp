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

// Functions of which those are made.
bool isPart(std::string_view name) {
  static const std::set<std::string_view> names = {
      "andAll",       "append",     "orAny",        "sumFrom",        "productFrom",
      "enumUpTo",     "enumUpBy",   "enumUpStep",   "integersFromTo", "integersFromThenTo",
      "integersUpBy", "enumDownBy", "enumDownStep", "integersDownBy", "iterateForever",
      "repeatForever"};
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
  const std::size_t word = name.rfind('_') + 1;
  const std::size_t end = name.find_last_not_of("0123456789") + 1;
  return known == original.functions.end() && word > 0 && word < end &&
         std::string_view(name).substr(word, end - word) == "each";
}

bool isFusedByGhc(const ir::Function& callee, const text::Provenance* called) {
  if (callee.library) return isNamed(callee.library->name);
  return called != nullptr && called->kind == Kind::Library && isNamed(called->name);
}

}  // namespace deforest::backends
