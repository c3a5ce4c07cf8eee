{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE UndecidableInstances #-}
-- Types with parameters that stand for type constructors: a transformer, a fixed point, a
-- composition, and a class of constructors with two arguments.
module Main where

import qualified Data.Map as Map

newtype Logged m a = Logged { runLogged :: [String] -> m (a, [String]) }

instance Functor m => Functor (Logged m) where
  fmap f m = Logged $ \w -> fmap (\(x, v) -> (f x, v)) (runLogged m w)

instance Monad m => Applicative (Logged m) where
  pure x = Logged $ \w -> return (x, w)
  m <*> n = Logged $ \w -> do
    (f, v) <- runLogged m w
    (x, u) <- runLogged n v
    return (f x, u)

instance Monad m => Monad (Logged m) where
  m >>= f = Logged $ \w -> runLogged m w >>= \(x, v) -> runLogged (f x) v

class Lifts t where
  up :: Monad m => m a -> t m a

instance Lifts Logged where
  up m = Logged $ \w -> m >>= \x -> return (x, w)

note :: Monad m => String -> Logged m ()
note s = Logged $ \w -> return ((), s : w)

type Checked = Logged (Either String)

halve :: Int -> Checked Int
halve n
  | odd n = up (Left ("odd: " ++ show n))
  | otherwise = note ("half of " ++ show n) >> return (n `div` 2)

newtype Fix f = In (f (Fix f))

data ExprF r = Lit Int | Add r r | Mul r r

instance Functor ExprF where
  fmap _ (Lit n) = Lit n
  fmap f (Add a b) = Add (f a) (f b)
  fmap f (Mul a b) = Mul (f a) (f b)

cata :: Functor f => (f a -> a) -> Fix f -> a
cata alg (In t) = alg (fmap (cata alg) t)

eval, depth :: ExprF Int -> Int
eval (Lit n) = n
eval (Add a b) = a + b
eval (Mul a b) = a * b
depth (Lit _) = 1
depth (Add a b) = 1 + max a b
depth (Mul a b) = 1 + max a b

newtype Compose f g a = Compose { getCompose :: f (g a) }

instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap h (Compose x) = Compose (fmap (fmap h) x)

class Queue q where
  none :: q k a
  add :: Ord k => k -> a -> q k a -> q k a
  entries :: q k a -> [(k, a)]

newtype ByMap k a = ByMap (Map.Map k a)
newtype ByList k a = ByList [(k, a)]

instance Queue ByMap where
  none = ByMap Map.empty
  add k x (ByMap m) = ByMap (Map.insert k x m)
  entries (ByMap m) = Map.toList m

instance Queue ByList where
  none = ByList []
  add k x (ByList xs) = ByList ((k, x) : xs)
  entries (ByList xs) = xs

filled :: Queue q => q Int String
filled = foldr (\k -> add (k `mod` 3) (show k)) none [1 .. 5]

main :: IO ()
main = do
  print (runLogged (halve 12 >>= halve) [])
  print (runLogged (halve 12 >>= halve >>= halve) [])
  let e = In (Add (In (Lit 2)) (In (Mul (In (Lit 3)) (In (Lit 4)))))
  print (cata eval e, cata depth e)
  print (getCompose (fmap (+ 1) (Compose [Just 1, Nothing, Just (3 :: Int)])))
  print (entries (filled :: ByMap Int String))
  print (entries (filled :: ByList Int String))
