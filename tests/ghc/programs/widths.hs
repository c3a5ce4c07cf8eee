-- Whole numbers of 8, 16, 32 and 64 bits.
module Main where
import Data.Bits
import Data.Char (ord, chr)
import Data.Int
import Data.List (foldl')
import Data.Word
import qualified Data.Map as M
import Text.Printf
import Numeric (showHex)

fnv :: String -> Word32
fnv = foldl' (\h c -> (h `xor` fromIntegral (ord c)) * 16777619) 2166136261

adler :: [Word8] -> Word32
adler bytes = shiftL b 16 .|. a
  where
    (a, b) = foldl' step (1, 0) bytes
    step (x, y) w = let x' = (x + fromIntegral w) `mod` 65521 in (x', (y + x') `mod` 65521)

crcTable :: [Word32]
crcTable = [go n 8 | n <- [0 .. 255]]
  where
    go c 0 = c
    go c k = go (if testBit c 0 then 0xedb88320 `xor` shiftR c 1 else shiftR c 1) (k - 1 :: Int)

crc :: [Word8] -> Word32
crc = complement . foldl' f 0xffffffff
  where f c b = (crcTable !! fromIntegral (fromIntegral (c .&. 0xff) `xor` b)) `xor` shiftR c 8

data Pixel = Pixel { red, green, blue :: !Word8 } deriving (Eq, Ord, Show)

xorshift :: Word64 -> Word64
xorshift x0 = x3
  where
    x1 = x0 `xor` shiftL x0 13
    x2 = x1 `xor` shiftR x1 7
    x3 = x2 `xor` shiftL x2 17

main :: IO ()
main = do
  let bytes = map (fromIntegral . ord) "Wikipedia" :: [Word8]
  print (fnv "hello", adler bytes)
  putStrLn (showHex (crc bytes) "")
  print (200 + 100 :: Word8, 100 + 100 :: Int8, negate 1 :: Word16, maxBound :: Int32, minBound :: Int64)
  print (map (`div` 7) [-20, 20 :: Int16], map (`quotRem` 7) [-20, 20 :: Int8], divMod (-20) (7 :: Int32))
  print (Pixel 1 2 255, Pixel 1 2 3 < Pixel 1 3 0)
  print (take 3 (iterate xorshift 88172645463325252))
  print (popCount (-1 :: Int8), testBit (-1 :: Int16) 15, complement 0 :: Word16, rotate (0x81 :: Word8) 1, rotateL (1 :: Int8) 7, shiftR (-8) 1 :: Int8)
  print ([250 ..] :: [Word8], [minBound .. -126] :: [Int8], fromEnum (7 :: Word8), toEnum 65 :: Word8)
  print (fromIntegral (300 :: Int) :: Word8, fromIntegral (200 :: Word8) :: Int8, toInteger (maxBound :: Word64), truncate (3.9e2 :: Double) :: Word8)
  print (M.toList (M.fromListWith (+) [(b, 1 :: Word16) | b <- bytes]))
  printf "%d %3d %02x %s\n" (7 :: Word8) (-3 :: Int16) (200 :: Word8) (show (9 :: Int64))
  print (2 ^ (5 :: Word8) :: Int, 3 ^ (4 :: Int) :: Word8, even (4 :: Word8), gcd 12 (18 :: Word16))
  print (finiteBitSize (0 :: Word16), countLeadingZeros (1 :: Word8), countTrailingZeros (8 :: Int32))
  print (realToFrac (3 :: Word8) / 2 :: Double, sum (map fromIntegral bytes) `div` 9 :: Int)
  print (read "[1,2,255]" :: [Word8])
