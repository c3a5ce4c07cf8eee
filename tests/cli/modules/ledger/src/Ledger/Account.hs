module Ledger.Account
  ( Account (..)
  , Kind (..)
  , kinds
  , insert
  , lookup
  , Chart
  , empty
  , accounts
  ) where

import Prelude hiding (lookup)

import qualified Data.Map as Map
import Data.Map (Map)
import Ledger.Money

data Kind = Asset | Expense | Income
  deriving (Show, Eq, Ord, Enum, Bounded)

kinds :: [Kind]
kinds = [minBound .. maxBound]

data Account = Account
  { name :: String
  , kind :: Kind
  , balance :: Money
  } deriving (Show, Eq)

instance Pretty Account where
  pretty Account { name = n, balance = b } = n ++ ": " ++ pretty b

newtype Chart = Chart (Map String Account)

empty :: Chart
empty = Chart Map.empty

insert :: Account -> Chart -> Chart
insert a (Chart m) = Chart (Map.insert (name a) a m)

lookup :: String -> Chart -> Maybe Account
lookup key (Chart m) = Map.lookup key m

accounts :: Chart -> [Account]
accounts (Chart m) = Map.elems m
