// Of the package containers: what the collections have that the language does not define, and
// trees, graphs and sequences.
#include "text/prelude/signatures.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view maps = R"(
import Data.Map (Map)
import Data.Set (Set)
deleteAt :: Int -> Map k a -> Map k a
dropWhileAntitone :: (k -> Bool) -> Map k a -> Map k a
elemAt :: Int -> Map k a -> (k, a)
findIndex :: Ord k => k -> Map k a -> Int
fromDescListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
isProperSubmapOf :: (Ord k, Eq a) => Map k a -> Map k a -> Bool
lookupIndex :: Ord k => k -> Map k a -> Maybe Int
mapAccumRWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapKeysMonotonic :: (k1 -> k2) -> Map k1 a -> Map k2 a
updateAt :: (k -> a -> Maybe a) -> Int -> Map k a -> Map k a
updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin :: (a -> Maybe a) -> Map k a -> Map k a
valid :: Ord k => Map k a -> Bool
)";

constexpr std::string_view intMaps = R"(
import Data.IntMap (IntMap)
isProperSubmapOf :: Eq a => IntMap a -> IntMap a -> Bool
mapAccumRWithKey :: (a -> Int -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapEitherWithKey :: (Int -> a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapKeysMonotonic :: (Int -> Int) -> IntMap a -> IntMap a
updateLookupWithKey :: (Int -> a -> Maybe a) -> Int -> IntMap a -> (Maybe a, IntMap a)
updateMax :: (a -> Maybe a) -> IntMap a -> IntMap a
updateMin :: (a -> Maybe a) -> IntMap a -> IntMap a
)";

constexpr std::string_view sets = R"(
import Data.Set (Set)
cartesianProduct :: Set a -> Set b -> Set (a, b)
disjointUnion :: Set a -> Set b -> Set (Either a b)
mapMonotonic :: (a -> b) -> Set a -> Set b
powerSet :: Set a -> Set (Set a)
)";

constexpr std::string_view intSets = R"(
import Data.IntSet (IntSet)
isProperSubsetOf :: IntSet -> IntSet -> Bool
splitMember :: Int -> IntSet -> (IntSet, Bool, IntSet)
)";

constexpr std::string_view sequences = R"(
import Data.Sequence (Seq)
cycleTaking :: Int -> Seq a -> Seq a
unfoldl :: (b -> Maybe (b, a)) -> b -> Seq a
zip4 :: Seq a -> Seq b -> Seq c -> Seq d -> Seq (a, b, c, d)
zipWith4 :: (a -> b -> c -> d -> e) -> Seq a -> Seq b -> Seq c -> Seq d -> Seq e
)";

constexpr std::string_view trees = R"(
data Tree a
drawForest :: [Tree String] -> String
drawTree :: Tree String -> String
flatten :: Tree a -> [a]
foldTree :: (a -> [b] -> b) -> Tree a -> b
levels :: Tree a -> [[a]]
unfoldForest :: (b -> (a, [b])) -> [b] -> [Tree a]
unfoldTree :: (b -> (a, [b])) -> b -> Tree a
)";

constexpr std::string_view graphs = R"(
import Data.Array (Array)
import Data.Tree (Tree)
type Graph = Array Int [Int]
buildG :: (Int, Int) -> [(Int, Int)] -> Graph
components :: Graph -> [Tree Int]
dff :: Graph -> [Tree Int]
dfs :: Graph -> [Int] -> [Tree Int]
edges :: Graph -> [(Int, Int)]
indegree :: Graph -> Array Int Int
outdegree :: Graph -> Array Int Int
path :: Graph -> Int -> Int -> Bool
reachable :: Graph -> Int -> [Int]
scc :: Graph -> [Tree Int]
topSort :: Graph -> [Int]
transposeG :: Graph -> Graph
vertices :: Graph -> [Int]
)";

}  // namespace

const std::vector<ModuleSignatures>& containersSignatures() {
  static const std::vector<ModuleSignatures> modules = {
      {"Data.Map", maps},       {"Data.Map.Strict", maps},       {"Data.Map.Lazy", maps},
      {"Data.IntMap", intMaps}, {"Data.IntMap.Strict", intMaps}, {"Data.IntMap.Lazy", intMaps},
      {"Data.Set", sets},       {"Data.IntSet", intSets},        {"Data.Sequence", sequences},
      {"Data.Tree", trees},     {"Data.Graph", graphs}};
  return modules;
}

}  // namespace deforest::text
