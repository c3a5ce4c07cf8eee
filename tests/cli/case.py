"""What the tests of the `deforest` program share: a directory of its own for each, and two programs.

The first argument of the test is the program.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = pathlib.Path(sys.argv[1]).resolve()

FUNCTIONS = """\
grow :: Int -> Tree
grow n = if n <= 0 then Leaf n else Node (grow (n - 1)) (grow (n - 2))

double :: Tree -> Tree
double (Leaf x) = Leaf (2 * x)
double (Node l r) = Node (double l) (double r)

total :: Tree -> Int
total (Leaf x) = x
total (Node l r) = total l + total r
"""

TREES = f"""\
module Trees where

data Tree = Leaf Int | Node Tree Tree deriving (Show, Eq)

{FUNCTIONS}
answer :: Tree -> Int
answer t = total (double t)
"""

MAIN = """\
main :: IO ()
main = do
  print (sumTo 10)
  putStrLn "done"

sumTo :: Int -> Int
sumTo n = if n == 0 then 0 else n + sumTo (n - 1)
"""


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.write("trees.hs.ir", TREES)
        self.write("main.hs.ir", MAIN)

    def write(self, name, text):
        (self.directory / name).write_text(text)

    def read(self, name):
        return (self.directory / name).read_text()

    def names(self):
        return sorted(path.name for path in self.directory.iterdir())

    def run_it(self, *words, stdin="", status=0, **options):
        done = subprocess.run([BINARY, *words], input=stdin, cwd=self.directory, text=True,
                              capture_output=True, timeout=120, check=False, **options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done
