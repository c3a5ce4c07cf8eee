{-# LANGUAGE DeriveFunctor #-}
module Data.Rose (Rose (..), Sized (..), (<+>)) where

infixl 8 <+>

data Rose a = Node { root :: a, children :: [Rose a] } deriving (Eq, Show, Functor)

class Sized a where
  size :: a -> Int

instance Sized (Rose a) where
  size (Node _ cs) = 1 + sum (map size cs)

instance Sized [b] where
  size = length

(<+>) :: Int -> Int -> Int
a <+> b = insert a b

insert :: Int -> Int -> Int
insert a b = 10 * a + b
