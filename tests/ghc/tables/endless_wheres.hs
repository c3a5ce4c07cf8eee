-- Lists without an end that are made of what is bound beside them.
module Main where

import qualified Data.Map as Map

data Piece = I | O | T | S | Z | J | L deriving (Show, Eq, Ord, Enum, Bounded)

pieces :: [Piece]
pieces = map toEnum (go 7)
  where
    go :: Int -> [Int]
    go s = let s' = (s * 75 + 74) `mod` 65537 in (s' `div` 8) `mod` 7 : go s'

-- A function of a library is given a function.
counts :: [Piece] -> Map.Map Piece Int
counts ps = Map.filter even (Map.fromListWith (+) [(p, 1) | p <- ps])

hamming :: [Integer]
hamming = 1 : merge3 (map (2 *) hamming) (map (3 *) hamming) (map (5 *) hamming)
  where
    merge3 a b c = merge a (merge b c)
    merge xa@(x : xs) ya@(y : ys)
      | x < y = x : merge xs ya
      | x > y = y : merge xa ys
      | otherwise = x : merge xs ys
    merge _ _ = []

data Customer = Customer {number :: Int, arrival, service :: Int} deriving (Show)

customers :: Int -> [Customer]
customers seed = zipWith3 Customer [1 ..] arrivals services
  where
    arrivals = tail (scanl (+) 0 gaps)
    gaps = map (`mod` 9) (steps seed)
    services = map (`mod` 5) (steps (seed + 77))

steps :: Int -> [Int]
steps = tail . iterate step
  where
    step s = (s * 75 + 74) `mod` 65537

main :: IO ()
main = do
  print (take 12 pieces, Map.toList (counts (take 100 pieces)))
  print (take 15 hamming, hamming !! 300)
  print (take 3 (customers 5), sum (map arrival (take 50 (customers 8))))
  print (take 3 (zip3 [1 :: Int ..] pieces (tail pieces)))
