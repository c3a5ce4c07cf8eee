#include "text/prelude/libraries.hpp"

#include <algorithm>
#include <utility>

#include "text/prelude/parsed_source.hpp"
#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

using Words = std::vector<std::string_view>;

// What maps and sets of all kinds of keys have.
const Words ofAllMaps = {
    "!",
    "!?",
    "\\\\",
    "adjust",
    "adjustWithKey",
    "alter",
    "alterF",
    "assocs",
    "delete",
    "deleteFindMax",
    "deleteFindMin",
    "deleteMax",
    "deleteMin",
    "difference",
    "differenceWith",
    "disjoint",
    "elems",
    "empty",
    "filter",
    "filterWithKey",
    "findMax",
    "findMin",
    "findWithDefault",
    "foldMapWithKey",
    "foldl",
    "foldl'",
    "foldlWithKey",
    "foldlWithKey'",
    "foldr",
    "foldr'",
    "foldrWithKey",
    "foldrWithKey'",
    "fromAscList",
    "fromAscListWith",
    "fromDistinctAscList",
    "fromList",
    "fromListWith",
    "fromListWithKey",
    "fromSet",
    "insert",
    "insertLookupWithKey",
    "insertWith",
    "insertWithKey",
    "intersection",
    "intersectionWith",
    "intersectionWithKey",
    "isSubmapOf",
    "isSubmapOfBy",
    "keys",
    "keysSet",
    "lookup",
    "lookupGE",
    "lookupGT",
    "lookupLE",
    "lookupLT",
    "lookupMax",
    "lookupMin",
    "map",
    "mapAccum",
    "mapAccumWithKey",
    "mapEither",
    "mapKeys",
    "mapKeysMonotonic",
    "mapKeysWith",
    "mapMaybe",
    "mapMaybeWithKey",
    "mapWithKey",
    "maxView",
    "maxViewWithKey",
    "member",
    "minView",
    "minViewWithKey",
    "notMember",
    "null",
    "partition",
    "partitionWithKey",
    "restrictKeys",
    "singleton",
    "size",
    "split",
    "splitLookup",
    "toAscList",
    "toDescList",
    "toList",
    "traverseWithKey",
    "union",
    "unionWith",
    "unionWithKey",
    "unions",
    "unionsWith",
    "update",
    "updateWithKey",
    "withoutKeys",
};
const Words ofAllSets = {
    "\\\\",
    "delete",
    "deleteFindMax",
    "deleteFindMin",
    "deleteMax",
    "deleteMin",
    "difference",
    "disjoint",
    "elems",
    "empty",
    "filter",
    "findMax",
    "findMin",
    "foldl",
    "foldl'",
    "foldr",
    "foldr'",
    "fromAscList",
    "fromDistinctAscList",
    "fromList",
    "insert",
    "intersection",
    "isProperSubsetOf",
    "isSubsetOf",
    "lookupGE",
    "lookupGT",
    "lookupLE",
    "lookupLT",
    "map",
    "mapMonotonic",
    "maxView",
    "member",
    "minView",
    "notMember",
    "null",
    "partition",
    "singleton",
    "size",
    "split",
    "splitMember",
    "toAscList",
    "toDescList",
    "toList",
    "union",
    "unions",
};
// What only those of any key have.
const Words ofOrders = {
    "deleteAt",     "drop",        "dropWhileAntitone", "elemAt",    "findIndex",
    "fromDescList", "lookupIndex", "lookupMax",         "lookupMin", "spanAntitone",
    "splitAt",      "take",        "takeWhileAntitone",
};

const Words ofArrays = {
    "!",      "//",    "accum",   "accumArray", "array",     "assocs",
    "bounds", "elems", "indices", "ixmap",      "listArray",
};

const Words ofSequences = {
    "!?",
    "<|",
    "><",
    "adjust",
    "adjust'",
    "breakl",
    "breakr",
    "chunksOf",
    "deleteAt",
    "drop",
    "dropWhileL",
    "dropWhileR",
    "elemIndexL",
    "elemIndexR",
    "elemIndicesL",
    "elemIndicesR",
    "empty",
    "filter",
    "findIndexL",
    "findIndexR",
    "findIndicesL",
    "findIndicesR",
    "foldMapWithIndex",
    "foldlWithIndex",
    "foldrWithIndex",
    "fromFunction",
    "fromList",
    "index",
    "inits",
    "insertAt",
    "intersperse",
    "iterateN",
    "length",
    "lookup",
    "mapWithIndex",
    "null",
    "partition",
    "replicate",
    "replicateA",
    "replicateM",
    "reverse",
    "scanl",
    "scanl1",
    "scanr",
    "scanr1",
    "singleton",
    "sort",
    "sortBy",
    "sortOn",
    "spanl",
    "spanr",
    "splitAt",
    "tails",
    "take",
    "takeWhileL",
    "takeWhileR",
    "traverseWithIndex",
    "unfoldr",
    "unstableSort",
    "unstableSortBy",
    "unstableSortOn",
    "unzip",
    "unzipWith",
    "update",
    "viewl",
    "viewr",
    "zip",
    "zip3",
    "zipWith",
    "zipWith3",
    "|>",
};

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'';
}

// Where it stands for itself, and is not a part of a longer word.
void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  std::size_t at = text.find(from);
  while (at != std::string::npos) {
    const std::size_t end = at + from.size();
    const bool before = at > 0 && isWordCharacter(text[at - 1]) && isWordCharacter(from.front());
    const bool behind =
        end < text.size() && isWordCharacter(text[end]) && isWordCharacter(from.back());
    if (!before && !behind) text.replace(at, from.size(), to);
    at = text.find(from, at + (before || behind ? 1 : to.size()));
  }
}

// The library of the same functions whose keys are of type `Int`.
std::string ofInts(std::string text) {
  const std::pair<std::string_view, std::string_view> changes[] = {
      {"(Ord key, Eq a) => ", "Eq a => "},
      {"(Eq key, Eq a) => ", "Eq a => "},
      {"(Ord key, Ord a) => ", "Ord a => "},
      {"(Show key, Show a) => ", "Show a => "},
      {"(Ord key, Read key, Read a) => ", "Read a => "},
      {"(Ord key, Read key) => ", ""},
      {"(Ord key, Foldable f) => ", "Foldable f => "},
      {"(Ord key, Functor f) => ", "Functor f => "},
      {"Ord key => ", ""},
      {"Ord other => ", ""},
      {"Eq key => ", ""},
      {"Show key => ", ""},
      {"(Map key) where", "IntMap where"},
      {"Map key", "IntMap"},
      {"Map other", "IntMap"},
      {"Set key", "IntSet"},
      {"Set other", "IntSet"},
      {"Set.", "IntSet."},
      {"other", "Int"},
      {"key", "Int"},
      // What they say where there is nothing to find.
      {"valueAt _ Tip = error \"Map.!: given Int is not an element in the map\"",
       "valueAt k Tip = error (\"IntMap.!: key \" ++ show k ++ \" is not an element of the map\")"},
      {"Map.findMin", "findMin"},
      {"Map.findMax", "findMax"},
      {"IntSet.findMin", "findMin"},
      {"IntSet.findMax", "findMax"},
      {"Map.deleteFindMin", "deleteFindMin"},
      {"Map.deleteFindMax", "deleteFindMax"},
      {"IntSet.deleteFindMin", "deleteFindMin"},
      {"IntSet.deleteFindMax", "deleteFindMax"},
      {"can not return the minimal element of an empty map", "empty map has no minimal element"},
      {"can not return the maximal element of an empty map", "empty map has no maximal element"},
      {"can not return the minimal element of an empty set", "empty set has no minimal element"},
      {"can not return the maximal element of an empty set", "empty set has no maximal element"},
  };
  for (const auto& [from, to] : changes) replaceAll(text, from, to);
  return text;
}

// The library of the same functions whose elements are evaluated, and zero to begin with.
std::string unboxed(std::string text) {
  const std::pair<std::string_view, std::string_view> changes[] = {
      {"Array", "UArray"},
      {"arrayOfAll", "uArrayOfAll"},
      {"listArray :: Ix i =>", "listArray :: (Ix i, Unboxed a) =>"},
      {"array :: Ix i =>", "array :: (Ix i, Unboxed a) =>"},
      {"ixmap :: (Ix i, Ix j) =>", "ixmap :: (Ix i, Ix j, Unboxed a) =>"},
      {"cellsOf :: Int", "cellsOf :: Unboxed a => Int"},
      {"blank :: Int", "blank :: Unboxed a => Int"},
      {"blank _ = NoCell", "blank n = filled n 0 unboxedZero"},
      {"one x = OneCell x", "one x = x `seq` OneCell x"},
      {"four a b c d = FourCells a b c d",
       "four a b c d = a `seq` b `seq` c `seq` d `seq` FourCells a b c d"},
  };
  for (const auto& [from, to] : changes) replaceAll(text, from, to);
  return text;
}

std::string wholeMapSource() {
  return std::string(mapSource()) + std::string(mapWholesSource());
}

const ast::Module& parsedMap() {
  static ParsedSource source(wholeMapSource);
  return source.module();
}

const ast::Module& parsedIntMap() {
  static ParsedSource source([] { return ofInts(wholeMapSource()); });
  return source.module();
}

const ast::Module& parsedSet() {
  static ParsedSource source(
      [] { return std::string(setSource()) + std::string(setFoldableSource()); });
  return source.module();
}

const ast::Module& parsedIntSet() {
  static ParsedSource source([] { return ofInts(std::string(setSource())); });
  return source.module();
}

const ast::Module& parsedArray() {
  static ParsedSource source(
      [] { return std::string(arraySource()) + std::string(arrayFoldableSource()); });
  return source.module();
}

const ast::Module& parsedUArray() {
  static ParsedSource source([] { return unboxed(std::string(arraySource())); });
  return source.module();
}

const ast::Module& parsedSequence() {
  static ParsedSource source(
      [] { return std::string(sequenceSource()) + std::string(sequenceWholesSource()); });
  return source.module();
}

std::string tyingSource() {
  return "fix :: (a -> a) -> a\nfix f = let x = f x in x\n";
}

const ast::Module& parsedTying() {
  static ParsedSource source(tyingSource);
  return source.module();
}

Library library(std::string_view module, Words modules, std::string_view type, const Words& names,
                const Words& more, const ast::Module& (*source)()) {
  Library made{module, std::move(modules), type, {}, source};
  for (const Words* words : {&names, &more}) {
    for (const std::string_view name : *words) {
      if (made.find(name) != nullptr) continue;
      made.names.push_back({name, module, LibraryFunction{}});
      std::ranges::sort(made.names, {}, &PreludeName::name);
    }
  }
  return made;
}

std::vector<Library> makeLibraries() {
  std::vector<Library> made;
  made.push_back(library("Data.Map", {"Data.Map", "Data.Map.Strict", "Data.Map.Lazy"}, "Map",
                         ofAllMaps, ofOrders, parsedMap));
  made.push_back(library("Data.IntMap", {"Data.IntMap", "Data.IntMap.Strict", "Data.IntMap.Lazy"},
                         "IntMap", ofAllMaps, {}, parsedIntMap));
  made.push_back(library("Data.Set", {"Data.Set"}, "Set", ofAllSets, ofOrders, parsedSet));
  made.push_back(library("Data.IntSet", {"Data.IntSet"}, "IntSet", ofAllSets, {}, parsedIntSet));
  made.push_back(library("Data.Array", {"Data.Array"}, "Array", ofArrays, {}, parsedArray));
  made.push_back(library("Data.Array.Unboxed", {"Data.Array.Unboxed"}, "UArray", ofArrays, {"amap"},
                         parsedUArray));
  made.push_back(
      library("Data.Sequence", {"Data.Sequence"}, "Seq", ofSequences, {}, parsedSequence));
  return made;
}

}  // namespace

const PreludeName* Library::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(names, name, {}, &PreludeName::name);
  return found != names.end() && found->name == name ? &*found : nullptr;
}

std::span<const Library> libraries() {
  static const std::vector<Library> all = makeLibraries();
  return all;
}

const Library& tyingLibrary() {
  static const Library tying = library("Data.Function", {}, "Function", {"fix"}, {}, parsedTying);
  return tying;
}

const Library* findLibrary(std::string_view module) {
  for (const Library& library : libraries()) {
    if (std::ranges::find(library.modules, module) != library.modules.end()) return &library;
  }
  return nullptr;
}

bool isOfLibrary(std::string_view module) {
  return module == tyingLibrary().module || findLibrary(module) != nullptr;
}

bool isLibraryModule(std::string_view name) {
  constexpr std::string_view modules[] = {"Prelude",
                                          "Data.Bits",
                                          "Data.Char",
                                          "Deforest.Cells",
                                          "Data.Function",
                                          "Data.Int",
                                          "Data.Ix",
                                          "Data.List",
                                          "Data.Maybe",
                                          "Data.Ord",
                                          "Data.Complex",
                                          "Data.Ratio",
                                          "GHC.Real",
                                          "Data.Tuple",
                                          "Data.Word",
                                          "Data.Either",
                                          "Control.Monad",
                                          "Control.Applicative",
                                          "Data.Foldable",
                                          "Data.Traversable",
                                          "Data.Functor",
                                          "Data.Functor.Const",
                                          "Data.Functor.Identity",
                                          "Data.Monoid",
                                          "System.Environment",
                                          "System.Exit",
                                          "System.IO",
                                          "Text.Printf",
                                          "Text.Read",
                                          "Data.Semigroup",
                                          "Numeric"};
  return name.starts_with("Gibbon.") || std::ranges::find(modules, name) != std::end(modules) ||
         findLibrary(name) != nullptr;
}

}  // namespace deforest::text
