{-# LANGUAGE DeriveFunctor, DeriveFoldable, DeriveTraversable #-}
module Main where

import Data.Foldable
import Data.Traversable
import Data.Monoid
import qualified Data.Map as M

-- Rose trees and binary trees with class instances.

data Rose a = Rose a [Rose a]
  deriving (Show, Eq, Functor, Foldable, Traversable)

data Tree a = Leaf | Node (Tree a) a (Tree a)
  deriving (Show, Eq)

instance Functor Tree where
  fmap _ Leaf = Leaf
  fmap f (Node l x r) = Node (fmap f l) (f x) (fmap f r)

instance Foldable Tree where
  foldMap _ Leaf = mempty
  foldMap f (Node l x r) = foldMap f l <> f x <> foldMap f r

instance Traversable Tree where
  traverse _ Leaf = pure Leaf
  traverse f (Node l x r) = Node <$> traverse f l <*> f x <*> traverse f r

class Container f where
  empty :: f a
  insert :: Ord a => a -> f a -> f a
  toL :: f a -> [a]
  size :: f a -> Int
  size = length . toL

instance Container Tree where
  empty = Leaf
  insert x Leaf = Node Leaf x Leaf
  insert x t@(Node l y r) = case compare x y of
    LT -> Node (insert x l) y r
    GT -> Node l y (insert x r)
    EQ -> t
  toL = toList

newtype Stack a = Stack [a] deriving (Show)

instance Container Stack where
  empty = Stack []
  insert x (Stack xs) = Stack (x : xs)
  toL (Stack xs) = xs

fill :: (Container f, Ord a) => [a] -> f a
fill = foldr insert empty

data Stats = Stats { count :: Int, total :: Int, smallest :: Maybe Int, largest :: Maybe Int }
  deriving (Show, Eq)

instance Semigroup Stats where
  Stats c t s l <> Stats c' t' s' l' = Stats (c + c') (t + t') (pick min s s') (pick max l l')
    where
      pick f (Just a) (Just b) = Just (f a b)
      pick _ Nothing b = b
      pick _ a Nothing = a

instance Monoid Stats where
  mempty = Stats 0 0 Nothing Nothing

stat :: Int -> Stats
stat n = Stats 1 n (Just n) (Just n)

class Shape s where
  area :: s -> Double
  name :: s -> String
  describe :: s -> String
  describe s = name s ++ " of area " ++ show (area s)

data Circle = Circle Double
data Rect = Rect Double Double

instance Shape Circle where
  area (Circle r) = 3 * r * r
  name _ = "circle"

instance Shape Rect where
  area (Rect a b) = a * b
  name (Rect a b) | a == b = "square"
                  | otherwise = "rectangle"
  describe r = "a " ++ name r

label :: Rose a -> Rose (Int, a)
label t = snd (mapAccumL (\n a -> (n + 1, (n, a))) 0 t)

depth :: Rose a -> Int
depth (Rose _ []) = 1
depth (Rose _ ts) = 1 + maximum (map depth ts)

main :: IO ()
main = do
  let tree = fill [5, 2, 8, 1, 9, 3, 5] :: Tree Int
      stack = fill "hello" :: Stack Char
      rose = Rose 'a' [Rose 'b' [Rose 'd' []], Rose 'c' []]
  print (toL tree, size tree)
  print stack >> print (size stack)
  print (foldMap stat tree)
  print (sum tree, product tree, maximum tree, elem 8 tree, length tree)
  print (getSum (foldMap Sum tree), getAll (foldMap (All . (> 0)) tree), getAny (foldMap (Any . even) tree))
  print (getFirst (foldMap (First . Just) tree), getLast (foldMap (Last . Just) tree))
  print (traverse (\x -> if x > 0 then Just (x * 2) else Nothing) tree)
  print (traverse (\x -> if x > 1 then Right x else Left ("bad " ++ show x)) tree)
  print (label rose)
  print (depth rose, toList rose, foldr (:) [] (fmap succ rose))
  for_ rose print
  traverse_ (putStrLn . show) tree
  putStrLn (describe (Circle 2))
  putStrLn (describe (Rect 2 2))
  putStrLn (describe (Rect 2 3))
  print (fmap length (M.fromListWith (++) [(even x, [x]) | x <- toList tree]))
  print (sequenceA [Just 1, Just 2], sequenceA [Just 1, Nothing])
