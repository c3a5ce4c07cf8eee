-- Money in cents, with instances of the classes of fractions.
module Main where

import Data.Ratio ((%))

-- Cents, as a type of fractions of its own.
newtype Cents = Cents Integer deriving (Eq, Ord)

instance Show Cents where
  showsPrec d (Cents n) = showParen (d > 10 || n < 0) (shows (quot n 100) . showChar '.' . shows (abs (rem n 100)))

instance Num Cents where
  Cents a + Cents b = Cents (a + b)
  Cents a - Cents b = Cents (a - b)
  Cents a * Cents b = Cents (div (a * b) 100)
  abs (Cents a) = Cents (abs a)
  signum (Cents a) = Cents (100 * signum a)
  fromInteger n = Cents (100 * n)

instance Fractional Cents where
  Cents a / Cents b = Cents (div (100 * a) b)
  fromRational r = Cents (round (r * 100))

instance Real Cents where
  toRational (Cents n) = n % 100

instance RealFrac Cents where
  properFraction (Cents n) = (fromInteger (quot n 100), Cents (rem n 100))

net :: Fractional a => a -> a
net gross = gross / 1.19

roundUp :: RealFrac a => a -> Int
roundUp = ceiling

main :: IO ()
main = do
  print (net (Cents 11900), net (119 :: Double), 2.5 * 4 :: Cents)
  print (map roundUp [Cents 101, Cents 100], roundUp (2.25 :: Double), floor (Cents (-150)) :: Integer)
  print (map round [Cents 150, Cents 250, Cents 251] :: [Int], truncate (Cents 199) :: Int)
  print (realToFrac (Cents 125) :: Double, realToFrac (0.75 :: Double) :: Cents, toRational (Cents 50))
  print (sum (map fromIntegral [1, 2 :: Int]) :: Cents, recip (4 :: Cents), maximum [Cents 3, Cents 7], Just (Cents 5))
  print (fst (properFraction (Cents 314)) + (1 :: Int), (2 :: Cents) ^ (3 :: Int), (2 :: Cents) ^^ (-1 :: Int))
