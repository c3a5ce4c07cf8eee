// Of the package array: immutable arrays. The classes of indices GHC knows.
#include "text/prelude/signatures.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view arrays = R"(
infixl 9 !, //
data Array i e
array :: Ix i => (i, i) -> [(i, e)] -> Array i e
listArray :: Ix i => (i, i) -> [e] -> Array i e
accumArray :: Ix i => (e -> a -> e) -> e -> (i, i) -> [(i, a)] -> Array i e
(!) :: Ix i => Array i e -> i -> e
bounds :: Array i e -> (i, i)
indices :: Ix i => Array i e -> [i]
elems :: Array i e -> [e]
assocs :: Ix i => Array i e -> [(i, e)]
(//) :: Ix i => Array i e -> [(i, e)] -> Array i e
accum :: Ix i => (e -> a -> e) -> Array i e -> [(i, a)] -> Array i e
ixmap :: (Ix i, Ix j) => (i, i) -> (i -> j) -> Array j e -> Array i e
range :: Ix a => (a, a) -> [a]
index :: Ix a => (a, a) -> a -> Int
inRange :: Ix a => (a, a) -> a -> Bool
rangeSize :: Ix a => (a, a) -> Int
)";

constexpr std::string_view indices = R"(
range :: Ix a => (a, a) -> [a]
index :: Ix a => (a, a) -> a -> Int
inRange :: Ix a => (a, a) -> a -> Bool
rangeSize :: Ix a => (a, a) -> Int
)";

}  // namespace

const std::vector<ModuleSignatures>& arraySignatures() {
  static const std::vector<ModuleSignatures> modules = {{"Data.Array", arrays},
                                                        {"Data.Ix", indices}};
  return modules;
}

}  // namespace deforest::text
