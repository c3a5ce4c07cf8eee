-- Functions that are kept in lists and maps, made by folds, and continuations: values at run time.
module Main where

import qualified Data.Map as M
data Op = Op String (Int -> Int -> Int)
ops :: [Op]
ops = [Op "add" (+), Op "mul" (*), Op "sub" (\a b -> a - b)]
find' :: String -> [Op] -> Maybe (Int -> Int -> Int)
find' _ [] = Nothing
find' n (Op m f : r) | n == m = Just f | otherwise = find' n r
table :: M.Map Int (Int -> Int)
table = M.fromList [(i, (* i)) | i <- [1 .. 5]]
compose :: [a -> a] -> a -> a
compose = foldr (.) id
sumK :: [Int] -> (Int -> r) -> r
sumK [] k = k 0
sumK (x : xs) k = sumK xs (\s -> k (s + x))
main :: IO ()
main = do
  print [maybe 0 (\f -> f 6 3) (find' n ops) | n <- words "add mul sub div"]
  print (map (\f -> f 10) (M.elems table))
  print (compose (replicate 5 (+ 2)) 1)
  print (compose [(* 2), subtract 1, \x -> x * x] 7)
  print (sumK [1 .. 100] (* 2))
