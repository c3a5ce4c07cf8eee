{-# LANGUAGE AllowAmbiguousTypes, DataKinds, KindSignatures, RankNTypes, ScopedTypeVariables, TypeApplications,
    NumericUnderscores #-}
-- Types that are given to names, type variables that the types inside see, and numbers as types.
module Main (main) where

import Data.Foldable (foldl')
import qualified Data.Map.Strict as Map
import Data.Proxy
import GHC.TypeLits (KnownNat, Nat, natVal)
import Text.Read (readMaybe)

class Describe a where
  describe :: String
  weight :: a -> Int

instance Describe Int where
  describe = "Int"
  weight n = n

instance Describe Bool where
  describe = "Bool"
  weight b = if b then 1 else 0

instance forall a. Describe a => Describe [a] where
  describe = "[" ++ describe @a ++ "]"
  weight xs = sum (map weight xs)

instance (Describe a, Describe b) => Describe (a, b) where
  describe = go 2
    where
      go :: Int -> String
      go 0 = "(" ++ describe @a ++ "," ++ describe @b ++ ")"
      go n = go (n - 1)
  weight (x, y) = weight x + weight y

-- Arithmetic to a modulus that the type says.
newtype Mod (n :: Nat) = Mod Integer deriving (Eq, Ord)

instance Show (Mod n) where
  showsPrec d (Mod x) = showsPrec d x

instance KnownNat n => Num (Mod n) where
  Mod x + Mod y = reduced (x + y)
  Mod x - Mod y = reduced (x - y)
  Mod x * Mod y = reduced (x * y)
  negate (Mod x) = reduced (negate x)
  abs = id
  signum = id
  fromInteger = reduced

reduced :: forall n. KnownNat n => Integer -> Mod n
reduced x = Mod (x `mod` natVal (Proxy :: Proxy n))

inverse :: forall n. KnownNat n => Mod n -> Mod n
inverse x = x ^ (natVal (Proxy @n) - 2)

-- A table of a width that its type says.
newtype Row (width :: Nat) a = Row [a] deriving (Eq, Show)

row :: forall width a. KnownNat width => a -> [a] -> Row width a
row filler xs = Row (take size (xs ++ replicate size filler))
  where
    size :: Int
    size = fromIntegral (natVal (Proxy @width))

bounds :: forall a. (Bounded a, Enum a, Show a) => [String]
bounds = map shown [minBound .. maxBound]
  where
    shown :: a -> String
    shown x = show (fromEnum x) ++ "=" ++ show x

tally :: forall key. Ord key => [key] -> [(key, Int)]
tally = Map.toList . foldl' step Map.empty
  where
    step :: Map.Map key Int -> key -> Map.Map key Int
    step m k = Map.insertWith (+) k 1 m

parsed :: forall a b. (Read a, Read b) => String -> (Maybe a, Maybe b)
parsed s = (readMaybe @a s, readMaybe @b s)

-- A variable of this local signature is one of its own.
pairs :: [a] -> [b] -> ([(Int, a)], [(Int, b)])
pairs xs ys = (numbered xs, numbered ys)
  where
    numbered :: [a] -> [(Int, a)]
    numbered zs = zip [0 ..] zs

main :: IO ()
main = do
  putStrLn (describe @[(Int, [Bool])])
  print (weight [(3, [True, False]), (4 :: Int, [True])])
  print (read @Int "42" + 1, read @[Double] "[1.5,2]", show @Integer 7)
  print (fromIntegral @Int @Double 3, maxBound @Int, minBound @Char)
  print (parsed @Int @Bool "12", parsed @_ @Bool "True" :: (Maybe Int, Maybe Bool))
  print (either @String @Int length id (Left "four"), Just @Integer 5, mempty @String)
  mapM_ putStrLn (bounds @Bool)
  print (tally "mississippi", tally @Int [3, 1, 3])
  print (2 ^ (100 :: Int) :: Mod 1000000007, (5 :: Mod 0x11) * inverse 5)
  print (sum (map fromInteger [1 .. 1000]) :: Mod 97, (3 :: Mod 7) == 10, map (subtract 1) [0 :: Mod 1_000])
  print (row 0 [1, 2] :: Row 4 Int, row 'x' "abcdef" :: Row 3 Char)
  print (pairs "ab" [True])
  print (natVal (Proxy :: Proxy 0), natVal (Proxy @123456789012345678901234567890))
