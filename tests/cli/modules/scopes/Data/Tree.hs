module Data.Tree where

import Data.Rose (Sized (size))

data Tree a = Leaf | Node { lower :: Tree a, label :: a, upper :: Tree a } deriving Show

type Key = Int

instance Sized (Tree a) where
  size Leaf = 0
  size (Node l _ u) = size l + 1 + size u

insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y u)
  | x < y = t { lower = insert x l }
  | otherwise = t { upper = insert x u }

fromList :: Ord a => [a] -> Tree a
fromList = foldr insert Leaf

toList :: Tree a -> [a]
toList Leaf = []
toList Node { lower = l, label = x, upper = u } = toList l ++ [x] ++ toList u

depth :: Tree a -> Key
depth Leaf = 0
depth (Node l _ u) = 1 + max (depth l) (depth u)
