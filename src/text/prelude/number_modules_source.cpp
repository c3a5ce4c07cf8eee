// Data.Fixed's remainders of fractions, and Numeric.Natural: whole numbers that are not negative.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view fixedSource() {
  return R"source(
module Data.Fixed (div', mod', divMod') where

infixl 7 `div'`, `mod'`

div' :: (Real a, Integral b) => a -> a -> b
div' n d = floor (toRational n / toRational d)

divMod' :: (Real a, Integral b) => a -> a -> (b, a)
divMod' n d = let f = div' n d in (f, n - fromIntegral f * d)

mod' :: Real a => a -> a -> a
mod' n d = n - fromInteger (div' n d) * d
)source";
}

std::string_view naturalSource() {
  return R"source(
module Numeric.Natural (Natural, minusNaturalMaybe) where

import Data.Ix

newtype Natural = MakeNatural Integer deriving (Eq, Ord, Ix)

natural :: Integer -> Natural
natural n = if n < 0 then errorWithoutStackTrace "arithmetic underflow" else MakeNatural n

minusNaturalMaybe :: Natural -> Natural -> Maybe Natural
minusNaturalMaybe (MakeNatural m) (MakeNatural n) = if m < n then Nothing else Just (MakeNatural (m - n))

instance Show Natural where
  showsPrec d (MakeNatural n) = showsPrec d n

instance Read Natural where
  readsPrec d s = [(MakeNatural n, rest) | (n, rest) <- readsPrec d s, n >= 0]

instance Num Natural where
  MakeNatural m + MakeNatural n = MakeNatural (m + n)
  MakeNatural m - MakeNatural n = natural (m - n)
  MakeNatural m * MakeNatural n = MakeNatural (m * n)
  negate (MakeNatural n) = natural (negate n)
  abs n = n
  signum (MakeNatural n) = MakeNatural (signum n)
  fromInteger n = natural n

instance Real Natural where
  toRational (MakeNatural n) = toRational n

instance Enum Natural where
  succ (MakeNatural n) = MakeNatural (n + 1)
  pred (MakeNatural n) =
    if n == 0 then errorWithoutStackTrace "Enum.pred{Natural}: tried to take `pred' of 0"
    else MakeNatural (n - 1)
  toEnum n = natural (toInteger n)
  fromEnum (MakeNatural n) = fromInteger n
  enumFromTo (MakeNatural m) (MakeNatural n) = map MakeNatural [m .. n]
  enumFromThenTo (MakeNatural l) (MakeNatural m) (MakeNatural n) =
    map MakeNatural [l, m .. n]

instance Integral Natural where
  toInteger (MakeNatural n) = n
  quotRem (MakeNatural m) (MakeNatural n) = case quotRem m n of (q, r) -> (MakeNatural q, MakeNatural r)
  divMod (MakeNatural m) (MakeNatural n) = case quotRem m n of (q, r) -> (MakeNatural q, MakeNatural r)
  quot (MakeNatural m) (MakeNatural n) = MakeNatural (quot m n)
  rem (MakeNatural m) (MakeNatural n) = MakeNatural (rem m n)
  div (MakeNatural m) (MakeNatural n) = MakeNatural (quot m n)
  mod (MakeNatural m) (MakeNatural n) = MakeNatural (rem m n)
)source";
}

}  // namespace deforest::text
