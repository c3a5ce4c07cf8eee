-- | A calculator of matrices over lists of lists: products, determinants, inverses by elimination.
module Main where

import Data.List
import Data.Ratio ()

newtype Matrix a = Matrix [[a]] deriving Eq

instance Functor Matrix where
  fmap f (Matrix rows) = Matrix (map (map f) rows)

instance Show a => Show (Matrix a) where
  show (Matrix rows) = intercalate "\n" (map (unwords . zipWith padLeft widths) cells)
    where
      cells = map (map show) rows
      widths = map (maximum . map length) (transpose cells)
      padLeft n s = replicate (n - length s) ' ' ++ s

instance Num a => Num (Matrix a) where
  Matrix a + Matrix b = Matrix (zipWith (zipWith (+)) a b)
  Matrix a * Matrix b = Matrix [[sum (zipWith (*) r c) | c <- columns] | r <- a]
    where columns = transpose b
  negate = fmap negate
  abs = fmap abs
  signum = fmap signum
  fromInteger n = Matrix [[fromInteger n]]

identity :: Num a => Int -> Matrix a
identity n = Matrix [[if i == j then 1 else 0 | j <- [1 .. n]] | i <- [1 .. n]]

power :: Num a => Int -> Matrix a -> Int -> Matrix a
power n _ 0 = identity n
power n m k
  | even k = half * half
  | otherwise = m * power n m (k - 1)
  where half = power n m (k `div` 2)

dims :: Matrix a -> (Int, Int)
dims (Matrix []) = (0, 0)
dims (Matrix rs@(r : _)) = (length rs, length r)

minor :: Int -> Int -> [[a]] -> [[a]]
minor i j rows = map (without j) (without i rows)
  where without k xs = let (before, after) = splitAt k xs in before ++ drop 1 after

det :: Num a => [[a]] -> a
det [] = 1
det (row : rows) = sum [sign i * x * det (map (dropAt i) rows) | (i, x) <- zip [0 ..] row]
  where
    sign i = if even (i :: Int) then 1 else -1
    dropAt i xs = take i xs ++ drop (i + 1) xs

inverse :: Matrix Double -> Maybe (Matrix Double)
inverse (Matrix rows) = Matrix . map (drop n) <$> eliminate 0 augmented
  where
    n = length rows
    Matrix unit = identity n
    augmented = zipWith (++) rows unit
    eliminate k m
      | k == n = Just m
      | otherwise =
          let (done, rest) = splitAt k m
              pivotRow = maximumBy (\a b -> compare (abs (a !! k)) (abs (b !! k))) rest
              pivot = pivotRow !! k
              others = delete pivotRow rest
              scaled = map (/ pivot) pivotRow
              clear r = zipWith (\x y -> x - (r !! k) * y) r scaled
          in if abs pivot < 1e-12 then Nothing else eliminate (k + 1) (map clear done ++ [scaled] ++ map clear others)

trace' :: Num a => Matrix a -> a
trace' (Matrix rows) = sum [r !! i | (i, r) <- zip [0 ..] rows]

main :: IO ()
main = do
  let a = Matrix [[1, 2], [3, 4]] :: Matrix Int
      fib = Matrix [[1, 1], [1, 0]]
      b = Matrix [[2, 0, 1], [0, 4, 0], [1, 0, 3]] :: Matrix Double
  print (a * a + negate a)
  print (power 2 fib 60 :: Matrix Int)
  print (dims b, trace' a)
  print (let Matrix r = a in det r)
  print (det [[2, -3, 1], [2, 0, -1], [1, 4, 5]] :: Int)
  print (minor 1 1 [[1 :: Int, 2, 3], [4, 5, 6], [7, 8, 9]])
  maybe (putStrLn "singular") print (inverse b)
  maybe (putStrLn "singular") print (inverse (fmap fromIntegral (Matrix [[1, 2], [2, 4 :: Int]])))
  maybe (putStrLn "singular") (print . (* b)) (inverse b)
