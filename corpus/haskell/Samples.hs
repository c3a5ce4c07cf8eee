{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Patterns inside patterns: what takes three elements at a time fuses with what makes them and with
-- what is made of them, all in one go.
-- improved: samples
-- known: randoms, lowest
module Main (main, samples, lowest) where

import Text.Printf (printf)

samples :: Int -> [Double]
samples n = map scaled (triples (take (3 * n) (randoms 4711)))
  where scaled (a, b, c) = (a + b + c) * 10 / 3

triples :: [a] -> [(a, a, a)]
triples (a : b : c : rest) = (a, b, c) : triples rest
triples _ = []

randoms :: Int -> [Double]
randoms s = fromIntegral (next `div` 8 `mod` 100000) / 100000 : randoms next
  where next = (s * 25214903917 + 11) `mod` 281474976710656

lowest :: [Double] -> Double
lowest = minimum

main :: IO ()
main = do
  let xs = samples 2000
  printf "%d samples from %.3f to %.3f\n" (length xs) (lowest xs) (maximum xs)
