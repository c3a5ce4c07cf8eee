// Data.Functor.Compose of base.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view composeSource() {
  return R"source(
module Data.Functor.Compose (Compose(..)) where
import Control.Applicative

newtype Compose f g a = Compose { getCompose :: f (g a) }

instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap h (Compose x) = Compose (fmap (fmap h) x)

instance (Foldable f, Foldable g) => Foldable (Compose f g) where
  foldr h z (Compose x) = foldr (\y r -> foldr h r y) z x

instance (Traversable f, Traversable g) => Traversable (Compose f g) where
  traverse h (Compose x) = fmap Compose (traverse (traverse h) x)

instance (Applicative f, Applicative g) => Applicative (Compose f g) where
  pure x = Compose (pure (pure x))
  Compose f <*> Compose x = Compose (liftA2 (<*>) f x)

instance (Alternative f, Applicative g) => Alternative (Compose f g) where
  empty = Compose empty
  Compose x <|> Compose y = Compose (x <|> y)
)source";
}

}  // namespace deforest::text
