-- What is done with numbers every day: shapes, money, roots, integrals, means.
module Main where
import qualified Data.Ratio as R
import Data.List (sortBy, foldl')
import Data.Ord (comparing)

data Shape = Circle Double | Rect { w :: Rational, h :: Rational } deriving (Eq, Show)

newtype Money = Money Rational deriving (Eq, Ord, Show)

instance Num Money where
  Money a + Money b = Money (a + b)
  Money a * Money b = Money (a * b)
  negate (Money a) = Money (negate a)
  abs (Money a) = Money (abs a)
  signum (Money a) = Money (signum a)
  fromInteger = Money . fromInteger

area :: Shape -> Rational
area (Circle r) = toRational (pi * r * r)
area (Rect a b) = a * b

classify :: Rational -> String
classify 0 = "zero"
classify 0.5 = "half"
classify 1 = "one"
classify x
  | R.denominator x == 1 = "whole"
  | otherwise = "fraction"

newtonSqrt :: Double -> Double
newtonSqrt x = until close improve 1
  where
    close g = abs (g * g - x) < 1.0e-9
    improve g = (g + x / g) / 2

integrate :: (Double -> Double) -> Double -> Double -> Int -> Double
integrate f a b n = step * sum [f (a + step * (fromIntegral i + 0.5)) | i <- [0 .. n - 1]]
  where
    step = (b - a) / fromIntegral n

table :: [(Double, Double)]
table = [(x, sinh x) | x <- [0, 0.5 .. 2]]

half :: Fractional a => a -> a
half x = x / 2

generic :: (RealFrac a) => a -> (Integer, a)
generic x = let n = floor x in (n, x - fromIntegral n)

meanOf :: (Real a, Fractional b) => [a] -> b
meanOf xs = realToFrac (sum xs) / fromIntegral (length xs)

main :: IO ()
main = do
  print (map area [Rect 2 0.5, Rect { w = 1 R.% 3, h = 3 }])
  print (Rect 2 0.5, Money 3 + 4 * 5, sum [Money 0.5, Money (1 R.% 3)])
  mapM_ (putStrLn . classify) [0, 1, 5, 1 R.% 2, 2 R.% 3]
  print (newtonSqrt 2, integrate cos 0 (pi / 2) 100)
  print table
  print (half 3 :: Rational, half 3 :: Double, generic (7 R.% 2 :: Rational), generic (-2.5 :: Double))
  print (meanOf [1, 2, 4 :: Int] :: Double, meanOf [0.5, 1 :: Rational] :: Rational, meanOf [1.5 :: Float] :: Double)
  print (sortBy (comparing negate) [1 R.% 2, 3 R.% 4, 0.1], foldl' (+) 0 (map recip [1 .. 4 :: Rational]))
  print (fromIntegral (round (2.5 :: Rational) :: Int) + 0.5 :: Double)
  print (truncate (10 ** 20 :: Double) :: Integer, isNaN (0 / 0 :: Double), atan2 1 (-1) :: Double)
  print (zip [0.5 ..] "abc", takeWhile (< 1) [0, 0.25 ..], take 3 [10 :: Integer, 8 ..])
  print ((read "3" :: Int) + 1, show (2 R.% 3 :: R.Ratio Int), [LT ..], ['a', 'c' .. 'i'], succ 1.5 :: Double)
  print (fmap (R.numerator . fst) (lookup "x" [("x", (1 R.% 2 :: Rational, True))]))
