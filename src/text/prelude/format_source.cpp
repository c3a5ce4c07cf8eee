// What `printf` and the functions of `Numeric` make texts of. A fraction is rounded where its
// shortest digits end too late (show_source.cpp): half of a digit goes to the even one if nothing
// follows it, as in GHC. A number is a Float if it cannot tell 1 + 2^-30 from 1. Of `printf` each
// function does one conversion: the format is read when names are looked up (scopes/formats.cpp),
// so that what it says are constants here.
//
//     fill        0: blanks before, 1: blanks behind, 2: zeros before, behind the sign
//     sign        what a number has that is not negative: "", "+" or " "
//     precision   -1: none is written
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view formatSource() {
  return R"(
decimalsOf :: Fractional a => a -> ([Int], Int)
decimalsOf x
  | x == 0 = ([0], 0)
  | littleMoreThanOne x == 1 = decimalsOfFloat x
  | otherwise = decimalsOfDouble x

littleMoreThanOne :: Fractional a => a -> a
littleMoreThanOne _ = 1 + 1 / 1073741824

decimalsOfFloat :: Fractional a => a -> ([Int], Int)
decimalsOfFloat x = case mantissaOf 8388608 x 0 of
  (f, e) -> decimalOf 8388608 24 (-149) f e

decimalsOfDouble :: Fractional a => a -> ([Int], Int)
decimalsOfDouble x = case mantissaOf 4503599627370496 x 0 of
  (f, e) -> decimalOf 4503599627370496 53 (-1074) f e

formatFraction :: Fractional a => (([Int], Int) -> String) -> a -> String -> String
formatFraction format x s
  | x /= x = append "NaN" s
  | x < 0 || x == 0 && 1 / x < 0 = '-' : formatPositive format (negate x) s
  | otherwise = formatPositive format x s

formatPositive :: Fractional a => (([Int], Int) -> String) -> a -> String -> String
formatPositive format x s
  | x == x * 2 && x /= 0 = append "Infinity" s
  | otherwise = append (format (decimalsOf x)) s

showFFloat :: Fractional a => Maybe Int -> a -> String -> String
showFFloat precision x s = formatFraction (fixedDecimal precision) x s

showEFloat :: Fractional a => Maybe Int -> a -> String -> String
showEFloat precision x s = formatFraction (exponentDecimal precision) x s

showGFloat :: Fractional a => Maybe Int -> a -> String -> String
showGFloat precision x s = formatFraction (generalDecimal precision) x s

showFloatShortest :: Fractional a => a -> String -> String
showFloatShortest x s = showGFloat Nothing x s

generalDecimal :: Maybe Int -> ([Int], Int) -> String
generalDecimal precision (ds, e)
  | e < 0 || e > 7 = exponentDecimal precision (ds, e)
  | otherwise = fixedDecimal precision (ds, e)

fixedDecimal :: Maybe Int -> ([Int], Int) -> String
fixedDecimal Nothing (ds, e)
  | e <= 0 = '0' : '.' : append (zerosText (negate e)) (digitsText ds)
  | otherwise = showsWhole ds e []
fixedDecimal (Just places) (ds, e)
  | e >= 0 = case roundDecimal (count + e) ds of
      (carry, rounded) -> case splitAt (e + carry) (digitsText rounded) of
        (whole, part) -> append (if null whole then "0" else whole) (pointText part)
  | otherwise = case roundDecimal count (append (replicate (negate e) 0) ds) of
      (carry, rounded) -> case digitsText (if carry > 0 then rounded else 0 : rounded) of
        [] -> []
        d : part -> d : pointText part
  where count = max places 0

exponentDecimal :: Maybe Int -> ([Int], Int) -> String
exponentDecimal Nothing (ds, e) = case ds of
  [] -> []
  [d] | d == 0 -> "0.0e0"
      | otherwise -> digitChar d : '.' : '0' : 'e' : showsInt 0 (e - 1) []
  d : rest -> digitChar d : '.' : append (digitsText rest) ('e' : showsInt 0 (e - 1) [])
exponentDecimal (Just places) (ds, e)
  | isZeroDecimal ds = if places <= 0 then "0e0" else append "0." (append (zerosText places) "e0")
  | otherwise = case roundDecimal (max places 0 + 1) ds of
      (carry, rounded) ->
        case digitsText (if carry > 0 then init rounded else rounded) of
          [] -> []
          d : part -> d : append (pointText part) ('e' : showsInt 0 (e - 1 + carry) [])

isZeroDecimal :: [Int] -> Bool
isZeroDecimal ds = case ds of
  [d] -> d == 0
  _ -> False

digitsText :: [Int] -> String
digitsText ds = showsEach ds []

zerosText :: Int -> String
zerosText n = replicate n '0'

pointText :: String -> String
pointText [] = []
pointText (d : ds) = '.' : d : ds

roundDecimal :: Int -> [Int] -> (Int, [Int])
roundDecimal n ds = case roundDecimalAfter True n ds of
  (carry, rounded) -> (carry, if carry > 0 then 1 : rounded else rounded)

roundDecimalAfter :: Bool -> Int -> [Int] -> (Int, [Int])
roundDecimalAfter _ n [] = (0, replicate n 0)
roundDecimalAfter isEven n (d : ds)
  | n == 0 = (if d > 5 || d == 5 && not (isEven && allZeros ds) then 1 else 0, [])
  | otherwise = case roundDecimalAfter (even d) (n - 1) ds of
      (carry, rest) -> if d + carry == 10 then (1, 0 : rest) else (0, d + carry : rest)

allZeros :: [Int] -> Bool
allZeros [] = True
allZeros (d : ds) = d == 0 && allZeros ds

showIntAtBase :: Integral a => a -> (Int -> Char) -> a -> String -> String
showIntAtBase base digit n s
  | base <= 1 = error "Numeric.showIntAtBase: applied to unsupported base"
  | n < 0 = error "Numeric.showIntAtBase: applied to negative number"
  | n < base = digit (fromIntegral n) : s
  | otherwise = showIntAtBase base digit (quot n base) (digit (fromIntegral (rem n base)) : s)

showWhole :: Integral a => a -> String -> String
showWhole n s
  | n < 0 = error "Numeric.showInt: can't show negative numbers"
  | otherwise = showIntAtBase 10 digitChar n s

showSigned :: Real a => (a -> String -> String) -> Int -> a -> String -> String
showSigned shows d x s
  | x < 0 = showParen (d > 6) (\rest -> '-' : shows (negate x) rest) s
  | otherwise = shows x s

showHex :: Integral a => a -> String -> String
showHex n s
  | n < 0 = error "Numeric.showHex: can't show negative numbers"
  | otherwise = showIntAtBase 16 digitChar n s

showOct :: Integral a => a -> String -> String
showOct n s
  | n < 0 = error "Numeric.showOct: can't show negative numbers"
  | otherwise = showIntAtBase 8 digitChar n s

showBin :: Integral a => a -> String -> String
showBin n s
  | n < 0 = error "Numeric.showBin: can't show negative numbers"
  | otherwise = showIntAtBase 2 digitChar n s

printfFill :: Int -> Int -> String -> String -> String
printfFill fill width before text
  | missing <= 0 = append before text
  | fill == 1 = append before (append text (replicate missing ' '))
  | fill == 2 = append before (append (replicate missing '0') text)
  | otherwise = append (replicate missing ' ') (append before text)
  where missing = width - length before - length text

printfNumber :: Int -> Int -> String -> String -> String
printfNumber fill width sign text = case text of
  '-' : digits -> printfFill fill width "-" digits
  _ -> printfFill fill width sign text

printfDigits :: Int -> String -> String
printfDigits precision text = case text of
  '-' : digits -> '-' : printfDigits precision digits
  ['0'] | precision == 0 -> []
  _ -> append (replicate (precision - length text) '0') text

printfShown :: (Integral a, Show a) => a -> String
printfShown n = show (wholeNumber n)

wholeNumber :: Integral a => a -> a
wholeNumber n = quot n 1

printfWhole :: (Integral a, Show a) => Int -> Int -> String -> Int -> a -> String
printfWhole fill width sign precision n =
  printfNumber fill width sign (printfDigits precision (show (wholeNumber n)))

printfUnsigned :: Integral a => Int -> Int -> Int -> String -> Int -> Bool -> a -> String
printfUnsigned fill width base before precision upper n =
  printfFill fill width (if natural == 0 || base == 8 && startsZero digits then "" else before)
    (if upper then map toUpper digits else digits)
  where
    natural = printfNatural n
    digits = printfDigits precision (showIntAtBase (toInteger base) digitChar natural "")

startsZero :: String -> Bool
startsZero digits = case digits of
  '0' : _ -> True
  _ -> False

printfNatural :: Integral a => a -> Integer
printfNatural n
  | n >= 0 = toInteger n
  | n * 4294967296 * 4294967296 == 0 = toInteger n + 18446744073709551616
  | otherwise = error "printf: bad argument"

printfFixed :: Fractional a => Int -> Int -> String -> Int -> a -> String
printfFixed fill width sign precision x =
  printfNumber fill width sign (showFFloat (printfPrecision precision) x "")

printfExponent :: Fractional a => Int -> Int -> String -> Int -> a -> String
printfExponent fill width sign precision x =
  printfNumber fill width sign (showEFloat (printfPrecision precision) x "")

printfGeneral :: Fractional a => Int -> Int -> String -> Int -> a -> String
printfGeneral fill width sign precision x =
  printfNumber fill width sign (showGFloat (printfPrecision precision) x "")

printfUpper :: String -> String
printfUpper text = map toUpper text

printfPrecision :: Int -> Maybe Int
printfPrecision precision = if precision < 0 then Nothing else Just precision

printfChar :: Int -> Int -> Char -> String
printfChar fill width c = printfFill fill width "" [c]

printfText :: Int -> Int -> Int -> String -> String
printfText fill width precision s =
  printfFill fill width "" (if precision < 0 then s else take precision s)

printfValue :: PrintfAny a => Int -> Int -> String -> Int -> a -> String
printfValue fill width sign precision x = printfAny fill width sign precision x

class PrintfAny a where
  printfAny :: Int -> Int -> String -> Int -> a -> String
  printfEach :: Int -> Int -> String -> Int -> [a] -> String
  printfEach _ _ _ _ _ = error "printf: bad formatting char 'v'"

instance PrintfAny Int where
  printfAny fill width sign precision n = printfWhole fill width sign precision n

instance PrintfAny Integer where
  printfAny fill width sign precision n = printfWhole fill width sign precision n

-- For numbers of other widths (fixed_width_source.cpp).
integerAsPrinted :: Int -> Int -> String -> Int -> Integer -> String
integerAsPrinted fill width sign precision n = printfWhole fill width sign precision n

wordAsPrinted :: Int -> Int -> String -> Int -> Word -> String
wordAsPrinted fill width _ precision n = printfUnsigned fill width 10 "" precision False n

instance PrintfAny Word where
  printfAny fill width _ precision n = printfUnsigned fill width 10 "" precision False n

instance PrintfAny Double where
  printfAny fill width sign precision x = printfGeneral fill width sign precision x

instance PrintfAny Float where
  printfAny fill width sign precision x = printfGeneral fill width sign precision x

instance PrintfAny Char where
  printfAny fill width _ _ c = printfChar fill width c
  printfEach fill width _ precision s = printfText fill width precision s

instance PrintfAny a => PrintfAny [a] where
  printfAny fill width sign precision xs = printfEach fill width sign precision xs
)";
}

}  // namespace deforest::text
