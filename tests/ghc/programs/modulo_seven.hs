-- An instance of Integral of one's own.
module Main where
newtype M = M Int deriving (Eq, Ord, Show)
instance Num M where
  M a + M b = M ((a + b) `mod` 7)
  M a * M b = M ((a * b) `mod` 7)
  abs = id
  signum = id
  negate (M a) = M ((7 - a) `mod` 7)
  fromInteger n = M (fromInteger (n `mod` 7))
instance Real M where toRational (M a) = toRational a
instance Enum M where
  toEnum = M
  fromEnum (M a) = a
instance Integral M where
  toInteger (M a) = toInteger a
  quotRem (M a) (M b) = (M (a `quot` b), M (a `rem` b))
main :: IO ()
main = print (fromIntegral (M 5 + 4) + (3 :: Int)) >> print (M 6 `div` M 4, even (M 4), M 3 ^ M 2)
