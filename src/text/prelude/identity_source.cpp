// Identity and Const: the functors that do nothing, with base's instances. A traversal is made a
// map by the one, and a fold by the other. And as which numbers Identity and the newtypes of
// monoids are there: as what they hold is. So are their bounds.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view identitySource() {
  return R"(
newtype Identity a = Identity { runIdentity :: a } deriving (Eq, Ord)

instance Show a => Show (Identity a) where
  showsPrec d (Identity x) = showParen (d >= 11) (showString "Identity " . showsPrec 11 x)

instance Functor Identity where
  fmap f (Identity x) = Identity (f x)

instance Applicative Identity where
  pure x = Identity x
  Identity f <*> Identity x = Identity (f x)
  liftA2 f (Identity x) (Identity y) = Identity (f x y)

instance Monad Identity where
  Identity x >>= f = f x

instance Foldable Identity where
  foldMap f (Identity x) = f x
  foldr f z (Identity x) = f x z
  foldl' f z (Identity x) = f z x

instance Traversable Identity where
  traverse f (Identity x) = fmap (\y -> Identity y) (f x)

instance Semigroup a => Semigroup (Identity a) where
  Identity x <> Identity y = Identity (x <> y)

instance Monoid a => Monoid (Identity a) where
  mempty = Identity mempty

newtype Const a b = Const { getConst :: a }

instance Eq a => Eq (Const a b) where
  Const x == Const y = x == y

instance Ord a => Ord (Const a b) where
  compare (Const x) (Const y) = compare x y

instance Show a => Show (Const a b) where
  showsPrec d (Const x) = showParen (d >= 11) (showString "Const " . showsPrec 11 x)

instance Semigroup a => Semigroup (Const a b) where
  Const x <> Const y = Const (x <> y)

instance Monoid a => Monoid (Const a b) where
  mempty = Const mempty

instance Functor (Const a) where
  fmap _ (Const x) = Const x

instance Monoid a => Applicative (Const a) where
  pure _ = Const mempty
  Const x <*> Const y = Const (x <> y)
  liftA2 _ (Const x) (Const y) = Const (x <> y)
  Const x *> Const y = Const (x <> y)
  Const x <* Const y = Const (x <> y)

instance Foldable (Const a) where
  foldMap _ _ = mempty
  foldr _ z _ = z
  foldl' _ z _ = z

instance Traversable (Const a) where
  traverse _ (Const x) = pure (Const x)

instance Num a => Num (Identity a) where
  Identity x + Identity y = Identity (x + y)
  Identity x - Identity y = Identity (x - y)
  Identity x * Identity y = Identity (x * y)
  negate (Identity x) = Identity (negate x)
  abs (Identity x) = Identity (abs x)
  signum (Identity x) = Identity (signum x)
  fromInteger n = Identity (fromInteger n)

instance Num a => Num (Sum a) where
  Sum x + Sum y = Sum (x + y)
  Sum x - Sum y = Sum (x - y)
  Sum x * Sum y = Sum (x * y)
  negate (Sum x) = Sum (negate x)
  abs (Sum x) = Sum (abs x)
  signum (Sum x) = Sum (signum x)
  fromInteger n = Sum (fromInteger n)

instance Num a => Num (Product a) where
  Product x + Product y = Product (x + y)
  Product x - Product y = Product (x - y)
  Product x * Product y = Product (x * y)
  negate (Product x) = Product (negate x)
  abs (Product x) = Product (abs x)
  signum (Product x) = Product (signum x)
  fromInteger n = Product (fromInteger n)

instance Num a => Num (Min a) where
  Min x + Min y = Min (x + y)
  Min x - Min y = Min (x - y)
  Min x * Min y = Min (x * y)
  negate (Min x) = Min (negate x)
  abs (Min x) = Min (abs x)
  signum (Min x) = Min (signum x)
  fromInteger n = Min (fromInteger n)

instance Num a => Num (Max a) where
  Max x + Max y = Max (x + y)
  Max x - Max y = Max (x - y)
  Max x * Max y = Max (x * y)
  negate (Max x) = Max (negate x)
  abs (Max x) = Max (abs x)
  signum (Max x) = Max (signum x)
  fromInteger n = Max (fromInteger n)

instance Num a => Num (Down a) where
  Down x + Down y = Down (x + y)
  Down x - Down y = Down (x - y)
  Down x * Down y = Down (x * y)
  negate (Down x) = Down (negate x)
  abs (Down x) = Down (abs x)
  signum (Down x) = Down (signum x)
  fromInteger n = Down (fromInteger n)

instance Bounded a => Bounded (Identity a) where
  minBound = Identity minBound
  maxBound = Identity maxBound

instance Bounded a => Bounded (Sum a) where
  minBound = Sum minBound
  maxBound = Sum maxBound

instance Bounded a => Bounded (Product a) where
  minBound = Product minBound
  maxBound = Product maxBound

instance Bounded a => Bounded (Min a) where
  minBound = Min minBound
  maxBound = Min maxBound

instance Bounded a => Bounded (Max a) where
  minBound = Max minBound
  maxBound = Max maxBound

instance Bounded a => Bounded (Dual a) where
  minBound = Dual minBound
  maxBound = Dual maxBound

instance Bounded Any where
  minBound = Any minBound
  maxBound = Any maxBound

instance Bounded All where
  minBound = All minBound
  maxBound = All maxBound
)";
}

}  // namespace deforest::text
