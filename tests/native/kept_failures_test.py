#!/usr/bin/env python3
"""Random programs in which much may fail that Haskell does not need, with `keep-failures`: evaluated
strictly they have the values that Haskell gives, and fail where it fails.

    kept_failures_test.py DEFOREST [--programs N] [--seed S]

A program has records, some of them of records, with fields that are computed by functions that fail
for some of what they are given, by an `error` or a pattern, and by divisions, and functions that
make such values, change them, choose between them, put them into lists and read some of their
fields. Each is changed by the pass alone, and then evaluated strictly. In a third of the programs at
least something must be kept.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

PRELUDE = """
data R = R Int Int | N

data Q = Q { size :: Int, inner :: R, flag :: Bool }

data B = B R Q

half :: Int -> Int
half n = if even n then div n 2 else error "half"

small :: Int -> Int
small 0 = 5
small 1 = 3
small 2 = 8

sumTo :: Int -> Int
sumTo n = if n > 9 then error ("sumTo " ++ show n) else if n <= 0 then 0 else n + sumTo (n - 1)

first :: Int -> R -> Int
first d N = d
first _ (R a _) = a

second :: R -> Int
second (R _ b) = b

either' :: Int -> R -> R -> R
either' n r s = if n > 4 then r else s

swap :: R -> R
swap N = N
swap (R a b) = R b a

firsts :: [R] -> Int
firsts [] = 0
firsts (r : rs) = first 0 r + firsts rs

sizes :: [Q] -> Int
sizes [] = 0
sizes (q : qs) = size q + sizes qs

flagged :: [Q] -> [Q]
flagged qs = [q | q <- qs, flag q]
"""


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.functions = []  # (name, parameter kinds, result kind)
        self.names = 0
        self.divides = False  # A call of a function that divides is taken to have a value.

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def of(self, kind, scope, depth):
        """An expression of that kind: Int, Bool, R, Q, B, [R] or [Q]."""
        known = [name for name, each in scope if each == kind]
        choice = self.rng.random()
        if known and (depth <= 0 or choice < 0.3):
            return self.rng.choice(known)
        made = [each for each in self.functions if each[2] == kind]
        if made and depth > 0 and choice < 0.45:
            name, kinds, _ = self.rng.choice(made)
            return "(" + " ".join([name] + [self.of(each, scope, depth - 1) for each in kinds]) + ")"
        if depth > 0 and choice < 0.52:
            return (f"(if {self.of('Bool', scope, depth - 1)} then {self.of(kind, scope, depth - 1)} "
                    f"else {self.of(kind, scope, depth - 1)})")
        if depth > 0 and choice < 0.62:
            bound = self.rng.choice(["Int", "R", "Q", "Int"])
            name = self.fresh("v")
            return (f"(let {name} = {self.of(bound, scope, depth - 1)} in "
                    f"{self.of(kind, scope + [(name, bound)], depth - 1)})")
        if depth > 0 and choice < 0.7:
            return self.match(kind, scope, depth)
        return getattr(self, {"Int": "number", "Bool": "test", "R": "pair", "Q": "record", "B": "both",
                              "[R]": "pairs", "[Q]": "records"}[kind])(scope, depth)

    def match(self, kind, scope, depth):
        a, b, c = (self.fresh(prefix) for prefix in "abc")
        which = self.rng.random()
        if which < 0.4:
            return (f"(case {self.of('R', scope, depth - 1)} of {{ N -> {self.of(kind, scope, depth - 1)} ; "
                    f"R {a} {b} -> {self.of(kind, scope + [(a, 'Int'), (b, 'Int')], depth - 1)} }})")
        if which < 0.7:
            inside = scope + [(a, "Int"), (b, "R"), (c, "Bool")]
            return f"(case {self.of('Q', scope, depth - 1)} of {{ Q {a} {b} {c} -> {self.of(kind, inside, depth - 1)} }})"
        inside = scope + [(a, "R"), (b, "Q")]
        return f"(case {self.of('B', scope, depth - 1)} of {{ B {a} {b} -> {self.of(kind, inside, depth - 1)} }})"

    def number(self, scope, depth):
        if depth <= 0:
            return f"({self.rng.randint(0, 9)} :: Int)"
        n = lambda: self.of("Int", scope, depth - 1)  # noqa: E731
        return self.rng.choice([
            lambda: f"({n()} + {n()})", lambda: f"(half {n()})",
            lambda: f"(small {n()})", lambda: f"(sumTo {n()})",
            lambda: f"(mod {n()} {n() if self.divides else 3})", lambda: f"(first {n()} {self.of('R', scope, depth - 1)})",
            lambda: f"(second {self.of('R', scope, depth - 1)})",
            lambda: f"(size {self.of('Q', scope, depth - 1)})",
            lambda: f"(firsts {self.of('[R]', scope, depth - 1)})",
            lambda: f"(sizes {self.of('[Q]', scope, depth - 1)})", lambda: f"(length {self.of('[R]', scope, depth - 1)})",
        ])()

    def test(self, scope, depth):
        return f"({self.of('Int', scope, depth - 1)} > {self.of('Int', scope, 0)})"

    def pair(self, scope, depth):
        if depth <= 0:
            return "N"
        r = lambda: self.of("R", scope, depth - 1)  # noqa: E731
        return self.rng.choice([
            lambda: f"(R {self.of('Int', scope, depth - 1)} {self.of('Int', scope, depth - 1)})",
            lambda: f"(R {self.of('Int', scope, depth - 1)} {self.of('Int', scope, depth - 1)})",
            lambda: f"(either' {self.of('Int', scope, depth - 1)} {r()} {r()})", lambda: f"(swap {r()})",
            lambda: f"(inner {self.of('Q', scope, depth - 1)})",
        ])()

    def record(self, scope, depth):
        made = (f"(Q {{ size = {self.of('Int', scope, depth - 1)}, inner = {self.of('R', scope, depth - 1)}, "
                f"flag = {self.of('Bool', scope, depth - 1)} }})")
        if depth > 0 and self.rng.random() < 0.3:
            return f"({self.of('Q', scope, depth - 1)} {{ size = {self.of('Int', scope, depth - 1)} }})"
        return made if depth > 0 else "(Q 1 N True)"

    def both(self, scope, depth):
        return f"(B {self.of('R', scope, depth - 1)} {self.of('Q', scope, depth - 1)})"

    def pairs(self, scope, depth):
        made = ", ".join(self.of("R", scope, depth - 1) for _ in range(self.rng.randint(0, 3)))
        if depth > 0 and self.rng.random() < 0.5:
            name = self.fresh("i")
            return f"[{self.of('R', scope + [(name, 'Int')], depth - 1)} | {name} <- [0 .. 3]]"
        return f"[{made}]"

    def records(self, scope, depth):
        made = f"[{', '.join(self.of('Q', scope, depth - 1) for _ in range(self.rng.randint(1, 3)))}]"
        return f"(flagged {made})" if self.rng.random() < 0.4 else made

    def write(self):
        text = ["module Main (value) where", PRELUDE]
        for _ in range(self.rng.randint(3, 7)):
            kinds = [self.rng.choice(["Int", "Int", "R", "Q", "Bool"]) for _ in range(self.rng.randint(1, 3))]
            result = self.rng.choice(["Int", "R", "Q", "B", "[R]", "[Q]", "R", "Q"])
            name = self.fresh("f")
            scope = [(self.fresh("x"), kind) for kind in kinds]
            body = self.of(result, scope, 4)
            text.append(f"{name} :: {' -> '.join(kinds + [result])}")
            text.append(f"{' '.join([name] + [each for each, _ in scope])} = {body}\n")
            self.functions.append((name, kinds, result))
        scope = [("n", "Int"), ("m", "Int")]
        self.divides = True
        text.append("value :: Int -> Int -> Int")
        text.append("value n m = " + " + ".join(self.of("Int", scope, 5) for _ in range(2)))
        return "\n".join(text) + "\n"


def run(deforest, *arguments):
    done = subprocess.run([deforest, *arguments], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def fault(deforest, work, seed):
    """What is wrong with the program of that seed, empty if nothing; whether anything was kept; and on
    how many inputs it has a value."""
    before, after = os.path.join(work, f"p{seed}.hs"), os.path.join(work, f"p{seed}_kept.hs.ir")
    with open(before, "w", encoding="utf-8") as out:
        out.write(Program(random.Random(seed)).write())
    code, _, said = run(deforest, before, "--passes", "keep-failures,simplify", "--check", "each", "-o", after)
    if code != 0:
        return f"it is not changed: {said[:600]}", False, 0
    with open(after, "rb") as text:
        kept = b"Failed" in text.read()
    values = 0
    for arguments in ("0 0", "3 4", "12 7", "5 1", "8 2"):
        wanted = run(deforest, "run", before, "--call", f"value {arguments}")
        given = run(deforest, "run", after, "--call", f"value {arguments}")
        values += wanted[0] == 0
        if wanted[0] == 0 and (given[0] != 0 or given[1] != wanted[1]):
            return f"value {arguments}: {wanted[1:]} and {given[1:]}", kept, values
        if wanted[0] != 0 and given[0] == 0:
            return f"value {arguments}: {wanted[1:]} and {given[1:]}", kept, values
    return "", kept, values


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("deforest")
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kept, failures, values = 0, 0, 0
    with tempfile.TemporaryDirectory() as work:
        for seed in range(args.seed, args.seed + args.programs):
            wrong, some, ended = fault(args.deforest, work, seed)
            kept += some
            values += ended
            if wrong:
                failures += 1
                print(f"seed {seed}: {wrong}")
    print(f"something is kept in {kept} of {args.programs} programs, which have {values} values")
    if 3 * kept < args.programs or values < args.programs:
        failures += 1
        print("too few to say anything")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
