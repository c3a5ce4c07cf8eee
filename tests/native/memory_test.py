#!/usr/bin/env python3
"""Memory that emitted programs hold: loops whose live data is bounded hold as much after many rounds
as after few, on one thread and on several.

    memory_test.py --deforest DEFOREST --work DIR --runtime DIR [--compiler g++]
                   [--only NAME,...] [--slack KILOBYTES]

Every program is a loop that makes lists and trees in each round and keeps a number. What it prints
is compared with a run of the interpreter for few rounds, and with the memory that is given back
overwritten (DEFOREST_POISON) for more. What a loop takes along, and what a recursion loses, is also
moved at every opportunity (DEFOREST_COMPACT_BYTES), for few.
"""

import argparse
import os
import pathlib
import subprocess
import sys

DATA = """
data Tree = Leaf | Node Int Tree Tree

squares :: Int -> Integer -> Integer
squares n x = if n == 0 then x else squares (n - 1) (x * x + 1)

upTo :: Int -> Int -> [Int]
upTo i n = if i > n then [] else i : upTo (i + 1) n

scramble :: Int -> [Int] -> [Int]
scramble _ [] = []
scramble s (x : xs) = ((x * s) `mod` 10007) : scramble (s * 5 + 3) xs

below :: Int -> [Int] -> [Int]
below _ [] = []
below p (x : xs) = if x < p then x : below p xs else below p xs

above :: Int -> [Int] -> [Int]
above _ [] = []
above p (x : xs) = if x >= p then x : above p xs else above p xs

append :: [Int] -> [Int] -> [Int]
append [] ys = ys
append (x : xs) ys = x : append xs ys

sort :: [Int] -> [Int]
sort [] = []
sort (p : xs) = append (sort (below p xs)) (p : sort (above p xs))

ends :: [Int] -> [Int]
ends [] = []
ends (x : xs) = if odd x then [x] else []

parts :: [Int] -> [Int]
parts [] = []
parts (x : xs) = append (ends (sort (scramble (x + 7) (upTo 0 200)))) (parts xs)

digest :: Int -> [Int] -> Int
digest h [] = h
digest h (x : xs) = digest ((h * 31 + x) `mod` 1000003) xs

grow :: Int -> Int -> Tree
grow d x = if d <= 0 then Leaf else Node x (grow (d - 1) (x + 1)) (grow (d - 1) (x * 2))

turn :: Tree -> Tree
turn Leaf = Leaf
turn (Node x l r) = if odd x then Node x (turn r) (turn l) else Node (x + 1) (turn l) (turn r)

weigh :: Int -> Tree -> Int
weigh k Leaf = k
weigh k (Node x l r) = (x + weigh (k + x) l * 3 + weigh (k * 7) r) `mod` 1000003

elements :: Tree -> [Int] -> [Int]
elements Leaf xs = xs
elements (Node x l r) xs = elements l (x : elements r xs)

-- The tree has a pocket, with which the function is done before the recursion goes on.
pocketed :: Int -> Int -> Int
pocketed n h =
  if n == 0 then h
  else let { t = grow 3 h; xs = elements t []; w = weigh h t
           ; b = digest w (sort xs); c = pocketed (n - 1) b }
       in (c * 31 + b) `mod` 1000003

data Map = None | Entry Map Int Int Map

insert :: Int -> Int -> Map -> Map
insert k x None = Entry None k x None
insert k x (Entry l m y r) =
  if k < m then Entry (insert k x l) m y r
  else if k > m then Entry l m y (insert k x r)
  else Entry l m (x + y) r

total :: Int -> Map -> Int
total h None = h
total h (Entry l k x r) = total ((total h l * 31 + k + x) `mod` 1000003) r

-- The map of this round and that of the last: nothing is written in place.
data Two = Two Map Map

newer :: Int -> Int -> Two -> Two
newer k x (Two m _) = Two (insert k x m) m

-- Two calls at the same time in each round; nothing is written in place.
besides :: Int -> Int -> Two -> Two
besides h k (Two m n) = Two (insert (h `mod` 300) k m) (insert (k `mod` 200) h (if even h then m else n))

data Queue = Queue [Int] [Int]

push :: Int -> Queue -> Queue
push x (Queue front back) = Queue front (x : back)

reverseOnto :: [Int] -> [Int] -> [Int]
reverseOnto ys [] = ys
reverseOnto ys (x : xs) = reverseOnto (x : ys) xs

pop :: Queue -> (Int, Queue)
pop (Queue (x : front) back) = (x, Queue front back)
pop (Queue [] back) = case reverseOnto [] back of
  [] -> (0, Queue [] [])
  x : front -> (x, Queue front [])

-- A stack that was there before the loop. Cells are written in place, and some are lost.
machine :: Int -> [Int] -> [Int]
machine x s = case x `mod` 4 of
  1 -> case s of
    y : z : r -> (y + z) `mod` 1000003 : r
    _ -> []
  2 -> case s of
    _ : r -> r
    [] -> []
  _ -> x : s

-- A map that was there before.
fill :: Int -> Map -> Map
fill n m = if n == 0 then m else fill (n - 1) (insert ((n * 7919) `mod` 2003) n m)

-- Functions that take turns at the ends of their branches, one of which is called from elsewhere.
data State = State Int [Int] Int

runs :: State -> [Int]
runs (State n s h) = if n <= 0 then [h, digest h s] else acts (h `mod` 3) n s h

acts :: Int -> Int -> [Int] -> Int -> [Int]
acts c n s h = case c of
  0 -> runs (State (n - 1) (h : s) ((h * 31 + n) `mod` 1000003))
  1 -> case s of
    x : y : r -> runs (State (n - 1) ((x + y) `mod` 1000003 : r) ((h * 17 + x) `mod` 1000003))
    _ -> runs (State (n - 1) s (h + 1))
  _ -> case s of
    x : r -> if n `mod` 5000 == 0 then x : runs (State (n - 1) r (h + x))
             else runs (State (n - 1) r ((h + 7 * x) `mod` 1000003))
    [] -> runs (State (n - 1) s (h + 3))

data Quad = Full Int | Quad Quad Quad Quad Quad

four :: Quad -> Quad -> Quad -> Quad -> Quad
four (Full a) (Full b) (Full c) (Full d) =
  if a == b && c == d && a == c then Full a else Quad (Full a) (Full b) (Full c) (Full d)
four a b c d = Quad a b c d

paint :: Int -> Int -> Quad
paint d x =
  if d == 0 then Full (x `mod` 2)
  else four (paint (d - 1) x) (paint (d - 1) (x * 2)) (paint (d - 1) (x * 4)) (paint (d - 1) (x * 8))

-- Loops within a loop, and a loop within a recursion.
counted :: Int -> Int -> Map -> Int
counted n h m = if n == 0 then total h m
                else counted (n - 1) ((h * 31 + n) `mod` 1000003) (insert (h `mod` 300) n m)

outer :: Int -> Int -> Int -> Int
outer k n h = if k == 0 then h else outer (k - 1) n (counted n h None)

counts :: Tree -> Int -> Int
counts Leaf _ = 7
counts (Node x l r) n =
  let { a = counts l n; b = counted n (a + x) None; c = counts r n }
  in (a * 31 + b * 7 + c) `mod` 1000003

-- What a step gives is looked at and left, and may be what the loop gives.
data Outcome = Stopped Int | Going Int Int

step :: Int -> Int -> Outcome
step n s = if s > 1000003 then Stopped s else Going (n - 1) ((s * 31 + n) `mod` 1000003)

steps :: Int -> Int -> Outcome
steps n s = if n == 0 then Going n s else case step n s of
  r@(Stopped _) -> r
  Going m t -> steps m t

pairs :: Int -> Int -> [[Int]]
pairs n x = if n == 0 then [] else [x, n] : pairs (n - 1) ((x * 31 + n) `mod` 1000003)

together :: [[Int]] -> [Int]
together [] = []
together (x : xs) = append x (together xs)

-- A record that every call takes apart and makes again.
data Stats = Stats [Int] Int

see :: Int -> Stats -> Stats
see x (Stats xs k) = Stats (x : xs) k

note :: Int -> Stats -> Stats
note x (Stats xs k) = Stats xs (max x k)

stats :: Int -> Int -> Stats
stats n x = if n == 0 then Stats [] 0 else see x (note n (stats (n - 1) ((x * 31 + n) `mod` 1000003)))

weighed :: Int -> Stats -> Int
weighed h (Stats xs k) = digest (h + k) xs

area :: Quad -> Int
area (Full x) = x
area (Quad a b c d) = area a + area b + area c + area d + 1
"""

# Name: what a round makes of a number, and how many rounds are few.
ROUNDS = {
    "sorts": ("digest h (sort (scramble (h + 7) (upTo 0 300)))", 30),
    "trees": ("weigh h (turn (turn (grow 6 h)))", 60),
    "several": ("let t = grow 6 h in weigh (weigh h (turn t)) t + digest h (upTo 0 (weigh 1 t `mod` 50))",
                60),
    "big_numbers": ("fromInteger (squares 9 (toInteger (h + 3)) `rem` 1000003)", 60),
    "few_cells": ("digest h (upTo 0 5)", 1000),
}
# The same of what a loop takes along: its type, what it begins with, what a round makes of it and a
# number, and what is made of it in the end.
CARRIED = {
    "map": ("Map", "None", "insert (h `mod` 500) k s", "total h s", 2500),
    "map_of_many": ("Map", "fill 2003 None", "insert (h `mod` 50000) k s", "total h s", 4000),
    "two_maps": ("Two", "Two None None", "newer (h `mod` 200000) k s",
                 "case s of { Two m n -> total (total h m) n }", 4000),
    "besides": ("Two", "Two None None", "besides h k s",
                "case s of { Two m n -> total (total h m) n }", 2500),
    "queue": ("Queue", "Queue (upTo 0 100) []", "push (h + fst (pop s)) (snd (pop s))",
              "case s of { Queue front back -> digest (digest h front) back }", 5000),
    "stack": ("[Int]", "upTo 0 100", "machine (h + k) s", "digest h s", 50000),
    "number": ("Integer", "1", "(s * s + toInteger k) `rem` (10 ^ (60 :: Int) + 7)",
               "h + fromInteger (s `rem` 1000003)", 4000),
}
# Of what a recursion makes and loses: the same whatever its size. With a number of its own.
LOST = {
    "quads": ("area (paint {} h)", (7, 10)),
    "pockets": ("pocketed {} h", (500, 30000)),
    "inner": ("outer 3 {} h", (3000, 300000)),
    "in_recursion": ("counts (grow 4 h) {}", (1000, 100000)),
    "parts": ("digest h (parts (upTo 0 {}))", (1000, 30000)),
    "turns": ("digest (digest 1 (acts 1 50 [h, 2] h)) (runs (State {} [] h))", (3000, 3000000)),
    "outcomes": ("case steps {} h of {{ Stopped x -> x; Going _ x -> x }}", (1000, 10000000)),
}
# The most kilobytes that so many rounds may hold on one thread.
PEAKS = {
    "quicksorts": ("digest h (sort (scramble (h + 7) (upTo 0 200000)))", 40, 33000),
    # The list of the lists is not made.
    "joined": ("digest h (together (pairs 400000 h))", 5, 20000),
    "records": ("weighed h (stats 400000 h)", 5, 20000),
}
MANY = 200
# The memory that the long run is given, four times what it needs to hold.
LIMITS = {"two_maps": "25600K"}
# So much live data may be held several times over before it is looked through, by two threads each
# in slices of its own.
CARRIED_SLACK = 24000


def program(expression, rounds):
    return f"""module Main (main) where
{DATA}
loop :: Int -> Int -> Int
loop k h = if k == 0 then h else loop (k - 1) (({expression}) `mod` 1000003)

main :: IO ()
main = print (loop {rounds} 1)
"""


def carrying(name, rounds):
    kind, begin, step, end, _ = CARRIED[name]
    return f"""module Main (main) where
{DATA}
loop :: Int -> Int -> {kind} -> Int
loop k h s = if k == 0 then {end} else loop (k - 1) ((h * 31 + k) `mod` 1000003) ({step})

main :: IO ()
main = print (loop {rounds} 1 ({begin}))
"""


def losing(name, size):
    return f"""module Main (main) where
{DATA}
main :: IO ()
main = print (let h = 16 in {LOST[name][0].format(size)})
"""


def measured(command):
    """What a program prints, and the most kilobytes that it held."""
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{command}: status {status}")
    return text, usage.ru_maxrss


def build(args, name, rounds, *flags):
    source = args.work / f"{name}_{rounds}.hs.ir"
    source.write_text(program((ROUNDS | PEAKS)[name][0], rounds) if name in ROUNDS | PEAKS else
                      carrying(name, rounds) if name in CARRIED else losing(name, rounds))
    text = source.with_suffix(".cpp")
    subprocess.run([args.deforest, source, "-o", text, "--policy", "unfused"], check=True,
                   stderr=subprocess.DEVNULL)
    out = args.work / "_".join([name, str(rounds), *(f.strip("-").replace("=", "_") for f in flags)])
    subprocess.run([args.compiler, "-std=c++20", "-O1", "-ffp-contract=off", *flags, "-I",
                    args.runtime, text, "-o", out, "-ltbb", "-pthread"], check=True)
    return source, out


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--only", default=",".join([*ROUNDS, *CARRIED, *LOST, *PEAKS]))
    parser.add_argument("--slack", type=int, default=6000, help="kilobytes that two runs may differ")
    args = parser.parse_args()
    args.work = pathlib.Path(args.work).resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    failures = []
    for name in args.only.split(","):
        if name in PEAKS:
            _, rounds, bound = PEAKS[name]
            held = measured([build(args, name, rounds)[1], "--threads", "1"])[1]
            print(f"{name}: {held} KB in {rounds} rounds", flush=True)
            if held > bound:
                failures.append(f"{name}: more than {bound} KB")
            continue
        few, many = LOST[name][1] if name in LOST else 2 * [(ROUNDS | CARRIED)[name][-1]]
        if name not in LOST:
            many *= MANY
        slack = args.slack if name in ROUNDS else CARRIED_SLACK
        source, short = build(args, name, few)
        wanted = subprocess.run([args.deforest, "run", source], capture_output=True, text=True,
                                check=True).stdout
        _, long = build(args, name, many)
        _, poisoned = build(args, name, many, "-DDEFOREST_POISON")
        _, moving = build(args, name, few, "-DDEFOREST_POISON", "-DDEFOREST_COMPACT_BYTES=0")
        last = None
        for threads in ("1", "2"):
            options = ["--threads", threads]
            if "ThreadLimit" not in source.with_suffix(".cpp").read_text():
                options = []
            text, least = measured([short, *options])
            if text != wanted:
                failures.append(f"{name}, {threads} threads: {text} instead of {wanted}")
            if measured([moving, *options])[0] != wanted:
                failures.append(f"{name}, {threads} threads: another result where all moves")
            limit = ["--memory-limit", LIMITS[name]] if name in LIMITS else []
            text, most = measured([long, *options, *limit])
            if measured([poisoned, *options])[0] != text or last not in (None, text):
                failures.append(f"{name}, {threads} threads: reads what was given back")
            last = text
            print(f"{name}, {threads} threads: {least} KB in {few} rounds, {most} KB in {many}",
                  flush=True)
            if most > least + slack:
                failures.append(f"{name}, {threads} threads: memory grows with the rounds")
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
