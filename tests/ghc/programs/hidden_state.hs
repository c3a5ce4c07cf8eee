{-# LANGUAGE GADTs, DataKinds, ExistentialQuantification, KindSignatures, StandaloneDeriving #-}
-- Folds with a state that nobody sees, instructions run in a state monad, a list of no such type, and
-- local functions with signatures of their own.
module Main (main) where

import Control.Monad.State

data Fold a b = forall x. Fold (x -> a -> x) x (x -> b)

instance Functor (Fold a) where
  fmap f (Fold step start done) = Fold step start (f . done)

instance Applicative (Fold a) where
  pure b = Fold (\() _ -> ()) () (\() -> b)
  Fold s i d <*> Fold t j e = Fold (\(l, r) a -> (s l a, t r a)) (i, j) (\(l, r) -> d l (e r))

runFold :: Fold a b -> [a] -> b
runFold (Fold step start done) = done . foldl step start

total :: Num a => Fold a a
total = Fold (+) 0 id

count :: Num b => Fold a b
count = Fold (\n _ -> n + 1) 0 id

mean :: Fold Double Double
mean = (/) <$> total <*> count

data Store a where
  Get :: Store Int
  Put :: Int -> Store ()
  Both :: Store a -> Store b -> Store (a, b)

exec :: Store a -> State Int a
exec Get = get
exec (Put n) = put n
exec (Both a b) = do
  x <- exec a
  y <- exec b
  return (x, y)

data Rep a where
  RInt :: Rep Int
  RString :: Rep String
  RList :: Rep a -> Rep [a]

name :: Rep a -> String -> String
name RInt = showString "Int"
name RString = showString "String"
name (RList a) = showChar '[' . name a . showChar ']'

data Colour = Red | Black

data Tree (c :: Colour) where
  Leaf :: Tree 'Black
  R :: Tree 'Black -> Tree 'Red
  B :: Tree 'Red -> Tree 'Black

deriving instance Show (Tree c)

height :: Tree 'Black -> Int
height t = go t
  where
    go :: Tree c -> Int
    go Leaf = 0
    go (R l) = go l
    go (B l) = 1 + go l

main :: IO ()
main = do
  print (runFold mean [1, 2, 4], runFold ((,) <$> mean <*> total) [3, 5])
  print (runFold ((+) <$> total <*> count) [1 .. 10 :: Int])
  print (runState (exec (Both (Put 5) (Both Get (Put 7)))) 3)
  putStrLn (name RInt (name RString (name (RList (RList RInt)) "")))
  let tree = B (R (B (R Leaf)))
  print (height tree)
  print tree
