-- A pair of fractions, which an instance shows, printed behind a pattern that may fail.
module Main (main) where

import System.Environment (getArgs)

main :: IO ()
main = do
  args <- getArgs
  [n, s] <- return (map read (args ++ ["3", "4"]))
  let xs = [fromIntegral (i * n) / 2 | i <- [0 .. s]] :: [Rational]
  print (xs !! s, xs !! 1)
