{-# LANGUAGE TupleSections #-}
module Main where

import qualified Data.Map.Strict as M
import qualified Data.Set as S
import Data.List (unfoldr, intercalate)
import Data.Maybe (fromMaybe, mapMaybe)

type Graph v = M.Map v [(v, Int)]

data Dist = Finite !Int | Infinite
  deriving (Eq, Ord)

instance Show Dist where
  show (Finite n) = show n
  show Infinite   = "inf"

data Search v = Search
  { queue :: S.Set (Int, v)
  , dist  :: M.Map v Int
  , prev  :: M.Map v v
  , done  :: S.Set v
  }

fromEdges :: Ord v => [(v, v, Int)] -> Graph v
fromEdges es = M.unionWith (++) out isolated
  where
    out = M.fromListWith (flip (++)) [(a, [(b, w)]) | (a, b, w) <- es]
    isolated = M.fromList $ map (\(_, b, _) -> (b, [])) es

undirected :: [(v, v, Int)] -> [(v, v, Int)]
undirected = concatMap (\(a, b, w) -> [(a, b, w), (b, a, w)])

dijkstra :: Ord v => Graph v -> v -> Search v
dijkstra g src = go Search
    { queue = S.singleton (0, src)
    , dist  = M.singleton src 0
    , prev  = M.empty
    , done  = S.empty
    }
  where
    go s = case S.minView (queue s) of
      Nothing -> s
      Just ((d, u), q)
        | u `S.member` done s -> go s { queue = q }
        | otherwise ->
            let s' = s { queue = q, done = S.insert u (done s) }
            in go (foldr (relax d u) s' (M.findWithDefault [] u g))
    relax d u (v, w) s
      | better    = s { queue = S.insert (alt, v) (queue s)
                      , dist = M.insert v alt (dist s)
                      , prev = M.insert v u (prev s) }
      | otherwise = s
      where
        alt = d + w
        better = maybe True (alt <) (M.lookup v (dist s))

pathTo :: Ord v => Search v -> v -> Maybe [v]
pathTo s t
  | t `M.member` dist s = Just (reverse (t : unfoldr back t))
  | otherwise = Nothing
  where back v = (\p -> (p, p)) <$> M.lookup v (prev s)

distTo :: Ord v => Search v -> v -> Dist
distTo s = maybe Infinite Finite . flip M.lookup (dist s)

-- Bellman-Ford-ish check: iterate until nothing changes.
fixpoint :: Eq a => (a -> a) -> a -> a
fixpoint f x = fst . head . dropWhile (uncurry (/=)) $ zip xs (tail xs)
  where xs = iterate f x

slowly :: Ord v => Graph v -> v -> M.Map v Int
slowly g src = fixpoint pass (M.singleton src 0)
  where
    pass m = M.unionsWith min (m : [ M.fromListWith min (map (fmap (d +)) es)
                                   | (u, d) <- M.toList m
                                   , Just es <- [M.lookup u g] ])

cities :: Graph String
cities = fromEdges $ undirected
  [ ("London", "Oxford", 90), ("London", "Cambridge", 100), ("Oxford", "Bristol", 118)
  , ("London", "Bristol", 190), ("Cambridge", "York", 250), ("Oxford", "York", 290)
  , ("York", "Durham", 110), ("Durham", "Edinburgh", 200), ("Bristol", "Cardiff", 70)
  ] ++ [("Edinburgh", "Lerwick", 560), ("Kirkwall", "Lerwick", 200)]

-- A grid with walls and terrain costs.
maze :: [String]
maze =
  [ "1119111"
  , "1#1#1#1"
  , "1#9151#"
  , "11#1#11"
  , "9111#19"
  ]

gridGraph :: [String] -> Graph (Int, Int)
gridGraph ls = M.mapWithKey neighbours cells
  where
    cells = M.fromList [((r, c), read [ch]) | (r, l) <- zip [0 ..] ls, (c, ch) <- zip [0 ..] l, ch /= '#']
    neighbours (r, c) _ =
      mapMaybe (\p -> (p,) <$> M.lookup p cells) [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]

render :: [String] -> [(Int, Int)] -> [String]
render ls path = [[if S.member (r, c) on then '*' else ch | (c, ch) <- zip [0 ..] l] | (r, l) <- zip [0 ..] ls]
  where on = S.fromList path

main :: IO ()
main = do
  let s = dijkstra cities "London"
  mapM_ (line s) (M.keys cities)
  print (dist s == slowly cities "London")
  print . M.toList $ M.filter (> 300) (dist s)
  let k = dijkstra cities "Kirkwall"
  print (pathTo k "London", distTo k "Lerwick", distTo k "London")
  let g = gridGraph maze
      m = dijkstra g (0, 0)
      end = (4, 6)
  putStrLn ("grid cost " ++ show (distTo m end))
  putStr (unlines (render maze (fromMaybe [] (pathTo m end))))
  print (M.foldr max 0 (dist m), S.size (done m), sum (M.elems (slowly g (0, 0))) == sum (dist m))
  where
    line s c = putStrLn $ c ++ " " ++ show (distTo s c) ++ ": " ++ maybe "unreachable" (intercalate " > ") (pathTo s c)
