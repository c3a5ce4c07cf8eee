-- Complex numbers: the set of Mandelbrot, roots of unity, polar form.
module Main where

import Data.Complex

escape :: Int -> Complex Double -> Maybe Int
escape limit c = go 0 (0 :+ 0)
  where
    go n z
      | n >= limit = Nothing
      | magnitude z > 2 = Just n
      | otherwise = go (n + 1) (z * z + c)

row :: Double -> String
row y = [maybe '#' symbol (escape 30 (x :+ y)) | x <- [-2, -1.9 .. 0.6]]
  where
    symbol n = if n > 5 then '+' else '.'

roots :: Int -> [Complex Double]
roots n = [cis (2 * pi * fromIntegral k / fromIntegral n) | k <- [0 .. n - 1]]

dft :: [Complex Double] -> [Complex Double]
dft xs = [sum [x * cis (-2 * pi * fromIntegral (j * k) / n) | (x, j) <- zip xs [0 :: Int ..]] | k <- [0 .. length xs - 1]]
  where
    n = fromIntegral (length xs)

quadratic :: Double -> Double -> Double -> (Complex Double, Complex Double)
quadratic a b c = ((negate b' + d) / (2 * a'), (negate b' - d) / (2 * a'))
  where
    [a', b', c'] = map (:+ 0) [a, b, c]
    d = sqrt (b' * b' - 4 * a' * c')

main :: IO ()
main = do
  mapM_ (putStrLn . row) [-1, -0.8 .. 1]
  print (roots 4)
  print (map realPart (dft [1, 2, 3, 4]), map imagPart (dft [1, 2, 3, 4]))
  print (quadratic 1 2 5, quadratic 1 (-3) 2)
  print (polar (3 :+ (-4)), mkPolar 2 1 :: Complex Double, phase (0 :+ 1 :: Complex Double), conjugate (1 :+ 2 :: Complex Double))
  print (Just ((-1.5) :+ 2 :: Complex Float), (1 :+ 1) == (1 :+ 1 :: Complex Double))
  print [f (0.5 :+ (-0.25)) | f <- [exp, log, sin, cos, tan, sinh, cosh, tanh, asin, acos, atan, asinh, acosh, atanh, sqrt, abs, signum, negate, recip :: Complex Double -> Complex Double]]
  print ((2 :+ 1) ** (0.5 :+ 1) :: Complex Double, (1 :+ 2) ^ (5 :: Int) :: Complex Double, 3 + 0.5 :: Complex Double)
