{-# LANGUAGE FlexibleContexts #-}
module Main (main) where

import Control.Monad
import Control.Monad.ST
import Data.Array.IO
import Data.Array.Base (unsafeRead, unsafeWrite)
import Data.Array.ST
import Data.Array.Unboxed
import Data.Array.Unsafe (unsafeFreeze)
import Data.Char (chr, ord)
import Data.IORef
import qualified Data.Map.Strict as Map
import Data.STRef
import Data.Word

-- Two computations that begin alike.
bothEnds :: Int -> (Int, Int)
bothEnds n = (runST up, runST down)
  where
    up :: ST s Int
    up = do
      a <- newArray (0, n) 1 :: ST s (STUArray s Int Int)
      forM_ [1 .. n] $ \i -> readArray a (i - 1) >>= \x -> writeArray a i (x + i)
      readArray a n
    down :: ST s Int
    down = do
      a <- newArray (0, n) 1 :: ST s (STUArray s Int Int)
      forM_ [n - 1, n - 2 .. 0] $ \i -> readArray a (i + 1) >>= \x -> writeArray a i (x * 2 `mod` 1009)
      readArray a 0

-- The same one twice, and one with nothing in it.
twice :: Int -> [Int]
twice n = runST count ++ runST count ++ runST (return [])
  where
    count :: ST s [Int]
    count = do
      r <- newSTRef 0
      replicateM_ n (modifySTRef' r (+ 3))
      x <- readSTRef r
      return [x, n]

-- One inside another.
nested :: Int -> Int
nested n = runST $ do
  total <- newSTRef 0
  forM_ [1 .. n] $ \i -> do
    let inner = runST $ do
          r <- newSTRef (i * 10)
          s <- newSTRef i
          forM_ [1 .. i] $ \j -> modifySTRef r (+ j) >> modifySTRef s (* 2)
          (+) <$> readSTRef r <*> readSTRef s
    modifySTRef' total (+ inner)
  readSTRef total

-- What is read before a write is what was there then.
swapped :: [Int] -> [Int]
swapped xs = elems (runSTUArray (do
  let n = length xs
  a <- newListArray (0, n - 1) xs
  forM_ [0 .. n `div` 2 - 1] $ \i -> do
    x <- readArray a i
    y <- readArray a (n - 1 - i)
    writeArray a i y
    writeArray a (n - 1 - i) (x + y)
  return a))

-- Elements of several types, and references that hold something else.
kinds :: Int -> (Double, [Word8], String, [Bool], Float, Map.Map Int Int)
kinds n = runST $ do
  ds <- newArray (0, n) 0.5 :: ST s (STUArray s Int Double)
  ws <- newArray ('a', 'e') 250 :: ST s (STUArray s Char Word8)
  cs <- newListArray (1, 5) "hello" :: ST s (STUArray s Int Char)
  bs <- newArray ((0, 0), (1, 2)) False :: ST s (STUArray s (Int, Int) Bool)
  f <- newSTRef (1.5 :: Float)
  m <- newSTRef Map.empty
  l <- newArray (0, 3) [] :: ST s (STArray s Int [Int])
  forM_ [1 .. n] $ \i -> do
    d <- readArray ds (i - 1)
    writeArray ds i (d * 1.5)
    w <- readArray ws 'c'
    writeArray ws 'c' (w + fromIntegral i)
    modifySTRef f (/ 2)
    modifySTRef m (Map.insertWith (+) (i `mod` 3) i)
    xs <- readArray l (i `mod` 4)
    writeArray l (i `mod` 4) (i : xs)
  c <- readArray cs 1
  writeArray cs 5 (chr (ord c + 1))
  forM_ [0, 1] $ \i -> writeArray bs (i, i + 1) True
  lists <- getElems l
  forM_ lists $ \xs -> modifySTRef m (Map.insert (negate (sum xs)) (length xs))
  (,,,,,) <$> readArray ds n <*> getElems ws <*> getElems cs <*> getElems bs <*> readSTRef f
    <*> readSTRef m

-- Each makes its own array.
bells :: Int -> [Int]
bells n = map row [1 .. n]
  where
    row k = runST $ do
      a <- newArray (0, k) 0 :: ST s (STUArray s Int Int)
      writeArray a 0 1
      forM_ [1 .. k] $ \i -> forM_ [0 .. k - i] $ \j -> do
        x <- readArray a j
        y <- readArray a (j + 1)
        writeArray a j ((x + y + i) `mod` 10007)
      sum <$> getElems a

-- An array that is an argument, and one that a function makes.
quicksort :: STUArray s Int Int -> Int -> Int -> ST s ()
quicksort a low high = when (low < high) $ do
  pivot <- readArray a ((low + high) `div` 2)
  let go i j
        | i > j = return (i, j)
        | otherwise = do
            i' <- upFrom i
            j' <- downFrom j
            if i' <= j'
              then do
                x <- readArray a i'
                y <- readArray a j'
                writeArray a i' y
                writeArray a j' x
                go (i' + 1) (j' - 1)
              else go i' j'
      upFrom i = readArray a i >>= \x -> if x < pivot then upFrom (i + 1) else return i
      downFrom j = readArray a j >>= \x -> if x > pivot then downFrom (j - 1) else return j
  (i, j) <- go low high
  quicksort a low j
  quicksort a i high

sorted :: [Int] -> [Int]
sorted xs = runST $ do
  a <- newListArray (0, length xs - 1) xs
  quicksort a 0 (length xs - 1)
  getElems a

-- Which of them are joined to which.
joined :: Int -> [(Int, Int)] -> [Int]
joined n pairs = runST $ do
  parent <- newListArray (0, n - 1) [0 ..] :: ST s (STUArray s Int Int)
  let find x = do
        p <- readArray parent x
        if p == x then return x else do
          r <- find p
          writeArray parent x r
          return r
  forM_ pairs $ \(x, y) -> do
    a <- find x
    b <- find y
    when (a /= b) $ writeArray parent (max a b) (min a b)
  mapM find [0 .. n - 1]

-- What nobody has written to is zero; places are counted from the first on.
blank :: Int -> UArray (Int, Int) Double
blank n = runST $ do
  a <- newArray_ ((1, 1), (n, n)) :: ST s (STUArray s (Int, Int) Double)
  forM_ [0, n + 1 .. n * n - 1] $ \k -> unsafeWrite a k (fromIntegral k)
  x <- unsafeRead a (n + 1)
  writeArray a (1, n) (x + 0.5)
  unsafeFreeze a

main :: IO ()
main = do
  print (map bothEnds [0, 1, 10, 100])
  print (twice 7)
  print (nested 12)
  print (map swapped [[], [4], [1 .. 9]])
  print (kinds 9)
  print (bells 12)
  print (sorted [(i * 7919) `mod` 211 | i <- [1 .. 60]])
  print (joined 12 [(i, i * i `mod` 12) | i <- [1, 3 .. 11]])
  print (blank 3)
  counter <- newIORef (0 :: Int)
  names <- newIORef []
  grid <- newArray ((0, 0), (3, 3)) 0 :: IO (IOUArray (Int, Int) Int)
  forM_ [(i, j) | i <- [0 .. 3], j <- [0 .. 3]] $ \(i, j) -> do
    before <- if i > 0 then readArray grid (i - 1, j) else return j
    writeArray grid (i, j) (before * 2 + 1)
    modifyIORef' counter (+ before)
    when (before > 3) $ modifyIORef names (show (i, j) :)
  readIORef counter >>= print
  readIORef names >>= putStrLn . unwords
  frozen <- freeze grid :: IO (UArray (Int, Int) Int)
  writeArray grid (3, 3) (-1)
  print (frozen ! (3, 3))
  readArray grid (3, 3) >>= print
  copy <- thaw frozen :: IO (IOUArray (Int, Int) Int)
  writeArray copy (0, 0) 77
  getAssocs copy >>= print . take 3
  readArray grid (0, 0) >>= print
  getBounds grid >>= print
