-- The functions of Floating, RealFrac and RealFloat, at Double and Float.
module Main where

doubles :: [Double]
doubles = [0, -0.0, 0.1, -0.5, 1, 2.5, -3.75, 100, 1.0e-10, 1.0e10, 1 / 0, -1 / 0, 0 / 0]

floats :: [Float]
floats = [0, 0.1, -0.5, 1, 2.5, -3.75, 100]


ranges :: [Double]
ranges = [0.1, 0.2 .. 1.0] ++ [3 .. 6.5] ++ [5, 4.5 .. 3] ++ [1.5 .. 1]

angle :: (Double, Double) -> Double
angle (x, y) = atan2 y x * 180 / pi

main :: IO ()
main = do
  print (map tan doubles, map asin doubles, map acos doubles, map atan doubles)
  print (map sinh doubles, map cosh doubles, map tanh doubles)
  print (map asinh doubles, map acosh doubles, map atanh doubles)
  print (map tan floats, map asin floats, map acos floats, map atan floats)
  print (map sinh floats, map cosh floats, map tanh floats)
  print (map asinh floats, map acosh floats, map atanh floats)
  print [logBase 2 x | x <- doubles]
  print [x ** y | x <- take 8 doubles, y <- take 8 doubles]
  print [atan2 x y | x <- doubles, y <- doubles]
  print (map angle [(1, 1), (-1, 1), (0, -2), (-3, 0)])
  print (map isNaN doubles, map isInfinite doubles, map isNegativeZero doubles, map isDenormalized doubles)
  print (map decodeFloat doubles, map decodeFloat floats)
  print (map exponent doubles, map significand (take 10 doubles), map (scaleFloat 3) (take 10 doubles))
  print (encodeFloat 3 4 :: Double, encodeFloat 1 (-1074) :: Double, encodeFloat 12345 (-20) :: Float)
  print (floatDigits (1 :: Double), floatRadix (1 :: Float), floatRange (1 :: Double), isIEEE (1 :: Double))
  print (map truncate finite :: [Int], map round finite :: [Int], map ceiling finite :: [Int], map floor finite :: [Int])
  print (map properFraction (drop 2 finite) :: [(Int, Double)])
  print (map properFraction floats :: [(Integer, Float)])
  print (map recip doubles, pi :: Double, pi :: Float)
  print ranges
  print ([1.0 .. 5.0] :: [Float], sum [0, 0.1 .. 1 :: Double])
  print (map succ finite, map pred finite, map fromEnum finite, toEnum 3 :: Double)
  where
    finite = take 10 doubles
