// Data.Proxy, and natural numbers as types: GHC.TypeLits, GHC.TypeNats.
//
// A number in a type is what its digits make, the last one outermost (parsing/types.cpp): 12 is
// `Digit2 (Digit1 NoDigit)`. So numbers are the same type if they are equal, and what is known of one
// is an instance like others.
#include <string>

#include "text/prelude/source.hpp"
#include "text/prelude/written_modules.hpp"

namespace deforest::text {

std::string_view proxySource() {
  return R"source(module Data.Proxy (Proxy(..), asProxyTypeOf) where

data Proxy t = Proxy deriving (Eq, Ord, Show)

instance Functor Proxy where
  fmap _ _ = Proxy

instance Semigroup (Proxy t) where
  _ <> _ = Proxy

instance Monoid (Proxy t) where
  mempty = Proxy

asProxyTypeOf :: a -> proxy a -> a
asProxyTypeOf x _ = x
)source";
}

std::string digitsSource() {
  std::string text = "module " + std::string(digitsModule) + R"source( where
import Data.Proxy

type Nat = Integer

class KnownNat n where
  natVal :: proxy n -> Integer

restOf :: proxy (digit n) -> Proxy n
restOf _ = Proxy

data NoDigit = NoDigit

instance KnownNat NoDigit where
  natVal _ = 0
)source";
  for (int i = 0; i < 10; ++i) {
    const std::string digit = std::to_string(i);
    text += "data Digit" + digit + " n = Digit" + digit + "\n";
    text += "instance KnownNat n => KnownNat (Digit" + digit + " n) where\n";
    text += "  natVal p = 10 * natVal (restOf p) + " + digit + "\n";
  }
  return text;
}

std::string typeLitsSource() {
  return "module GHC.TypeLits (KnownNat(..), Nat) where\nimport " + std::string(digitsModule) +
         "\n";
}

std::string typeNatsSource() {
  const std::string digits(digitsModule);
  return "module GHC.TypeNats (KnownNat, Nat, Natural, natVal) where\nimport Numeric.Natural\n"
         "import " +
         digits + " (KnownNat, Nat)\nimport qualified " + digits +
         " as Digits\n\nnatVal :: KnownNat n => proxy n -> Natural\n"
         "natVal p = fromInteger (Digits.natVal p)\n";
}

}  // namespace deforest::text
