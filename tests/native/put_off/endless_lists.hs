-- Lists without an end in fields, pairs and results of functions, handed to functions of the
-- program: their cells are made as they are read, and once.
module Main (main) where

import qualified Data.Map as M
import Data.Maybe

-- The modes of an instruction, of which it needs at most three.
decoded :: Int -> (Int, [Int])
decoded n = let (modes, operation) = n `divMod` 100 in (operation, digits modes)
  where digits k = case divMod k 10 of (rest, digit) -> digit : digits rest

size :: Int -> Int
size n = case decoded n of
  (1, _) -> 1
  (2, a : _) -> a
  (3, a : b : _) -> a + b
  (_, ds) -> sum (take 5 ds)

spiral :: [(Int, Int)]
spiral = (0, 0) : from 1
  where
    from level =
      [(level, y) | y <- [1 - level .. level]] ++ [(x, level) | x <- [level - 1, level - 2 .. -level]] ++ from (level + 1)

firstBad :: Int -> Maybe Int
firstBad k = listToMaybe [d | d <- [0 ..], not (d * d < k)]

twice :: [Int] -> Maybe Int
twice = go M.empty
  where
    go _ [] = Nothing
    go seen (x : xs)
      | M.member x seen = Just x
      | otherwise = go (M.insert x () seen) xs

data Stream = Stream { label :: String, items :: [Int] }

streams :: [Stream]
streams = [Stream "evens" (iterate (+ 2) 0), Stream "odds" (iterate (+ 2) 1), Stream "slow" (iterate slow 7)]

-- Read a thousand times, each element is computed once.
slow :: Int -> Int
slow x = length (filter even [x .. x + 3000]) + mod x 13

merge :: [Int] -> [Int] -> [Int]
merge (x : xs) (y : ys)
  | x < y = x : merge xs (y : ys)
  | otherwise = y : merge (x : xs) ys
merge xs ys = xs ++ ys

newtype Continued = Continued [Integer]

approximated :: Int -> Continued -> (Integer, Integer)
approximated n (Continued xs) = foldr (\a (p, q) -> (a * p + q, p)) (1, 0) (take n xs)

primes :: [Int]
primes = sieve [2 ..]
  where sieve (p : xs) = p : sieve [x | x <- xs, mod x p /= 0]
        sieve [] = []

main :: IO ()
main = do
  n <- readLn
  print (map size [n, n + 1 .. n + 6])
  print (spiral !! n, takeWhile ((< 3) . fst) spiral)
  print (firstBad n, twice (scanl (+) 0 (cycle [1, -2, 3, n - n])))
  print [(label s, take 3 (items s)) | s <- streams]
  print (take 6 (merge (items (head streams)) (items (streams !! 1))))
  let table = items (streams !! 2)
  print (sum [table !! k | k <- [0 .. 1000]])
  print (map (`approximated` Continued (1 : repeat 2)) [1 .. 8])
  print (takeWhile (< 40) primes, primes !! 20)
  print (zip "abc" (map (take 2) (iterate (map (* 2)) [1 ..])))
  print (map fst (flip zip [1 ..] "xyz"), (take 3 . flip zip [n ..]) "abcd")
  print (take 3 (map (* 2) [1.5 ..]), zip "ab" [n, n + 3 ..], zip [n, n - 5 ..] "ab")
