// The classes of numbers with fractions, what they do at Double and Float beyond the operations
// that the language knows by itself, and `Ratio`.
//
// A Double is taken apart and put together in exact whole numbers: as its mantissa, of as many bits
// as its type has, times a power of two. Quotients are rounded once, to the nearest number of the
// type, halves to the even one. The powers of two that a mantissa is multiplied by are such that
// nothing before the last multiplication rounds.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view fractionSource() {
  return R"(
class (Num a, Ord a) => Real a where
  toRational :: a -> Rational

class Num a => Fractional a where
  infixl 7 /
  (/) :: a -> a -> a
  recip :: a -> a
  fromRational :: Rational -> a
  x / y = x * recip y
  recip x = 1 / x

class Fractional a => Floating a where
  infixr 8 **
  pi :: a
  exp :: a -> a
  log :: a -> a
  sqrt :: a -> a
  (**) :: a -> a -> a
  logBase :: a -> a -> a
  sin :: a -> a
  cos :: a -> a
  tan :: a -> a
  asin :: a -> a
  acos :: a -> a
  atan :: a -> a
  sinh :: a -> a
  cosh :: a -> a
  tanh :: a -> a
  asinh :: a -> a
  acosh :: a -> a
  atanh :: a -> a
  x ** y = exp (log x * y)
  logBase x y = log y / log x
  sqrt x = x ** 0.5
  tan x = sin x / cos x
  tanh x = sinh x / cosh x

class (Real a, Fractional a) => RealFrac a where
  properFraction :: Integral b => a -> (b, a)
  truncate :: Integral b => a -> b
  round :: Integral b => a -> b
  ceiling :: Integral b => a -> b
  floor :: Integral b => a -> b
  truncate x = case properFraction x of (n, _) -> n
  round x = case properFraction x of (n, rest) -> roundedFrom n rest
  ceiling x = case properFraction x of (n, rest) -> if rest > 0 then n + 1 else n
  floor x = case properFraction x of (n, rest) -> if rest < 0 then n - 1 else n

roundedFrom :: (RealFrac a, Integral b) => b -> a -> b
roundedFrom n rest = case compare (abs rest) 0.5 of
  LT -> n
  EQ -> if even n then n else away
  GT -> away
  where away = if rest < 0 then n - 1 else n + 1

class (RealFrac a, Floating a) => RealFloat a where
  floatRadix :: a -> Integer
  floatDigits :: a -> Int
  floatRange :: a -> (Int, Int)
  decodeFloat :: a -> (Integer, Int)
  encodeFloat :: Integer -> Int -> a
  exponent :: a -> Int
  significand :: a -> a
  scaleFloat :: Int -> a -> a
  isNaN :: a -> Bool
  isInfinite :: a -> Bool
  isDenormalized :: a -> Bool
  isNegativeZero :: a -> Bool
  isIEEE :: a -> Bool
  atan2 :: a -> a -> a
  exponent x = case decodeFloat x of (m, n) -> if m == 0 then 0 else n + floatDigits x
  significand x = case decodeFloat x of (m, _) -> encodeFloat m (negate (floatDigits x))
  isNaN x = x /= x
  isInfinite x = x /= 0 && x == x * 2
  isNegativeZero x = x == 0 && 1 / x < 0
  isIEEE _ = True
  atan2 y x
    | x > 0 = atan (y / x)
    | x == 0 && y > 0 = pi / 2
    | x < 0 && y > 0 = pi + atan (y / x)
    | x <= 0 && y < 0 || x < 0 && isNegativeZero y || isNegativeZero x && isNegativeZero y =
        negate (atan2 (negate y) x)
    | y == 0 && (x < 0 || isNegativeZero x) = pi
    | x == 0 && y == 0 = y
    | otherwise = x + y

instance Real Int where
  toRational n = fromIntegral n :% 1

instance Real Word where
  toRational n = fromIntegral n :% 1

instance Real Integer where
  toRational n = n :% 1

instance Real Double where
  toRational x = case decodeFraction 4503599627370496 972 x of (m, n) -> scaledRatio m n

instance Real Float where
  toRational x = case decodeFraction 8388608 105 x of (m, n) -> scaledRatio m n

instance Fractional Double where
  recip x = 1 / x
  fromRational (n :% d) = ratioToFraction 53 (-1074) n d

instance Fractional Float where
  recip x = 1 / x
  fromRational (n :% d) = ratioToFraction 24 (-149) n d

instance Floating Double where
  logBase b x = log x / log b

instance Floating Float where
  logBase b x = log x / log b

instance RealFrac Double where
  properFraction x = wholeAndRest x (truncate x)

instance RealFrac Float where
  properFraction x = wholeAndRest x (truncate x)

instance RealFloat Double where
  floatRadix _ = 2
  floatDigits _ = 53
  floatRange _ = (-1021, 1024)
  decodeFloat x = decodeFraction 4503599627370496 972 x
  encodeFloat m n = encodeFraction 4503599627370496 537 m n
  scaleFloat n x = scaleFraction 4503599627370496 537 n x
  isDenormalized x = x /= 0 && abs x < 2.2250738585072014e-308

instance RealFloat Float where
  floatRadix _ = 2
  floatDigits _ = 24
  floatRange _ = (-125, 128)
  decodeFloat x = decodeFraction 8388608 105 x
  encodeFloat m n = encodeFraction 8388608 75 m n
  scaleFloat n x = scaleFraction 8388608 75 n x
  isDenormalized x = x /= 0 && abs x < 1.17549435e-38

wholeAndRest :: (RealFrac a, Integral b) => a -> b -> (b, a)
wholeAndRest x n = (n, x - fromIntegral n)

realToFracByRatio :: (Real a, Fractional b) => a -> b
realToFracByRatio x = fromRational (toRational x)

decodeFraction :: RealFrac a => a -> Int -> a -> (Integer, Int)
decodeFraction low most x
  | x /= x = (negate (truncate (low + low / 2)), most)
  | x < 0 = case decodeFraction low most (negate x) of (m, n) -> (negate m, n)
  | x == 0 = (0, 0)
  | x == x * 2 = (truncate low, most)
  | otherwise = case mantissaOf low x 0 of (m, n) -> (fromIntegral m, n)

encodeFraction :: RealFrac a => a -> Int -> Integer -> Int -> a
encodeFraction low half m n
  | abs m < 9223372036854775808 = scaleFraction low half n (fromInteger m)
  | otherwise = encodeFraction low half (quot m 4294967296) (n + 32)

scaleFraction :: RealFrac a => a -> Int -> Int -> a -> a
scaleFraction low half n x
  | x == 0 || x /= x || x == x * 2 = x
  | x < 0 = negate (scaleFraction low half n (negate x))
  | otherwise = case mantissaOf low x 0 of
      (m, e) -> scaledBy half (e + max (-4096) (min 4096 n)) (fromIntegral m)

scaledBy :: Fractional a => Int -> Int -> a -> a
scaledBy half n m
  | n >= 0 = m * 2 ^ n
  | n >= negate half = m / 2 ^ negate n
  | otherwise = m / 2 ^ half / 2 ^ (negate n - half)

scaledRatio :: Integer -> Int -> Rational
scaledRatio m n
  | n >= 0 = (m * 2 ^ n) :% 1
  | even m = scaledRatio (quot m 2) (n + 1)
  | otherwise = m :% (2 ^ negate n)

ratioToFraction :: Fractional a => Int -> Int -> Integer -> Integer -> a
ratioToFraction digits least n d
  | n == 0 = 0
  | n < 0 = negate (ratioToFraction digits least (negate n) d)
  | otherwise = roundedQuotient digits least (max least (bitCount n - bitCount d - digits)) n d

roundedQuotient :: Fractional a => Int -> Int -> Int -> Integer -> Integer -> a
roundedQuotient digits least e n d
  | q >= 2 ^ digits = roundedQuotient digits least (e + 1) n d
  | 2 * r > divisor || 2 * r == divisor && odd q = scaledBy half e (fromInteger (q + 1))
  | otherwise = scaledBy half e (fromInteger q)
  where
    half = quot (negate least) 2
    divisor = d * 2 ^ max 0 e
    dividend = n * 2 ^ max 0 (negate e)
    q = quot dividend divisor
    r = rem dividend divisor

bitCount :: Integer -> Int
bitCount n
  | n >= 18446744073709551616 = 64 + bitCount (quot n 18446744073709551616)
  | n >= 256 = 8 + bitCount (quot n 256)
  | n >= 1 = 1 + bitCount (quot n 2)
  | otherwise = 0

data Ratio a = !a :% !a deriving (Eq)

ratioOf :: Integral a => a -> a -> Ratio a
ratioOf x y = reducedRatio (x * signum y) (abs y)

reducedRatio :: Integral a => a -> a -> Ratio a
reducedRatio x y
  | y == 0 = error "Ratio has zero denominator"
  | otherwise = let d = gcd x y in quot x d :% quot y d

numerator :: Ratio a -> a
numerator (x :% _) = x

denominator :: Ratio a -> a
denominator (_ :% y) = y

instance Integral a => Ord (Ratio a) where
  (x :% y) <= (u :% v) = x * v <= u * y
  (x :% y) < (u :% v) = x * v < u * y

instance Show a => Show (Ratio a) where
  showsPrec p (x :% y) s =
    openIf (p > 7) (showsPrec 8 x (append " % " (showsPrec 8 y (closeIf (p > 7) s))))

instance Integral a => Num (Ratio a) where
  (x :% y) + (u :% v) = reducedRatio (x * v + u * y) (y * v)
  (x :% y) - (u :% v) = reducedRatio (x * v - u * y) (y * v)
  (x :% y) * (u :% v) = reducedRatio (x * u) (y * v)
  negate (x :% y) = negate x :% y
  abs (x :% y) = abs x :% y
  signum (x :% _) = signum x :% 1
  fromInteger n = fromInteger n :% 1

instance Integral a => Real (Ratio a) where
  toRational (x :% y) = toInteger x :% toInteger y

instance Integral a => Fractional (Ratio a) where
  (x :% y) / (u :% v) = ratioOf (x * v) (y * u)
  recip (x :% y)
    | x == 0 = error "Ratio has zero denominator"
    | x < 0 = negate y :% negate x
    | otherwise = y :% x
  fromRational (n :% d) = ratioOf (fromInteger n) (fromInteger d)

instance Integral a => RealFrac (Ratio a) where
  properFraction (x :% y) = let q = quot x y in (fromInteger (toInteger q), (x - q * y) :% y)

instance Integral a => Enum (Ratio a) where
  succ x = x + 1
  pred x = x - 1
  toEnum n = fromIntegral n :% 1
  fromEnum x = truncate x
  enumFrom x = ratiosFrom 1 x
  enumFromThen x y = ratiosFrom (y - x) x
  enumFromTo x y = fractionsFromTo x y
  enumFromThenTo x y z = fractionsFromThenTo x y z

ratiosFrom :: Integral a => Ratio a -> Ratio a -> [Ratio a]
ratiosFrom step x = x : ratiosFrom step (x + step)

approxRational :: RealFrac a => a -> a -> Rational
approxRational x e = simplestBetween (toRational x - toRational e) (toRational x + toRational e)

simplestBetween :: Rational -> Rational -> Rational
simplestBetween x y
  | y < x = simplestBetween y x
  | x == y = x
  | x > 0 = simplestPositive (numerator x) (denominator x) (numerator y) (denominator y)
  | y < 0 =
      negate (simplestPositive (negate (numerator y)) (denominator y) (negate (numerator x)) (denominator x))
  | otherwise = 0 :% 1

simplestPositive :: Integer -> Integer -> Integer -> Integer -> Rational
simplestPositive n d m e
  | r == 0 = q :% 1
  | q /= quot m e = (q + 1) :% 1
  | otherwise = case simplestPositive e (rem m e) d r of
      u :% v -> (q * u + v) :% u
  where
    q = quot n d
    r = rem n d
)";
}

}  // namespace deforest::text
