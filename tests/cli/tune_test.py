"""`deforest tune`, and the line that it asks to be kept.

usage: tune_test.py BINARY
"""

import json
import shutil
import unittest

import tap
from case import Case

LISTS = """\
module Lists (program) where

program :: Int -> Int
program n = total (square (build n))

build :: Int -> [Int]
build n = if n == 0 then [] else n : build (n - 1)

square :: [Int] -> [Int]
square xs = [x * x | x <- xs]

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs
"""


class Tuned(Case):
    def output_of(self, line, *words):
        self.write("lists.hs.ir", line + LISTS)
        return self.run_it("lists.hs.ir", "-o", "-", *words).stdout.replace(line, "")

    def options_of(self, line, *words):
        self.output_of(line, "--portfolio", "off", "--stats=stats.json", *words)
        return json.loads(self.read("stats.json"))["options"]

    def test_settings_in_the_source_are_obeyed(self):
        fused = self.output_of("")
        self.assertNotEqual(fused, LISTS)
        self.assertEqual(self.output_of("-- deforest: tuned unfused\n"), LISTS)
        self.assertEqual(self.options_of("-- deforest: tuned price 0.2, width 3\n")["width"], 3)

    def test_the_command_line_comes_first(self):
        line = "-- deforest: tuned width 3, cap 2\n"
        options = self.options_of(line, "--width", "5")
        self.assertEqual((options["width"], options["cap"]), (5, 2))
        self.assertEqual(self.options_of(line, "--policy", "cap 1")["cap"], 1)

    def test_other_comments_are_none(self):
        line = "-- deforest: tunedunfused\n"
        self.assertEqual(self.output_of(line), self.output_of(""))

    def test_unknown_settings(self):
        self.write("lists.hs.ir", "\n-- deforest: tuned price 0.2, speed 3\n" + LISTS)
        done = self.run_it("lists.hs.ir", "-o", "-", status=1)
        self.assertIn("lists.hs.ir:2:20: error: `speed 3` is no setting", done.stderr)
        self.assertIn("`price X`", done.stderr)

    def test_no_settings(self):
        self.write("lists.hs.ir", "-- deforest: tuned\n" + LISTS)
        done = self.run_it("lists.hs.ir", "-o", "-", status=1)
        self.assertIn("lists.hs.ir:1:1: error: no settings", done.stderr)


TREES = """\
module Trees (main, total, twice) where

data Tree = Leaf Int | Node Tree Tree

total :: Tree -> Int
total (Leaf x) = x
total (Node l r) = total l + total r

twice :: Tree -> Tree
twice (Leaf x) = Leaf (x + x)
twice (Node l r) = Node (twice l) (twice r)

grown :: Int -> Tree
grown n = if n == 0 then Leaf n else Node (grown (n - 1)) (grown (n - 1))

answer :: Int -> Int
answer n = total (twice (grown n))

main :: IO ()
main = print (answer 14)
"""


class Keep(Case):
    def output_of(self, line, *words):
        self.write("trees.hs", line + TREES)
        return self.run_it("trees.hs", "-o", "-", *words).stdout.replace(line, "")

    def test_text_stays(self):
        self.assertNotIn("answer n = total (twice (grown n))", self.output_of(""))
        for line, words in (("-- deforest: keep answer\n", ()), ("", ("--keep", "answer"))):
            output = self.output_of(line, *words)
            self.assertIn("answer n = total (twice (grown n))\n", output)
            self.assertIn("main = print (answer 14)\n", output)

    def test_why_is_said(self):
        self.write("trees.hs", "-- deforest: keep total, answer\n" + TREES)
        said = self.run_it("trees.hs", "-o", "out.hs", "--explain").stderr
        for name in ("total", "answer"):
            self.assertIn(f"`{name}` is opaque: `-- deforest: keep` names it", said)

    def test_unknown_names(self):
        self.write("trees.hs", "\n-- deforest: keep answer, nothing\n" + TREES)
        done = self.run_it("trees.hs", "-o", "out.hs", status=1)
        self.assertIn("trees.hs:2:27: error: no function `nothing` is defined here", done.stderr)
        self.assertNotIn("out.hs", self.names())

    def test_no_names(self):
        self.write("trees.hs", "-- deforest: keep\n" + TREES)
        done = self.run_it("trees.hs", "-o", "out.hs", status=1)
        self.assertIn("trees.hs:1:1: error: no names", done.stderr)


class SharedLines(Case):
    def test_nothing_is_changed(self):
        text = TREES.replace("twice :: Tree -> Tree\ntwice (Leaf", "twice :: Tree -> Tree; twice (Leaf")
        self.write("trees.hs", text)
        done = self.run_it("trees.hs", "-o", "out.hs")
        self.assertIn("trees.hs: warning: nothing is changed", done.stderr)
        self.assertIn("lines of their own", done.stderr)
        self.assertEqual(self.read("out.hs"), text)


class Tune(Case):
    def setUp(self):
        super().setUp()
        self.write("lists.hs.ir", LISTS)

    def test_wrong_usage(self):
        self.assertIn("--backend exe", self.run_it("tune", "lists.hs.ir", status=2).stderr)
        self.assertIn("one program", self.run_it("tune", "--backend", "exe", status=2).stderr)
        self.run_it("tune", "lists.hs.ir", "--backend", "cpp", status=2)

    def test_a_compiler_that_is_missing(self):
        for backend, variable in (("haskell", "GHC"), ("exe", "CXX")):
            done = self.run_it("tune", "lists.hs.ir", "--backend", backend, "--rounds", "1",
                               "--sample", "program 9", status=1,
                               env={"PATH": "/bin", variable: "no-such-compiler"})
            self.assertIn("'no-such-compiler'", done.stderr)
            self.assertIn("help:", done.stderr)

    def table(self, backend, *words):
        done = self.run_it("tune", "lists.hs.ir", "--backend", backend, "--rounds", "1", *words)
        lines = done.stdout.splitlines()
        self.assertIn("seconds", lines[0])
        names = [line[2:].split("  ")[0].split(":")[0] for line in lines[1:10]]
        self.assertEqual(names, ["unfused", "price 0.055", "price 0.02", "price 0.15",
                                 "price 0.055, width 3", "price 0", "price 0, width 3",
                                 "price 0, width 2", "price 0, width 1"])
        self.assertEqual(sum(line.startswith("* ") for line in lines), 1)
        return lines

    @unittest.skipUnless(shutil.which("ghc"), "there is no GHC")
    def test_haskell(self):
        lines = self.table("haskell", "--sample", "program 3000000")
        self.assertNotIn("* unfused", lines[1])

    @unittest.skipUnless(shutil.which("ghc"), "there is no GHC")
    @tap.dear
    def test_what_main_is_given(self):
        self.write("trees.hs", TREES.replace(
            "main = print (answer 14)",
            "main = do { [n] <- getArgs; m <- readLn; print (answer (read n + m)) }").replace(
                "data Tree", "import System.Environment\n\ndata Tree"))
        self.write("input", "1\n")
        words = ("tune", "trees.hs", "--backend", "haskell", "--rounds", "1")
        done = self.run_it(*words, "--stdin", "input", "--", "18")
        self.assertIn("* ", done.stdout)
        self.assertIn("--stdin FILE", self.run_it(*words, "--", "18", status=1).stderr)
        self.assertIn("cannot read 'none'",
                      self.run_it(*words, "--stdin", "none", status=2).stderr)

    @unittest.skipUnless(shutil.which("ghc"), "there is no GHC")
    @tap.dear
    def test_what_differs_whenever_it_is_run(self):
        self.write("trees.hs", TREES.replace(
            "main = print (answer 14)", "main = getCPUTime >>= print . (+ toInteger (answer 14))"
        ).replace("data Tree", "import System.CPUTime\n\ndata Tree"))
        done = self.run_it("tune", "trees.hs", "--backend", "haskell", "--rounds", "2", status=1)
        self.assertIn("another thing whenever it is run", done.stderr)

    # `main` is more than is understood, and has to stay.
    @unittest.skipUnless(shutil.which("ghc"), "there is no GHC")
    def test_what_stays_is_tried(self):
        changed = TREES.replace("print (answer 14)", "print (answer 20) >> mapM_ print [twice (Leaf 1)]")
        self.write("trees.hs", changed.replace("Node Tree Tree\n", "Node Tree Tree deriving Show\n"))
        done = self.run_it("tune", "trees.hs", "--backend", "haskell", "--rounds", "1")
        best = next(line for line in done.stdout.splitlines() if line.startswith("* "))
        self.assertNotIn("unfused", best)

    @unittest.skipUnless(shutil.which("c++"), "there is no C++ compiler")
    def test_native_on_inputs_of_its_own(self):
        lines = self.table("exe", "--serial")
        self.assertTrue(any("too short" in line for line in lines))


if __name__ == "__main__":
    tap.main(__name__)
