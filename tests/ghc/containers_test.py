#!/usr/bin/env python3
"""Maps, sets and sequences, operation by operation, against GHC's containers: the same random programs, run by
`deforest run`, by GHC, and by GHC after `deforest` has improved them.

usage: containers_test.py DEFOREST [PROGRAMS]
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import tap  # noqa: E402

DEFOREST = os.path.abspath(sys.argv[1])
PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 2
LINES_PER_OPERATION = 3

HEAD = """module Main where

import Data.Char (ord, toUpper)
import qualified Data.IntMap.Strict as IntMap
import Data.IntMap.Strict (IntMap)
import qualified Data.IntSet as IntSet
import Data.IntSet (IntSet)
import qualified Data.Map.Strict as Map
import Data.Map.Strict (Map)
import qualified Data.Sequence as Seq
import Data.Sequence (Seq)
import qualified Data.Set as Set
import Data.Set (Set)

data Shade = Dark | Grey Int | Light deriving (Eq, Ord, Show)

combine :: Int -> Int -> Int
combine x y = 2 * x - 3 * y

perhaps :: Int -> Maybe Int
perhaps x = if mod x 3 == 0 then Nothing else Just (x * 7)

grow :: Maybe Int -> Maybe Int
grow Nothing = Just 5
grow (Just x) = if even x then Nothing else Just (x + 1)

"""

# M: a module of maps, m and n: maps in it, k: a key, i: a number, s: a set of keys, es: entries.
OF_ALL_MAPS = """
m | n | M.empty == m | m == n | compare m n | m <> n | M.null m | M.size m
M.insert k i m | M.insertWith combine k i m | M.insertWith (\\x y -> x + y + i) k i m
M.insertWithKey (\\_ x y -> x - y) k i m | M.insertLookupWithKey (\\_ x y -> x - y) k i m
M.delete k m | M.adjust (+ i) k m | M.adjustWithKey (\\_ x -> x * i) k m | M.update perhaps k m
M.updateWithKey (\\_ x -> perhaps x) k m | M.alter grow k m | M.lookup k m | m M.!? k
M.findWithDefault i k m | M.member k m | M.notMember k m
M.lookupLT k m | M.lookupGT k m | M.lookupLE k m | M.lookupGE k m
M.union m n | M.unionWith combine m n | M.unionWithKey (\\_ x y -> combine x y) m n
M.unions [m, n, M.singleton k i] | M.unionsWith combine [m, n, m]
M.difference m n | m M.\\\\ n | M.differenceWith (\\x y -> perhaps (x + y)) m n
M.intersection m n | M.intersectionWith combine m n
M.intersectionWithKey (\\_ x y -> (x, y)) m n | M.disjoint m n | M.isSubmapOf m n
M.isSubmapOfBy (<=) m (M.union m n)
M.map (* 2) m | M.mapWithKey (\\_ x -> x + i) m | M.mapAccum (\\s x -> (s + x, s * x)) i m
M.mapAccumWithKey (\\s _ x -> (s - x, s)) i m | M.foldr (\\x s -> x - 2 * s) i m
M.foldl (\\s x -> x - 2 * s) i m | M.foldr' combine i m | M.foldl' combine i m
M.foldrWithKey (\\q x r -> (q, x) : r) [] m | M.foldlWithKey (\\r q x -> (q, x) : r) [] m
M.foldrWithKey' (\\_ x r -> combine x r) i m | M.foldlWithKey' (\\r _ x -> combine r x) i m
M.foldMapWithKey (\\q x -> [(x, q)]) m | M.elems m | M.keys m | M.assocs m | M.keysSet m
M.toList m | M.toAscList m | M.toDescList m | M.fromSet (const i) s | M.fromList es
M.fromListWith combine es | M.fromListWithKey (\\_ x y -> combine x y) es
M.fromAscList (M.toAscList m) | M.fromDistinctAscList (M.toAscList n)
M.fromAscListWith combine (concatMap (\\e -> [e, e]) (M.toAscList m))
M.filter even m | M.filterWithKey (\\_ x -> x > i) m | M.restrictKeys m s | M.withoutKeys m s
M.partition even m | M.partitionWithKey (\\q _ -> q < k) m | M.mapMaybe perhaps m
M.mapMaybeWithKey (\\q x -> if q > k then Nothing else Just (x, q)) m
M.mapEither (\\x -> if even x then Left x else Right (show x)) m
M.split k m | M.splitLookup k m | M.lookupMin m | M.lookupMax m | M.deleteMin m | M.deleteMax m
M.minView m | M.maxView m | M.minViewWithKey m | M.maxViewWithKey m
M.findMin (M.insert k i m) | M.findMax (M.insert k i m) | M.deleteFindMin (M.insert k i n)
M.deleteFindMax (M.insert k i n) | M.insert k i m M.! k | showsPrec 11 m ""
"""
OF_MAPS = """
Map.mapKeys (\\q -> (q, k)) m | Map.mapKeysWith combine show m | Map.lookupIndex k m
Map.findIndex k (Map.insert k i m) | Map.elemAt 0 (Map.insert k i m) | Map.deleteAt 0 (Map.insert k i m)
Map.take i m | Map.drop i m | Map.splitAt i m | Map.takeWhileAntitone (< k) m
Map.dropWhileAntitone (< k) m | Map.spanAntitone (<= k) m | Map.fromDescList (Map.toDescList m)
"""
# S: a module of sets, s and t: sets in it.
OF_ALL_SETS = """
s | s == t | compare s t | s <> t | S.null s | S.size s | S.insert k s | S.delete k s
S.member k s | S.notMember k s | S.lookupLT k s | S.lookupGT k s | S.lookupLE k s | S.lookupGE k s
S.union s t | S.unions [s, t, S.singleton k] | S.difference s t | s S.\\\\ t | S.intersection s t
S.disjoint s t | S.isSubsetOf s (S.union s t) | S.isSubsetOf s t | S.isProperSubsetOf s (S.insert k s)
S.filter (> k) s | S.partition (> k) s | S.split k s | S.splitMember k s
S.foldr (:) [] s | S.foldl (flip (:)) [] s | S.foldr' (:) [] s | S.foldl' (flip (:)) [] s
S.elems s | S.toList s | S.toAscList s | S.toDescList s | S.fromList ks
S.fromAscList (S.toAscList s) | S.fromDistinctAscList (S.toAscList t)
S.deleteMin s | S.deleteMax s | S.minView s | S.maxView s
S.findMin (S.insert k s) | S.findMax (S.insert k s) | S.deleteFindMin (S.insert k s)
S.deleteFindMax (S.insert k s) | showsPrec 11 s ""
"""
OF_SETS = """
Set.map (\\q -> (k, q)) s | Set.lookupMin s | Set.lookupMax s | Set.lookupIndex k s
Set.findIndex k (Set.insert k s) | Set.elemAt 0 (Set.insert k s) | Set.deleteAt 0 (Set.insert k s)
Set.take i s | Set.drop i s | Set.splitAt i s | Set.takeWhileAntitone (< k) s
Set.dropWhileAntitone (< k) s | Set.spanAntitone (<= k) s | Set.fromDescList (Set.toDescList s)
"""
# s and t: sequences, i: a place that may be none, x: a number, xs: numbers.
OF_SEQUENCES = """
s | s == t | compare s t | s <> t | s Seq.>< t | x Seq.<| s | s Seq.|> x | Seq.null s | Seq.length s
Seq.viewl s | Seq.viewr s | fmap (+ x) (Seq.viewl s) | sum (Seq.viewr s) | compare (Seq.viewl s) (Seq.viewl t)
Seq.fromList xs | Seq.singleton x | Seq.replicate (abs i) x | Seq.fromFunction (abs i) (* x)
Seq.iterateN (abs i) (+ x) 1 | Seq.unfoldr (\\n -> if n > 9 then Nothing else Just (n, n + 1)) i
Seq.replicateA 2 (perhaps x) | Seq.replicateM 2 [x, i] | Seq.lookup i s | s Seq.!? i
Seq.index (s Seq.|> x) (Seq.length s) | Seq.adjust (* 2) i s | Seq.adjust' (* 2) i s | Seq.update i x s
Seq.take i s | Seq.drop i s | Seq.splitAt i s | Seq.insertAt i x s | Seq.deleteAt i s | Seq.reverse s
Seq.intersperse x s | Seq.mapWithIndex (,) s | Seq.foldlWithIndex (\\a k y -> a * 2 - k + y) x s
Seq.foldrWithIndex (\\k y a -> a * 2 - k + y) x s | Seq.foldMapWithIndex (\\k y -> [(k, y)]) s
Seq.traverseWithIndex (\\k y -> if k > 9 then Nothing else Just (k - y)) s | Seq.filter even s
Seq.partition even s | Seq.spanl (> x) s | Seq.spanr (> x) s | Seq.breakl (> x) s | Seq.breakr (> x) s
Seq.takeWhileL (< x) s | Seq.takeWhileR (< x) s | Seq.dropWhileL (< x) s | Seq.dropWhileR (< x) s
Seq.elemIndexL x s | Seq.elemIndexR x s | Seq.elemIndicesL x s | Seq.findIndexL (> x) s
Seq.findIndexR (> x) s | Seq.findIndicesL even s | Seq.sort s | Seq.sortBy (\\a b -> compare b a) s
Seq.sortOn (`mod` 5) s | Seq.unstableSort s | Seq.zip s t | Seq.zipWith combine s t | Seq.zip3 s t s
Seq.zipWith3 (\\a b c -> a + b * c) s t s | Seq.unzip (Seq.zip s t) | Seq.unzipWith (\\y -> (y, -y)) s
Seq.scanl combine x s | Seq.scanl1 combine (x Seq.<| s) | Seq.scanr combine x s | Seq.scanr1 combine (s Seq.|> x)
Seq.tails (Seq.take 5 s) | Seq.inits (Seq.take 5 s) | Seq.chunksOf 3 s | fmap show s | foldr (:) [] s
foldl combine x s | sum s | product s | length s | maximum (x Seq.<| s) | elem x s | null s | any even s
traverse perhaps s | mapM (\\y -> [y, x]) (Seq.take 3 s) | mconcat [s, t, mempty] | showsPrec 11 s ""
(,) <$> Seq.take 3 s <*> Seq.take 3 t | Seq.take 4 s >>= \\y -> Seq.fromList [y, x] | Just s
foldr (Seq.<|) Seq.empty xs == Seq.fromList xs | foldl (Seq.|>) Seq.empty xs == Seq.fromList xs
Seq.length (iterate (\\q -> Seq.drop 1 q Seq.>< Seq.take 1 q) (x Seq.<| s) !! 7)
"""


def operations(table):
    return [each.strip() for line in table.strip().splitlines() for each in line.split(" | ")]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def number(self):
        return self.random.randint(-9, 30)

    def key(self, kind):
        if kind == "Shade":
            return self.random.choice(["Dark", "Light", f"(Grey {self.random.randint(0, 12)})"])
        if kind == "String":
            return '"' + "".join(self.random.choice("abc") for _ in range(self.random.randint(0, 3))) + '"'
        return f"({self.number()})"

    def keys(self, kind):
        size = self.random.choice([0, 1, 2, 5, 12, 40])
        return "[" + ", ".join(self.key(kind) for _ in range(size)) + "]"

    def entries(self, kind):
        size = self.random.choice([0, 1, 2, 5, 12, 40])
        return "[" + ", ".join(f"({self.key(kind)}, {self.number()})" for _ in range(size)) + "]"

    def say(self, operation, words, signature, arguments):
        text = operation
        for word, module in words.items():
            text = text.replace(word + ".", module + ".")
        name = f"line{len(self.lines)}"
        parameters, types = zip(*signature)
        self.lines.append((name, f"{name} :: {' -> '.join(types)} -> String\n"
                                 f"{name} {' '.join(parameters)} = show ({text})\n", arguments))

    def maps(self, table, module, type_, sets, kind):
        key = "Int" if type_ == "IntMap" else kind
        map_ = "IntMap Int" if type_ == "IntMap" else f"(Map {kind} Int)"
        set_ = "IntSet" if type_ == "IntMap" else f"(Set {kind})"
        signature = [("m", map_.strip("()")), ("n", map_.strip("()")), ("k", key), ("i", "Int"),
                     ("s", set_.strip("()")), ("es", f"[({key}, Int)]")]
        for operation in operations(table):
            for _ in range(LINES_PER_OPERATION):
                made = [f"({module}.fromList {self.entries(key)})" for _ in range(2)]
                self.say(operation, {"M": module}, signature,
                         made + [self.key(key), f"({self.number()})",
                                 f"({sets}.fromList {self.keys(key)})", self.entries(key)])

    def sets(self, table, module, type_, kind):
        key = "Int" if type_ == "IntSet" else kind
        set_ = "IntSet" if type_ == "IntSet" else f"Set {kind}"
        signature = [("s", set_), ("t", set_), ("k", key), ("i", "Int"), ("ks", f"[{key}]")]
        for operation in operations(table):
            for _ in range(LINES_PER_OPERATION):
                made = [f"({module}.fromList {self.keys(key)})" for _ in range(2)]
                self.say(operation, {"S": module}, signature,
                         made + [self.key(key), f"({self.number()})", self.keys(key)])

    def sequences(self):
        signature = [("s", "Seq Int"), ("t", "Seq Int"), ("i", "Int"), ("x", "Int"),
                     ("xs", "[Int]")]
        for operation in operations(OF_SEQUENCES):
            for _ in range(LINES_PER_OPERATION):
                made = [f"(Seq.fromList {self.keys('Int')})" for _ in range(2)]
                self.say(operation, {}, signature,
                         made + [f"({self.number()})", f"({self.number()})", self.keys("Int")])

    def program(self, most=None):
        kind = self.random.choice(["Int", "String", "Shade"])
        self.maps(OF_ALL_MAPS, "Map", "Map", "Set", kind)
        self.maps(OF_MAPS, "Map", "Map", "Set", kind)
        self.maps(OF_ALL_MAPS, "IntMap", "IntMap", "IntSet", "Int")
        self.sets(OF_ALL_SETS, "Set", "Set", kind)
        self.sets(OF_SETS, "Set", "Set", kind)
        self.sets(OF_ALL_SETS, "IntSet", "IntSet", "Int")
        self.sequences()
        if most is not None:
            self.lines = self.random.sample(self.lines, most)
        text = HEAD + "\n".join(definition for _, definition, _ in self.lines)
        text += "\nmain :: IO ()\nmain = do\n"
        for name, _, arguments in self.lines:
            text += f"  putStrLn ({name} {' '.join(arguments)})\n"
        return text


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=600, **options)


@unittest.skipUnless(shutil.which("ghc"), "there is no ghc")
class Containers(unittest.TestCase):
    def ghc(self, path):
        built = run(["ghc", "-O0", "-v0", "-o", path + ".exe", "-outputdir", path + ".d", path])
        self.assertEqual(built.returncode, 0, built.stderr[:4000])
        return run([path + ".exe"]).stdout

    def written(self, directory, text):
        path = os.path.join(directory, "program.hs")
        with open(path, "w") as out:
            out.write(text)
        return path

    def test_interpreted(self):
        for seed in range(PROGRAMS):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as directory:
                path = self.written(directory, Writer(seed).program())
                ran = run([DEFOREST, "run", path])
                self.assertEqual(ran.returncode, 0, ran.stderr[:2000])
                self.compare(path, self.ghc(path), ran.stdout)

    def test_improved(self):
        for seed in range(PROGRAMS):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as directory:
                path = self.written(directory, Writer(seed).program(most=20))
                improved = os.path.join(directory, "improved.hs")
                made = run([DEFOREST, path, "-o", improved])
                self.assertEqual(made.returncode, 0, made.stderr[:2000])
                self.compare(improved, self.ghc(path), self.ghc(improved))

    def compare(self, path, expected, found):
        with open(path) as source:
            calls = [line.strip() for line in source if line.startswith("  putStrLn (line")]
        for one, other, call in zip(expected.splitlines(), found.splitlines(), calls):
            self.assertEqual(one, other, call)
        self.assertEqual(len(expected.splitlines()), len(found.splitlines()))


if __name__ == "__main__":
    tap.main(__name__)
