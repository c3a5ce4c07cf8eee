"""How compile time grows with one kind of thing in a program: families of programs, each doubled.

usage: growth.py --deforest BINARY [--only NAME,...] [--doublings N] [--timeout SECONDS] [--to hs,cpp]

For each family the processor seconds of its sizes, and of the last doubling the exponent: 1 is
linear, 2 quadratic. Each program is of an ordinary kind but for the one thing that it has many of.
"""

import argparse
import math
import os
import pathlib
import resource
import subprocess
import tempfile

FAMILIES = {}


def family(first):
    def add(function):
        FAMILIES[function.__name__] = (first, function)
        return function
    return add


def lines(*parts):
    return "\n".join(["module M where", *parts]) + "\n"


@family(60)
def mutual_types(n):
    """Types that lead to each other in a ring, with two passes over them."""
    out = ["module M (run) where"]
    for i in range(n):
        out.append(f"data T{i} = L{i} Int | N{i} Int T{(i + 1) % n}")
    for i in range(n):
        out += [f"inc{i} :: T{i} -> T{i}", f"inc{i} (L{i} x) = L{i} (x + 1)",
                f"inc{i} (N{i} x t) = N{i} (x + {i % 7}) (inc{(i + 1) % n} t)",
                f"sum{i} :: T{i} -> Int", f"sum{i} (L{i} x) = x",
                f"sum{i} (N{i} x t) = x + sum{(i + 1) % n} t"]
    return "\n".join(out + ["run :: T0 -> Int", "run t = sum0 (inc0 t)"]) + "\n"


@family(60)
def separate_types(n):
    """Types that have nothing to do with each other, with a root each."""
    out = []
    for i in range(n):
        out += [f"data T{i} = L{i} Int | N{i} T{i} T{i}", f"inc{i} :: T{i} -> T{i}",
                f"inc{i} (L{i} x) = L{i} (x + 1)", f"inc{i} (N{i} l r) = N{i} (inc{i} l) (inc{i} r)",
                f"sum{i} :: T{i} -> Int", f"sum{i} (L{i} x) = x",
                f"sum{i} (N{i} l r) = sum{i} l + sum{i} r",
                f"run{i} :: T{i} -> Int", f"run{i} t = sum{i} (inc{i} t)"]
    roots = ", ".join(f"run{i}" for i in range(n))
    return "\n".join([f"module M ({roots}) where", *out]) + "\n"


@family(125)
def constructors(n):
    """One type of many constructors, a pass and a fold over it."""
    return "\n".join(
        ["module M (run) where",
         "data T = " + " | ".join(["C0"] + [f"C{i} Int T" for i in range(1, n)]),
         "inc :: T -> T", "inc C0 = C0"]
        + [f"inc (C{i} x t) = C{i} (x + {i}) (inc t)" for i in range(1, n)]
        + ["total :: T -> Int", "total C0 = 0"]
        + [f"total (C{i} x t) = x + total t" for i in range(1, n)]
        + ["run :: T -> Int", "run t = total (inc t)"]) + "\n"


@family(125)
def enumeration(n):
    """A type of constants that derives what it can, with a function back and forth."""
    return lines("data T = " + " | ".join(f"C{i}" for i in range(n)) + " deriving (Eq, Ord, Show)",
                 "f :: T -> Int", *(f"f C{i} = {i * 7 % 13}" for i in range(n)),
                 "same :: T -> T -> Bool", "same a b = a == b && a <= b")


@family(25)
def wide_fields(n):
    """A record of many fields that is compared."""
    return lines("data T = T" + " Int" * n + " deriving (Eq, Ord)",
                 "less :: T -> T -> Bool", "less a b = a < b",
                 "same :: T -> T -> Bool", "same a b = a == b")


@family(25)
def nested_wide(n):
    """A record of many fields, each a pair that is taken apart."""
    return lines("data P = P Int Int", "data T = T" + " P" * n,
                 "total :: T -> Int",
                 "total (T " + " ".join(f"(P a{i} b{i})" for i in range(n)) + ") = "
                 + " + ".join(f"a{i} * b{i}" for i in range(n)))


@family(125)
def literal_table(n):
    return lines("f :: Int -> Int", *(f"f {i} = {i * 7 % 13}" for i in range(n)), "f _ = 0")


@family(125)
def guard_table(n):
    return lines("f :: Int -> Int", "f x", *(f"  | x == {i} = {i * 7 % 13}" for i in range(n)),
                 "  | otherwise = 0")


@family(60)
def string_table(n):
    return lines("f :: String -> Int", *(f'f "key{i}" = {i}' for i in range(n)), "f _ = 0")


@family(50)
def conditionals(n):
    """Conditionals inside each other."""
    text = "x"
    for i in reversed(range(n)):
        text = f"if x > {i} then {text} else y + {i}"
    return lines("f :: Int -> Int -> Int", f"f x y = {text}")


@family(50)
def conditionals_in_a_row(n):
    """One after the other, each using the one before."""
    out = ["f :: Int -> Int", "f x0 = let"]
    out += [f"  x{i + 1} = if x{i} > {i} then x{i} + 1 else x{i} - 2" for i in range(n)]
    return lines(*out, f"  in x{n}")


@family(125)
def lets(n):
    """A long chain of bindings."""
    out = ["f :: Int -> Int", "f x0 = let"] + [f"  x{i + 1} = x{i} * 3 + {i}" for i in range(n)]
    return lines(*out, f"  in x{n}")


@family(125)
def nested_lets(n):
    text = f"x{n}"
    for i in reversed(range(n)):
        text = f"let x{i + 1} = x{i} * 3 + {i} in {text}"
    return lines("f :: Int -> Int", f"f x0 = {text}")


@family(125)
def sum_of_terms(n):
    return lines("f :: Int -> Int", "f x = " + " + ".join(f"x * {i}" for i in range(n)))


@family(125)
def parentheses(n):
    return lines("f :: Int -> Int", "f x = " + "(1 + " * n + "x" + ")" * n)


@family(60)
def deep_pattern(n):
    return lines("data T = N | C Int T", "f :: T -> Int",
                 "f " + "(C _ " * n + "(C x _)" + ")" * n + " = x", "f _ = 0")


@family(125)
def list_literal(n):
    return lines("xs :: [Int]", "xs = [" + ", ".join(map(str, range(n))) + "]",
                 "f :: Int -> Int", "f y = sum (map (+ y) xs)")


@family(500)
def string_literal(n):
    return lines("s :: String", 's = "' + "abcde fghi" * (n // 10) + '"',
                 "f :: Int -> Int", "f y = y + length s")


@family(60)
def string_literals(n):
    return lines(*(f's{i} :: String\ns{i} = "text number {i}"' for i in range(n)),
                 "f :: Int -> Int", "f y = y" + "".join(f" + length s{i}" for i in range(n)))


@family(50)
def do_block(n):
    return lines("step :: Int -> Int -> Maybe Int",
                 "step k x = if x > k then Just (x - k) else Nothing",
                 "f :: Int -> Maybe Int", "f x0 = do",
                 *(f"  x{i + 1} <- step {i} x{i}" for i in range(n)), f"  return x{n}")


@family(50)
def printing_main(n):
    return "module Main where\nmain :: IO ()\nmain = do\n" + "".join(
        f"  print ({i} + {i * 3})\n" for i in range(n))


@family(10)
def compositions(n):
    """A chain of passes over one list, written with dots."""
    out = ["module M (run) where"]
    for i in range(n):
        out += [f"p{i} :: [Int] -> [Int]", f"p{i} [] = []",
                f"p{i} (x : xs) = (x * {i % 5 + 2} + {i}) : p{i} xs"]
    return "\n".join(out + ["run :: [Int] -> [Int]",
                            "run = " + " . ".join(f"p{i}" for i in range(n))]) + "\n"


@family(8)
def equal_traversals(n):
    """Equal passes over one tree, side by side."""
    out = ["module M (run) where", "data T = L Int | N T T"]
    for i in range(n):
        out += [f"p{i} :: T -> Int", f"p{i} (L x) = x + {i}", f"p{i} (N l r) = p{i} l + p{i} r"]
    return "\n".join(out + ["run :: T -> Int",
                            "run t = " + " + ".join(f"p{i} t" for i in range(n))]) + "\n"


@family(60)
def parameters(n):
    """A recursive function of many parameters."""
    names = [f"a{i}" for i in range(n)]
    return lines("f :: [Int] -> " + "Int -> " * n + "Int",
                 "f [] " + " ".join(names) + " = " + " + ".join(names),
                 "f (x : xs) " + " ".join(names) + " = f xs "
                 + " ".join(f"({name} + x)" for name in names))


@family(60)
def local_functions(n):
    out = ["f :: [Int] -> Int", "f xs = " + " + ".join(f"go{i} xs" for i in range(n)), "  where"]
    for i in range(n):
        out += [f"    go{i} [] = {i}", f"    go{i} (y : ys) = y * {i} + go{i} ys"]
    return lines(*out)


@family(60)
def chain_of_calls(n):
    """Functions that each call the next."""
    out = ["module M (f0) where"]
    for i in range(n):
        out += [f"f{i} :: Int -> Int", f"f{i} x = if x > {i} then f{i + 1} (x - 1) else x * {i}"]
    return "\n".join(out + [f"f{n} :: Int -> Int", f"f{n} x = x"]) + "\n"


@family(250)
def undefined_names(n):
    return lines("f :: Int -> Int", "f x = " + " + ".join(f"u{i} x" for i in range(n)))


def seconds_of(binary, text, timeout, extension):
    """Processor seconds; None if it took too long; a failure of another kind is told."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work) / "m.hs.ir"
        source.write_text(text, encoding="utf-8")
        process = subprocess.Popen([binary, source, "-o", f"{work}/out.{extension}"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=limit)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    if os.WIFSIGNALED(status) and seconds >= timeout - 1:
        return None, ""
    told = "" if status == 0 else f"status {os.waitstatus_to_exitcode(status)}: {message.splitlines()[:1]}"
    return seconds, told


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deforest", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--to", default="hs")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    for extension in options.to.split(","):
        for name, (first, make) in FAMILIES.items():
            if only and name not in only:
                continue
            times, told = [], ""
            for doubling in range(options.doublings + 1):
                seconds, told = seconds_of(options.deforest, make(first << doubling),
                                           options.timeout, extension)
                times.append(seconds)
                if seconds is None:
                    break
            done = [t for t in times if t is not None]
            exponent = (f"{math.log2(max(done[-1], 0.01) / max(done[-2], 0.01)):.1f}"
                        if len(done) > 1 else "")
            shown = " ".join(f"{t:8.2f}" if t is not None else "too long" for t in times)
            print(f"{extension:<4}{name:<22} {first:>5}.. {shown:<36} {exponent:>5} {told}",
                  flush=True)


if __name__ == "__main__":
    main()
