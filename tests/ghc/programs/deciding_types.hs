{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE FunctionalDependencies #-}
{-# LANGUAGE UndecidableInstances #-}
-- Classes of several types, one of which decides the others.
module Main where

import qualified Data.Map as Map

class Container f a | f -> a where
  empty :: f
  insert :: a -> f -> f
  toL :: f -> [a]
  size :: f -> Int
  size = length . toL

newtype IntBag = IntBag [Int]
newtype CharSet = CharSet (Map.Map Char ())
newtype Stack a = Stack [a]

instance Container IntBag Int where
  empty = IntBag []
  insert x (IntBag xs) = IntBag (x : xs)
  toL (IntBag xs) = xs

instance Container CharSet Char where
  empty = CharSet Map.empty
  insert c (CharSet m) = CharSet (Map.insert c () m)
  toL (CharSet m) = Map.keys m
  size (CharSet m) = Map.size m

instance Container (Stack a) a where
  empty = Stack []
  insert x (Stack xs) = Stack (x : xs)
  toL (Stack xs) = xs

fill :: Container f a => [a] -> f
fill = foldr insert empty

both x f = insert x (insert x f)

class Monad m => Logs w m | m -> w where
  say :: w -> m ()

newtype Out w a = Out { runOut :: (a, [w]) }
newtype Env r m a = Env { runEnv :: r -> m a }

instance Functor (Out w) where fmap f (Out (x, w)) = Out (f x, w)
instance Applicative (Out w) where
  pure x = Out (x, [])
  Out (f, v) <*> Out (x, w) = Out (f x, v ++ w)
instance Monad (Out w) where
  Out (x, v) >>= f = let Out (y, w) = f x in Out (y, v ++ w)
instance Logs w (Out w) where
  say w = Out ((), [w])

instance Functor m => Functor (Env r m) where fmap f m = Env (fmap f . runEnv m)
instance Applicative m => Applicative (Env r m) where
  pure x = Env (\_ -> pure x)
  m <*> n = Env (\r -> runEnv m r <*> runEnv n r)
instance Monad m => Monad (Env r m) where
  m >>= f = Env (\r -> runEnv m r >>= \x -> runEnv (f x) r)
instance Logs w m => Logs w (Env r m) where
  say w = Env (\_ -> say w)

factorial :: Logs String m => Int -> m Int
factorial 0 = say "zero" >> return 1
factorial n = do
  say ("factorial " ++ show n)
  r <- factorial (n - 1)
  return (n * r)

main :: IO ()
main = do
  print (toL (fill [1, 2, 3] :: IntBag), size (fill [4, 5] :: IntBag))
  print (toL (fill "hello" :: CharSet), size (fill "hello" :: CharSet))
  print (toL (both True (fill [False] :: Stack Bool)))
  print (toL (both 'x' (empty :: CharSet)))
  print (runOut (factorial 3))
  print (runOut (runEnv (factorial 2) 'r'))
