// Data.Bits of Integer. There are no primitives for that, as there are for Int and Word: two's
// complement without an end is taken apart into words, or is arithmetic.
//
//     complement x    =>    -1 - x
//     shiftR x n      =>    div x (2 ^ n)
//     x .&. y         =>    the words of both, the highest ones with their sign
//
// Haskell's output calls them by the names that they have there.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view integerBitsSource() {
  return R"(
integerAnd :: Integer -> Integer -> Integer
integerAnd x y
  | isOfInt x && isOfInt y = fromIntegral (lowestInt x .&. lowestInt y)
  | otherwise = aboveWord (integerAnd (withoutWord x) (withoutWord y)) (lowestWord x .&. lowestWord y)

integerOr :: Integer -> Integer -> Integer
integerOr x y
  | isOfInt x && isOfInt y = fromIntegral (lowestInt x .|. lowestInt y)
  | otherwise = aboveWord (integerOr (withoutWord x) (withoutWord y)) (lowestWord x .|. lowestWord y)

integerXor :: Integer -> Integer -> Integer
integerXor x y
  | isOfInt x && isOfInt y = fromIntegral (xor (lowestInt x) (lowestInt y))
  | otherwise =
      aboveWord (integerXor (withoutWord x) (withoutWord y)) (xor (lowestWord x) (lowestWord y))

isOfInt :: Integer -> Bool
isOfInt x = x >= negate 9223372036854775808 && x < 9223372036854775808

lowestInt :: Integer -> Int
lowestInt x = fromIntegral x

lowestWord :: Integer -> Word
lowestWord x = fromIntegral x

withoutWord :: Integer -> Integer
withoutWord x = div x 18446744073709551616

aboveWord :: Integer -> Word -> Integer
aboveWord high low = high * 18446744073709551616 + fromIntegral low

integerComplement :: Integer -> Integer
integerComplement x = negate 1 - x

integerShiftL :: Integer -> Int -> Integer
integerShiftL x n = x * 2 ^ n

integerShiftR :: Integer -> Int -> Integer
integerShiftR x n = div x (2 ^ n)

integerRotate :: Integer -> Int -> Integer
integerRotate x n = if n >= 0 then integerShiftL x n else integerShiftR x (negate n)

integerTestBit :: Integer -> Int -> Bool
integerTestBit x n = odd (div x (2 ^ n))

-- Of a negative number as GHC has it: as many below zero as the number without its sign has bits.
integerPopCount :: Integer -> Int
integerPopCount x = if x < 0 then negate (bitsAbove 0 (negate x)) else bitsAbove 0 x

bitsAbove :: Int -> Integer -> Int
bitsAbove n x =
  if x == 0 then n else bitsAbove (n + popCount (lowestWord x)) (withoutWord x)
)";
}

}  // namespace deforest::text
