module Store
  ( Store, empty, (|>), toPairs, lookup
  , Named (nameOf), Item (..)
  ) where

import Prelude hiding (lookup)
import qualified Data.List as L
import Data.Map.Strict (Map, insert)
import qualified Data.Map.Strict as M

infixl 5 |>

class Named a where
  nameOf :: a -> String
  nameOf _ = "thing"

data Item = Item { size, weight :: Int } deriving (Show, Eq, Ord)

newtype Store = Store (Map Int String)

empty :: Store
empty = Store M.empty

(|>) :: Named a => Store -> a -> Store
Store m |> x = Store (insert (M.size m) (nameOf x) m)

toPairs :: Store -> [(Int, String)]
toPairs (Store m) = L.sortBy (\a b -> compare (snd b) (snd a)) (go (M.toList m))
  where go = id

go :: Int -> Int
go n = n + 1

lookup :: Int -> Store -> Maybe String
lookup k (Store m) = M.lookup (go k - 3) m
