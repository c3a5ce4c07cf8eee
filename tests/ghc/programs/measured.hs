-- What a method is given says of what type it is; and what stands behind `seq` in a line of `main`.
module Main (main) where

data Tree a = Leaf | Node (Tree a) a (Tree a)

class Measured a where
  measure :: a -> Integer
  measure x = 3 * weight x + 1
  weight :: a -> Integer
  weight _ = 7

instance Measured Int where
  measure x = toInteger x * 5
instance Measured Bool where

build :: Int -> Tree Int
build n = if n <= 0 then Leaf else Node (build (n - 2)) (n * n) (build (n - 3))

f :: Int -> Integer
f n = go (build n) (sum (map measure [1 .. n]))
  where
    go Leaf k = k
    go (Node l x r) k = go l (go r (k + toInteger x))

main :: IO ()
main = do
  print (f 12, sum (map measure ([1 .. 9] :: [Int])))
  print (map measure ([1, 2] :: [Int]))
  let r = length (show (f 3))
  print (r `seq` ([] :: [Int]))
  print (r `seq` (if r > 0 then [] else [r]))
