module Main where

subsets :: [Int] -> [[Int]]
subsets [] = [[]]
subsets (x : xs) = map (x :) (subsets xs) ++ subsets xs

withSum :: Int -> [Int] -> [[Int]]
withSum t xs = [ys | ys <- subsets xs, sum ys == t]

main :: IO ()
main = print (take 1 (withSum 999 [3, 6 .. 120]))
