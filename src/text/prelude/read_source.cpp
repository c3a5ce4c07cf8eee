// What `read` is made of, and the first line of the input. A number is read as Haskell's lexical
// syntax has it, signs and parentheses included; a fraction is the nearest to what is written, ties
// to even, in the exact whole numbers that `show` computes with (show_source.cpp). An Integer is
// put together in pairs, from as many digits as fit an Int.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view readSource() {
  return R"(
firstLine :: String -> (String, String)
firstLine [] = error "<stdin>: hGetLine: end of file"
firstLine (c : cs) = lineFrom (c : cs) []

lineFrom :: String -> String -> (String, String)
lineFrom [] line = (reverseOnto line [], [])
lineFrom (c : cs) line
  | c == '\n' = (reverseOnto line [], cs)
  | otherwise = lineFrom cs (c : line)

class Read a where
  readsPrec :: Int -> String -> [(a, String)]
  readList :: String -> [([a], String)]
  readList s = listParses s

readValue :: Read a => String -> a
readValue s = case wholeParses (readsPrec 0 s) of
  [x] -> x
  [] -> error "Prelude.read: no parse"
  _ -> error "Prelude.read: ambiguous parse"

readEither :: Read a => String -> Either String a
readEither s = case wholeParses (readsPrec 0 s) of
  [x] -> Right x
  [] -> Left "Prelude.read: no parse"
  _ -> Left "Prelude.read: ambiguous parse"

reads :: Read a => String -> [(a, String)]
reads s = readsPrec 0 s

readHex :: Num a => String -> [(a, String)]
readHex s = readDigits 16 s

readOct :: Num a => String -> [(a, String)]
readOct s = readDigits 8 s

readDec :: Num a => String -> [(a, String)]
readDec s = readDigits 10 s

readInt :: Num a => a -> (Char -> Bool) -> (Char -> Int) -> String -> [(a, String)]
readInt base isOne value s = case span isOne s of
  ([], _) -> []
  (digits, rest) -> [(foldl (\n d -> n * base + fromIntegral (value d)) 0 digits, rest)]

lexDigits :: String -> [(String, String)]
lexDigits s = case span isDigit s of
  ([], _) -> []
  (digits, rest) -> [(digits, rest)]

readSigned :: Real a => (String -> [(a, String)]) -> String -> [(a, String)]
readSigned parses s = readParen False (readSignedBare parses) s

readSignedBare :: Real a => (String -> [(a, String)]) -> String -> [(a, String)]
readSignedBare parses s = append (readLexeme parses s)
  [(negate x, rest) | ("-", others) <- lexeme s, (x, rest) <- readLexeme parses others]

readLexeme :: (String -> [(a, String)]) -> String -> [(a, String)]
readLexeme parses s = [(x, rest) | (word, rest) <- lexeme s, (x, "") <- parses word]

readDigits :: Num a => Int -> String -> [(a, String)]
readDigits base s = case s of
  d : _ | isDigitIn base d -> [readDigitsOnto base 0 s]
  _ -> []

readDigitsOnto :: Num a => Int -> a -> String -> (a, String)
readDigitsOnto _ n [] = (n, [])
readDigitsOnto base n (d : rest)
  | isDigitIn base d = readDigitsOnto base (n * fromIntegral base + fromIntegral (digitValue d)) rest
  | otherwise = (n, d : rest)

readWhole :: Read a => String -> Maybe a
readWhole s = case wholeParses (readsPrec 0 s) of
  [x] -> Just x
  _ -> Nothing

wholeParses :: [(a, String)] -> [a]
wholeParses parses = wholeParsesBefore [] parses

wholeParsesBefore :: [a] -> [(a, String)] -> [a]
wholeParsesBefore found [] = found
wholeParsesBefore found ((x, rest) : others) = case skipSpaces rest of
  [] -> wholeParsesBefore (x : found) others
  _ -> wholeParsesBefore found others

skipSpaces :: String -> String
skipSpaces [] = []
skipSpaces (c : cs) = if charIsSpace c then skipSpaces cs else c : cs

closed :: Maybe (a, String) -> Maybe (a, String)
closed Nothing = Nothing
closed (Just (x, rest)) = case skipSpaces rest of
  ')' : end -> Just (x, end)
  _ -> Nothing

signedParses :: Num a => (String -> Maybe (a, String)) -> String -> [(a, String)]
signedParses positive s = maybeToList (signed positive s)

signed :: Num a => (String -> Maybe (a, String)) -> String -> Maybe (a, String)
signed positive s = case skipSpaces s of
  '(' : rest -> closed (signed positive rest)
  '-' : rest -> case positive (skipSpaces rest) of
    Just (n, end) -> Just (negate n, end)
    Nothing -> Nothing
  rest -> positive rest

inBase :: (Int -> String -> (a, String)) -> String -> Maybe (a, String)
inBase digits s = case s of
  '0' : x : d : rest
    | (x == 'x' || x == 'X') && charIsHexDigit d -> Just (digits 16 (d : rest))
    | (x == 'o' || x == 'O') && charIsOctDigit d -> Just (digits 8 (d : rest))
  d : rest | charIsDigit d -> wholeOnly (digits 10 (d : rest))
  _ -> Nothing

wholeOnly :: (a, String) -> Maybe (a, String)
wholeOnly (n, rest) = case rest of
  '.' : d : _ | charIsDigit d -> Nothing
  e : d : _ | (e == 'e' || e == 'E') && charIsDigit d -> Nothing
  e : sign : d : _
    | (e == 'e' || e == 'E') && (sign == '-' || sign == '+') && charIsDigit d -> Nothing
  _ -> Just (n, rest)

wordEnds :: a -> String -> Maybe (a, String)
wordEnds x rest = case rest of
  c : _ | charIsInName c -> Nothing
  _ -> Just (x, rest)

charIsInName :: Char -> Bool
charIsInName c = isAlphaNum c || c == '_' || c == '\''

constructorFrom :: [(String, a)] -> String -> Maybe (a, String)
constructorFrom known s = case skipSpaces s of
  '(' : rest -> closed (constructorFrom known rest)
  rest -> case span charIsInName rest of
    (name, end) -> case lookup name known of
      Just x -> Just (x, end)
      Nothing -> Nothing

instance Read Int where
  readsPrec _ s = signedParses naturalFrom s

instance Read Word where
  readsPrec _ s = case signed naturalFrom s of
    Just (n, end) -> [(wordOfInt n, end)]
    Nothing -> []

wordOfInt :: Int -> Word
wordOfInt n = fromIntegral n

naturalFrom :: String -> Maybe (Int, String)
naturalFrom s = inBase (\base -> naturalIn base 0) s

naturalIn :: Int -> Int -> String -> (Int, String)
naturalIn _ n [] = (n, [])
naturalIn base n (d : rest)
  | isDigitIn base d = naturalIn base (n * base + digitValue d) rest
  | otherwise = (n, d : rest)

isDigitIn :: Int -> Char -> Bool
isDigitIn base d
  | base == 16 = charIsHexDigit d
  | base == 8 = charIsOctDigit d
  | otherwise = charIsDigit d

instance Read Integer where
  readsPrec _ s = signedParses (inBase integerIn) s

integerIn :: Int -> String -> (Integer, String)
integerIn base s = case digitsIn base s [] of
  (ds, rest) -> (joinParts (fromIntegral (base ^ most)) (partsOf base most 0 1 0 ds), rest)
  where
    most = mostDigits base

mostDigits :: Int -> Int
mostDigits base
  | base == 16 = 15
  | base == 8 = 20
  | otherwise = 18

digitsIn :: Int -> String -> [Int] -> ([Int], String)
digitsIn _ [] ds = (ds, [])
digitsIn base (d : rest) ds
  | isDigitIn base d = digitsIn base rest (digitValue d : ds)
  | otherwise = (ds, d : rest)

partsOf :: Int -> Int -> Int -> Int -> Int -> [Int] -> [Integer]
partsOf _ _ _ _ part [] = [fromIntegral part]
partsOf base most count weight part (d : ds)
  | count == most = fromIntegral part : partsOf base most 1 base d ds
  | otherwise = partsOf base most (count + 1) (weight * base) (part + weight * d) ds

joinParts :: Integer -> [Integer] -> Integer
joinParts base ns = case ns of
  [] -> 0
  [n] -> n
  _ -> joinParts (base * base) (joinPairs base ns)

joinPairs :: Integer -> [Integer] -> [Integer]
joinPairs base ns = case ns of
  low : high : rest -> low + base * high : joinPairs base rest
  _ -> ns

instance Read Double where
  readsPrec _ s = signedParses (positiveFrom 53 (-1074)) s

instance Read Float where
  readsPrec _ s = signedParses (positiveFrom 24 (-149)) s

positiveFrom :: Fractional a => Int -> Int -> String -> Maybe (a, String)
positiveFrom p least s = case s of
  'N' : 'a' : 'N' : rest -> wordEnds (0 / 0) rest
  'I' : 'n' : 'f' : 'i' : 'n' : 'i' : 't' : 'y' : rest -> wordEnds (1 / 0) rest
  '0' : x : d : _ | (x == 'x' || x == 'X') && charIsHexDigit d -> wholeFraction (naturalFrom s)
                  | (x == 'o' || x == 'O') && charIsOctDigit d -> wholeFraction (naturalFrom s)
  d : _ | charIsDigit d -> case digitsFrom s [] of
    (whole, rest) -> case pointFrom rest of
      (part, afterPart) -> case exponentFrom afterPart of
        (e, end) -> Just (nearest p least (append whole part) (e - length part), end)
  _ -> Nothing

wholeFraction :: Fractional a => Maybe (Int, String) -> Maybe (a, String)
wholeFraction Nothing = Nothing
wholeFraction (Just (n, rest)) = Just (fromIntegral n, rest)

digitsFrom :: String -> [Int] -> ([Int], String)
digitsFrom [] ds = (reverseOnto ds [], [])
digitsFrom (c : cs) ds
  | charIsDigit c = digitsFrom cs (digitValue c : ds)
  | otherwise = (reverseOnto ds [], c : cs)

pointFrom :: String -> ([Int], String)
pointFrom s = case s of
  '.' : d : rest | charIsDigit d -> digitsFrom (d : rest) []
  _ -> ([], s)

exponentFrom :: String -> (Int, String)
exponentFrom s = case s of
  e : rest | e == 'e' || e == 'E' -> case rest of
    '-' : d : more | charIsDigit d -> case cappedFrom 0 (d : more) of (n, end) -> (negate n, end)
    '+' : d : more | charIsDigit d -> cappedFrom 0 (d : more)
    d : more | charIsDigit d -> cappedFrom 0 (d : more)
    _ -> (0, s)
  _ -> (0, s)

cappedFrom :: Int -> String -> (Int, String)
cappedFrom n [] = (n, [])
cappedFrom n (c : cs)
  | charIsDigit c = cappedFrom (min 100000000 (n * 10 + digitValue c)) cs
  | otherwise = (n, c : cs)

nearest :: Fractional a => Int -> Int -> [Int] -> Int -> a
nearest p least ds e
  | count == 0 = 0
  | count <= 15 && p == 53 && e >= 0 && e <= 22 = fromIntegral (smallOf digits 0) * 10 ^ e
  | count <= 15 && p == 53 && e < 0 && e >= -22 = fromIntegral (smallOf digits 0) / 10 ^ negate e
  | count + e > 400 = 1 / 0
  | count + e < -400 = 0
  | e >= 0 = atLeastOne p least (bigPower 10 8 e (bigOfDigits digits [])) [1] 0
  | otherwise = atLeastOne p least (bigOfDigits digits []) (bigPower 10 8 (negate e) [1]) 0
  where
    digits = withoutZeros ds
    count = length digits

withoutZeros :: [Int] -> [Int]
withoutZeros [] = []
withoutZeros (d : ds) = if d == 0 then withoutZeros ds else d : ds

smallOf :: [Int] -> Int -> Int
smallOf [] n = n
smallOf (d : ds) n = smallOf ds (n * 10 + d)

bigOfDigits :: [Int] -> [Int] -> [Int]
bigOfDigits [] b = b
bigOfDigits (d : ds) b = bigOfDigits ds (bigTimesOnto 10 b d)

atLeastOne :: Fractional a => Int -> Int -> [Int] -> [Int] -> Int -> a
atLeastOne p least n d k
  | bigAtMost d n = belowTwo p least n d k
  | otherwise = atLeastOne p least (bigTimes 2 n) d (k - 1)

belowTwo :: Fractional a => Int -> Int -> [Int] -> [Int] -> Int -> a
belowTwo p least n d k
  | bigAtMost twice n = belowTwo p least n twice (k + 1)
  | count < 0 = 0
  | otherwise = scaled (fromIntegral (bitsOf count n d 0)) (k - count + 1)
  where
    twice = bigTimes 2 d
    count = min p (k - least + 1)

bitsOf :: Int -> [Int] -> [Int] -> Int -> Int
bitsOf count n d m
  | count == 0 = if bigAtMost d n && (odd m || not (bigAtMost n d)) then m + 1 else m
  | bigAtMost d n = bitsOf (count - 1) (bigTimes 2 (bigSubtract n d 0)) d (2 * m + 1)
  | otherwise = bitsOf (count - 1) (bigTimes 2 n) d (2 * m)

scaled :: Fractional a => a -> Int -> a
scaled x e
  | e >= 0 = x * 2 ^ e
  | e < -120 = scaled (x / 2 ^ (120 :: Int)) (e + 120)
  | otherwise = x / 2 ^ negate e
)";
}

}  // namespace deforest::text
