{-# LANGUAGE DeriveTraversable #-}
-- mapAccumL and mapAccumR of lists, of Maybe, of maps and of trees of the module's own.
module Main where

import qualified Data.Map as Map
import Data.Traversable (mapAccumL, mapAccumR)

data Rose a = Rose a [Rose a] deriving (Show, Functor, Foldable, Traversable)

data Tree a = Leaf | Node (Tree a) a (Tree a) deriving Show

instance Functor Tree where
  fmap _ Leaf = Leaf
  fmap f (Node l x r) = Node (fmap f l) (f x) (fmap f r)

instance Foldable Tree where
  foldMap _ Leaf = mempty
  foldMap f (Node l x r) = foldMap f l <> f x <> foldMap f r

instance Traversable Tree where
  traverse _ Leaf = pure Leaf
  traverse f (Node l x r) = Node <$> traverse f l <*> f x <*> traverse f r

number :: Traversable t => t a -> (Int, t (Int, a))
number = mapAccumL (\n x -> (n + 1, (n, x))) 0

suffixSums :: Traversable t => t Int -> t Int
suffixSums = snd . mapAccumR (\s x -> (s + x, s + x)) 0

main :: IO ()
main = do
  let tree = Node (Node Leaf 3 Leaf) 5 (Node (Node Leaf 7 Leaf) 9 Leaf)
      rose = Rose 'a' [Rose 'b' [Rose 'd' []], Rose 'c' []]
  print (number "abc")
  print (number (Just 'x'), number (Nothing :: Maybe Char))
  print (number rose)
  print (number tree)
  print (suffixSums tree, suffixSums [1, 2, 3])
  print (number (Map.fromList [(2, 'p'), (1, 'q')]))
  print (mapAccumL (\acc x -> (acc * 2 + x, show acc)) 1 [1, 2, 3 :: Int])
