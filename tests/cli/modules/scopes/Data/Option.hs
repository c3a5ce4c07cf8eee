{-# LANGUAGE DeriveFunctor #-}
module Data.Option (Option (None, Some), maybe, (??)) where

import qualified Prelude as P
import Prelude (Eq, Functor, Ord, Show)

infixr 3 ??

data Option a = None | Some a deriving (Eq, Ord, Show, Functor)

maybe :: b -> (a -> b) -> Option a -> b
maybe b f o = case o of
  None -> b
  Some a -> f a

(??) :: Option a -> a -> a
None ?? a = a
Some a ?? _ = a
