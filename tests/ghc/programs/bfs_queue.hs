-- A search that keeps what is to be visited in a sequence, looked at by its views.
module Main where

import Data.Foldable (foldl', toList)
import qualified Data.IntMap as IM
import Data.Sequence (Seq, ViewL (..), ViewR (..), viewl, viewr, (><), (|>))
import qualified Data.Sequence as Seq

type Graph = IM.IntMap [Int]

grid :: Int -> Graph
grid n = IM.fromList [(n * i + j, near i j) | i <- [0 .. n - 1], j <- [0 .. n - 1]]
  where
    near i j =
      [ n * a + b
      | (a, b) <- [(i + 1, j), (i, j + 1), (i - 1, j), (i, j - 1)]
      , a >= 0, a < n, b >= 0, b < n, (a * b) `mod` 5 /= 3 ]

distances :: Graph -> Int -> IM.IntMap Int
distances g start = go (Seq.singleton start) (IM.singleton start 0)
  where
    go queue seen = case viewl queue of
      EmptyL -> seen
      node :< rest ->
        let d = seen IM.! node
            new = filter (`IM.notMember` seen) (IM.findWithDefault [] node g)
            seen' = foldl' (\m k -> IM.insert k (d + 1) m) seen new
        in go (foldl' (|>) rest new) seen'

-- What is left of a text after its editing: `<` takes the last character back.
edited :: String -> String
edited = toList . foldl' step Seq.empty
  where
    step typed '<' = case viewr typed of
      EmptyR -> typed
      before :> _ -> before
    step typed c = typed |> c

rotations :: Seq a -> [Seq a]
rotations s = [Seq.drop k s >< Seq.take k s | k <- [0 .. Seq.length s - 1]]

main :: IO ()
main = do
  let found = distances (grid 12) 0
  print (IM.size found, maximum (IM.elems found), sum (IM.elems found))
  putStrLn (edited "<ab<cde<<fg")
  print (rotations (Seq.fromList [1 :: Int, 2, 3]))
  print (Seq.foldlWithIndex (\a i x -> a + i * x) 0 (Seq.fromFunction 50 (\i -> i * i)))
  print (fmap length (Seq.chunksOf 4 (Seq.replicate 10 'x')), viewl (Seq.fromList "ab"))
