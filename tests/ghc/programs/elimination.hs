-- Systems of linear equations, solved exactly.
module Main where

import Data.List (maximumBy)
import Data.Ord (comparing)
import Data.Ratio (Ratio, Rational, denominator, numerator, (%))

type Row = [Rational]

data Solution = Unique Row | None
  deriving (Eq, Show)

pivot :: [Row] -> Maybe (Row, [Row])
pivot rows
  | null rows || head best == 0 = Nothing
  | otherwise = Just (best, remove best rows)
  where
    best = maximumBy (comparing (abs . head)) rows

remove :: Row -> [Row] -> [Row]
remove _ [] = []
remove r (s : rest)
  | r == s = rest
  | otherwise = s : remove r rest

eliminate :: Row -> Row -> Row
eliminate p row = tail (zipWith (\a b -> b - factor * a) p row)
  where
    factor = head row / head p

triangular :: Int -> [Row] -> Maybe [Row]
triangular 0 _ = Just []
triangular n rows = case pivot rows of
  Nothing -> Nothing
  Just (p, others) -> fmap (p :) (triangular (n - 1) (map (eliminate p) others))

substitute :: [Row] -> Row
substitute = foldr step []
  where
    step row known = value : known
      where
        coefficients = init row
        value = (last row - sum (zipWith (*) (tail coefficients) known)) / head coefficients

solve :: [Row] -> Solution
solve rows = maybe None (Unique . substitute) (triangular (length rows) rows)

hilbert :: Integer -> [Row]
hilbert n = [[1 % (i + j - 1) | j <- [1 .. n]] ++ [1] | i <- [1 .. n]]

percent :: Rational -> Ratio Int
percent r = fromIntegral (numerator scaled) % fromIntegral (denominator scaled)
  where
    scaled = fromIntegral (round (r * 100) :: Integer) / 100

main :: IO ()
main = do
  print (solve [[2, 1, 5], [1, -3, 6]])
  print (solve [[1, 2, 3], [2, 4, 6]])
  print (solve (hilbert 5))
  print (percent (22 % 7), percent 0.125)
