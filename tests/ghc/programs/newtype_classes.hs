{-# LANGUAGE GeneralizedNewtypeDeriving #-}
-- Newtypes that have the instances of their fields, and bounds of products.
module Main where

newtype Cents = Cents Int deriving (Eq, Ord, Show, Num, Enum, Bounded)
newtype Length = Length Double deriving (Eq, Ord, Show, Num, Fractional)
newtype Count = Count Int deriving (Eq, Ord, Show, Num, Enum, Real, Integral)
newtype Metres = Metres Double deriving (Eq, Ord, Show, Num, Fractional, Real, RealFrac, Floating)
newtype Text = Text String deriving (Eq, Show, Semigroup, Monoid)
newtype Wrap a = Wrap a deriving (Eq, Ord, Show, Num)

data Level = Low | Middle | High deriving (Eq, Ord, Show, Enum, Bounded)
data Cell = Cell Level Bool deriving (Eq, Show, Bounded)

main :: IO ()
main = do
  print (Cents 3 + 4 * 5 - negate 1, abs (Cents (-7)), signum (Cents (-7)))
  print (sum (map Cents [1 .. 10]), maximum [Cents 4, 9, 2])
  print (succ (Cents 4), pred (Cents 4), fromEnum (Cents 4), toEnum 9 :: Cents)
  print ([Cents 1 .. 4], [Cents 1, 3 .. 9], [Cents 9, 6 .. 0])
  print (minBound :: Cents, maxBound :: Cents)
  print (Length 3 / 4 + 0.5, recip (Length 8), product [Length 1.5, 2])
  print (Count 17 `divMod` (-5), Count 17 `quotRem` (-5), Count 17 `mod` 4, even (Count 3))
  print (fromIntegral (Count 7) * 1.5 :: Double, toInteger (Count 9), gcd (Count 12) 18)
  print (truncate (Metres 3.75) :: Int, properFraction (Metres 3.75) :: (Int, Metres))
  print (sqrt (Metres 16), Metres 2 ** 3, pi > Metres 3, round (Metres 2.5) :: Integer)
  print (mconcat [Text "a", Text "b"] <> Text "c", mempty :: Text)
  print (Wrap 2 * 3 + Wrap (4 :: Int), Wrap 1.5 - Wrap (0.25 :: Double))
  print (minBound :: Cell, maxBound :: Cell)
