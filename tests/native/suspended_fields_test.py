#!/usr/bin/env python3
"""Random programs that hand failures on, with `suspend-fields` and without: the results are the same,
and nothing is computed twice.

    suspended_fields_test.py DEFOREST [--programs N] [--seed S]

A program has a type of results, of which one constructor holds a list that is computed, and functions
that make results, take them apart, try one after the other, look at one and hand it on, and put them
into pairs and into another type. Each is changed by the pass alone. `deforest check` compares the
two; `deforest run --count` counts. In a quarter of the programs at least some field must wait.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

PRELUDE = """
data R = Bad [Int] | Good Int | Near Int [Int]

data Q = Lost R Int | Found Int

upTo :: Int -> [Int]
upTo n = if n <= 0 then [] else n : upTo (n - 1)

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

joined :: [Int] -> [Int] -> [Int]
joined [] ys = ys
joined (x : xs) ys = x : joined xs ys

weight :: R -> Int
weight r = case r of { Bad xs -> total xs ; Good n -> n ; Near n xs -> n + total xs }
"""


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.makers, self.changers, self.readers, self.holders, self.losers = [], [], [], [], []
        self.text = []
        self.used = 0

    def fresh(self, prefix):
        self.used += 1
        return f"{prefix}{self.used}"

    def number(self, numbers, depth=1):
        if depth == 0 or self.rng.random() < 0.5:
            return self.rng.choice(numbers + [f"({self.rng.randint(0, 5)} :: Int)"])
        op = self.rng.choice("+-*")
        return f"({self.number(numbers, depth - 1)} {op} {self.number(numbers, depth - 1)})"

    def items(self, numbers, lists):
        choice = self.rng.random()
        if lists and choice < 0.3:
            return self.rng.choice(lists)
        if lists and choice < 0.5:
            return f"(joined (upTo {self.small(numbers)}) {self.rng.choice(lists)})"
        return f"(upTo {self.small(numbers)})"

    def small(self, numbers):
        # Long enough for what is computed twice to show.
        return f"(20 + mod {self.number(numbers)} 7)"

    def test(self, numbers):
        return f"mod {self.number(numbers)} (2 :: Int) == {self.rng.randint(0, 1)}"

    def result(self, numbers, lists, results, depth):
        """An expression of type R; of `results` each is used at most once on each way, mostly."""
        choice = self.rng.random()
        if depth > 0 and choice < 0.2:
            return (f"(if {self.test(numbers)} then {self.result(numbers, lists, results, depth - 1)} "
                    f"else {self.result(numbers, lists, results, depth - 1)})")
        if depth > 0 and choice < 0.55:
            return self.match(numbers, lists, results, depth, self.result)
        if results and choice < 0.7:
            return self.rng.choice(results)
        if self.makers and choice < 0.85:
            made = f"({self.rng.choice(self.makers)} {self.number(numbers)})"
            if self.changers and self.rng.random() < 0.4:
                made = f"({self.rng.choice(self.changers)} {made} {self.number(numbers)})"
            return made
        kind = self.rng.random()
        if kind < 0.5:
            return f"(Bad {self.items(numbers, lists)})"
        if kind < 0.8:
            return f"(Good {self.number(numbers)})"
        return f"(Near {self.number(numbers)} {self.items(numbers, lists)})"

    def match(self, numbers, lists, results, depth, make):
        """A match on a result; what is matched on may be handed on where its fields are not read."""
        name = None
        if results and self.rng.random() < 0.6:
            name = self.rng.choice(results)
            scrutinee, rest = name, [each for each in results if each != name]
        else:
            scrutinee, rest = self.result(numbers, lists, results, 0), results
            if scrutinee in results:
                rest = [each for each in results if each != scrutinee]
        e, n, m, f = (self.fresh(prefix) for prefix in "enmf")
        reads_bad, reads_near = self.rng.random() < 0.5, self.rng.random() < 0.4
        whole = [name] if name and self.rng.random() < 0.5 else []
        bad = make(numbers, lists + [e] if reads_bad else lists,
                   rest if reads_bad else rest + whole, depth - 1)
        good = make(numbers + [n], lists, rest + whole, depth - 1)
        near = make(numbers + [m], lists + [f] if reads_near else lists,
                    rest if reads_near else rest + whole, depth - 1)
        return (f"(case {scrutinee} of {{ Bad {e if reads_bad else '_'} -> {bad} ; Good {n} -> {good} ; "
                f"Near {m} {f if reads_near else '_'} -> {near} }})")

    def value(self, numbers, lists, results, depth):
        """An expression of type Int."""
        choice = self.rng.random()
        if depth > 0 and choice < 0.5:
            return self.match(numbers, lists, results, depth, self.value)
        if results and self.readers and choice < 0.7:
            return f"({self.rng.choice(self.readers)} {self.rng.choice(results)})"
        if lists and choice < 0.9:
            return f"(total {self.rng.choice(lists)})"
        return self.number(numbers)

    def define(self):
        kind = self.rng.choice(["maker", "maker", "changer", "changer", "reader", "again", "holder"])
        name = self.fresh(kind)
        if kind == "maker":
            self.add(name, "Int -> R", f"{name} n = {self.result(['n'], [], [], 2)}", self.makers)
        elif kind == "changer":
            body = self.result(["k"], [], ["r"], 2)
            self.add(name, "R -> Int -> R", f"{name} r k = {body}", self.changers)
        elif kind == "reader":
            self.add(name, "R -> Int", f"{name} r = {self.value([], [], ['r'], 2)}", self.readers)
        elif kind == "again" and self.makers:
            inner = self.rng.choice(self.makers)
            self.add(name, "Int -> R",
                     f"{name} n = if n <= 0 then {inner} n else (case {inner} n of {{ Bad _ -> "
                     f"{name} (n - 1) ; Good m -> Good (m + n) ; Near m e -> "
                     f"{self.rng.choice(['Bad e', 'Near m e', name + ' (n - 2)'])} }})", self.makers)
        elif kind == "holder" and self.makers:
            maker = self.rng.choice(self.makers)
            self.add(name, "Int -> Q",
                     f"{name} n = if {self.test(['n'])} then Lost ({maker} n) n else Found n",
                     self.holders)
            reader = self.fresh("loser")
            body = self.value(["k"], [], ["r"], 2)
            self.add(reader, "Q -> Int",
                     f"{reader} q = case q of {{ Lost r k -> {body} ; Found n -> n }}", self.losers)

    def add(self, name, signature, equation, names):
        self.text.append(f"{name} :: {signature}\n{equation}\n")
        names.append(name)

    def whole(self):
        for _ in range(self.rng.randint(5, 11)):
            self.define()
        result = self.result(["n", "m"], [], [], 2)
        reading = ("total xs" if self.rng.random() < 0.6 else "mod (total xs) 5 + 1")
        last = "0"
        if self.holders and self.rng.random() < 0.5:
            last = f"({self.rng.choice(self.losers)} ({self.rng.choice(self.holders)} n))"
        if self.makers and self.rng.random() < 0.4:
            # What is made here is read more than once: such a field must not wait.
            maker = self.rng.choice(self.makers)
            self.text.append(f"twice :: Int -> Int\ntwice n = let r = {maker} n in weight r + weight r * weight r - weight r\n")
            last = f"{last} + twice n + twice (n + 1)"
        main = (f"program :: Int -> Int -> Int\nprogram n m = case {result} of {{ Bad xs -> {reading} ; "
                f"Good k -> k + {last} ; Near k _ -> k + {last} }}\n")
        return "module M (program) where\n" + PRELUDE + "\n" + "\n".join(self.text) + "\n" + main


def counted(deforest, path, arguments):
    done = subprocess.run([deforest, "run", path, "--call", "program " + arguments, "--count"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stdout, None
    return done.stdout, json.loads(done.stderr.strip().splitlines()[-1])


def fault(deforest, work, seed):
    """What is wrong with the program of that seed, and whether a field waits."""
    before, after = os.path.join(work, "a.hs.ir"), os.path.join(work, "b.hs.ir")
    with open(before, "w", encoding="ascii") as file:
        file.write(Program(random.Random(seed)).whole())
    made = subprocess.run([deforest, before, "--passes", "suspend-fields,drop-unreachable", "-o", after],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return made.stderr, False
    with open(after, encoding="ascii") as file:
        waits = "_waits" in file.read()
    if not waits:
        return "", False
    compared = subprocess.run([deforest, "check", before, after], capture_output=True, text=True,
                              check=False)
    if compared.returncode != 0:
        return compared.stdout + compared.stderr, True
    for arguments in ("3 4", "0 1", "12 7", "5 30"):
        one, many = counted(deforest, before, arguments), counted(deforest, after, arguments)
        if one[0] != many[0] or (one[1] is None) != (many[1] is None):
            return f"program {arguments}: {one[0]} and {many[0]}", True
        # Forcing takes a call or two for some twenty that are made where a list is computed.
        if one[1] and many[1]["calls"] > 1.35 * one[1]["calls"] + 25:
            return f"program {arguments}: {one[1]} and {many[1]}", True
    return "", True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("deforest")
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    waiting, failures = 0, 0
    with tempfile.TemporaryDirectory() as work:
        for seed in range(args.seed, args.seed + args.programs):
            wrong, waits = fault(args.deforest, work, seed)
            waiting += waits
            if wrong:
                failures += 1
                print(f"seed {seed}: {wrong}")
    print(f"{waiting} of {args.programs} programs have fields that wait")
    if 4 * waiting < args.programs:
        failures += 1
        print("too few to say anything")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
