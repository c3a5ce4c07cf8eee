"""Textbook deforestation: the programs of docs/textbook.md, and that its table says what is counted.

    textbook_test.py DEFOREST ROOT
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import tap

BINARY = pathlib.Path(sys.argv[1]).resolve()
PAGE = pathlib.Path(sys.argv[2]) / "docs/textbook.md"

TREE = """
data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Functor, Foldable)

grow :: Int -> Int -> Tree Int
grow l h = if l > h then Leaf else let m = div (l + h) 2 in Node (grow l (m - 1)) m (grow (m + 1) h)
"""

# In the order of the rows: what the first column has, the definitions, and the call that is counted.
ROWS = [
    ("length . filter even . map (+ 1)", """
f :: Int -> Int
f n = (length . filter even . map (+ 1)) [1 .. n]
""", "f 100"),
    ("sum . map (* 2) . concatMap (\\k -> [1 .. k])", """
f :: Int -> Int
f n = (sum . map (* 2) . concatMap (\\k -> [1 .. k])) [1 .. n]
""", "f 10"),
    ("all even . takeWhile (< 100) . map (* 2)", """
f :: [Int] -> Bool
f = all even . takeWhile (< 100) . map (* 2)
""", "f [1, 2, 3]"),
    ("foldl' (+) 0 . zipWith (*) xs", """
f :: [Int] -> [Int] -> Int
f xs = foldl' (+) 0 . zipWith (*) xs
""", "f [1, 2, 3] [4, 5, 6]"),
    ("maximum . map length . words", """
f :: String -> Int
f = maximum . map length . words
""", 'f "ab cde f"'),
    ("foldr (\\x k a -> k (10 * a + x)) id xs 0", """
f :: [Int] -> Int
f xs = foldr (\\x k a -> k (10 * a + x)) id xs 0
""", "f [1, 2, 3]"),
    ("`sum` of a tree that derives `Foldable`", TREE + """
f :: Int -> Int
f n = sum (grow 1 n)
""", "f 100"),
    ("length (foldMap (\\x -> [x, x]) tree)", TREE + """
f :: Int -> Int
f n = length (foldMap (\\x -> [x, x]) (grow 1 n))
""", "f 100"),
    ("traverse half (map (* 2) xs)", """
half :: Int -> Maybe Int
half x = if even x then Just (div x 2) else Nothing

f :: [Int] -> Maybe [Int]
f xs = traverse half (map (* 2) xs)
""", "f [1, 2, 3]"),
]


class Textbook(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def run_it(self, *arguments):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def allocations(self, program, call):
        counts = self.directory / "counts.json"
        value = self.run_it("run", program, "--call", call, f"--count={counts}")
        return value, json.loads(counts.read_text())["allocations"]

    def rows(self):
        """The cells of the table's rows."""
        lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]

    def test_counts(self):
        rows = self.rows()
        self.assertEqual(len(rows), len(ROWS))
        for i, ((name, definitions, call), row) in enumerate(zip(ROWS, rows)):
            with self.subTest(program=name):
                self.assertIn(name.replace("`", ""), row[0].replace("`", ""))
                source = self.directory / f"text{i}.hs.ir"
                source.write_text("module Text (f) where\n\nimport Data.List (foldl')\n" + definitions)
                value, before = self.allocations(source, call)
                found = [before]
                for price in ([], ["--price", "0"]):
                    output = self.directory / "out.hs.ir"
                    self.run_it(source, "-o", output, *price)
                    after, count = self.allocations(output, call)
                    self.assertEqual(after, value)
                    found.append(count)
                shown = [int(cell) if re.fullmatch(r"\d+", cell) else None for cell in row[2:]]
                shown = [found[j] if cell is None else cell for j, cell in enumerate(shown)]
                self.assertEqual(found, shown)


if __name__ == "__main__":
    tap.main(__name__)
