// Whole numbers of 8, 16, 32 and 64 bits: Data.Word and Data.Int besides `Word` and `Int`. They are
// newtypes of those, and every result is brought back into their range.
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

// Of T, which has `bits` bits, over R.
constexpr std::string_view oneType = R"source(
newtype T = MakeT R

instance Eq T where
  MakeT a == MakeT b = a == b
  MakeT a /= MakeT b = a /= b

instance Ord T where
  compare (MakeT a) (MakeT b) = compare a b
  MakeT a < MakeT b = a < b
  MakeT a <= MakeT b = a <= b
  MakeT a > MakeT b = a > b
  MakeT a >= MakeT b = a >= b

instance Show T where
  showsPrec p (MakeT a) = showsPrec p a
  show (MakeT a) = show a

instance Num T where
  MakeT a + MakeT b = MakeT (narrowT (a + b))
  MakeT a - MakeT b = MakeT (narrowT (a - b))
  MakeT a * MakeT b = MakeT (narrowT (a * b))
  negate (MakeT a) = MakeT (narrowT (negate a))
  abs (MakeT a) = MakeT (narrowT (abs a))
  signum (MakeT a) = MakeT (signum a)
  fromInteger n = MakeT (narrowT (fromInteger n))

instance Real T where
  toRational (MakeT a) = toRational a

instance Bounded T where
  minBound = MakeT LOW
  maxBound = MakeT HIGH

instance Enum T where
  succ (MakeT a)
    | a == HIGH = error "Enum.succ{T}: tried to take `succ' of maxBound"
    | otherwise = MakeT (a + 1)
  pred (MakeT a)
    | a == LOW = error "Enum.pred{T}: tried to take `pred' of minBound"
    | otherwise = MakeT (a - 1)
  toEnum n
    | fromIntegral (narrowT (fromIntegral n)) == n = MakeT (fromIntegral n)
    | otherwise = error ("Enum.toEnum{T}: tag (" ++ show n ++
        ") is outside of bounds " ++ show (MakeT LOW, MakeT HIGH))
  fromEnum (MakeT a) = fromIntegral a
  enumFrom (MakeT a) = map MakeT (enumFromTo a HIGH)
  enumFromThen (MakeT a) (MakeT b) =
    map MakeT (enumFromThenTo a b (if a <= b then HIGH else LOW))
  enumFromTo (MakeT a) (MakeT b) = map MakeT (enumFromTo a b)
  enumFromThenTo (MakeT a) (MakeT b) (MakeT c) = map MakeT (enumFromThenTo a b c)

instance Integral T where
  quot (MakeT a) (MakeT b) = MakeT (QUOTIENT quot)
  rem (MakeT a) (MakeT b) = MakeT (rem a b)
  div (MakeT a) (MakeT b) = MakeT (QUOTIENT div)
  mod (MakeT a) (MakeT b) = MakeT (mod a b)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (MakeT a) = toInteger a

instance Bits T where
  MakeT a .&. MakeT b = MakeT (a .&. b)
  MakeT a .|. MakeT b = MakeT (a .|. b)
  xor (MakeT a) (MakeT b) = MakeT (xor a b)
  complement (MakeT a) = MakeT (narrowT (complement a))
  shiftL (MakeT a) n = MakeT (narrowT (shiftL a n))
  shiftR (MakeT a) n = MakeT (shiftR a n)
  popCount (MakeT a) = popCount (bitsT a)
  testBit (MakeT a) n = testBit (bitsT a) n
  finiteBitSize _ = BITS
  rotate (MakeT a) n = MakeT (narrowT (fromIntegral (turned BITS (bitsT a) (mod n BITS))))
  countLeadingZeros (MakeT a) = countLeadingZeros (bitsT a) - (64 - BITS)

instance Ix T where
  range (l, h) = enumFromTo l h
  index (l, h) i
    | l <= i && i <= h = fromEnum i - fromEnum l
    | otherwise = error "Error in array index"
  inRange (l, h) i = l <= i && i <= h

instance Unboxed T where
  unboxedZero = 0

instance PrintfAny T where
  printfAny fill width sign precision (MakeT a) = PRINTED

instance Read T where
  readsPrec d s = case readsPrec d s of
    [(n, end)] -> [(readAsT n, end)]
    _ -> []

readAsT :: Integer -> T
readAsT n = fromInteger n

narrowT :: R -> R
narrowT a = NARROWED

bitsT :: R -> Word
bitsT a = OFBITS
)source";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string fixedWidth(bool isSigned, unsigned bits) {
  const std::string width = std::to_string(bits);
  const std::string greatest =
      std::to_string(bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
  const std::string half = std::to_string((std::uint64_t{1} << (bits - 1)) - 1);
  const std::string rest = std::to_string(64 - bits);
  const bool whole = bits == 64;
  const std::string raw = isSigned ? "Int" : "Word";
  std::string text(oneType);
  text = replaced(text, "NARROWED",
                  whole      ? "a"
                  : isSigned ? "shiftR (shiftL a " + rest + ") " + rest
                             : "a .&. " + greatest);
  text = replaced(text, "OFBITS", whole ? "fromIntegral a" : "fromIntegral a .&. " + greatest);
  // The least one by -1 is no number of the type.
  text = replaced(text, "QUOTIENT quot",
                  isSigned ? "if b == -1 then overflowing LOW a else quot a b" : "quot a b");
  text = replaced(text, "QUOTIENT div",
                  isSigned ? "if b == -1 then overflowing LOW a else div a b" : "div a b");
  text = replaced(text, "LOW", isSigned ? "(negate " + half + " - 1)" : "0");
  text = replaced(text, "HIGH", isSigned ? half : greatest);
  text = replaced(text, "BITS", width);
  text = replaced(text, "PRINTED",
                  isSigned ? "integerAsPrinted fill width sign precision (toInteger a)"
                           : "wordAsPrinted fill width sign precision a");
  const std::string name = raw + width;
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto isWord = [&](std::size_t at) {
      return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
    };
    const bool ends = !isWord(i + 1);
    const bool begins = i == 0 || !isWord(i - 1);
    if (text[i] == 'T' && ends) {
      made += name;
    } else if (text[i] == 'R' && ends && begins) {
      made += raw;
    } else {
      made += text[i];
    }
  }
  return made;
}

}  // namespace

std::string fixedWidthSource() {
  std::string text = R"source(
import Data.Bits
import Data.Ix
import Deforest.Cells

turned :: Int -> Word -> Int -> Word
turned size w n = shiftL w n .|. shiftR w (size - n)

overflowing :: Int -> Int -> Int
overflowing low a = if a == low then error "arithmetic overflow" else negate a
)source";
  for (const unsigned bits : {8U, 16U, 32U, 64U}) {
    text += fixedWidth(false, bits) + fixedWidth(true, bits);
  }
  return text;
}

}  // namespace deforest::text
