{-# LANGUAGE FlexibleContexts #-}
-- Actions that go on with themselves, bound where the type of their monad is known by its use alone.
module Main (main) where

import Control.Monad.ST
import Data.Array.ST
import Data.STRef

-- In a local function of which nothing but its body says that it is of ST.
chain :: Int -> (Int, [Int])
chain n = runST (do
  left <- newArray (0, n) 3 :: ST s (STUArray s Int Int)
  let dfs v
        | v == n = return 1
        | otherwise = loop
        where
          loop = do
            k <- readArray left v
            if k == 0 then return (0 :: Int) else do
              d <- dfs (v + 1)
              writeArray left v (k - 1)
              if d > 0 && even v then return d else loop
  found <- dfs 0
  rest <- getElems left
  return (found, rest))

drained :: Int -> Int
drained n = runST (do
  r <- newSTRef n
  count <- newSTRef 0
  let drain = do
        k <- readSTRef r
        if k <= 0 then readSTRef count else do
          writeSTRef r (k `div` 2)
          modifySTRef count (+ 1)
          drain
  drain)

main :: IO ()
main = do
  print (map chain [1 .. 4])
  print (map drained [0, 1, 1000])
