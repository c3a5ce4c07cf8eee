#!/usr/bin/env python3
"""Integers, operation by operation, against GHC: one program that prints tables of what operations
make of numbers on either side of 2^31, 2^32, 2^62, 2^63 and 2^64, and of numbers of hundreds of
digits, as GHC compiles it, as `deforest run` evaluates it, strictly and as Haskell does, as GHC
compiles what `deforest` writes, and as a native executable.

usage: integer_test.py DEFOREST RUNTIME
"""

import os
import random

import routes
import tap
from routes import DEFOREST


def operands():
    rng = random.Random(1)
    numbers = {0, 1, 2, 3, 7, 10, 10**18, 10**19}
    for power in (31, 32, 53, 62, 63, 64, 65, 128):
        numbers |= {2**power - 1, 2**power, 2**power + 1}
    numbers |= {rng.getrandbits(bits) for bits in (100, 190, 500)}
    numbers |= {2**191 - 2**127, 10**60, rng.getrandbits(1100)}
    return sorted(numbers | {-n for n in numbers})


def written(number):
    return str(number) if number >= 0 else f"({number})"


PROGRAM = """module Main where

import Data.Bits

data Shape = Flat | Wide Integer Integer deriving (Eq, Ord, Show)

operands :: [Integer]
operands = [%(operands)s]

few :: [Integer]
few = [%(few)s]

factors :: [Integer]
factors = [%(factors)s]

named :: Integer -> Int
named 0 = 1
named 1 = 2
named 18446744073709551616 = 3
named (-9223372036854775809) = 4
named 0x10000000000000001 = 5
named _ = 6

factorial :: Integer -> Integer
factorial n = if n <= 1 then 1 else n * factorial (n - 1)

fibonacci :: Int -> Integer
fibonacci n = go n 0 1
  where
    go :: Int -> Integer -> Integer -> Integer
    go k a b = if k == 0 then a else go (k - 1) b (a + b)

main :: IO ()
main = do
  print operands
  print [x + y | x <- operands, y <- operands]
  print [x - y | x <- operands, y <- operands]
  print [x * y | x <- operands, y <- operands]
  print [quot x y | x <- operands, y <- operands, y /= 0]
  print [rem x y | x <- operands, y <- operands, y /= 0]
  print [div x y | x <- operands, y <- operands, y /= 0]
  print [mod x y | x <- operands, y <- operands, y /= 0]
  print [divMod x y | x <- few, y <- few, y /= 0]
  print [quotRem x y | x <- few, y <- few, y /= 0]
  print [compare x y | x <- operands, y <- operands]
  print [(x == y, x /= y, x < y, x <= y, x > y, x >= y) | x <- few, y <- few]
  print [(min x y, max x y) | x <- few, y <- few]
  print [(negate x, abs x, signum x) | x <- operands]
  print [(even x, odd x) | x <- operands]
  print [(gcd x y, lcm x y) | x <- few, y <- few]
  print [(succ x, pred x, subtract 1 x) | x <- operands]
  print [x .&. y | x <- operands, y <- operands]
  print [x .|. y | x <- operands, y <- operands]
  print [xor x y | x <- operands, y <- operands]
  print [(complement x, popCount x, testBit x 0, testBit x 64) | x <- operands]
  print [shiftL x n | x <- operands, n <- [0, 1, 63, 64, 130]]
  print [shiftR x n | x <- operands, n <- [0, 1, 62, 63, 64, 65, 500]]
  print [[shift x n, shift x (-n), rotate x n, rotateL x n, rotateR x n] | x <- few, n <- [0, 3, 70]]
  print [(setBit x n, clearBit x n, complementBit x n, testBit x n) | x <- few, n <- [0, 61, 63, 64, 99]]
  print (bit 100 :: Integer, zeroBits :: Integer, foldr xor 0 operands, foldr1 (.&.) operands)
  print [x ^ n | x <- few, n <- [0, 1, 2, 3, 7 :: Int]]
  print [x ^ y | x <- [-2, -1, 0, 1, 3, 10], y <- [0, 1, 2, 17, 64 :: Integer]]
  print [(3 :: Int) ^ (x * x) | x <- few]
  print [(-1 :: Integer) ^ (x * x) | x <- few]
  print (map fromIntegral operands :: [Int])
  print (map fromIntegral operands :: [Word])
  print (map fromIntegral operands :: [Double])
  print (map fromInteger operands :: [Float])
  print (map toInteger [minBound, -1, 0, 1, maxBound :: Int])
  print (map toInteger [minBound, 1, maxBound :: Word])
  print (map fromIntegral [minBound, maxBound :: Int] :: [Integer])
  print [(truncate x, floor x, ceiling x, round x) :: (Integer, Integer, Integer, Integer) | x <- fractions]
  print [(truncate x, round x) :: (Integer, Integer) | x <- shortFractions]
  print [[x .. x + 3] | x <- few]
  print [take 5 [x, y .. x + 3 * (y - x)] | x <- few, y <- few, x /= y]
  print (map fromEnum operands, map toEnum [-1, 0, 5] :: [Integer])
  print (map named operands)
  print [Wide x y | x <- few, y <- few]
  print [(Just (-5 :: Integer), [Left x, Right (x - 1)], maximum [Wide x 1, Flat]) | x <- few]
  print [show x == show (Just x) | x <- few]
  print (map (\\x -> read (show x) == x) operands)
  print (map read ["12", " ( -7 ) ", "0x1fffffffffffffffff", "0o7777777777777777777777777"] :: [Integer])
  putStrLn (concatMap show operands)
  print (map factorial factors)
  print (map fibonacci [0, 1, 90, 91, 92, 93, 94, 1000])
  print (sum (map (2 ^) [60 .. 70]), product [1 .. 25], 3 * 7000000000 * 7000000000)
  print (length (show (factorial 1000)), sum (map (\\c -> fromEnum c - 48) (show (factorial 300))))

fractions :: [Double]
fractions = [0, -0.5, 0.5, 1.5, 2.5, -2.5, 4503599627370495.5, 4.611686018427388e18, 9.3e18, -9.3e18, 1e30, -1.5e300, 1 / 0, -1 / 0]

shortFractions :: [Float]
shortFractions = [0.5, -1.5, 3.0e38, -1.0e20]
"""


def program():
    numbers = operands()
    few = [n for n in numbers if abs(n) in (0, 1, 7, 2**62, 2**63 + 1, 2**64, 10**60)]
    return PROGRAM % {
        "operands": ", ".join(map(written, numbers)),
        "few": ", ".join(map(written, few)),
        "factors": ", ".join(map(str, (0, 5, 20, 21, 22, 25, 30, 100))),
    }


SANITIZED = ["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


class Integers(routes.Routes):
    program = staticmethod(program)

    def compare(self, found):
        calls = [line.strip() for line in program().splitlines()
                 if line.startswith(("  print", "  putStrLn"))]
        lines = self.expected.splitlines()
        for one, other, call in zip(lines, found.splitlines(), calls):
            if one != other:
                at = next(i for i in range(len(one) + 1) if one[:i + 1] != other[:i + 1])
                self.fail(f"{call}: ...{one[max(0, at - 40):at + 80]} is not "
                          f"...{other[max(0, at - 40):at + 80]}")
        self.assertEqual(len(lines), len(found.splitlines()))
        self.assertEqual(len(lines), len(calls))

    def test_interpreted(self):
        self.compare(self.succeed([DEFOREST, "run", self.source]))

    def test_written_and_read_again(self):
        printed = os.path.join(self.directory.name, "printed.ir")
        binary = os.path.join(self.directory.name, "kept.dfir")
        for path in (printed, binary):
            self.succeed([DEFOREST, self.source, "-o", path])
            self.compare(self.succeed([DEFOREST, "run", "--semantics", "haskell", path]))

    def test_improved(self):
        improved = os.path.join(self.directory.name, "Improved.hs")
        self.succeed([DEFOREST, self.source, "-o", improved])
        self.compare(self.ghc(improved))

    def test_native(self):
        text = self.native()
        for flags in tap.sample([SANITIZED, ["-O1"]], 2):
            self.compare(self.executed(text, *flags))


if __name__ == "__main__":
    tap.main(__name__)
