// Data.Tree and Data.Graph of containers: trees of any number of branches, and graphs by adjacency
// lists with depth-first search, in the order in which containers visits them.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view treeSource() {
  return R"source(
module Data.Tree
  (Tree(..), Forest, unfoldTree, unfoldForest, foldTree, flatten, levels, leaves, drawTree,
   drawForest) where

data Tree a = Node { rootLabel :: a, subForest :: [Tree a] }
  deriving (Eq, Ord, Show, Functor, Traversable)
type Forest a = [Tree a]

instance Foldable Tree where
  foldMap f (Node x ts) = f x <> mconcat (map (foldMap f) ts)
  foldr f z t = foldr f z (flatten t)

instance Applicative Tree where
  pure x = Node x []
  Node f tfs <*> tx =
    case tx of Node x txs -> Node (f x) (map (fmap f) txs ++ map (<*> tx) tfs)

instance Monad Tree where
  Node x ts >>= f = case f x of Node x' ts' -> Node x' (ts' ++ map (>>= f) ts)

unfoldTree :: (b -> (a, [b])) -> b -> Tree a
unfoldTree f b = case f b of (a, bs) -> Node a (map (unfoldTree f) bs)

unfoldForest :: (b -> (a, [b])) -> [b] -> [Tree a]
unfoldForest f = map (unfoldTree f)

foldTree :: (a -> [b] -> b) -> Tree a -> b
foldTree f (Node x ts) = f x (map (foldTree f) ts)

flatten :: Tree a -> [a]
flatten t = squish t []
  where squish (Node x ts) xs = x : foldr squish xs ts

leaves :: Tree a -> [a]
leaves t = squish t []
  where
    squish (Node x []) xs = x : xs
    squish (Node _ ts) xs = foldr squish xs ts

levels :: Tree a -> [[a]]
levels t = go [t]
  where
    go [] = []
    go ts = map rootLabel ts : go (concatMap subForest ts)

drawTree :: Tree String -> String
drawTree = unlines . draw

drawForest :: [Tree String] -> String
drawForest = unlines . map drawTree

draw :: Tree String -> [String]
draw (Node x ts0) = lines x ++ drawSubTrees ts0
  where
    drawSubTrees [] = []
    drawSubTrees [t] = "|" : shift "`- " "   " (draw t)
    drawSubTrees (t : ts) = "|" : shift "+- " "|  " (draw t) ++ drawSubTrees ts
    shift first other = zipWith (++) (first : repeat other)
)source";
}

std::string_view graphSource() {
  return R"source(
module Data.Graph
  (Graph, Bounds, Edge, Vertex, Table, graphFromEdges, graphFromEdges', buildG, vertices, edges,
   outdegree, indegree, path, reachable, transposeG, dfs, dff, topSort, reverseTopSort,
   components, scc, SCC(..), stronglyConnComp, stronglyConnCompR, flattenSCC, flattenSCCs,
   Tree(..), Forest) where

import Data.Array
import qualified Data.IntSet as IntSet
import Data.List (sortBy)
import Data.Maybe (fromMaybe, mapMaybe)
import Data.Tree

data SCC vertex = AcyclicSCC vertex | CyclicSCC [vertex]
  deriving (Eq, Show, Functor, Foldable, Traversable)

type Vertex = Int
type Table a = Array Int a
type Graph = Array Int [Int]
type Bounds = (Int, Int)
type Edge = (Int, Int)

flattenSCCs :: [SCC a] -> [a]
flattenSCCs = concatMap flattenSCC

flattenSCC :: SCC vertex -> [vertex]
flattenSCC (AcyclicSCC v) = [v]
flattenSCC (CyclicSCC vs) = vs

stronglyConnComp :: Ord key => [(node, key, [key])] -> [SCC node]
stronglyConnComp es = map node (stronglyConnCompR es)
  where
    node (AcyclicSCC (n, _, _)) = AcyclicSCC n
    node (CyclicSCC triples) = CyclicSCC (map (\(n, _, _) -> n) triples)

stronglyConnCompR :: Ord key => [(node, key, [key])] -> [SCC (node, key, [key])]
stronglyConnCompR [] = []
stronglyConnCompR es = map decode (scc graph)
  where
    (graph, vertexNode, _) = graphFromEdges es
    decode (Node v ts) = case ts of
      [] | v `elem` (graph ! v) -> CyclicSCC [vertexNode v]
         | otherwise -> AcyclicSCC (vertexNode v)
      _ -> CyclicSCC (map vertexNode (flatten (Node v ts)))

vertices :: Graph -> [Vertex]
vertices = indices

edges :: Graph -> [Edge]
edges g = [(v, w) | v <- vertices g, w <- g ! v]

buildG :: Bounds -> [Edge] -> Graph
buildG = accumArray (\ws w -> w : ws) []

transposeG :: Graph -> Graph
transposeG g = buildG (bounds g) [(w, v) | (v, w) <- edges g]

outdegree :: Graph -> Array Vertex Int
outdegree = fmap length

indegree :: Graph -> Array Vertex Int
indegree g = accumArray (+) 0 (bounds g) [(v, 1) | (_, outs) <- assocs g, v <- outs]

graphFromEdges' :: Ord key => [(node, key, [key])] -> (Graph, Vertex -> (node, key, [key]))
graphFromEdges' x = case graphFromEdges x of (a, b, _) -> (a, b)

graphFromEdges :: Ord key => [(node, key, [key])]
               -> (Graph, Vertex -> (node, key, [key]), key -> Maybe Vertex)
graphFromEdges es = (graph, \v -> vertexMap ! v, \k -> keyVertex keys k)
  where
    sorted = sortBy (\(_, k1, _) (_, k2, _) -> compare k1 k2) es
    top = length es - 1
    keys = listArray (0, top) (map (\(_, k, _) -> k) sorted)
    graph = listArray (0, top) (map (\(_, _, ks) -> mapMaybe (keyVertex keys) ks) sorted)
    vertexMap = listArray (0, top) sorted

keyVertex :: Ord key => Array Int key -> key -> Maybe Vertex
keyVertex keys k = uncurry find (bounds keys)
  where
    find a b
      | a > b = Nothing
      | otherwise = let mid = a + (b - a) `div` 2 in case compare k (keys ! mid) of
          LT -> find a (mid - 1)
          EQ -> Just mid
          GT -> find (mid + 1) b

dff :: Graph -> [Tree Vertex]
dff g = dfs g (vertices g)

dfs :: Graph -> [Vertex] -> [Tree Vertex]
dfs g vs0 = fst (search IntSet.empty vs0)
  where
    search seen [] = ([], seen)
    search seen (v : vs)
      | v `IntSet.member` seen = search seen vs
      | otherwise =
          let (ts, seen') = search (IntSet.insert v seen) (g ! v)
              (us, seen'') = search seen' vs
          in (Node v ts : us, seen'')

postOrder :: Tree a -> [a] -> [a]
postOrder (Node v ts) rest = foldr postOrder (v : rest) ts

postOrd :: Graph -> [Vertex]
postOrd g = foldr postOrder [] (dff g)

topSort :: Graph -> [Vertex]
topSort = reverse . postOrd

reverseTopSort :: Graph -> [Vertex]
reverseTopSort = postOrd

components :: Graph -> [Tree Vertex]
components g = dff (buildG (bounds g) (edges g ++ [(w, v) | (v, w) <- edges g]))

scc :: Graph -> [Tree Vertex]
scc g = dfs g (reverse (postOrd (transposeG g)))

reachable :: Graph -> Vertex -> [Vertex]
reachable g v = concatMap flatten (dfs g [v])

path :: Graph -> Vertex -> Vertex -> Bool
path g v w = w `elem` reachable g v
)source";
}

}  // namespace deforest::text
