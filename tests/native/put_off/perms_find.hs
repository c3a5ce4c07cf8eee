module Main where

import Data.List (find)

perms :: [Int] -> [[Int]]
perms [] = [[]]
perms xs = [x : p | (x, rest) <- picks xs, p <- perms rest]

picks :: [a] -> [(a, [a])]
picks [] = []
picks (x : xs) = (x, xs) : [(y, x : ys) | (y, ys) <- picks xs]

zigzag :: [Int] -> Bool
zigzag xs = and (zipWith3 (\a b c -> (a < b) == (b > c)) xs (drop 1 xs) (drop 2 xs))

main :: IO ()
main = do
  print (find zigzag (perms [1 .. 12]))
  print (any zigzag (perms [2, 4 .. 24]))
