{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Lists of numbers without a last one end with the last number of their type.
-- known: from, both, steps
module Main (main, from, both, steps) where

from :: Int -> [Int]
from a = [2 * i | i <- [a ..]]

both :: Int -> [(Int, Int)]
both a = zip [a ..] (map (+ 1) [a ..])

steps :: Int -> Int -> [Int]
steps a b = map negate [a, b ..]

main :: IO ()
main = do
  print (from (maxBound - 1))
  print (take 3 (from 5))
  print (both (maxBound - 2))
  print (steps (maxBound - 5) (maxBound - 3))
  print (steps (minBound + 5) (minBound + 3))
  print (take 2 (steps 1 3), length (steps minBound maxBound))
