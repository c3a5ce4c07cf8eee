-- What a module exports of the language besides its own, all of it and by name.
module Main (main) where

import Extra.Lists hiding (intercalate)
import qualified Extra.Lists as X (intercalate, pairs, sortOn)
import Extra.All (foldl', isDigit, ordered)

intercalate :: Int -> Int
intercalate n = n + 1

main :: IO ()
main = do
  print (pairs (sort [3, 1, 2 :: Int]))
  print (map toUpper "abc", isDigit '7', ordered [1, 2, 2 :: Int])
  print (X.sortOn negate [3, 1, 2 :: Int], X.pairs "xyz")
  putStrLn (X.intercalate ", " (map show (nub [1, 1, 2 :: Int])))
  print (foldl' (-) 10 [1, 2, 3 :: Int], intercalate 3)
