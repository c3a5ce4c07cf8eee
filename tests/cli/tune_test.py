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
        names = [line[2:].split("  ")[0].split(":")[0] for line in lines[1:6]]
        self.assertEqual(names, ["unfused", "price 0.055", "price 0.02", "price 0.15",
                                 "price 0.055, width 3"])
        self.assertEqual(sum(line.startswith("* ") for line in lines), 1)
        return lines

    @unittest.skipUnless(shutil.which("ghc"), "there is no GHC")
    def test_haskell(self):
        lines = self.table("haskell", "--sample", "program 3000000")
        self.assertNotIn("* unfused", lines[1])

    @unittest.skipUnless(shutil.which("c++"), "there is no C++ compiler")
    def test_native_on_inputs_of_its_own(self):
        lines = self.table("exe", "--serial")
        self.assertTrue(any("too short" in line for line in lines))


if __name__ == "__main__":
    tap.main(__name__)
