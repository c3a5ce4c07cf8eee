#!/usr/bin/env python3
"""Arrays, operation by operation, against GHC's package array: the same random programs, run by
`deforest run`, natively, by GHC, and by GHC after `deforest` has improved them; and what they say of
indices out of bounds.

usage: arrays_test.py DEFOREST RUNTIME [PROGRAMS]
"""

import os
import random
import shutil
import sys
import tempfile
import unittest

import routes
import tap
from routes import DEFOREST, RUNTIME, run

PROGRAMS = int(sys.argv[3]) if len(sys.argv) > 3 else 1

HEAD = """module Main where

import qualified Data.Array as A
import Data.Array (Array, (!), (//))
import qualified Data.Array.Unboxed as U
import Data.Ix

data Day = Mon | Tue | Wed | Thu | Fri deriving (Eq, Ord, Show, Enum, Bounded, Ix)

data Spot = Spot Int Day deriving (Eq, Ord, Show, Ix)

newtype Row = Row Int deriving (Eq, Ord, Show, Ix)

combine :: Int -> Int -> Int
combine x y = 2 * x - 3 * y

"""

# a and c: arrays, k: an index within a, b: bounds, d: bounds as large as those of a or smaller, xs:
# numbers, es: entries of a.
OPERATIONS = """
a | a == c | compare a c | a < c | A.bounds a | A.indices a | A.elems a | A.assocs a | a ! k
A.listArray b xs | a // es | A.accum combine a es | A.accumArray combine 7 b es' | A.array b all
A.accumArray (flip (:)) [] b es' | fmap (* 2) a | fmap show a | A.ixmap (A.bounds a) id a
A.ixmap d (\\i -> i) a | sum a | product a | length a | maximum (A.elems a) | minimum a | foldr (:) [] a
foldl (flip (:)) [] a | foldr (\\x r -> x - 2 * r) 1 a | foldl combine 0 a | null a | elem 3 a
traverse (\\x -> if x > 40 then Nothing else Just (x + 1)) a | mapM (\\x -> [x]) a | concatMap show a
range b | map (index b) (range b) | rangeSize b | inRange d k | filter (inRange d) (range b)
zip (A.elems a) (A.elems c) | showsPrec 11 a "" | (a // es) ! k | Just a | any even a | foldMap show a
A.listArray d (A.elems a) | map (a !) (A.indices a) | A.elems (fmap (+ 1) a // es)
"""
UNBOXED = """
u | u == v | compare u v | U.bounds u | U.elems u | U.assocs u | u U.! k | u U.// es
U.accum combine u es | U.amap (* 2) u | (U.accumArray combine 7 b es' :: U.UArray I Int)
(U.listArray b xs :: U.UArray I Int) | (U.array b all :: U.UArray I Int) | U.indices u
(U.listArray b (take 2 xs) :: U.UArray I Int) | (U.ixmap d id u :: U.UArray I Int)
U.amap even u | U.amap fromIntegral u == (U.amap fromIntegral v :: U.UArray I Double) | showsPrec 11 u ""
"""

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"]


def operations(table):
    return [each.strip() for line in table.strip().splitlines() for each in line.split(" | ")]


class Kind:
    """Indices of one type; each is a list of places, and written by `show`."""

    def __init__(self, name, show, ranges):
        self.name, self.show, self.ranges = name, show, ranges

    def bounds(self, rng):
        ends = []
        for low, high in self.ranges:
            first = rng.randint(low, high)
            ends.append((first, min(high, first + rng.randint(-1 if first > low else 0, 3))))
        return ends

    def smaller(self, rng, ends):
        return [(rng.randint(l, h), h) if l <= h else (l, h) for l, h in ends]

    @staticmethod
    def places(ends):
        found = [()]
        for low, high in ends:
            found = [each + (place,) for each in found for place in range(low, high + 1)]
        return found

    def written(self, ends):
        return f"({self.show([l for l, _ in ends])}, {self.show([h for _, h in ends])})"


def number(n):
    return f"({n})" if n < 0 else str(n)


KINDS = [
    Kind("Int", lambda p: number(p[0]), [(-3, 12)]),
    Kind("Integer", lambda p: number(p[0]), [(-3, 12)]),
    Kind("Char", lambda p: f"'{chr(p[0])}'", [(97, 110)]),
    Kind("Bool", lambda p: str(bool(p[0])), [(0, 1)]),
    Kind("Day", lambda p: DAYS[p[0]], [(0, 4)]),
    Kind("Row", lambda p: f"(Row {number(p[0])})", [(-2, 5)]),
    Kind("Spot", lambda p: f"(Spot {number(p[0])} {DAYS[p[1]]})", [(-2, 5), (0, 4)]),
    Kind("(Int, Char)", lambda p: f"({p[0]}, '{chr(p[1])}')", [(-2, 5), (97, 102)]),
    Kind("(Int, Int, Int)", lambda p: f"({p[0]}, {p[1]}, {p[2]})", [(0, 3), (-1, 2), (5, 7)]),
    Kind("(Day, (Bool, Int))", lambda p: f"({DAYS[p[0]]}, ({bool(p[1])}, {p[2]}))",
         [(0, 4), (0, 1), (-1, 2)]),
]


def program(seed):
    rng = random.Random(seed)
    definitions, calls = [], []
    # Of one program every operation at a third of the types.
    every = 3 if PROGRAMS == 1 else 1
    for first, kind in enumerate(KINDS):
        plain = operations(OPERATIONS)
        for number_of, operation in enumerate(plain + operations(UNBOXED)):
            if (first + number_of) % every != 0:
                continue
            ends = kind.bounds(rng)
            while not kind.places(ends):
                ends = kind.bounds(rng)
            other = kind.bounds(rng)
            index = kind.name
            numbers = lambda n: [rng.randint(-9, 50) for _ in range(n)]  # noqa: E731
            text = lambda values: "[" + ", ".join(values) + "]"  # noqa: E731
            entries = lambda ends, n: text(  # noqa: E731
                f"({kind.show(rng.choice(kind.places(ends)))}, {number(rng.randint(-9, 50))})"
                for _ in range(n if kind.places(ends) else 0))
            size = len(kind.places(ends))
            whole = text(f"({kind.show(place)}, {number(n)})" for place, n in
                         zip(kind.places(other), numbers(len(kind.places(other)))))
            module = "A" if operation in plain else "U"
            array = "Array" if operation in plain else "U.UArray"
            made = [f"({module}.listArray {kind.written(ends)} {text(map(number, numbers(size)))})"
                    for _ in range(2)]
            names = ["a", "c"] if operation in plain else ["u", "v"]
            arguments = made + [
                kind.show(rng.choice(kind.places(ends))), kind.written(other),
                kind.written(kind.smaller(rng, ends)),
                text(map(number, numbers(len(kind.places(other))))), entries(ends, 4),
                entries(other, 6), whole]
            types = [f"{array} ({index}) Int"] * 2 + [index] + [f"({index}, {index})"] * 2 + [
                "[Int]", f"[({index}, Int)]", f"[({index}, Int)]", f"[({index}, Int)]"]
            parameters = " ".join(names) + " k b d xs es es' all'"
            body = operation.replace("UArray I", f"UArray ({index})").replace(" all", " all'")
            name = f"line{len(definitions)}"
            definitions.append(f"{name} :: {' -> '.join(types)} -> String\n"
                               f"{name} {parameters} = show ({body})\n")
            calls.append(f"  putStrLn ({name} {' '.join(arguments)})\n")
    return definitions, calls


def written(definitions, calls):
    return HEAD + "\n".join(definitions) + "\nmain :: IO ()\nmain = do\n" + "".join(calls)


# What is evaluated, and of what type the array is.
OUTSIDE = [
    "A.listArray (0, 4) [1 :: Int ..] ! (5 :: Int)",
    "A.listArray (0, 4) [1 :: Int ..] ! (-1 :: Integer)",
    "A.listArray ('a', 'e') [1 :: Int ..] ! 'z'",
    "A.listArray ((0, 0), (1, 1)) [1 :: Int ..] ! (0 :: Int, 2 :: Int)",
    "A.listArray ((0, 0, 0), (1, 1, 1)) [1 :: Int ..] ! (0 :: Int, 2 :: Int, 1 :: Int)",
    "A.listArray (Mon, Wed) [1 :: Int ..] ! Fri",
    "A.listArray (Spot 0 Mon, Spot 1 Wed) [1 :: Int ..] ! Spot 0 Fri",
    "A.listArray (Row 0, Row 3) [1 :: Int ..] ! Row 4",
    "A.listArray (False, False) [1 :: Int] ! True",
    "A.listArray (LT, EQ) [1 :: Int, 2] ! GT",
    "A.listArray (0, 3 :: Word) [1 :: Int ..] ! 4",
    "A.array (0, 3 :: Int) [(1, 'x')] ! 2",
    "A.listArray (0, 3 :: Int) \"ab\" ! 2",
    "A.elems (A.array (0, 2 :: Int) [(3, 'x')])",
    "A.elems (A.listArray (0, 2 :: Int) \"abc\" // [(7, 'x')])",
    "A.elems (A.accumArray (+) 0 (0, 2 :: Int) [(7, 1 :: Int)])",
    "index (1, 5 :: Int) 9",
    "index ('a', 'c') 'x'",
    "index (Tue, Thu) Mon",
    "index ((0, 0), (2, 2 :: Int)) (1 :: Int, 3)",
    "U.listArray (0, 4 :: Int) [1 :: Int ..] `at` 5",
]


@unittest.skipUnless(shutil.which("ghc"), "there is no ghc")
class Arrays(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def file(self, text, name="Main.hs"):
        path = os.path.join(self.directory.name, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    def ghc(self, path):
        built = run(["ghc", "-O0", "-v0", "-w", "-o", path + ".exe", "-outputdir", path + ".d", path])
        self.assertEqual(built.returncode, 0, built.stderr[:4000])
        return run([path + ".exe"])

    def succeed(self, command):
        done = run(command)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])
        return done.stdout

    def native(self, path):
        text, exe = path + ".cpp", path + ".native"
        self.succeed([DEFOREST, path, "-o", text, "--serial", "--stop-after", "none"])
        self.succeed([os.environ.get("CXX", "g++"), "-std=c++20", "-O0", "-ffp-contract=off", "-I",
                      RUNTIME, text, "-o", exe, "-pthread"])
        return run([exe])

    def compare(self, definitions, expected, found):
        pairs = zip(expected.splitlines(), found.splitlines(), definitions)
        for one, other, definition in pairs:
            self.assertEqual(one, other, definition)
        self.assertEqual(len(expected.splitlines()), len(found.splitlines()))

    def test_values(self):
        for seed in range(PROGRAMS):
            with self.subTest(seed=seed):
                definitions, calls = program(seed)
                path = self.file(written(definitions, calls))
                expected = self.ghc(path).stdout
                self.assertEqual(len(expected.splitlines()), len(calls))
                self.compare(definitions, expected, self.succeed([DEFOREST, "run", path]))
                self.compare(definitions, expected, self.native(path).stdout)

    def test_improved(self):
        definitions, calls = program(PROGRAMS)
        some = sorted(random.Random(1).sample(range(len(calls)), 40))
        definitions = [definitions[i] for i in some]
        path = self.file(written(definitions, [calls[i] for i in some]))
        improved = os.path.join(self.directory.name, "Improved.hs")
        self.succeed([DEFOREST, path, "-o", improved])
        self.compare(definitions, self.ghc(path).stdout, self.ghc(improved).stdout)

    def test_out_of_bounds(self):
        # One program, which is told what to evaluate: it is compiled once.
        path = self.file(HEAD.replace("\n\n", "\n\nimport System.Environment (getArgs)\n", 1) +
                         "at :: U.UArray Int Int -> Int -> Int\nat u i = u U.! i\n\n"
                         "main :: IO ()\nmain = do\n  words <- getArgs\n  case words of\n" +
                         "".join(f'    ["{at}"] -> print ({each})\n'
                                 for at, each in enumerate(OUTSIDE)) + "    _ -> return ()\n")
        self.ghc(path)
        self.native(path)
        for at, expression in enumerate(OUTSIDE):
            with self.subTest(expression=expression):
                expected = run([path + ".exe", str(at)])
                message = expected.stderr.splitlines()[0].split(": ", 1)[1]
                self.assertEqual(expected.returncode, 1)
                for ran in (run([DEFOREST, "run", path, "--", str(at)]),
                            run([path + ".native", str(at)])):
                    self.assertEqual(ran.returncode, 1, ran.stdout)
                    self.assertIn(message, ran.stderr)


if __name__ == "__main__":
    tap.main(__name__)
