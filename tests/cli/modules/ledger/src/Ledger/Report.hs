{-# LANGUAGE RecordWildCards #-}
module Ledger.Report (summary, Line (Line), lineOf, name) where

import Data.List (intercalate)
import Ledger.Account (Account (Account, kind, balance), Kind, kinds)
import qualified Ledger.Account as A
import Ledger.Money

-- | A line of a report. It has a name as well, which is not that of an account.
data Line = Line { name :: String, amount :: Money } deriving Show

instance Pretty Line where
  pretty Line {..} = padLeft 10 name ++ padLeft 12 (pretty amount)

lineOf :: Account -> Line
lineOf a = Line (A.name a) (balance a)

insert :: Line -> [Line] -> [Line]
insert l [] = [l]
insert l (m : ms)
  | amount l >= amount m = l : m : ms
  | otherwise = m : insert l ms

summary :: A.Chart -> String
summary chart = intercalate "--\n" (map section kinds)
  where
    section k = show k ++ "\n" ++ prettyList (foldr insert [] (of_ k)) ++ footer k
    of_ :: Kind -> [Line]
    of_ k = [lineOf a | a <- A.accounts chart, kind a == k]
    footer k = pretty (Line "total" (total (map amount (of_ k)))) ++ "\n"
