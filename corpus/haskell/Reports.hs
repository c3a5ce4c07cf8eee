{-# OPTIONS_GHC -F -pgmF deforest #-}
-- What an action has printed is seen, though a later one fails; what the failing one would have
-- printed is not.
-- improved: main
-- known: data Day
module Main (main) where

import Control.Monad (forM_, unless, when)

data Day = Day Int Int

days :: Int -> [Day]
days n = [Day i (i * 3) | i <- [1 .. n]]

due :: [Day] -> [Int]
due [] = []
due (Day a b : rest) = (100 `div` (5 - a) + b) : due rest

scaled :: [Int] -> [Int]
scaled [] = []
scaled (x : xs) = 2 * x : scaled xs

main :: IO ()
main = do
  putStrLn "report"
  forM_ (scaled (due (days 12))) $ \n -> do
    putStr "day "
    print n
    when (n > 100) $ putStrLn ("much: " ++ show (n - 100))
    unless (even n) $ print [n, n `mod` 10]
  putStrLn "end"
