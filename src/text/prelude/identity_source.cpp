// Identity and Const: the functors that do nothing, with base's instances. A traversal is made a
// map by the one, and a fold by the other.
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

fmapDefault :: Traversable t => (a -> b) -> t a -> t b
fmapDefault f t = case traverse (\x -> Identity (f x)) t of
  Identity mapped -> mapped

foldMapDefault :: (Traversable t, Monoid m) => (a -> m) -> t a -> m
foldMapDefault f t = case traverse (\x -> Const (f x)) t of
  Const all -> all

newtype ZipList a = ZipList { getZipList :: [a] } deriving (Eq, Ord, Show)

instance Functor ZipList where
  fmap f (ZipList xs) = ZipList (map f xs)

instance Applicative ZipList where
  pure x = ZipList (repeat x)
  ZipList fs <*> ZipList xs = ZipList (zipWith (\f x -> f x) fs xs)
  liftA2 f (ZipList xs) (ZipList ys) = ZipList (zipWith f xs ys)

instance Alternative ZipList where
  empty = ZipList []
  ZipList xs <|> ZipList ys = ZipList (append xs (drop (length xs) ys))

instance Foldable ZipList where
  foldMap f (ZipList xs) = foldMap f xs
  foldr f z (ZipList xs) = foldr f z xs

instance Traversable ZipList where
  traverse f (ZipList xs) = fmap (\ys -> ZipList ys) (traverse f xs)

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
)";
}

}  // namespace deforest::text
