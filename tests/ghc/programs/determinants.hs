module Main where

import Data.List (foldl', intercalate, transpose)
import Data.Ratio
import System.Environment (getArgs)

newtype Matrix a = Matrix { rows :: [[a]] } deriving Eq

instance Show a => Show (Matrix a) where
  show (Matrix xss) = intercalate "\n" (map line cells)
    where
      cells  = map (map show) xss
      widths = map (maximum . map length) (transpose cells)
      line   = unwords . zipWith padLeft widths
      padLeft w s = replicate (w - length s) ' ' ++ s

instance Functor Matrix where
  fmap f = Matrix . (map . map) f . rows

instance Num a => Num (Matrix a) where
  (+) = lift2 (+)
  (-) = lift2 (-)
  Matrix a * Matrix b = Matrix [ [ dot r c | c <- cols ] | r <- a ]
    where cols = transpose b
  negate = fmap negate
  abs    = fmap abs
  signum = fmap signum
  fromInteger n = Matrix [[fromInteger n]]

lift2 :: (a -> b -> c) -> Matrix a -> Matrix b -> Matrix c
lift2 f (Matrix a) (Matrix b) = Matrix (zipWith (zipWith f) a b)

dot :: Num a => [a] -> [a] -> a
dot xs ys = foldl' (+) 0 (zipWith (*) xs ys)

size :: Matrix a -> Int
size = length . rows

identity :: Num a => Int -> Matrix a
identity n = Matrix [ [ if i == j then 1 else 0 | j <- [1 .. n] ] | i <- [1 .. n] ]

generate :: Int -> (Int -> Int -> a) -> Matrix a
generate n f = Matrix [ map (f i) [0 .. n - 1] | i <- [0 .. n - 1] ]

power :: Num a => Matrix a -> Int -> Matrix a
power m k
  | k == 0    = identity (size m)
  | even k    = half * half
  | otherwise = m * power m (k - 1)
  where half = power m (k `div` 2)

trace :: Num a => Matrix a -> a
trace = sum . zipWith (flip (!!)) [0 ..] . rows

-- | Laplace expansion along the first row: only for small ones.
laplace :: Num a => [[a]] -> a
laplace []       = 1
laplace (r : rs) = sum (zipWith3 term (cycle [1, -1]) r [0 ..])
  where
    term s x j = s * x * laplace (map (dropAt j) rs)
    dropAt j xs = let (a, b) = splitAt j xs in a ++ drop 1 b

-- | Gaussian elimination over a field.
determinant :: (Eq a, Fractional a) => Matrix a -> a
determinant = go 1 . rows
  where
    go acc [] = acc
    go acc m  = case break ((/= 0) . head) m of
      (_, [])              -> 0
      (before, pivot : after) ->
        let sign      = if odd (length before) then negate else id
            p         = head pivot
            reduce r  = zipWith (\a b -> a - head r / p * b) (tail r) (tail pivot)
        in  go (sign (acc * p)) (map reduce (before ++ after))

-- | Fraction-free (Bareiss) elimination over the integers.
bareiss :: Matrix Integer -> Integer
bareiss = go 1 1 . rows
  where
    go sign prev m = case m of
      []    -> 1
      [[x]] -> sign * x
      _     -> case span ((== 0) . head) m of
        (_, [])         -> 0
        (zs, piv : others) ->
          let p = head piv
              s = if odd (length zs) then negate sign else sign
              f r = [ (p * a - head r * b) `div` prev | (a, b) <- zip (tail r) (tail piv) ]
          in  go s p (map f (zs ++ others))

inverse :: (Eq a, Fractional a) => Matrix a -> Maybe (Matrix a)
inverse m = Matrix . map (drop n) <$> eliminate 0 augmented
  where
    n         = size m
    augmented = zipWith (++) (rows m) (rows (identity n))
    eliminate k rs
      | k == n    = Just rs
      | otherwise = case break ((/= 0) . (!! k)) below of
          (_, [])         -> Nothing
          (zs, p : others) ->
            let p'      = map (/ (p !! k)) p
                clear r = zipWith (\a b -> a - (r !! k) * b) r p'
            in  eliminate (k + 1) (map clear above ++ p' : map clear (zs ++ others))
      where (above, below) = splitAt k rs

showRatio :: Rational -> String
showRatio r | denominator r == 1 = show (numerator r)
            | otherwise          = show (numerator r) ++ "/" ++ show (denominator r)

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
            [s] -> read s
            _   -> 8 :: Int
  let small = generate 4 (\i j -> (i * 5 + j * j * 3 + i * j) `mod` 11 - 4) :: Matrix Int
  print small
  putStrLn ("trace " ++ show (trace small) ++ ", det " ++ show (laplace (rows small)))
  print (power small 5)
  let fib = power (Matrix [[1, 1], [1, 0]]) (n * 10) :: Matrix Integer
  putStrLn ("fib digits " ++ show (length (show (head (rows fib) !! 1))))
  let big = generate n (\i j -> fromIntegral ((i * i * 7 + j * 13 + i * j * 3 + (i * j) `div` 5) `mod` 23 - 9))
      det = bareiss big
  putStrLn ("bareiss mod 1000003 = " ++ show (det `mod` 1000003) ++ ", digits " ++ show (length (show (abs det))))
  let dbl = fmap fromInteger big :: Matrix Double
  putStrLn ("sign agrees " ++ show (signum (determinant dbl) == fromInteger (signum det)))
  let hilbert = generate (min 12 (n `div` 4 + 2)) (\i j -> 1 % fromIntegral (i + j + 1)) :: Matrix Rational
  putStrLn ("hilbert det " ++ showRatio (determinant hilbert))
  case inverse hilbert of
    Nothing  -> putStrLn "singular"
    Just inv -> do
      putStrLn (unwords (map showRatio (last (rows inv))))
      putStrLn ("check " ++ show (inv * hilbert == identity (size hilbert)))
  let modP  = fmap (`mod` 10007)
      steps = iterate (modP . (* modP big)) big
  putStrLn ("traces " ++ unwords (map (show . (`mod` 10007) . trace) (take 6 steps)))
  print (inverse (Matrix [[1, 2], [2, 4]] :: Matrix Rational) == Nothing)
