-- | All of the library.
module Ledger
  ( module Ledger.Money
  , module Ledger.Account
  , Posting (..)
  , post
  , summary
  ) where

import Prelude hiding (lookup)

import Ledger.Account
import Ledger.Money hiding (padLeft)
import Ledger.Report (summary)

data Posting = Posting
  { from :: String
  , to :: String
  , what :: Money
  } deriving (Show, Eq)

-- | Moves money; what is not there is opened.
post :: Chart -> Posting -> Chart
post chart (Posting f t m) = change (|+| m) t (change (|-| m) f chart)
  where
    change g key c =
      case lookup key c of
        Just a -> insert a { balance = g (balance a) } c
        Nothing -> insert (Account key (kindOf key) (g zero)) c

kindOf :: String -> Kind
kindOf key = case key of
  'i' : _ -> Income
  'e' : _ -> Expense
  _ -> Asset
