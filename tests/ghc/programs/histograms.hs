-- Arrays of entries that are combined: of numbers and of other things, by functions that capture,
-- read other arrays, or fail.
module Main where

import Data.Array
import qualified Data.Array.Unboxed as U
import Data.Char (chr, ord)

spread :: Int -> Int -> [(Int, Int)]
spread n m = [((x * 7919 + x `div` 3) `mod` m, x `mod` 5) | x <- [1 .. n]]

histogram :: Int -> Int -> Array Int Int
histogram n m = accumArray (+) 0 (0, m - 1) (spread n m)

-- The function captures a number and an array.
weighted :: Int -> Array Int Int -> [(Int, Int)] -> Array Int Int
weighted k weights entries =
  accumArray (\s i -> (s * k + weights ! (i `mod` 3)) `mod` 10007) 1 (bounds weights) entries

halves :: Int -> Array Int Double
halves n = accumArray (\s x -> s / 2 + fromIntegral x) 0.5 (-2, 3) [(x `mod` 6 - 2, x) | x <- [1 .. n]]

letters :: String -> U.UArray Char Int
letters text = U.accumArray (+) 0 ('a', 'e') [(c, 1) | c <- text, 'a' <= c, c <= 'e']

latest :: [(Int, Char)] -> Array Int Char
latest = accumArray (\_ c -> chr (ord c + 1)) '-' (1, 4)

seen :: [Int] -> U.UArray Int Bool
seen xs = U.accumArray (\_ b -> b) False (0, 9) [(x, True) | x <- xs]

grid :: Int -> Array (Int, Int) Int
grid n = accumArray max 0 ((1, 1), (n, n + 1)) [((i, j), i * j `mod` 7) | i <- [1 .. n], j <- [1, 3 .. n + 1]]

-- Of a newtype of numbers.
newtype Score = Score Int deriving (Eq, Ord, Show)

scores :: Int -> Array Int Score
scores n = accumArray (\(Score a) (Score b) -> Score (a * 2 + b)) (Score 1) (0, 4) [(x `mod` 5, Score x) | x <- [1 .. n]]

-- Of lists and of pairs.
groups :: [Int] -> Array Int [Int]
groups xs = accumArray (flip (:)) [] (0, 3) [(x `mod` 4, x) | x <- xs]

bests :: [(Int, (Int, String))] -> Array Int (Int, String)
bests = accumArray (\a b -> if fst b > fst a then b else a) (0, "none") (0, 2)

-- Made again and again, each of the one before.
steps :: Int -> Int -> Array Int Int
steps 0 n = accumArray (+) 1 (0, n) []
steps k n =
  let before = steps (k - 1) n
  in accumArray (\s x -> (s + x) `mod` 1009) 0 (0, n)
       [(j, v) | (i, v) <- assocs before, j <- [i * 2 `mod` (n + 1), i * 3 `mod` (n + 1)]]

-- Changed behind being made.
added :: Array Int Int -> [(Int, Int)] -> Array Int Int
added a entries = accum (-) a entries // [(0, 100)]

main :: IO ()
main = do
  print (histogram 2000 7)
  print (sum (elems (histogram 30 1)), histogram 0 2, histogram 0 1)
  print (weighted 3 (listArray (0, 4) [5, 1, 4, 2, 8]) [(x `mod` 5, x) | x <- [1 .. 40]])
  print (halves 20)
  print (letters "a bad cabbage faced decay")
  print (latest (zip (cycle [1, 3, 4]) "histogram"), latest [])
  print (U.elems (seen [3, 1, 4, 1, 5, 9]))
  print (grid 3)
  print (scores 33)
  print (groups [1 .. 10])
  print (bests [(0, (3, "c")), (2, (1, "a")), (0, (2, "b"))])
  print (steps 6 10, sum (elems (steps 40 30)))
  print (added (histogram 100 4) [(1, 5), (3, 1), (1, 2)])
  print (histogram 10 3 ! 1 + sum [histogram k 5 ! (k `mod` 5) | k <- [1 .. 20]])
