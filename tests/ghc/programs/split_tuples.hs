-- Tuples whose parts need each other, and are bound at once; a `main` that calls itself.
module Main (main) where

import Control.Monad (unless)
import System.IO (isEOF)

sums :: [Int] -> Int -> [Int]
sums x n
  | l < n = []
  | otherwise = [l, l1, sum left, sum right]
  where (l, l1) = (length x, l `div` 2)
        (left, right) = splitAt l1 x
main :: IO ()
main = do
  print (sums [1, 2, 3, 4, 5] 3)
  mapM_ (\s -> let t@(e, _) = (length s, e * 2) in print t) ["ab", "c"]
  let (hi, lo) = (2 * lo + 1, 5 :: Int)
      (_, k) = (undefined :: Int, 3 :: Int)
      ((p, q), Just r) = ((1 :: Int, 'x'), Just (p + k))
      (f, g) = (\x -> x + 1 :: Int, \y -> f (y * 2))
  print (hi, lo, k, p, q, r, f 1, g 2)
  end <- isEOF
  unless end (getLine >>= putStrLn >> main)
