-- What `Ledger.hs` imports: types that it may name, a synonym, an operator with a fixity of its
-- own, and functions in ways that are not understood.
module Imported.Ledger
  ( Account, Entries, Currency
  , open, post, entries, accountName, (<+>), convert, rounded, render, unless0
  ) where

import Data.List (foldl')
import qualified Data.Map as M

infixl 6 <+>

data Account = Account { accountName :: String, amounts :: M.Map Int Int }

type Entries = [(Int, Int)]

newtype Currency = Currency Int

class Rounded a where
  roundTo :: Int -> a -> Int

instance Rounded Int where
  roundTo step x = (x `div` step) * step

instance Rounded Double where
  roundTo step x = (floor x `div` step) * step

open :: String -> Account
open name = Account { accountName = name, amounts = M.empty }

post :: Account -> Entries -> Account
post account new =
  account { amounts = foldl' (\m (day, x) -> M.insertWith (+) day x m) (amounts account) new }

entries :: Account -> Entries
entries = M.toList . amounts

(<+>) :: Int -> Int -> Int
x <+> y
  | [z] <- [x + y], even z = z
  | otherwise = x + y + 1

convert :: Currency -> Int -> Int
convert (Currency rate) x = x * rate

rounded :: Rounded a => Int -> a -> Int
rounded = roundTo

render :: (Int -> String) -> Entries -> String
render f es = concat [f day ++ ":" ++ show x ++ " " | (day, x) <- es]

-- Its second argument is never looked at if the first one is 0.
unless0 :: Int -> [Int] -> Int
unless0 0 = const 0
unless0 n = foldr (\x rest -> if x > n then x else rest) n
