// Data.Bifunctor of base.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view bifunctorSource() {
  return R"source(
module Data.Bifunctor (Bifunctor(..)) where

class Bifunctor p where
  bimap :: (a -> b) -> (c -> d) -> p a c -> p b d
  first :: (a -> b) -> p a c -> p b c
  second :: (b -> c) -> p a b -> p a c
  bimap f g p = first f (second g p)
  first f = bimap f id
  second = bimap id

instance Bifunctor (,) where
  bimap f g ~(x, y) = (f x, g y)

instance Bifunctor Either where
  bimap f _ (Left x) = Left (f x)
  bimap _ g (Right y) = Right (g y)
)source";
}

}  // namespace deforest::text
