-- Comprehensions over lists without an end, however those are written down.
module Main where

import Data.Char (toUpper)

randoms :: Int -> [Int]
randoms seed = map (`mod` 100) (tail (iterate (\s -> (s * 1103515245 + 12345) `mod` 2147483648) seed))

variables :: [String]
variables = take 30 [c : suffix | suffix <- "" : map show [1 :: Int ..], c <- ['a' .. 'e']]

variable :: Int -> String
variable n = names !! n
  where names = [c : suffix | suffix <- "" : map show [1 :: Int ..], c <- ['a' .. 'z']]

numbered :: [a] -> [(Int, a)]
numbered = zip [2 * i | i <- [1 :: Int ..]]

below :: Int -> [Int]
below k = [n * k | n <- [-3 ..]]

labels :: [(Int, Char)]
labels = takeWhile ((< 9) . fst) [(n, toUpper c) | (n, c) <- zip [0 ..] (cycle "abc"), even n]

sums :: [Int]
sums = takeWhile (< 40) [a + b | (a, b) <- zip (iterate (* 2) 1) $ map negate [1 ..]]

joined :: [Int]
joined = take 8 [x * x | x <- [7, 8] ++ map (+ 1) (9 : [20, 30 ..])]

-- What makes the list is a function or a variable.
rolls :: Int -> [Int]
rolls seed = [r `mod` 6 + 1 | r <- randoms seed]

evens :: Int -> Int -> [(Int, Int)]
evens n seed = zip [0 ..] (take n [half | r <- randoms seed, even r, let half = r `div` 2])

pairs :: Int -> [(Int, Int)]
pairs seed = take 5 [(i, s) | (i, s) <- steps, s > 0]
  where steps = zip [1 ..] (randoms seed)

-- The function is not the one outside, of the same name.
shadowed :: Int -> [Int]
shadowed n = take 4 (let walk [] = []; walk (x : rest) = x + n : walk rest in walk (iterate (* 3) n))

main :: IO ()
main = do
  print variables
  print (map variable [0, 25, 26, 60])
  print (numbered "abc")
  print (zip "abc" [[i .. i + 2] | i <- [1 :: Int ..]])
  print (takeWhile (< 20) (below 5), take 3 (below 2))
  print labels
  print (sums, joined)
  print (take 10 (rolls 3), zip "xyz" (rolls 4), rolls 5 !! 7)
  print (evens 4 9, pairs 11)
  print (shadowed 2)
