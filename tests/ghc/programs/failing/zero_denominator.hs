-- A fraction without a value:
-- Ratio has zero denominator
module Main where

import Data.Ratio

main :: IO ()
main = do
  print (3 % 4 :: Rational)
  print (1 % (fromIntegral (length "ab") - 2) :: Rational)
