-- Lists without an end that are made of others by functions, each of something larger than the last.
module Main where

import Data.Char (toUpper)

sieve :: [Int] -> [Int]
sieve (p : xs) = p : sieve (filter (\x -> x `mod` p /= 0) xs)

primes :: [Int]
primes = striking [2 ..]
  where
    striking (p : xs) = p : striking [x | x <- xs, x `mod` p /= 0]

names :: [String]
names = [c : s | s <- "" : map show [1 :: Int ..], c <- ['a' .. 'z']]

labels :: [String]
labels = map (map toUpper) names

triples :: [(Int, Int, Int)]
triples = [(a, b, c) | c <- [1 ..], b <- [1 .. c], a <- [1 .. b], a * a + b * b == c * c]

main :: IO ()
main = do
  print (takeWhile (< 60) primes, primes !! 100)
  print (take 5 (sieve [10 ..]), takeWhile (< 40) (sieve (map (+ 1) [1 ..])))
  let ps = odd' [3, 5 ..]
  print (ps !! 20)
  print (take 30 names, labels !! 27, zip names [10, 20, 30 :: Int])
  print (take 5 triples)
  where
    odd' (p : xs) = p : odd' [x | x <- xs, x `mod` p /= 0]
