// Data.Char: the kinds of characters that are a few ranges, and digits as numbers. The others are
// primitives (runtime/deforest/unicode.hpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view characterSource() {
  return R"source(
charIsAsciiUpper :: Char -> Bool
charIsAsciiUpper c = c >= 'A' && c <= 'Z'

charIsAsciiLower :: Char -> Bool
charIsAsciiLower c = c >= 'a' && c <= 'z'

charIsLatin1 :: Char -> Bool
charIsLatin1 c = c <= '\255'

charIsDigit :: Char -> Bool
charIsDigit c = c >= '0' && c <= '9'

charIsOctDigit :: Char -> Bool
charIsOctDigit c = c >= '0' && c <= '7'

charIsHexDigit :: Char -> Bool
charIsHexDigit c = c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'

charDigit :: Char -> Int
charDigit c
  | charIsHexDigit c = digitValue c
  | otherwise = error ("Char.digitToInt: not a digit " ++ show c)

digitValue :: Char -> Int
digitValue c
  | c <= '9' = ord c - 48
  | c >= 'a' = ord c - 87
  | otherwise = ord c - 55

digitChar :: Int -> Char
digitChar n
  | n >= 0 && n <= 9 = chr (n + 48)
  | n >= 10 && n <= 15 = chr (n + 87)
  | otherwise = error ("Char.intToDigit: not a digit " ++ show n)

charIsSpace :: Char -> Bool
charIsSpace c
  | c < '\880' = c == ' ' || c >= '\t' && c <= '\r' || c == '\160'
  | otherwise = c == '\5760' || c >= '\8192' && c <= '\8202' || c == '\8239' || c == '\8287'
      || c == '\12288'

charIsAscii :: Char -> Bool
charIsAscii c = c < '\128'

charIsControl :: Char -> Bool
charIsControl c = c < ' ' || c >= '\127' && c <= '\159'
)source";
}

}  // namespace deforest::text
