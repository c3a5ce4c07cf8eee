{-# OPTIONS_GHC -F -pgmF deforest #-}
-- What base fails with says no more than it does in base.
-- improved: headOf
-- known: lastOf
module Main (main, headOf, lastOf) where

data Tree a = Leaf | Node (Tree a) a (Tree a)

mapTree :: (a -> b) -> Tree a -> Tree b
mapTree _ Leaf = Leaf
mapTree f (Node l x r) = Node (mapTree f l) (f x) (mapTree f r)

elements :: Tree a -> [a]
elements Leaf = []
elements (Node l x r) = x : elements l ++ elements r

headOf :: Tree Int -> Int
headOf = head . elements . mapTree (+ 1) . mapTree (* 3)

lastOf :: Tree Int -> Int
lastOf t = last (elements (mapTree (+ 1) (mapTree (* 2) t)))

main :: IO ()
main = do
  print (headOf (Node Leaf 4 Leaf))
  print (lastOf (Node Leaf 4 (Node Leaf 9 Leaf)))
  print (headOf Leaf)
