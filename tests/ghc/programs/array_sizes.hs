-- Arrays of all small sizes: what makes, reads, changes, folds and compares them.
module Main (main) where

import Data.Array
import qualified Data.Array.Unboxed as U
import Data.Foldable (foldl', toList)
import Data.List (sortBy)

digest :: [Int] -> Int
digest = foldl' (\h x -> (h * 31 + x) `mod` 1000003) 7

-- The places from the last to the first, and those in between in another order.
shuffled :: Int -> [Int]
shuffled n = sortBy (\i j -> compare (i * 7919 `mod` 101, i) (j * 7919 `mod` 101, j)) [0 .. n - 1]

made :: Int -> [Array Int Int]
made n =
  [ listArray (0, n - 1) [3 ..]
  , array (0, n - 1) [(i, i + 3) | i <- [0 .. n - 1]]
  , array (0, n - 1) [(i, i + 3) | i <- shuffled n]
  , fmap (+ 3) (ixmap (0, n - 1) id (listArray (0, n - 1) [0 ..]))
  , listArray (0, n - 1) (replicate n 1) // [(i, i + 3) | i <- shuffled n]
  , accumArray (+) 3 (0, n - 1) [(i, 1) | i <- [0 .. n - 1], _ <- [1 .. i]]
  , accum (+) (listArray (0, n - 1) (repeat 3)) [(i, i) | i <- shuffled n] ]

seen :: Array Int Int -> [Int]
seen a =
  [ digest (elems a), digest [a ! i | i <- indices a], digest (toList a), sum a, length a
  , foldr (\x r -> x - r) 0 a, foldl (\r x -> r * 3 - x) 1 a, foldl' (\r x -> r * 5 - x) 1 a
  , digest (concat [[i, x] | (i, x) <- assocs a]) ]

unboxed :: Int -> [Int]
unboxed n =
  [ digest (U.elems a), digest (U.elems b), sum [b U.! i | i <- [0 .. n - 1]]
  , fromEnum (a == b), fromEnum (compare a b), digest (U.elems (a U.// [(i, 5) | i <- [0, 3 .. n - 1]])) ]
  where
    a = U.listArray (0, n - 1) [2 ..] :: U.UArray Int Int
    b = U.accumArray (+) 0 (0, n - 1) [(i, 2 + i) | i <- shuffled n] :: U.UArray Int Int

-- Only every third element has a value.
partly :: Int -> Int
partly n = sum [a ! i | i <- [0, 3 .. n - 1]]
  where a = array (0, n - 1) [(i, i * i) | i <- reverse [0, 3 .. n - 1]] :: Array Int Int

main :: IO ()
main = do
  mapM_ row [0 .. 22]
  mapM_ row [63, 64, 65, 100, 257]
  where
    row n = do
      let arrays = made n
          rows = map seen arrays
      print (n, head rows, all (== head rows) rows)
      print (and [a == b && compare a b == EQ | a <- arrays, b <- arrays], unboxed n, partly n)
      print [ (compare a b, a < b, a == b)
            | n > 0, let a = head arrays, k <- [0, n `div` 2, n - 1], d <- [-1, 1]
            , let b = a // [(k, a ! k + d)] ]
      print (compare (head arrays) (listArray (0, n) [3 ..]), compare (head arrays) (listArray (1, n) [3 ..]))
