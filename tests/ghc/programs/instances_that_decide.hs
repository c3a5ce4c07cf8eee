-- Classes of several types, with instances of some of a constructor's types.
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE FunctionalDependencies #-}
{-# LANGUAGE UndecidableInstances #-}
module Main (main) where

import Control.Monad.State
import qualified Data.Map as Map

class Container f e | f -> e where
  empty :: f
  insert :: e -> f -> f
  items :: f -> [e]

instance Container [Int] Int where
  empty = []
  insert x xs = (x * 10) : xs
  items = id

instance Container [Bool] Bool where
  empty = [False]
  insert = (:)
  items = reverse

instance Container (Map.Map String v) (String, v) where
  empty = Map.empty
  insert (k, v) = Map.insert k v
  items = Map.toList

class Convert a b | a -> b where
  convert :: a -> b

instance Convert (Maybe Int) String where
  convert = maybe "none" show
instance Convert (Maybe Bool) Int where
  convert = maybe 0 (\b -> if b then 1 else 2)
instance Convert a b => Convert (Either String a) b where
  convert = either error convert

newtype App s a = App {runApp :: State s a}

instance Functor (App s) where
  fmap f (App m) = App (fmap f m)
instance Applicative (App s) where
  pure = App . pure
  App f <*> App m = App (f <*> m)
instance Monad (App s) where
  App m >>= f = App (m >>= runApp . f)

class Monad m => Logging m w | m -> w where
  logIt :: w -> m ()

instance Logging (App [String]) String where
  logIt w = App (modify (w :))
instance Logging (App Int) Int where
  logIt n = App (modify (+ n))

work :: Logging m w => w -> w -> m ()
work a b = logIt a >> logIt b

fill :: Container f e => [e] -> f
fill = foldr insert empty

main :: IO ()
main = do
  print (items (fill [1, 2, 3 :: Int] :: [Int]))
  print (items (fill [True] :: [Bool]))
  print (items (insert ("k", 'v') (empty :: Map.Map String Char)))
  putStrLn (convert (Just (3 :: Int)))
  print (convert (Just True) + 1)
  print (convert (Right (Just False) :: Either String (Maybe Bool)) * 2)
  print (execState (runApp (work "a" "b")) ([] :: [String]))
  print (execState (runApp (work 1 2)) (10 :: Int))
