-- Bits of Int and Word: random numbers, a sieve of bits, counting.
module Main where

import Data.Bits (Bits (..), FiniteBits (..))

xorshift :: Word -> Word
xorshift x0 = x3
  where
    x1 = x0 `xor` (x0 `shiftL` 13)
    x2 = x1 `xor` (x1 `unsafeShiftR` 7)
    x3 = x2 `xor` (x2 `shiftL` 17)

mix :: Word -> Word
mix h = (rotateL h 27 `xor` rotateR h 11) * 0x9e3779b97f4a7c15

stream :: Word -> [Word]
stream = iterate (mix . xorshift)

bits :: Int -> [Int]
bits n
  | n == zeroBits = []
  | otherwise = countTrailingZeros n : bits (n .&. (n - 1))

log2 :: Int -> Int
log2 n = finiteBitSize n - 1 - countLeadingZeros n

main :: IO ()
main = do
  print (take 5 (stream 88172645463325252))
  print (map bits [0, 1, 40, 255, minBound])
  print (map log2 [1, 2, 3, 1024, maxBound])
  print [rotate x k | x <- [1, -2, 12345 :: Int], k <- [0, 1, 63, -5, 64, 130]]
  print [f x 3 | x <- [1, -9, maxBound :: Int], f <- [shift, rotateL, rotateR, unsafeShiftL, unsafeShiftR]]
  print (shift (-64 :: Int) (-3), shift 5 (2 :: Int) :: Int, map countLeadingZeros [0 :: Word, 1, maxBound], countTrailingZeros (0 :: Int))
  print (popCount (setBit (0 :: Word) 63 .|. bit 3), testBit (5 :: Int) 2, complementBit (6 :: Int) 1)
