module Main where

import Control.Applicative ((<|>))

-- The first way to pay an amount with the coins that there are, in their order.
pay :: Int -> [Int] -> Maybe [Int]
pay 0 _ = Just []
pay _ [] = Nothing
pay n (c : cs)
  | c > n = pay n cs
  | otherwise = fmap (c :) (pay (n - c) cs) <|> pay n cs

colour :: Int -> [(Int, Int)] -> [Int] -> Maybe [Int]
colour k edges = go []
  where
    go cs [] = Just cs
    go cs (v : vs) = foldr (\c rest -> if ok c then go ((v * 10 + c) : cs) vs <|> rest else rest) Nothing [1 .. k]
      where
        ok c = and [c /= d `mod` 10 | d <- cs, (v, d `div` 10) `elem` edges || (d `div` 10, v) `elem` edges]

main :: IO ()
main = do
  print (pay 610 [2, 4 .. 60])
  print (colour 4 [(i, j) | i <- [1 .. 40], j <- [i + 1 .. min 40 (i + 3)]] [1 .. 40])
