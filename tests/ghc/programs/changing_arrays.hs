-- Arrays that change, in ST and in IO, and left sides of a lazy pattern behind parentheses.
module Main where
import Control.Monad
import Control.Monad.ST
import Data.Array
import Data.Array.ST
import Data.Array.Unboxed (UArray)
import qualified Data.Array.Unboxed as U
import Data.Array.IO
import Data.STRef

sieve :: Int -> UArray Int Bool
sieve n = runSTUArray $ do
  a <- newArray (2, n) True
  forM_ [2 .. n] $ \i -> do
    p <- readArray a i
    when (p && i * i <= n) $
      forM_ [i * i, i * i + i .. n] $ \j -> writeArray a j False
  return a

bubble :: [Int] -> [Int]
bubble xs = elems (runSTArray (do
  let n = length xs
  a <- newListArray (0, n - 1) xs
  forM_ [0 .. n - 2] $ \i -> forM_ [0 .. n - 2 - i] $ \j -> do
    x <- readArray a j
    y <- readArray a (j + 1)
    when (x > y) $ do
      writeArray a j y
      writeArray a (j + 1) x
  return a))

knapsack :: [(Int, Int)] -> Int -> Int
knapsack items cap = runST $ do
  best <- newArray (0, cap) 0 :: ST s (STUArray s Int Int)
  forM_ items $ \(w, v) ->
    forM_ [cap, cap - 1 .. w] $ \c -> do
      a <- readArray best c
      b <- readArray best (c - w)
      writeArray best c (max a (b + v))
  readArray best cap

(***.) :: (a -> c) -> (b -> d) -> (a, b) -> (c, d)
(f ***. g) ~(x, y) = (f x, g y)

main :: IO ()
main = do
  print [i | (i, True) <- U.assocs (sieve 100)]
  print (bubble [3, 1, 4, 1, 5, 9, 2, 6])
  print (knapsack [(12, 4), (2, 2), (1, 1), (1, 2), (4, 10)] 15)
  grid <- newArray ((0, 0), (2, 3)) '.' :: IO (IOUArray (Int, Int) Char)
  writeArray grid (1, 2) '#'
  writeArray grid (0, 0) '@'
  cells <- getElems grid
  b <- getBounds grid
  print b
  putStrLn cells
  fz <- freeze grid
  print (fz ! (1, 2))
  print ((succ ***. not) (1 :: Int, True))
  counts <- newArray ('a', 'e') 0 :: IO (IOArray Char Int)
  forM_ "abracadabra" $ \c -> when (inRange ('a', 'e') c) $ readArray counts c >>= writeArray counts c . (+ 1)
  getAssocs counts >>= print
