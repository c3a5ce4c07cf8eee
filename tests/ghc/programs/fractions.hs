-- Exact fractions: harmonic and Bernoulli numbers, Egyptian fractions, a continued fraction.
module Main where

import Data.List (intercalate)
import Data.Ratio

harmonic :: Int -> Rational
harmonic n = sum [1 % fromIntegral k | k <- [1 .. n]]

choose :: Integer -> Integer -> Integer
choose n k = product [n - k + 1 .. n] `div` product [1 .. k]

bernoulli :: Int -> Rational
bernoulli 0 = 1
bernoulli n = negate (sum terms) / fromIntegral (n + 1)
  where
    terms = [fromIntegral (choose (fromIntegral n + 1) (fromIntegral k)) * bernoulli k | k <- [0 .. n - 1]]

egyptian :: Rational -> [Integer]
egyptian 0 = []
egyptian r
  | numerator r == 1 = [denominator r]
  | otherwise = d : egyptian (r - 1 % d)
  where
    d = ceiling (1 / r)

continued :: Rational -> [Integer]
continued r
  | rest == 0 = [whole]
  | otherwise = whole : continued (recip rest)
  where
    (whole, rest) = properFraction r

mediant :: Ratio Int -> Ratio Int -> Ratio Int
mediant a b = (numerator a + numerator b) % (denominator a + denominator b)

mixed :: Rational -> String
mixed r
  | rest == 0 = show whole
  | whole == 0 = fraction rest
  | otherwise = show whole ++ " " ++ fraction (abs rest)
  where
    whole = truncate r :: Integer
    rest = r - fromIntegral whole
    fraction f = show (numerator f) ++ "/" ++ show (denominator f)

average :: [Rational] -> Maybe Rational
average [] = Nothing
average xs = Just (sum xs / fromIntegral (length xs))

main :: IO ()
main = do
  print (harmonic 10)
  putStrLn (intercalate ", " (map (show . bernoulli) [0 .. 8]))
  print (egyptian (5 % 121))
  print (continued (415 % 93), continued (-7 % 3))
  print (mediant (1 % 2) (2 % 3), maximum [1 % 3, 3 % 8, 2 % 7 :: Ratio Int])
  mapM_ (putStrLn . mixed) [7 % 3, -7 % 3, 2, 1 % 2, 0]
  print (average [1 % 2, 0.25, 3], average [])
  print (fromRational (harmonic 20) :: Double)
