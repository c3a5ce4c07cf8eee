-- Lists without an end that are constants: each element is computed once.
module Main where

import qualified Data.Map as Map

steps :: [Int]
steps = tail (iterate (\s -> (s * 1103515245 + 12345) `mod` 2147483648) 42)

primes :: [Int]
primes = 2 : filter isPrime [3, 5 ..]

isPrime :: Int -> Bool
isPrime n = all (\p -> n `mod` p /= 0) (takeWhile (\p -> p * p <= n) primes)

factors :: Int -> [Int]
factors n = go n primes
  where
    go 1 _ = []
    go m (p : ps)
      | p * p > m = [m]
      | m `mod` p == 0 = p : go (m `div` p) (p : ps)
      | otherwise = go m ps

twins :: [(Int, Int)]
twins = [(p, q) | (p, q) <- zip primes (tail primes), q - p == 2]

fibs :: [Integer]
fibs = 0 : 1 : zipWith (+) fibs (tail fibs)

scanned :: [Integer]
scanned = 0 : scanl (+) 1 scanned

hamming :: [Integer]
hamming = 1 : merge (map (2 *) hamming) (merge (map (3 *) hamming) (map (5 *) hamming))

merge :: [Integer] -> [Integer] -> [Integer]
merge xx@(x : xs) yy@(y : ys)
  | x < y = x : merge xs yy
  | x > y = y : merge xx ys
  | otherwise = x : merge xs ys

pascal :: [[Integer]]
pascal = iterate (\row -> zipWith (+) (0 : row) (row ++ [0])) [1]

ones :: [Int]
ones = 1 : ones

-- Nobody looks at the second element.
partly :: [Int]
partly = 1 : error "looked at" : map (+ 1) ones

main :: IO ()
main = do
  print (take 5 steps, steps !! 1000, sum (zipWith (*) [1 .. 100] steps))
  print (take 20 primes, primes !! 1500, length (takeWhile (< 5000) primes))
  print (factors 600851475143, factors 1000003, factors 97, take 4 twins)
  print (fibs !! 200, takeWhile (< 50) scanned)
  print (take 15 hamming, hamming !! 1000)
  mapM_ print (take 5 pascal)
  print (pascal !! 30 !! 15, take 3 ones, partly !! 5, head partly)
  print (Map.toList (Map.fromList (zip "abc" primes)))
