#!/usr/bin/env python3
"""Profiles that programs keep of themselves (`deforest --profile`).

    profile_test.py --deforest DEFOREST --runtime DIR --work DIR [--natural DIR] [--only NAME,...]
                    [--compiler g++] [--flags FLAGS] [--threads 1,2,4]

Calls and cells must be those that the interpreter counts of the program as it is after the passes,
on any number of threads, and ways must fold to the same tree. Without the option nothing of it is
in the text; with it, nothing but what counts. Names must be those of the source.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

TREES = """module Main (main) where

data Tree = Leaf Int | Node Tree Tree

mean :: Tree -> Int
mean t = let s = square t in div (total s) (count s)

square :: Tree -> Tree
square (Leaf x) = Leaf (x * x)
square (Node l r) = Node (square l) (square r)

total :: Tree -> Int
total (Leaf x) = x
total (Node l r) = total l + total r

count :: Tree -> Int
count (Leaf _) = 1
count (Node l r) = count l + count r

grow :: Int -> Int -> Tree
grow d x = if d <= 0 then Leaf x else Node (grow (d - 1) (x * 2 `mod` 1009)) (grow (d - 1) (x + 3))

weigh :: Tree -> Int
weigh (Leaf x) = x
weigh (Node l r) = max (weigh l * 2) (weigh r) `mod` 1009

-- The tree is needed as a whole.
both :: Tree -> (Int, Int)
both t = if weigh t > 3 then (mean t, weigh t) else (0, 0)

main :: IO ()
main = do
  print (mean (grow 11 7))
  print (both (grow 10 (weigh (grow 5 2))))
"""

LISTS = """module Main (main) where

data Row = Row Int [Int]

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

factorial :: Integer -> Integer
factorial n = if n <= 1 then 1 else n * factorial (n - 1)

isEven :: Int -> Bool
isEven n = if n == 0 then True else isOdd (n - 1)

isOdd :: Int -> Bool
isOdd n = if n == 0 then False else isEven (n - 1)

-- A loop along a list of heavy elements.
heavy :: [Int] -> Int
heavy [] = 0
heavy (x : xs) = sum (sort (scramble x (upTo 0 40))) + heavy xs

main :: IO ()
main = do
  print (sum (sort (scramble 7 (upTo 0 2000))))
  print (factorial 60)
  print (isEven 10000)
  print (heavy (scramble 11 (upTo 0 60)))
"""

# Functions that call each other in turn, however deep, and what they call on the way.
MUTUAL = """module Main (main) where

data A = A Int B | EndA
data B = B Int A | EndB

makeA :: Int -> A
makeA n = if n <= 0 then EndA else A n (makeB (n - 1))

makeB :: Int -> B
makeB n = if n <= 0 then EndB else B n (makeA (n - 2))

sumA :: A -> Int
sumA EndA = 0
sumA (A n b) = max n (sumB b `div` 2)

sumB :: B -> Int
sumB EndB = 1
sumB (B n a) = max (n - 1) (sumA a `mod` 100) + sumA (less a)

less :: A -> A
less EndA = EndA
less (A n b) = A (n - 1) b

keep :: A -> Int
keep a = sumA a + sumA a

main :: IO ()
main = print (keep (makeA 40), keep (makeA 41))
"""

FAILING = """module Main (main) where

data Tree = Leaf Int | Node Tree Tree

grow :: Int -> Int -> Tree
grow d x = if d <= 0 then Leaf x else Node (grow (d - 1) (x * 2 `mod` 1009)) (grow (d - 1) (x + 3))

divide :: Tree -> Tree
divide (Leaf x) = Leaf (div 100 (x - 10))
divide (Node l r) = Node (divide l) (divide r)

weigh :: Tree -> Int
weigh (Leaf x) = x
weigh (Node l r) = max (weigh l * 2) (weigh r) `mod` 1009

main :: IO ()
main = print (weigh (divide (grow SIZE 7)))
"""

PROGRAMS = {"trees": (TREES, []), "trees_unfused": (TREES, ["--policy", "unfused"]),
            "lists": (LISTS, []), "lists_unfused": (LISTS, ["--policy", "unfused"]),
            "mutual": (MUTUAL, []), "mutual_unfused": (MUTUAL, ["--policy", "unfused"])}

# What counts, in the text of a program that keeps a profile, and what stands there without it.
COUNTING = [
    (r"constexpr std::array<const char\*, \d+> profiled = \{.*?\};", ""),
    (r"#include <(?:array|deforest/profile\w*\.hpp)>", ""),
    (r"const deforest::Profile profile\(\w+(?:::\w+)*::profiled\);", ""),
    (r"const deforest::(?:Called|Looping) \w+\(\d+\);", ""),
    (r"\bthisCall\.(?:round|wait|goOn)\(\);", ""),
    (r"\bthisCall\.made\([\w.()]+, \w+\);", ""),
    (r"\bthisCall\.make<([\w:,\s]+)>\(\s*([\w.]+(?:\(\))?)(?:,\s*|(?=\)))", r"\2.make<\1>("),
    (r"\bthisCall\.reuse(As)?\b", r"deforest::reuse\1"),
    (r"\bthisCall\.waitFor\(\[&\] \{ return (.*?); \}\)", r"\1"),
    (r"\bthisCall\.job\((\w+)\)", r"\1"),
    (r"\bthisCall\.job\((\[=\].*?\n? *\})\)(?=[,)])", r"\1"),
]


class Failures:
    def __init__(self):
        self.found = []

    def check(self, right, message):
        if not right:
            self.found.append(message)
            print("FAILED:", message, flush=True)


def plain(text):
    """The text without comments and white space."""
    text = re.sub(r"//.*", "", text)
    return re.sub(r"\s+", "", text)


def uncounted(text):
    """The text without what counts."""
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    for pattern, replacement in COUNTING:
        text = re.sub(pattern, replacement, text, flags=re.S)
    return text


def run(command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, **environment}, check=False)


def stacks(args, program, what, options):
    """The folded stacks of a run, as numbers by way, and the run."""
    file = program.with_suffix("." + what)
    file.unlink(missing_ok=True)
    done = run([program, *options], DEFOREST_PROFILE=str(file), DEFOREST_PROFILE_OF=what)
    ways = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        way, number = line.rsplit(" ", 1)
        ways[way] = int(number)
    return ways, done


def compiled(args, text, out):
    subprocess.run([args.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off",
                    *args.flags.split(), "-I", args.runtime, text, "-o", out, "-ltbb", "-pthread"],
                   check=True)


def emitted(args, name, source, options):
    """The text of the program, with and without a profile, and the program it was made of."""
    file = args.work / (name + ".hs.ir")
    file.write_text(source)
    texts = []
    for profile in ([], ["--profile"]):
        out = args.work / (name + ("_profile.cpp" if profile else ".cpp"))
        dumps = args.work / (name + "_dumps")
        subprocess.run(["rm", "-rf", dumps], check=True)
        # The interpreter reads what the last pass has left, and what writes its output is no text.
        subprocess.run([args.deforest, file, "-o", out, "--dump-dir", dumps, "--without",
                        "written-output", *profile, *options],
                       check=True, stderr=subprocess.DEVNULL)
        texts.append(out)
    return texts[0], texts[1], sorted(dumps.iterdir())[-1]


def table(text):
    """The rows of a table, by function, as cells of text."""
    lines = text.split("\n\n", 1)[1].splitlines() if "\n\n" in text else []
    titles = re.split(r"  +", lines[0].strip()) if lines else []
    rows = {}
    for line in lines[1:]:
        cells = re.split(r"  +", line.strip())
        rows[cells[-1]] = dict(zip(titles[-len(cells):], cells))
    return rows


def number(text):
    return int(text.replace(",", ""))


def check_program(args, failures, name, source, options):
    without, profile, last = emitted(args, name, source, options)
    text = without.read_text()
    failures.check(not re.search(r"[Pp]rofile|Called|Looping", text), f"{name}: counts unasked")
    failures.check(plain(uncounted(profile.read_text())) == plain(text),
                   f"{name}: a profile changes more than it adds")
    counts_file = args.work / (name + ".json")
    value = run([args.deforest, "run", last, f"--count={counts_file}"])
    counts = json.loads(counts_file.read_text())
    program = profile.with_suffix("")
    compiled(args, profile, program)
    # Small types of one constructor are no cells in C++.
    has_values = re.search(r"^/// .*\nstruct \w+ \{\n(?!  enum class Tag)", text, re.M)
    threads = args.threads.split(",") if "ThreadLimit" in text else [""]
    trees = []
    for count in threads:
        of_run = f"{name}, {count or 'no'} threads"
        words = ["--threads", count] if count else []
        calls, done = stacks(args, program, "calls", words)
        failures.check(done.returncode == 0 and done.stdout == value.stdout,
                       f"{of_run}: {done.stdout!r} instead of {value.stdout!r}: {done.stderr}")
        failures.check(sum(calls.values()) == counts["calls"],
                       f"{of_run}: {sum(calls.values())} calls instead of {counts['calls']}")
        cells, _ = stacks(args, program, "cells", words)
        made = sum(cells.values())
        failures.check(made <= counts["allocations"] if has_values else
                       made == counts["allocations"],
                       f"{of_run}: {made} cells instead of {counts['allocations']}")
        trees.append((calls, cells, stacks(args, program, "bytes", words)[0]))
        rows = table(done.stderr)
        failures.check(number(rows["(all)"]["calls"]) == counts["calls"],
                       f"{of_run}: the table is wrong:\n{done.stderr}")
        for way in calls:
            functions = way.split(";")
            failures.check(len(set(functions)) == len(functions), f"{of_run}: not folded: {way}")
            failures.check(functions[0].startswith("main "), f"{of_run}: does not begin: {way}")
    failures.check(all(tree == trees[0] for tree in trees),
                   f"{name}: ways depend on the number of threads")
    print(f"{name}: {counts['calls']} calls, {counts['allocations']} cells"
          f"{' and values' if has_values else ''}, {len(trees[0][0])} ways", flush=True)
    return trees[0][0]


def check_names(failures, ways):
    """Names in the source, with lines; those of fused functions say of what."""
    def last(name):
        return {way.split(";")[-1] for way in ways.get(name, {})}
    if "trees" in ways:
        for name in ("total and count after square after grow (trees.hs.ir:13, 17, 9, 21)",
                     "total and count after square (trees.hs.ir:13, 17, 9)",
                     "weigh after grow (trees.hs.ir:24, 21)"):
            failures.check(name in last("trees"), f"trees: no {name} in {last('trees')}")
    if "trees_unfused" in ways:
        names = last("trees_unfused")
        for name in ("square (trees_unfused.hs.ir:9)", "total (trees_unfused.hs.ir:13)",
                     "grow (trees_unfused.hs.ir:21)"):
            failures.check(name in names, f"trees_unfused: no {name} in {names}")
    if "mutual_unfused" in ways:
        for name in ("makeA with makeB (mutual_unfused.hs.ir:7, 10)",
                     "sumA with sumB and less (mutual_unfused.hs.ir:13, 17, 21)"):
            failures.check(name in last("mutual_unfused"),
                           f"mutual_unfused: no {name} in {last('mutual_unfused')}")


def check_failure(args, failures):
    """Of a program that fails, or is stopped, there is a profile, behind the message."""
    _, text, _ = emitted(args, "failing", FAILING.replace("SIZE", "10"), ["--policy", "unfused"])
    program = text.with_suffix("")
    compiled(args, text, program)
    for threads in ("1", "4"):
        done = run([program, "--threads", threads])
        rows = table(done.stderr)
        said = f"{program.name}: divide by zero\nprofile: "
        failures.check(done.returncode == 1 and done.stderr.startswith(said),
                       f"failing: status {done.returncode}: {done.stderr}")
        failures.check(any(name.startswith("divide (failing") for name in rows),
                       f"failing: {done.stderr}")
    _, text, _ = emitted(args, "large", FAILING.replace("SIZE", "27"), ["--policy", "unfused"])
    program = text.with_suffix("")
    compiled(args, text, program)
    done = run([program, "--memory-limit", "8M"])
    rows = table(done.stderr)
    failures.check(done.returncode == 1 and "memory limit\nprofile: " in done.stderr,
                   f"large: status {done.returncode}: {done.stderr}")
    peaks = [row["peak"] for name, row in rows.items() if name.startswith("grow (")]
    failures.check(len(peaks) == 1 and re.fullmatch(r"[3-8]\.\d MiB", peaks[0]),
                   f"large: {done.stderr}")
    stopped = run(["timeout", "-s", "INT", "0.3", program])
    failures.check("profile: " in stopped.stderr and "grow (" in stopped.stderr,
                   f"stopped: status {stopped.returncode}: {stopped.stderr}")
    done = run([program, "--memory-limit", "8M"], DEFOREST_PROFILE="/nowhere/file")
    failures.check("profile: cannot write /nowhere/file: " in done.stderr, done.stderr)
    done = run([program, "--memory-limit", "8M"], DEFOREST_PROFILE=str(args.work / "x"),
               DEFOREST_PROFILE_OF="food")
    failures.check("is time, calls, cells or bytes, not food" in done.stderr, done.stderr)


def check_time(args, failures):
    """Most of the time is found where it is spent."""
    source = TREES.replace("grow 11 7", "grow 22 7")
    _, text, _ = emitted(args, "timed", source, ["--policy", "unfused"])
    program = text.with_suffix("")
    compiled(args, text, program)
    ways, done = stacks(args, program, "time", ["--threads", "1"])
    rows = table(done.stderr)
    share = sum(float(row["self"].split()[0]) for name, row in rows.items()
                if re.match(r"(grow|square|total|count) \(", name))
    failures.check(share > 70, f"timed: {share} %:\n{done.stderr}")
    found = re.match(r"profile: ([\d.]+) s from beginning to end, ([\d.]+) s on (\d) thread",
                     done.stderr)
    failures.check(found is not None, f"timed: {done.stderr}")
    if found:
        elapsed = float(found[1]) * 1e6
        failures.check(0.5 * elapsed < sum(ways.values()) < 1.2 * elapsed,
                       f"timed: {sum(ways.values())} us in {done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--natural", type=pathlib.Path)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--flags", default="-O1 -DDEFOREST_BEAT_BYTES=256 -DDEFOREST_BEAT_CALLS=16")
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    args.work = pathlib.Path(args.work).resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    failures = Failures()
    programs = dict(PROGRAMS)
    if args.natural:
        for line in (args.natural / "expected.tsv").read_text().splitlines():
            name, size = line.split("\t")[:2]
            source = (args.natural / (name + ".hs.ir")).read_text()
            source = re.sub(r"^module (\w+) \(program\)", r"module \1 (main)", source, flags=re.M)
            programs[name] = (source + f"\nmain :: IO ()\nmain = print (program {size})\n", [])
    only = args.only.split(",") if args.only else list(programs) + ["failure", "time"]
    ways = {name: check_program(args, failures, name, *programs[name])
            for name in only if name in programs}
    check_names(failures, ways)
    if "failure" in only:
        check_failure(args, failures)
    if "time" in only:
        check_time(args, failures)
    sys.exit(1 if failures.found else 0)


if __name__ == "__main__":
    main()
