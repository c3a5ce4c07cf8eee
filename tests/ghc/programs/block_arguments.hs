{-# LANGUAGE ParallelListComp, BlockArguments #-}
-- Blocks that are arguments, and comprehensions whose branches go side by side.
import Control.Monad
import Data.Foldable (for_)
main :: IO ()
main = do
  print [(x, y, z) | x <- [1 :: Int ..], even x | y <- "abcd", y /= 'b', let q = y, q > 'a' | z <- [True, False, True]]
  print [x + y | x <- [1 :: Int, 2] | y <- [10]]
  for_ [1 :: Int, 2] \i -> do
    print i
    when (i > 1) do putStrLn "two"
  let f g h = g (1 :: Int) + h
  print $ f do \x -> x + 2
    do 5
  print (f (+ 1) case 3 :: Int of { 3 -> 4; _ -> 5 :: Int })
