// What `show` is made of. Fractions are shown by the algorithm that Haskell's report gives for
// them: the shortest digits that are nearer to this number than to any other of its type, in exact
// whole numbers. Those are lists of digits to the base 10^9, the last digit first. Integers are
// halved until they have 18 digits, by the powers of 10^18 whose exponents are powers of two.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view showSource() {
  return R"(
showInt :: Int -> String
showInt n = if n < 0 then '-' : showDigits n [] else showDigits (negate n) []

showDigits :: Int -> String -> String
showDigits n cs
  | n > -10 = digit : cs
  | otherwise = showDigits (quot n 10) (digit : cs)
  where digit = chr (48 - rem n 10)

showWord :: Word -> String
showWord n = showWordDigits n []

showWordDigits :: Word -> String -> String
showWordDigits n cs
  | n < 10 = digit : cs
  | otherwise = showWordDigits (quot n 10) (digit : cs)
  where digit = chr (48 + fromIntegral (rem n 10))

showInteger :: Integer -> String
showInteger n = if n < 0 then '-' : showNatural (negate n) [] else showNatural n []

showsInteger :: Int -> Integer -> String -> String
showsInteger d n s
  | n >= 0 = showNatural n s
  | d > 6 = '(' : '-' : showNatural (negate n) (')' : s)
  | otherwise = '-' : showNatural (negate n) s

showNatural :: Integer -> String -> String
showNatural n s
  | n < 1000000000000000000 = showDigits (fromIntegral (negate n)) s
  | otherwise = showLarge (digitBases n [1000000000000000000]) n s

digitBases :: Integer -> [Integer] -> [Integer]
digitBases n bs = case bs of
  b : _ | b * b <= n -> digitBases n (b * b : bs)
  _ -> bs

showLarge :: [Integer] -> Integer -> String -> String
showLarge [] n s = showDigits (fromIntegral (negate n)) s
showLarge (b : bs) n s
  | n < b = showLarge bs n s
  | otherwise = showLarge bs (quot n b) (showFilled bs (rem n b) s)

showFilled :: [Integer] -> Integer -> String -> String
showFilled [] n s = showFilledDigits 18 (fromIntegral n) s
showFilled (b : bs) n s = showFilled bs (quot n b) (showFilled bs (rem n b) s)

showFilledDigits :: Int -> Int -> String -> String
showFilledDigits count n cs
  | count == 0 = cs
  | otherwise = showFilledDigits (count - 1) (quot n 10) (chr (48 + rem n 10) : cs)

showBool :: Bool -> String
showBool b = if b then "True" else "False"

showsInt :: Int -> Int -> String -> String
showsInt d n s
  | n >= 0 = showDigits (negate n) s
  | d > 6 = '(' : '-' : showDigits n (')' : s)
  | otherwise = '-' : showDigits n s

showsWord :: Int -> Word -> String -> String
showsWord _ n s = showWordDigits n s

showsBool :: Int -> Bool -> String -> String
showsBool _ b s = append (showBool b) s

showsChar :: Int -> Char -> String -> String
showsChar _ c s = '\'' : (if c == '\'' then '\\' : '\'' : '\'' : s else showsCode c ('\'' : s))

showsText :: String -> String -> String
showsText cs s = '"' : showsTextRest cs s

showsTextRest :: String -> String -> String
showsTextRest [] s = '"' : s
showsTextRest (c : cs) s
  | c == '"' = '\\' : '"' : showsTextRest cs s
  | c > '\127' = showsCode c (separated (startsDigit cs) (showsTextRest cs s))
  | c == '\14' = showsCode c (separated (startsH cs) (showsTextRest cs s))
  | otherwise = showsCode c (showsTextRest cs s)

separated :: Bool -> String -> String
separated b s = if b then '\\' : '&' : s else s

startsDigit :: String -> Bool
startsDigit [] = False
startsDigit (c : _) = c >= '0' && c <= '9'

startsH :: String -> Bool
startsH [] = False
startsH (c : _) = c == 'H'

showsCode :: Char -> String -> String
showsCode c s
  | c > '\127' = '\\' : showDigits (negate (ord c)) s
  | c == '\127' = append "\\DEL" s
  | c == '\\' = '\\' : '\\' : s
  | c >= ' ' = c : s
  | otherwise = '\\' : append (controlName (ord c)) s

controlName :: Int -> String
controlName n
  | n == 7 = "a"
  | n == 8 = "b"
  | n == 9 = "t"
  | n == 10 = "n"
  | n == 11 = "v"
  | n == 12 = "f"
  | n == 13 = "r"
  | n < 14 = elementAt ["NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK"] n
  | otherwise = elementAt
      [ "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB"
      , "ESC", "FS", "GS", "RS", "US" ] (n - 14)

showListOf :: Show a => [a] -> String -> String
showListOf [] s = '[' : ']' : s
showListOf (x : xs) s = '[' : showsPrec 0 x (showListRest xs s)

showListRest :: Show a => [a] -> String -> String
showListRest [] s = ']' : s
showListRest (x : xs) s = ',' : showsPrec 0 x (showListRest xs s)

openIf :: Bool -> String -> String
openIf b s = if b then '(' : s else s

closeIf :: Bool -> String -> String
closeIf b s = if b then ')' : s else s

inParentheses :: Bool -> ShowS -> ShowS
inParentheses b p s = openIf b (p (closeIf b s))

consChar :: Char -> String -> String
consChar c s = c : s

showDouble :: Double -> String
showDouble x = showsFraction 4503599627370496 53 (-1074) 0 x []

showFloat :: Float -> String
showFloat x = showsFraction 8388608 24 (-149) 0 x []

showsDouble :: Int -> Double -> String -> String
showsDouble d x s = showsFraction 4503599627370496 53 (-1074) d x s

showsFloat :: Int -> Float -> String -> String
showsFloat d x s = showsFraction 8388608 24 (-149) d x s

showsFraction :: Fractional a => a -> Int -> Int -> Int -> a -> String -> String
showsFraction low p least d x s
  | x /= x = append "NaN" s
  | x < 0 || x == 0 && 1 / x < 0 =
      if d > 6
        then '(' : '-' : showsPositive low p least (negate x) (')' : s)
        else '-' : showsPositive low p least (negate x) s
  | otherwise = showsPositive low p least x s

showsPositive :: Fractional a => a -> Int -> Int -> a -> String -> String
showsPositive low p least x s
  | x == 0 = append "0.0" s
  | x == x * 2 = append "Infinity" s
  | otherwise = case mantissaOf low x 0 of
      (f0, e0) -> case decimalOf (truncate low) p least f0 e0 of
        (digits, k) -> showsDecimal digits k s

mantissaOf :: Fractional a => a -> a -> Int -> (Int, Int)
mantissaOf low x e
  | x * 65536 < low = mantissaOf low (x * 65536) (e - 16)
  | x < low = mantissaOf low (x * 2) (e - 1)
  | x >= low * 131072 = mantissaOf low (x / 65536) (e + 16)
  | x >= low * 2 = mantissaOf low (x / 2) (e + 1)
  | otherwise = (truncate x, e)

decimalOf :: Int -> Int -> Int -> Int -> Int -> ([Int], Int)
decimalOf low p least f0 e0 = decimalFrom r up down t (firstPower p e0)
  where
    e = max e0 least
    f = if e0 < least then quot f0 (2 ^ (least - e0)) else f0
    c = if f == low && e > least then 2 else 1
    down = bigPower 2 29 (max e 0) [1]
    up = bigTimes c down
    r = bigTimes (2 * c) (bigPower 2 29 (max e 0) (bigOf f))
    t = bigTimes (2 * c) (bigPower 2 29 (max (negate e) 0) [1])

firstPower :: Int -> Int -> Int
firstPower p e0 = if l >= 0 then q + 1 else q
  where
    l = p - 1 + e0
    q = quot (l * 8651) 28738

decimalFrom :: [Int] -> [Int] -> [Int] -> [Int] -> Int -> ([Int], Int)
decimalFrom r up down t k
  | k >= 0 && bigAtMost (bigAdd r up 0) higher =
      (digitsOf r up down higher, k)
  | k < 0 && bigAtMost (bigPower 10 8 (negate k) (bigAdd r up 0)) t =
      (digitsOf (raised r) (raised up) (raised down) t, k)
  | otherwise = decimalFrom r up down t (k + 1)
  where
    higher = bigPower 10 8 k t
    raised b = bigPower 10 8 (negate k) b

digitsOf :: [Int] -> [Int] -> [Int] -> [Int] -> [Int]
digitsOf r up down t = case bigDigit (bigTimes 10 r) t 0 of
  (digit, rest) -> digitsAfter digit rest (bigTimes 10 up) (bigTimes 10 down) t

digitsAfter :: Int -> [Int] -> [Int] -> [Int] -> [Int] -> [Int]
digitsAfter digit rest up down t
  | low && not high = [digit]
  | high && not low = [digit + 1]
  | low && high = if bigAtMost t (bigTimes 2 rest) then [digit + 1] else [digit]
  | otherwise = digit : digitsOf rest up down t
  where
    low = not (bigAtMost down rest)
    high = not (bigAtMost (bigAdd rest up 0) t)

showsDecimal :: [Int] -> Int -> String -> String
showsDecimal ds k s
  | k >= 1 && k <= 7 = showsWhole ds k s
  | k == 0 = '0' : '.' : showsEach ds s
  | otherwise = case ds of
      [] -> s
      d : rest -> digitChar d : '.' : showsTail rest ('e' : showsInt 0 (k - 1) s)

showsWhole :: [Int] -> Int -> String -> String
showsWhole ds k s
  | k == 0 = '.' : showsTail ds s
  | otherwise = case ds of
      [] -> '0' : showsWhole [] (k - 1) s
      d : rest -> digitChar d : showsWhole rest (k - 1) s

showsTail :: [Int] -> String -> String
showsTail [] s = '0' : s
showsTail (d : ds) s = digitChar d : showsEach ds s

showsEach :: [Int] -> String -> String
showsEach [] s = s
showsEach (d : ds) s = digitChar d : showsEach ds s

bigOf :: Int -> [Int]
bigOf n = if n == 0 then [] else rem n 1000000000 : bigOf (quot n 1000000000)

bigTimes :: Int -> [Int] -> [Int]
bigTimes m xs = bigTimesOnto m xs 0

bigTimesOnto :: Int -> [Int] -> Int -> [Int]
bigTimesOnto _ [] c = bigOf c
bigTimesOnto m (x : xs) c = rem n 1000000000 : bigTimesOnto m xs (quot n 1000000000)
  where n = x * m + c

bigPower :: Int -> Int -> Int -> [Int] -> [Int]
bigPower b most n xs
  | n <= 0 = xs
  | n <= most = bigTimes (b ^ n) xs
  | otherwise = bigPower b most (n - most) (bigTimes (b ^ most) xs)

bigAdd :: [Int] -> [Int] -> Int -> [Int]
bigAdd [] ys c = bigTimesOnto 1 ys c
bigAdd (x : xs) [] c = bigTimesOnto 1 (x : xs) c
bigAdd (x : xs) (y : ys) c
  | n >= 1000000000 = n - 1000000000 : bigAdd xs ys 1
  | otherwise = n : bigAdd xs ys 0
  where n = x + y + c

bigSubtract :: [Int] -> [Int] -> Int -> [Int]
bigSubtract [] _ _ = []
bigSubtract (x : xs) ys c = case ys of
  [] -> if x >= c then x - c : xs else x - c + 1000000000 : bigSubtract xs [] 1
  y : rest ->
    if x - y - c >= 0
      then x - y - c : bigSubtract xs rest 0
      else x - y - c + 1000000000 : bigSubtract xs rest 1

bigAtMost :: [Int] -> [Int] -> Bool
bigAtMost xs ys = bigAtMostBy xs ys True

bigAtMostBy :: [Int] -> [Int] -> Bool -> Bool
bigAtMostBy [] [] b = b
bigAtMostBy [] (y : ys) b = bigAtMostBy [] ys (y > 0 || b)
bigAtMostBy (x : xs) [] b = bigAtMostBy xs [] (x == 0 && b)
bigAtMostBy (x : xs) (y : ys) b = bigAtMostBy xs ys (x < y || x == y && b)

bigDigit :: [Int] -> [Int] -> Int -> (Int, [Int])
bigDigit r t n = if bigAtMost t r then bigDigit (bigSubtract r t 0) t (n + 1) else (n, r)
)";
}

}  // namespace deforest::text
