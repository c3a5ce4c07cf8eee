-- What the classes' methods make of fractions, one by one.
module Main where

import Data.Ratio

data Price = Free | Costs Rational deriving (Eq, Ord, Show)

rationals :: [Rational]
rationals = [0, 1, -1, 1 % 2, -1 % 2, 3 % 2, -5 % 2, 7 % 3, -22 % 7, 10 ^ (30 :: Int) % 7, 0.1, 2.5e-3]

small :: [Ratio Int]
small = [0, 1 % 3, -2 % 6, 6 % 4, -9 % 3, 5]

pairs :: [(Rational, Rational)]
pairs = [(x, y) | x <- take 9 rationals, y <- take 9 rationals]

doubles :: [Double]
doubles = [0, 0.1, -2.5, 1 / 3, 1e300, 5.0e-324, 123456.789, 2 ** 70]

main :: IO ()
main = do
  print rationals
  print small
  print (map Just small, showsPrec 7 (1 % 2 :: Rational) "", showsPrec 8 (-1 % 2 :: Rational) "")
  print [Costs (3 % 4), Free]
  print (maximum [Costs (3 % 4), Free, Costs 0.8])
  print [x + y | (x, y) <- pairs]
  print [x - y | (x, y) <- pairs]
  print [x * y | (x, y) <- pairs]
  print [x / y | (x, y) <- pairs, y /= 0]
  print [(x == y, x < y, x <= y, x > y, x >= y, x /= y, compare x y) | (x, y) <- pairs]
  print [(max x y, min x y) | (x, y) <- pairs]
  print (map negate rationals, map abs rationals, map signum rationals)
  print (map recip (filter (/= 0) rationals))
  print (map (\x -> (truncate x, round x, ceiling x, floor x) :: (Integer, Integer, Integer, Integer)) rationals)
  print (map (\x -> (truncate x, round x, ceiling x, floor x) :: (Int, Int, Int, Int)) small)
  print (map properFraction rationals :: [(Integer, Rational)])
  print (map properFraction small :: [(Int, Ratio Int)])
  print (map toRational small, map toRational doubles, map toRational [1, -2 :: Int], toRational (2 :: Float))
  print (map fromRational rationals :: [Double])
  print (map fromRational rationals :: [Float])
  print (map (fromRational . toRational) doubles :: [Double])
  print (map realToFrac small :: [Double], map realToFrac doubles :: [Rational])
  print (map (^ (3 :: Int)) rationals, map (^^ (-2 :: Int)) (filter (/= 0) rationals))
  print (map succ rationals, map pred rationals, map fromEnum rationals, toEnum 7 :: Rational)
  print [1 % 2 .. 4 :: Rational]
  print [1, 3 % 2 .. 3 :: Rational]
  print [1, 2 % 3 .. -1 :: Ratio Int]
  print (map (fromIntegral :: Int -> Rational) [1, -4])
  print (sum rationals, product (filter (/= 0) rationals))
  print (map numerator rationals, map denominator small)
  print [approxRational (3.14159265 :: Double) e | e <- [0.1, 0.01, 0.001, 1.0e-6]]
  print (approxRational (22 % 7 :: Rational) (1 % 100), approxRational (-0.3 :: Double) 0.05)
