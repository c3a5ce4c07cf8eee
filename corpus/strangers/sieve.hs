-- Prime numbers by a sieve in an unboxed array, and how their last digits are spread.
module Main where
import Data.Array.Unboxed

primesTo :: Int -> [Int]
primesTo n = [i | (i, True) <- assocs sieve]
  where
    sieve :: UArray Int Bool
    sieve = accumArray (\_ b -> b) True (2, n) [(m, False) | i <- [2 .. isqrt n], m <- [i * i, i * i + i .. n]]
    isqrt = floor . sqrt . fromIntegral

counts :: [Int] -> UArray Int Int
counts xs = accumArray (+) 0 (0, 9) [(x `mod` 10, 1) | x <- xs]

main :: IO ()
main = do
  print (take 20 (primesTo 100))
  print (length (primesTo 2000))
  let c = counts (primesTo 2000)
  print c
  print (elems (amap (* 2) c), bounds c, c ! 3)
  print (listArray (0, 3) [1.5, 2.5] :: UArray Int Double)
