-- Classes that types derive by declarations of their own.
{-# LANGUAGE DeriveTraversable, DerivingStrategies, GeneralizedNewtypeDeriving #-}
{-# LANGUAGE StandaloneDeriving #-}
module Main (main) where

data Suit = Hearts | Spades
data Tree a = Leaf | Node (Tree a) a (Tree a)
data Card = Card {suit :: Suit, rank :: Int}
newtype Age = Age Int

deriving instance Show Suit
deriving stock instance Eq Suit
deriving instance Ord Suit
deriving instance Enum Suit
deriving instance Bounded Suit
deriving instance Show a => Show (Tree a)
deriving instance Eq a => Eq (Tree a)
deriving instance Functor Tree
deriving instance Foldable Tree
deriving stock instance Show Card
deriving stock instance Eq Card
deriving newtype instance Num Age
deriving newtype instance Eq Age
deriving newtype instance Ord Age
deriving stock instance Show Age

grow :: Ord a => a -> Tree a -> Tree a
grow x Leaf = Node Leaf x Leaf
grow x t@(Node l y r)
  | x < y = Node (grow x l) y r
  | x > y = Node l y (grow x r)
  | otherwise = t

main :: IO ()
main = do
  print [minBound .. maxBound :: Suit]
  print (Hearts < Spades, Hearts == Spades)
  let t = foldr grow Leaf [3, 1, 2 :: Int]
  print (fmap (* 2) t)
  print (sum t, t == t, t == Leaf)
  print (Card {suit = Spades, rank = 7})
  print (Card Hearts 1 == Card Hearts 1)
  print (Age 3 + 4, Age 3 < 2)
