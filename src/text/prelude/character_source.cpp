// Data.Char: what kinds of characters there are, and letters and digits as others. Classes of
// characters above U+00FF are known where they are regular.
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

charIsUpper :: Char -> Bool
charIsUpper c
  | c < '\256' = c >= 'A' && c <= 'Z' || c >= '\192' && c <= '\222' && c /= '\215'
  | otherwise = error "Data.Char: capital letters above U+00FF are not in the language"

charIsLower :: Char -> Bool
charIsLower c
  | c < '\256' = c >= 'a' && c <= 'z' || c == '\181' || c >= '\223' && c /= '\247'
  | otherwise = error "Data.Char: small letters above U+00FF are not in the language"

charIsAlpha :: Char -> Bool
charIsAlpha c = charIsLower c || charIsUpper c || c == '\170' || c == '\186'

charIsAlphaNum :: Char -> Bool
charIsAlphaNum c = charIsAlpha c || charIsDigit c || c >= '\178' && c <= '\179' || c == '\185'
  || c >= '\188' && c <= '\190'

charIsPunctuation :: Char -> Bool
charIsPunctuation c
  | c < '\128' = c >= '!' && c <= '/' && c /= '$' && c /= '+' || c == ':' || c == ';' || c == '?'
      || c == '@' || c >= '[' && c <= ']' || c == '_' || c == '{' || c == '}'
  | c < '\256' = c == '\161' || c == '\167' || c == '\171' || c == '\182' || c == '\183'
      || c == '\187' || c == '\191'
  | otherwise = error "Data.Char: punctuation above U+00FF is not in the language"

charIsPrint :: Char -> Bool
charIsPrint c
  | c < '\256' = c >= ' ' && c <= '~' || c >= '\160' && c /= '\173'
  | otherwise = error "Data.Char: isPrint above U+00FF is not in the language"

charIsNumber :: Char -> Bool
charIsNumber c
  | c < '\256' = charIsDigit c || c == '\178' || c == '\179' || c == '\185'
      || c >= '\188' && c <= '\190'
  | otherwise = error "Data.Char: numbers above U+00FF are not in the language"

charIsSymbol :: Char -> Bool
charIsSymbol c
  | c < '\128' = c == '$' || c == '+' || c >= '<' && c <= '>' || c == '^' || c == '`' || c == '|'
      || c == '~'
  | c < '\256' = c >= '\162' && c <= '\166' || c == '\168' || c == '\169' || c == '\172'
      || c >= '\174' && c <= '\177' || c == '\180' || c == '\184' || c == '\215' || c == '\247'
  | otherwise = error "Data.Char: symbols above U+00FF are not in the language"

charIsSeparator :: Char -> Bool
charIsSeparator c
  | c < '\256' = c == ' ' || c == '\160'
  | otherwise = error "Data.Char: separators above U+00FF are not in the language"

charToUpper :: Char -> Char
charToUpper c
  | c < 'a' = c
  | c <= 'z' = chr (ord c - 32)
  | c == '\181' = '\924'
  | c < '\224' || c == '\247' = c
  | c < '\255' = chr (ord c - 32)
  | c == '\255' = '\376'
  | otherwise = error "Data.Char: letters above U+00FF are not in the language"

charToLower :: Char -> Char
charToLower c = if charIsUpper c then chr (ord c + 32) else c
)source";
}

}  // namespace deforest::text
