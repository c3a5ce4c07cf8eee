module Main where

import Data.Maybe (catMaybes, listToMaybe)

find :: Int -> [Int] -> Maybe [Int]
find k ps
  | k == 0 = Just ps
  | otherwise = listToMaybe . catMaybes $ [find (k - 1) (m : ps) | m <- [1 .. 3]]

main :: IO ()
main = print (fmap sum (find 40 []))
