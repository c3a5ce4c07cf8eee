module Main where

import Data.Foldable (asum)
import Data.Maybe (mapMaybe, listToMaybe)

-- Latin squares, row by row.
fill :: Int -> [[Int]] -> Int -> [Int] -> Maybe [[Int]]
fill n rows r row
  | r == n = Just rows
  | length row == n = fill n (row : rows) (r + 1) []
  | otherwise = asum [fill n rows r (v : row) | v <- [1 .. n], v `notElem` row, fits v]
  where
    fits v = and [other !! (n - 1 - length row) /= v | other <- rows]

change :: Int -> [Int] -> Maybe [Int]
change 0 _ = Just []
change n cs = listToMaybe (mapMaybe try cs)
  where
    try c
      | c > n = Nothing
      | otherwise = (c :) <$> change (n - c) (filter (<= c) cs)

main :: IO ()
main = do
  print (fill 7 [] 0 [])
  print (fmap length (change 2000 [50, 20, 10, 5, 2]))
