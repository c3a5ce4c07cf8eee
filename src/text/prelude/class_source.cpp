// The classes of the Prelude for which modules declare instances: what their methods are, and what
// an instance has that does not define one. The defaults are Haskell's.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view classSource() {
  return R"(
class Eq a where
  infix 4 ==, /=
  (==) :: a -> a -> Bool
  (/=) :: a -> a -> Bool
  x == y = not (x /= y)
  x /= y = not (x == y)

class Eq a => Ord a where
  infix 4 <, <=, >, >=
  compare :: a -> a -> Ordering
  (<) :: a -> a -> Bool
  (<=) :: a -> a -> Bool
  (>) :: a -> a -> Bool
  (>=) :: a -> a -> Bool
  max :: a -> a -> a
  min :: a -> a -> a
  compare x y = if x == y then EQ else if x <= y then LT else GT
  x < y = case compare x y of { LT -> True; _ -> False }
  x <= y = case compare x y of { GT -> False; _ -> True }
  x > y = case compare x y of { GT -> True; _ -> False }
  x >= y = case compare x y of { LT -> False; _ -> True }
  max x y = if x <= y then y else x
  min x y = if x <= y then x else y

class Num a where
  infixl 6 +, -
  infixl 7 *
  (+) :: a -> a -> a
  (-) :: a -> a -> a
  (*) :: a -> a -> a
  negate :: a -> a
  abs :: a -> a
  signum :: a -> a
  fromInteger :: Integer -> a
  x - y = x + negate y
  negate x = 0 - x

class Enum a where
  succ :: a -> a
  pred :: a -> a
  toEnum :: Int -> a
  fromEnum :: a -> Int
  enumFrom :: a -> [a]
  enumFromThen :: a -> a -> [a]
  enumFromTo :: a -> a -> [a]
  enumFromThenTo :: a -> a -> a -> [a]
  succ x = toEnum (fromEnum x + 1)
  pred x = toEnum (fromEnum x - 1)
  enumFrom x = map toEnum (enumFromLast (fromEnum x) maxBound)
  enumFromThen x y = map toEnum (enumFromThenLast (fromEnum x) (fromEnum y) minBound maxBound)
  enumFromTo x y = map toEnum (enumFromTo (fromEnum x) (fromEnum y))
  enumFromThenTo x y z = map toEnum (enumFromThenTo (fromEnum x) (fromEnum y) (fromEnum z))

class (Real a, Enum a) => Integral a where
  infixl 7 `quot`, `rem`, `div`, `mod`
  quot :: a -> a -> a
  rem :: a -> a -> a
  div :: a -> a -> a
  mod :: a -> a -> a
  quotRem :: a -> a -> (a, a)
  divMod :: a -> a -> (a, a)
  toInteger :: a -> Integer
  even :: a -> Bool
  odd :: a -> Bool
  quot x y = case quotRem x y of (q, _) -> q
  rem x y = case quotRem x y of (_, r) -> r
  div x y = case divMod x y of (q, _) -> q
  mod x y = case divMod x y of (_, r) -> r
  divMod x y = case quotRem x y of
    (q, r) -> if signum r == negate (signum y) then (q - 1, r + y) else (q, r)
  even x = rem x 2 == 0
  odd x = rem x 2 /= 0

class Eq a => Bits a where
  infixl 8 `shiftL`, `shiftR`
  infixl 7 .&.
  infixl 6 `xor`
  infixl 5 .|.
  (.&.) :: a -> a -> a
  (.|.) :: a -> a -> a
  xor :: a -> a -> a
  complement :: a -> a
  shiftL :: a -> Int -> a
  shiftR :: a -> Int -> a
  popCount :: a -> Int
  testBit :: a -> Int -> Bool
  finiteBitSize :: a -> Int
  rotate :: a -> Int -> a
  countLeadingZeros :: a -> Int

-- `stimes n` is what joins n of them; of a monoid n may be 0.
class Semigroup a where
  infixr 6 <>
  (<>) :: a -> a -> a
  stimes :: Integral n => n -> a -> a
  stimes n x
    | n <= 0 = errorWithoutStackTrace "stimes: positive multiplier expected"
    | otherwise = joinedTimes n x

-- By squares, those of the higher powers of two on the left.
joinedTimes :: (Integral n, Semigroup a) => n -> a -> a
joinedTimes n x
  | n == 1 = x
  | even n = joinedTimes (quot n 2) (x <> x)
  | otherwise = joinedBefore (quot n 2) (x <> x) x

joinedBefore :: (Integral n, Semigroup a) => n -> a -> a -> a
joinedBefore n x rest
  | n == 1 = x <> rest
  | even n = joinedBefore (quot n 2) (x <> x) rest
  | otherwise = joinedBefore (quot n 2) (x <> x) (x <> rest)

-- Joined with itself it is what it was.
sameTimes :: (Integral n, Monoid a) => n -> a -> a
sameTimes n x = case compare n 0 of
  LT -> errorWithoutStackTrace "stimesIdempotentMonoid: negative multiplier"
  EQ -> mempty
  GT -> x

monoidTimes :: (Integral n, Monoid a) => n -> a -> a
monoidTimes n x = case compare n 0 of
  LT -> errorWithoutStackTrace "stimesMonoid: expected a non-negative multiplier"
  EQ -> mempty
  GT -> joinedTimes n x

instance Semigroup [a] where
  xs <> ys = append xs ys
  stimes n xs
    | n < 0 = errorWithoutStackTrace "stimes: [], negative multiplier"
    | n == 0 = []
    | otherwise = append xs (stimes (n - 1) xs)

instance Semigroup () where
  _ <> _ = ()
  stimes _ _ = ()

instance Semigroup Ordering where
  LT <> _ = LT
  EQ <> y = y
  GT <> _ = GT
  stimes n x = sameTimes n x

instance Semigroup a => Semigroup (Maybe a) where
  Nothing <> y = y
  Just x <> Nothing = Just x
  Just x <> Just y = Just (x <> y)
  stimes _ Nothing = Nothing
  stimes n (Just x) = case compare n 0 of
    LT -> errorWithoutStackTrace "stimes: Maybe, negative multiplier"
    EQ -> Nothing
    GT -> Just (stimes n x)

instance (Semigroup a, Semigroup b) => Semigroup (a, b) where
  (a, b) <> (c, d) = (a <> c, b <> d)
  stimes n (a, b) = (stimes n a, stimes n b)

instance (Semigroup a, Semigroup b, Semigroup c) => Semigroup (a, b, c) where
  (a, b, c) <> (d, e, f) = (a <> d, b <> e, c <> f)
  stimes n (a, b, c) = (stimes n a, stimes n b, stimes n c)

instance Semigroup b => Semigroup (a -> b) where
  (f <> g) x = f x <> g x

class Semigroup a => Monoid a where
  mempty :: a
  mappend :: a -> a -> a
  mconcat :: [a] -> a
  mappend x y = x <> y
  mconcat [] = mempty
  mconcat (x : xs) = x <> mconcat xs

instance Monoid [a] where
  mempty = []
  mconcat xss = concat xss

instance Monoid () where
  mempty = ()

instance Monoid Ordering where
  mempty = EQ

instance Semigroup a => Monoid (Maybe a) where
  mempty = Nothing

instance (Monoid a, Monoid b) => Monoid (a, b) where
  mempty = (mempty, mempty)

instance (Monoid a, Monoid b, Monoid c) => Monoid (a, b, c) where
  mempty = (mempty, mempty, mempty)

instance Monoid b => Monoid (a -> b) where
  mempty _ = mempty

class Show a where
  showsPrec :: Int -> a -> ShowS
  show :: a -> String
  showList :: [a] -> ShowS
  showsPrec _ x s = append (show x) s
  show x = showsPrec 0 x []
  showList xs s = showListOf xs s

class Bounded a where
  minBound :: a
  maxBound :: a

powerOf :: (Num a, Integral b) => a -> b -> a
powerOf x n
  | n < 0 = error "Negative exponent"
  | n == 0 = 1
  | otherwise = powerBy x n

powerSigned :: (Fractional a, Integral b) => a -> b -> a
powerSigned x n = if n >= 0 then x ^ n else 1 / (x ^ negate n)

powerBy :: (Num a, Integral b) => a -> b -> a
powerBy x n
  | even n = powerBy (x * x) (quot n 2)
  | n == 1 = x
  | otherwise = powerOnto (x * x) (quot n 2) x

powerOnto :: (Num a, Integral b) => a -> b -> a -> a
powerOnto x n z
  | even n = powerOnto (x * x) (quot n 2) z
  | n == 1 = x * z
  | otherwise = powerOnto (x * x) (quot n 2) (x * z)
)";
}

}  // namespace deforest::text
