module Main where

data Tree = Leaf Int | Node Tree Tree

leaves :: Tree -> [Int]
leaves (Leaf x) = [x]
leaves (Node l r) = leaves l ++ leaves r

left, right :: Int -> Int -> Tree
left a b
  | a == b = Leaf a
  | otherwise = let m = (a + b) `div` 2 in Node (left a m) (left (m + 1) b)
right a b
  | a == b = Leaf (if a == 70000 then 0 else a)
  | otherwise = let m = a + (b - a) `div` 3 in Node (right a m) (right (m + 1) b)

sameFringe :: Tree -> Tree -> Bool
sameFringe s t = leaves s == leaves t

main :: IO ()
main = do
  let s = left 1 1000000
      t = right 1 1000000
  print (sameFringe s t)
  print (length (takeWhile id (zipWith (==) (leaves s) (leaves t))))
