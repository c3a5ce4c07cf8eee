-- | Amounts of money, in cents.
module Ledger.Money
  ( Money
  , cents
  , fromCents
  , zero
  , (|+|)
  , (|-|)
  , total
  , Pretty (..)
  , padLeft
  ) where

infixl 6 |+|, |-|

newtype Money = Money Int
  deriving (Eq, Ord)

instance Show Money where
  showsPrec d (Money n) = showParen (d > 10) (showString "cents " . shows n)

-- | What has a form for people.
class Pretty a where
  pretty :: a -> String
  prettyList :: [a] -> String
  prettyList = unlines . map pretty

instance Pretty Money where
  pretty (Money n) = sign ++ show whole ++ "." ++ padded part
    where
      sign = if n < 0 then "-" else ""
      (whole, part) = abs n `divMod` 100
      padded p
        | p < 10 = '0' : show p
        | otherwise = show p

cents :: Int -> Money
cents = Money

fromCents :: Money -> Int
fromCents (Money n) = n

zero :: Money
zero = Money 0

(|+|) :: Money -> Money -> Money
Money a |+| Money b = Money (a + b)

(|-|) :: Money -> Money -> Money
Money a |-| Money b = Money (a - b)

total :: [Money] -> Money
total = foldr (|+|) zero

padLeft :: Int -> String -> String
padLeft n s = replicate (n - length s) ' ' ++ s
