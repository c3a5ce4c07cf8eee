// `Data.Complex`: what base defines, operation by operation, so that every digit is the same.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view complexSource() {
  return R"(
data Complex a = !a :+ !a deriving (Eq)

realPart :: Complex a -> a
realPart (x :+ _) = x

imagPart :: Complex a -> a
imagPart (_ :+ y) = y

conjugate :: Num a => Complex a -> Complex a
conjugate (x :+ y) = x :+ negate y

mkPolar :: Floating a => a -> a -> Complex a
mkPolar r angle = (r * cos angle) :+ (r * sin angle)

cis :: Floating a => a -> Complex a
cis angle = cos angle :+ sin angle

polar :: RealFloat a => Complex a -> (a, a)
polar z = (magnitude z, phase z)

magnitude :: RealFloat a => Complex a -> a
magnitude (x :+ y) = scaleFloat k (sqrt (squared (scaleFloat (negate k) x) + squared (scaleFloat (negate k) y)))
  where k = max (exponent x) (exponent y)

squared :: Num a => a -> a
squared x = x * x

phase :: RealFloat a => Complex a -> a
phase (x :+ y) = if x == 0 && y == 0 then 0 else atan2 y x

instance Show a => Show (Complex a) where
  showsPrec p (x :+ y) s =
    openIf (p > 6) (showsPrec 7 x (append " :+ " (showsPrec 7 y (closeIf (p > 6) s))))

instance Functor Complex where
  fmap f (x :+ y) = f x :+ f y

instance Foldable Complex where
  foldr f z (x :+ y) = f x (f y z)
  foldMap f (x :+ y) = f x <> f y

instance RealFloat a => Num (Complex a) where
  (x :+ y) + (u :+ v) = (x + u) :+ (y + v)
  (x :+ y) - (u :+ v) = (x - u) :+ (y - v)
  (x :+ y) * (u :+ v) = (x * u - y * v) :+ (x * v + y * u)
  negate (x :+ y) = negate x :+ negate y
  abs z = magnitude z :+ 0
  signum (x :+ y)
    | x == 0 && y == 0 = 0 :+ 0
    | otherwise = let r = magnitude (x :+ y) in (x / r) :+ (y / r)
  fromInteger n = fromInteger n :+ 0

instance RealFloat a => Fractional (Complex a) where
  (x :+ y) / (u :+ v) = ((x * s + y * t) / d) :+ ((y * s - x * t) / d)
    where
      s = scaleFloat k u
      t = scaleFloat k v
      k = negate (max (exponent u) (exponent v))
      d = u * s + v * t
  fromRational r = fromRational r :+ 0

instance RealFloat a => Floating (Complex a) where
  pi = pi :+ 0
  exp (x :+ y) = let r = exp x in (r * cos y) :+ (r * sin y)
  log z = log (magnitude z) :+ phase z
  (x :+ y) ** (u :+ v)
    | u == 0 && v == 0 = 1 :+ 0
    | x == 0 && y == 0 = case compare u 0 of
        GT -> 0 :+ 0
        LT -> (1 / 0) :+ 0
        EQ -> (0 / 0) :+ (0 / 0)
    | isInfinite x || isInfinite y = case compare u 0 of
        GT -> (1 / 0) :+ 0
        LT -> 0 :+ 0
        EQ -> (0 / 0) :+ (0 / 0)
    | otherwise = exp (log (x :+ y) * (u :+ v))
  sqrt (x :+ y)
    | x == 0 && y == 0 = 0 :+ 0
    | x < 0 = across :+ (if y < 0 then negate along else along)
    | otherwise = along :+ (if y < 0 then negate across else across)
    where
      along = sqrt ((magnitude (x :+ y) + abs x) / 2)
      across = abs y / (along * 2)
  sin (x :+ y) = (sin x * cosh y) :+ (cos x * sinh y)
  cos (x :+ y) = (cos x * cosh y) :+ negate (sin x * sinh y)
  tan (x :+ y) = ((sin x * cosh y) :+ (cos x * sinh y)) / ((cos x * cosh y) :+ (negate (sin x) * sinh y))
  sinh (x :+ y) = (cos y * sinh x) :+ (sin y * cosh x)
  cosh (x :+ y) = (cos y * cosh x) :+ (sin y * sinh x)
  tanh (x :+ y) = ((cos y * sinh x) :+ (sin y * cosh x)) / ((cos y * cosh x) :+ (sin y * sinh x))
  asin (x :+ y) = case log ((negate y :+ x) + sqrt (1 - (x :+ y) * (x :+ y))) of u :+ v -> v :+ negate u
  acos (x :+ y) = case sqrt (1 - (x :+ y) * (x :+ y)) of
    u :+ v -> case log ((x :+ y) + (negate v :+ u)) of s :+ t -> t :+ negate s
  atan (x :+ y) = case log (((1 - y) :+ x) / sqrt (1 + (x :+ y) * (x :+ y))) of u :+ v -> v :+ negate u
  asinh z = log (z + sqrt (z * z + 1))
  acosh z = log (z + sqrt (z + 1) * sqrt (z - 1))
  atanh z = 0.5 * log ((1.0 + z) / (1.0 - z))
)";
}

}  // namespace deforest::text
