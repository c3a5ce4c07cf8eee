module Main where

import Data.Maybe (catMaybes, listToMaybe)

-- the first solution of n queens, by backtracking
place :: Int -> Int -> [Int] -> Maybe [Int]
place n k qs
  | k == n = Just qs
  | otherwise =
      listToMaybe . catMaybes $
        [place n (k + 1) (q : qs) | q <- [1 .. n], safe q qs]

safe :: Int -> [Int] -> Bool
safe q qs = and [q /= p && abs (q - p) /= d | (d, p) <- zip [1 ..] qs]

main :: IO ()
main = print (place 18 0 [])
