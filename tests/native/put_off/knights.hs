module Main where

import Data.List (sortOn)
import Data.Maybe (listToMaybe)

type Square = (Int, Int)

jumps :: Int -> [Square] -> Square -> [Square]
jumps n seen (r, c) =
  [ s
  | (dr, dc) <- [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
  , let s = (r + dr, c + dc)
  , inside s
  , s `notElem` seen
  ]
  where
    inside (i, j) = i >= 1 && i <= n && j >= 1 && j <= n

tours :: Int -> Int -> [Square] -> [[Square]]
tours n left path@(here : _)
  | left == 0 = [path]
  | otherwise = concatMap (\s -> tours n (left - 1) (s : path)) next
  where
    next = sortOn (\s -> length (jumps n (s : path) s)) (jumps n path here)
tours _ _ [] = []

main :: IO ()
main = do
  print (listToMaybe (tours 7 48 [(1, 1)]))
  print (fmap (take 3) (listToMaybe (tours 5 24 [(1, 1)])))
