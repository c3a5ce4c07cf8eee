-- From any type of numbers to any other.
module Main where

ints :: [Int]
ints = [0, 1, -1, 255, -4096, maxBound, minBound]

integers :: [Integer]
integers = [0, -7, 2 ^ (40 :: Int), 2 ^ (70 :: Int) + 1, negate (2 ^ (64 :: Int))]

words' :: [Word]
words' = [0, 9, maxBound]

doubles :: [Double]
doubles = [0, 0.1, -2.75, 1.0e15, 16777217, 1.0e-46, 3.5e38]

floats :: [Float]
floats = [0, 0.1, -2.75, 1.0e15, 3.0e38]

celsius :: Double -> Double
celsius f = (f - 32) * 5 / 9

mean :: [Int] -> Double
mean xs = fromIntegral (sum xs) / fromIntegral (length xs)

scale :: (Real a, Fractional b) => a -> b
scale x = realToFrac x / 2

main :: IO ()
main = do
  print (map fromIntegral ints :: [Integer], map fromIntegral ints :: [Word], map fromIntegral ints :: [Double])
  print (map fromIntegral integers :: [Int], map fromIntegral integers :: [Word], map fromIntegral integers :: [Float])
  print (map fromIntegral words' :: [Int], map toInteger words', map fromIntegral (init words') :: [Double])
  print (map realToFrac doubles :: [Float], map realToFrac floats :: [Double], map realToFrac doubles :: [Double])
  print (map realToFrac ints :: [Double], map realToFrac integers :: [Double], map realToFrac words' :: [Float])
  print (map scale ints :: [Double], map scale doubles :: [Float], map scale floats :: [Double])
  print (celsius 98.6, mean [1, 2, 4], realToFrac (3.25 :: Float) + (1 :: Double))
  print (map (truncate :: Double -> Integer) doubles, map (round :: Float -> Integer) floats)
  print (map (floor . celsius . fromIntegral) [0, 50, 212 :: Int] :: [Int])
