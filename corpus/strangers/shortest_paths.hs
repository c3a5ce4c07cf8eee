module Main where

import qualified Data.Map.Strict as M
import qualified Data.Set as S
import Data.Maybe (fromMaybe, mapMaybe)
import Data.List (foldl', unfoldr)

type Graph v = M.Map v [(v, Int)]

data Link = Link { from, to :: String, cost :: Int }

graph :: [Link] -> Graph String
graph ls = M.fromListWith (++) (concatMap both ls)
  where both (Link a b c) = [(a, [(b, c)]), (b, [(a, c)])]

data Search v = Search
  { queue :: S.Set (Int, v)
  , dist :: M.Map v Int
  , prev :: M.Map v v
  }

dijkstra :: Ord v => Graph v -> v -> (M.Map v Int, M.Map v v)
dijkstra g s = run (Search (S.singleton (0, s)) (M.singleton s 0) M.empty)
  where
    run st = case S.minView (queue st) of
      Nothing -> (dist st, prev st)
      Just ((d, v), rest)
        | d > M.findWithDefault maxBound v (dist st) -> run st { queue = rest }
        | otherwise -> run (foldl' (relax d v) st { queue = rest } (M.findWithDefault [] v g))
    relax d v st (w, c)
      | better = st { queue = S.insert (new, w) (queue st), dist = M.insert w new (dist st), prev = M.insert w v (prev st) }
      | otherwise = st
      where
        new = d + c
        better = maybe True (new <) (M.lookup w (dist st))

path :: Ord v => M.Map v v -> v -> v -> Maybe [v]
path prevs s t
  | s == t = Just [s]
  | otherwise = do
      p <- M.lookup t prevs
      before <- path prevs s p
      return (before ++ [t])

pathTo :: Ord v => M.Map v v -> v -> [v]
pathTo prevs t = reverse (t : unfoldr (\v -> fmap (\p -> (p, p)) (M.lookup v prevs)) t)

components :: Ord v => Graph v -> [S.Set v]
components g = go (M.keysSet g)
  where
    go left
      | S.null left = []
      | otherwise =
          let c = reach [S.findMin left] S.empty
          in c : go (left S.\\ c)
    reach [] seen = seen
    reach (v : vs) seen
      | v `S.member` seen = reach vs seen
      | otherwise = reach (map fst (fromMaybe [] (M.lookup v g)) ++ vs) (S.insert v seen)

grid :: Int -> Graph (Int, Int)
grid n = M.fromList
  [ ((x, y), [ ((x', y'), weight x' y') | (dx, dy) <- [(1, 0), (0, 1), (-1, 0), (0, -1)]
             , let x' = x + dx, let y' = y + dy, inside x', inside y' ])
  | x <- [0 .. n - 1], y <- [0 .. n - 1] ]
  where
    inside k = k >= 0 && k < n
    weight x y = (x * 7 + y * 13 + x * y) `mod` 9 + 1

main :: IO ()
main = do
  let roads = graph
        [ Link "Aachen" "Bonn" 90, Link "Bonn" "Cologne" 30, Link "Aachen" "Cologne" 70
        , Link "Cologne" "Dortmund" 95, Link "Dortmund" "Essen" 35, Link "Cologne" "Essen" 70
        , Link "Xanten" "Zons" 60 ]
      (d, p) = dijkstra roads "Aachen"
  mapM_ (\(town, km) -> putStrLn (town ++ ": " ++ show km ++ " km")) (M.toList d)
  print (path p "Aachen" "Dortmund")
  print (path p "Aachen" "Zons")
  print (map S.toList (components roads))
  let big = grid 12
      (d', p') = dijkstra big (0, 0)
  print (M.lookup (11, 11) d')
  print (pathTo p' (11, 11))
  print (sum (M.elems d'), maximum (M.elems d'))
  print (mapMaybe (`M.lookup` d') [(0, 11), (11, 0), (99, 99)])
