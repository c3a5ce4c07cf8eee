#!/usr/bin/env python3
"""Long lists, spines and unary numbers go through native code: no overflow, in bounded memory.

    deep_test.py --deforest DEFOREST --work DIR [--long] [--only PATTERN] [--every N] [--jobs N]

Every case is a program with a `main` that builds its own input, of a size given in the source: a
program of the corpus or one of those below. It is compiled to an executable, with all its lists
(`lists`: normalised, several results in place of tuples) and fused; both must print what the
interpreter computes, and the most memory that a run held must be within the case's bytes a cell.
With --long the sizes are 10^8, 10^7 for trees, where no interpreter follows: there the executables
must agree with a value that is known, or at least with each other.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MIB = 1 << 20
MILLION = 1_000_000

VARIANTS = {
    "lists": ["--passes", "split-matches,simplify,unbox-results,simplify,inline-once"],
    "fused": [],
}

# Memory of a run that does nothing, and chunks that are begun.
BASE = 96 * MIB

SHAPES = """
data Nat = Zero | Succ Nat
data Snoc = Empty | Snoc Snoc Int
data List = Nil | Cons Int List
data Two = End | A Int Two | B Two
data Tree = Leaf Int | Node Int Tree Tree

nat :: Int -> Nat
nat n = if n <= 0 then Zero else Succ (nat (n - 1))

toInt :: Nat -> Int
toInt Zero = 0
toInt (Succ n) = 1 + toInt n

plus :: Nat -> Nat -> Nat
plus Zero n = n
plus (Succ m) n = Succ (plus m n)

isEven :: Nat -> Bool
isEven Zero = True
isEven (Succ n) = isOdd n

isOdd :: Nat -> Bool
isOdd Zero = False
isOdd (Succ n) = isEven n

snocs :: Int -> Snoc
snocs n = if n <= 0 then Empty else Snoc (snocs (n - 1)) n

snocSquares :: Snoc -> Snoc
snocSquares Empty = Empty
snocSquares (Snoc s x) = Snoc (snocSquares s) (x * x)

snocSum :: Snoc -> Int
snocSum Empty = 0
snocSum (Snoc s x) = snocSum s + x

snocHash :: Snoc -> Int
snocHash Empty = 7
snocHash (Snoc s x) = snocHash s * 31 + x

list :: Int -> List
list n = if n <= 0 then Nil else Cons n (list (n - 1))

rev :: List -> List -> List
rev Nil acc = acc
rev (Cons x xs) acc = rev xs (Cons x acc)

append :: List -> List -> List
append Nil ys = ys
append (Cons x xs) ys = Cons x (append xs ys)

-- Every element is put in a list of its own that is appended: n lists, short on the left.
slowRev :: List -> List
slowRev Nil = Nil
slowRev (Cons x xs) = rev (Cons x Nil) (slowRev xs)

mapSquare :: List -> List
mapSquare Nil = Nil
mapSquare (Cons x xs) = Cons (x * x) (mapSquare xs)

keepOdd :: List -> List
keepOdd Nil = Nil
keepOdd (Cons x xs) =
  let rest = keepOdd xs
   in if odd x then Cons x rest else rest

total :: List -> Int
total Nil = 0
total (Cons x xs) = x + total xs

hash :: List -> Int
hash Nil = 7
hash (Cons x xs) = x + 31 * hash xs

largest :: List -> Int
largest Nil = 0
largest (Cons x xs) = max x (largest xs)

-- One list into two: every other element, and the sum of all.
split :: List -> (List, List, Int)
split Nil = (Nil, Nil, 0)
split (Cons x xs) =
  let (as, bs, n) = split xs
   in (Cons x bs, as, n + x)

-- Keeps the sides apart: two holes.
unzipped :: List -> (List, List, Int)
unzipped Nil = (Nil, Nil, 0)
unzipped (Cons x xs) =
  let (as, bs, n) = unzipped xs
   in (Cons (x + 1) as, Cons (x * 2) bs, n + x)

partition :: Int -> List -> (List, List)
partition _ Nil = (Nil, Nil)
partition k (Cons x xs) =
  let (low, high) = partition k xs
   in if x < k then (Cons x low, high) else (low, Cons x high)

zipped :: List -> List -> List
zipped (Cons x xs) (Cons y ys) = Cons (x - y) (zipped xs ys)
zipped _ _ = Nil

suffixSums :: List -> List
suffixSums Nil = Nil
suffixSums (Cons x xs) =
  let rest = suffixSums xs
   in Cons (x + first rest) rest

first :: List -> Int
first Nil = 0
first (Cons x _) = x

halves :: List -> Double
halves Nil = 1
halves (Cons x xs) = fromIntegral x / 2 + halves xs

-- Two functions that take turns, through constructors of one type.
plusOne :: List -> List
plusOne Nil = Nil
plusOne (Cons x xs) = Cons (x + 1) (timesTwo xs)

timesTwo :: List -> List
timesTwo Nil = Nil
timesTwo (Cons x xs) = Cons (x * 2) (plusOne xs)

-- The same, one of them called from outside, too.
ups :: Int -> List -> Two
ups _ Nil = End
ups k (Cons x xs) = if x > k then A x (downs k xs) else B (ups k xs)

downs :: Int -> List -> Two
downs _ Nil = B End
downs k (Cons x xs) = if odd x then B (B (ups (k + 1) xs)) else A (x + k) (downs k xs)

weigh :: Two -> Int
weigh End = 1
weigh (A x t) = x + 3 * weigh t
weigh (B t) = 5 * weigh t

-- Sums that take turns.
pluses :: List -> Int
pluses Nil = 0
pluses (Cons x xs) = x + minuses xs

minuses :: List -> Int
minuses Nil = 0
minuses (Cons x xs) = pluses xs - x

leftSpine :: Int -> Tree
leftSpine n = if n <= 0 then Leaf 1 else Node n (leftSpine (n - 1)) (Leaf n)

rightSpine :: Int -> Tree
rightSpine n = if n <= 0 then Leaf 1 else Node n (Leaf n) (rightSpine (n - 1))

zigzag :: Int -> Tree
zigzag n
  | n <= 0 = Leaf 1
  | odd n = Node n (zigzag (n - 1)) (Leaf n)
  | otherwise = Node n (Leaf n) (zigzag (n - 1))

mirror :: Tree -> Tree
mirror (Leaf x) = Leaf x
mirror (Node x l r) = Node x (mirror r) (mirror l)

sums :: Tree -> (Tree, Int)
sums (Leaf x) = (Leaf x, x)
sums (Node x l r) =
  let (l', a) = sums l
      (r', b) = sums r
   in (Node (x + a + b) l' r', x + a + b)

treeHash :: Tree -> Int
treeHash (Leaf x) = 3 + x
treeHash (Node x l r) = x + 31 * treeHash l + 17 * treeHash r

depth :: Tree -> Int
depth (Leaf _) = 0
depth (Node _ l r) = 1 + max (depth l) (depth r)

flatten :: Tree -> List -> List
flatten (Leaf x) rest = Cons x rest
flatten (Node x l r) rest = flatten l (Cons x (flatten r rest))

withSums :: Tree -> Int
withSums t =
  let (t', n) = sums t
   in n + treeHash t'

withSplit :: List -> Int
withSplit xs =
  let (as, bs, n) = split xs
   in n + hash as + 3 * hash bs

withUnzipped :: List -> Int
withUnzipped xs =
  let (as, bs, n) = unzipped xs
   in n + hash as + 3 * hash bs

withPartition :: List -> Int
withPartition xs =
  let (low, high) = partition 1000 xs
   in hash low + 3 * hash high

shared :: List -> Int
shared xs = hash (plusOne xs) + hash (timesTwo xs)

both :: Int -> List -> Int
both k xs = weigh (ups k xs) + weigh (downs k xs)
"""


class Case:
    """A program: `text` with a main that prints the expression for a size.

    cell: bytes that a run may hold for each unit of the size, fused or not.
    long: the size of the long suite, 0 if it has no such run.
    """

    def __init__(self, name, expression, cell, size=2 * MILLION, source=None, long=0,
                 value=None):
        self.name = name
        self.expression = expression
        self.cell = cell
        self.size = size
        self.source = source
        self.long = long
        self.value = value

    def text(self, size):
        if self.source is None:
            body = "module Main (main) where\n" + SHAPES
        else:
            body = (ROOT / "corpus" / self.source).read_text(encoding="utf-8")
            body = re.sub(r"^module\s+\w+[^=]*?\bwhere\b", "module Main (main) where", body,
                          count=1, flags=re.M | re.S)
        main = f"main :: IO ()\nmain = print ({self.expression.replace('{n}', str(size))})\n"
        return body + "\n" + main


def thesis(name, expression, cell, **options):
    return Case(name, expression, cell, source=f"thesis/{name}.hs.ir", size=10 * MILLION,
                **options)


CASES = [
    # Every list program of the corpus.
    thesis("append_append", "digest (program (input {n}) (input 5) (input {n}))", 112),
    thesis("sum_square", "digest (program (input {n}))", 48, long=100 * MILLION,
           value=lambda n: n * (n + 1) * (2 * n + 1) // 6),
    thesis("shift_sum", "digest (program (input {n}))", 200),
    thesis("redundant_outputs", "digest (program (input {n}))", 48),
    thesis("mutual_redundancy", "digest (program (input {n}))", 200),
    thesis("unconsumed_mutual", "digest (program (input {n}) 2)", 112),
    thesis("returned_inputs", "digest (program (input {n}) (input {n}))", 200),
    # Spines through its tree programs.
    Case("five_traversals", "digest (program (inputLeft {n}))", 520,
         source="thesis/five_traversals.hs.ir", long=10 * MILLION),
    Case("running_example", "digest (program (inputLeft {n})) + digest (program (inputRight {n}))",
         720, source="treefuser/running_example.hs.ir", long=10 * MILLION),
    Case("binary_render", "digest (program (inputLeft {n})) + digest (program (inputRight {n}))",
         900, source="treefuser/binary_render.hs.ir", size=MILLION, long=10 * MILLION),
    # Unary numbers, lists that grow at their end.
    Case("unary", "toInt (plus (nat {n}) (nat {n}))", 48, long=100 * MILLION,
         value=lambda n: 2 * n),
    Case("unary parity", "isEven (plus (nat {n}) (nat 1))", 48, long=100 * MILLION,
         value=lambda n: n % 2 == 1),
    Case("snoc", "snocSum (snocSquares (snocs {n}))", 48, long=100 * MILLION,
         value=lambda n: n * (n + 1) * (2 * n + 1) // 6),
    Case("snoc hash", "snocHash (snocSquares (snocs {n}))", 48, long=100 * MILLION),
    # Lists to lists.
    Case("map", "hash (mapSquare (list {n}))", 48, long=100 * MILLION),
    Case("map and sum", "total (mapSquare (list {n}))", 48, long=100 * MILLION,
         value=lambda n: n * (n + 1) * (2 * n + 1) // 6),
    Case("filter", "hash (keepOdd (list {n}))", 48, long=100 * MILLION),
    Case("rev", "hash (rev (mapSquare (list {n})) Nil)", 80, long=100 * MILLION),
    Case("slow rev", "hash (slowRev (list {n}))", 112),
    Case("append", "hash (append (list {n}) (list {n}))", 64, long=100 * MILLION),
    Case("zip", "hash (zipped (list {n}) (mapSquare (list {n})))", 80, long=100 * MILLION),
    Case("largest", "largest (rev (list {n}) Nil)", 48, long=100 * MILLION,
         value=lambda n: n),
    # Several results.
    Case("split", "withSplit (list {n})", 128),
    Case("unzip", "withUnzipped (list {n})", 64, long=100 * MILLION),
    Case("partition", "withPartition (list {n})", 48, long=100 * MILLION),
    # What has to come back.
    Case("suffix sums", "hash (suffixSums (list {n}))", 112),
    Case("doubles", "halves (list {n})", 112),
    # Mutual recursion.
    Case("turns", "shared (list {n})", 64, long=100 * MILLION),
    Case("turns in two types", "both 5 (list {n})", 200),
    Case("sums in turns", "pluses (list {n}) - 3 * minuses (list {n})", 48, long=100 * MILLION),
    # Trees that are spines.
    Case("left spine", "treeHash (mirror (leftSpine {n})) + withSums (leftSpine {n})", 400,
         long=10 * MILLION),
    Case("right spine", "treeHash (mirror (rightSpine {n})) + withSums (rightSpine {n})", 400,
         long=10 * MILLION),
    Case("zigzag", "treeHash (mirror (zigzag {n})) + depth (zigzag {n})", 400,
         long=10 * MILLION),
    Case("flattened spine", "hash (flatten (leftSpine {n}) (flatten (rightSpine {n}) Nil))", 400,
         long=10 * MILLION),
]


def execute(program):
    """What a program prints, its exit status, seconds, and the most memory it held in bytes."""
    read, write = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        os.dup2(write, 2)
        os.execv(program, [str(program)])
    os.close(write)
    with os.fdopen(read, encoding="utf-8", errors="replace") as pipe:
        text = pipe.read()
    _, status, usage = os.wait4(child, 0)
    return (text.strip(), os.waitstatus_to_exitcode(status), time.monotonic() - begin,
            usage.ru_maxrss * 1024)


def stem(case):
    return re.sub(r"\W", "_", case.name)


def write_source(args, case):
    """The program of a case, before any of its variants is compiled."""
    size = case.long if args.long else case.size
    (args.work / f"{stem(case)}.hs.ir").write_text(case.text(size), encoding="utf-8")


def compile_case(args, case, stage):
    source = args.work / f"{stem(case)}.hs.ir"
    program = args.work / f"{stem(case)}_{stage}"
    result = subprocess.run([args.deforest, source, "-o", program, *VARIANTS[stage]],
                            capture_output=True, text=True, check=False)
    return result.stderr if result.returncode != 0 else ""


def check(args, case):
    """Runs both executables; what is wrong."""
    size = case.long if args.long else case.size
    wrong = []
    if case.value is not None:
        expected = str(case.value(size))
        if expected.isdigit():
            wrapped = (int(expected) + 2 ** 63) % 2 ** 64 - 2 ** 63
            expected = str(wrapped)
    elif args.long:
        expected = None
    else:
        result = subprocess.run([args.deforest, "run", args.work / f"{stem(case)}.hs.ir"],
                                capture_output=True, text=True, check=False)
        expected = result.stdout.strip()
        if result.returncode != 0:
            wrong.append(f"the interpreter fails: {result.stderr[:500]}")
    row = f"{case.name:20} {size:>10}"
    for stage in VARIANTS:
        text, status, seconds, memory = execute(args.work / f"{stem(case)}_{stage}")
        per_cell = max(0, memory - BASE) / size
        row += f" {seconds:8.2f} s {per_cell:6.0f} B"
        if status != 0:
            wrong.append(f"{stage}: status {status}: {text[:500]}")
            continue
        if expected is None:
            expected = text
        if text != expected:
            wrong.append(f"{stage}: {text[:100]} instead of {expected[:100]}")
        if per_cell > case.cell:
            wrong.append(f"{stage}: {per_cell:.0f} bytes a cell, more than {case.cell}")
    print(row, flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deforest", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="*")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth case")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.deforest = str(pathlib.Path(args.deforest).resolve())
    args.work.mkdir(parents=True, exist_ok=True)
    cases = [case for case in CASES
             if fnmatch.fnmatch(case.name, args.only) and (case.long or not args.long)][::args.every]
    jobs = [(case, stage) for case in cases for stage in VARIANTS]
    failures = []
    for case in cases:
        write_source(args, case)
    with ThreadPoolExecutor(args.jobs) as pool:
        for (case, stage), error in zip(jobs, pool.map(lambda job: compile_case(args, *job), jobs)):
            if error:
                failures.append(f"{case.name} ({stage}): {error}")
    for case in cases:
        if not any(failure.startswith(case.name + " (") for failure in failures):
            failures += [f"{case.name}: {wrong}" for wrong in check(args, case)]
    for failure in failures:
        print("FAILED:", failure)
    print(f"{len(cases)} cases, {len(failures)} failures")
    sys.exit(1 if failures or not cases else 0)


if __name__ == "__main__":
    main()
