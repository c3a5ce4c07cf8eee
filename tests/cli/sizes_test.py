"""Programs far larger than the others in one way each: what is made of them, and that it is made.

No clock is read. Where the work once grew with the square of the size, these sizes took minutes, or
more memory than there is.

usage: sizes_test.py BINARY
"""

import pathlib
import re

import tap
from case import Case


class Sizes(Case):
    def compile(self, text, *words, status=0):
        self.write("large.hs.ir", text)
        return self.run_it("large.hs.ir", *words, status=status)

    def test_literal_tables(self):
        equations = "".join(f"f {i} = {i * 7 % 101}\n" for i in range(6000))
        guards = "".join(f"  | x == {i} = {i * 7 % 101}\n" for i in range(6000))
        for text in [equations + "f _ = -1\n", "f x\n" + guards + "  | otherwise = -1\n"]:
            out = self.compile("f :: Int -> Int\n" + text, "--policy", "unfused",
                               "--backend", "ir").stdout
            self.assertEqual(len(re.findall(r"n == \d+|x == \d+", out)), 6000)
        for value, result in [("5999", 5999 * 7 % 101), ("6000", -1)]:
            self.assertEqual(self.run_it("run", "large.hs.ir", "--call", "f", value).stdout,
                             f"{result}\n")

    def test_the_engine_bears_a_table(self):
        equations = "".join(f"f {i} = {i * 7 % 101}\n" for i in range(2000))
        out = self.compile("f :: Int -> Int\n" + equations, "--backend", "ir").stdout
        self.assertEqual(len(re.findall(r" == \d+", out)), 2000)

    def test_many_constructors(self):
        count = 1500
        constructors = "".join(f" | C{i} Int T" for i in range(count))
        text = f"module M (run) where\ndata T = E{constructors}\n"
        for name, result, end, what in [("inc", "T", "E", "C{0} (x + {0}) (inc t)"),
                                        ("total", "Int", "0", "x + total t")]:
            text += f"{name} :: T -> {result}\n{name} E = {end}\n" + "".join(
                f"{name} (C{i} x t) = {what.format(i)}\n" for i in range(count))
        text += "run :: T -> Int\nrun t = total (inc t)\n"
        out = self.compile(text, "--backend", "ir", "--price", "0").stdout
        # One pass is left of two.
        self.assertEqual(len(re.findall(r"\(C\d+ x t\)", out)), count)

    def test_a_chain_of_small_functions(self):
        count = 1000
        text = "module M (f0) where\n" + "".join(
            f"f{i} :: Int -> Int\nf{i} x = if x > {i} then f{i + 1} (x - 1) else x * {i}\n"
            for i in range(count)) + f"f{count} :: Int -> Int\nf{count} x = x\n"
        out = self.compile(text, "--backend", "ir").stdout
        # Each test of the source stands in few functions only.
        self.assertLess(len(re.findall(r" > \d+", out)), 10 * count)

    def test_equal_literals_are_tested_once(self):
        text = "f :: Int -> Int -> Int\n" + "".join(
            f"f {i % 40} {i} = {i}\n" for i in range(2000)) + "f _ _ = -1\n"
        out = self.compile(text, "--policy", "unfused", "--backend", "ir").stdout
        self.assertEqual(len(re.findall(r" == \d+", out)), 40 + 2000)

    def test_a_long_string_in_cpp(self):
        count = tap.sample(20000, 4)
        self.compile('main :: IO ()\nmain = putStrLn "' + "ab" * count + '"\n', "-o", "out.cpp",
                     "--policy", "unfused")
        # The last characters are made first.
        texts = re.findall(r'U"([^"]*)"', self.read("out.cpp"))
        self.assertEqual("".join(reversed(texts)), "ab" * count)

    def test_continuations_that_grow(self):
        source = pathlib.Path(__file__).parents[1] / "ghc" / "programs" / "continuations.hs"
        self.write("readers.hs", source.read_text(encoding="utf-8"))
        self.run_it("readers.hs", "-o", "out.cpp", "--serial")
        self.assertLess(len(self.read("out.cpp").splitlines()), 12000)

    def test_a_type_that_doubles(self):
        text = "type A0 = Int\n" + "".join(
            f"type A{i + 1} = (A{i}, A{i})\n" for i in range(200))
        self.compile(text + "f :: Int -> Int\nf x = x\n", "-o", "out.hs")
        done = self.compile(text + "f :: A200 -> Int\nf _ = 0\n", "-o", "out.hs", status=1)
        self.assertRegex(done.stderr, r"large.hs.ir:203:1: error: the types .* grow without bound")

    def test_many_errors(self):
        count = tap.sample(60000, 3)
        functions = "".join(f"f{i} :: Int -> Int\nf{i} x = u{i} x\n" for i in range(count))
        constructors = "".join(f"g{i} :: Int -> T{i}\ng{i} x = C{i} x\n" for i in range(count))
        for text in [functions, constructors]:
            done = self.compile(text, "-o", "out.hs", status=1)
            self.assertRegex(done.stderr, r"large.hs.ir: \d+ more errors\n$")
        done = self.compile("total :: Int -> Int\ntotal x = totl x\n" + functions, "-o", "out.hs",
                            status=1)
        self.assertIn("did you mean `total`?", done.stderr)

    def test_a_wide_constructor(self):
        fields = tap.sample(500, 3)
        out = self.compile("data R = R " + "Int " * fields + "deriving (Eq, Ord)\n"
                           "f :: R -> R -> Bool\nf a b = a < b\n", "--backend", "ir").stdout
        self.assertEqual(len(re.findall(r" < ", out)), fields)

    def test_a_deep_pattern(self):
        depth = tap.sample(900, 2)
        text = ("data N = Z | S N\nf :: N -> Int\nf " + "(S " * depth + "Z" + ")" * depth +
                " = 1\nf _ = 0\n")
        self.compile(text, "-o", "out.hs")
        self.compile(text, "--policy", "unfused", "-o", "out.hs")


if __name__ == "__main__":
    tap.main(__name__)
