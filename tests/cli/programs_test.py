"""Programs that read: their output and exit status, by `deforest run`, as executables, and as GHC
has what was written and what is emitted of it.

    programs_test.py DEFOREST [EVERY]

With EVERY, every so manieth becomes an executable, and the ones after them go to GHC.
"""

import pathlib
import shutil
import subprocess
import sys

from case import BINARY, Case
import tap

EVERY = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"

# Program, arguments, standard input, standard output; or what is on standard error, with status 1.
RUNS = [
    ("greet", [], "Ann\n2\na\n\nb", "name? hello hello Ann\n3 more\n", None),
    ("greet", [], "Ann\n 1", "name? hello Ann\n0 more\n", None),
    ("greet", [], "Ann", None, "end of file"),
    ("greet", [], "Ann\ntwo\n", None, "Prelude.read: no parse"),
    ("total", [], "1 2\n\n30 4\n", "sum: 37\ncount: 4\n1 [1,2]\n2 []\n1 2\n-\n30 4\nlarge\n", None),
    ("total", ["1"], "-5\n", "sum: negative\ncount: 1\n1 [-5]\n-5\ngiven 1\n", None),
    ("total", ["x"], "5\n", None, "Prelude.read: no parse"),
    ("choice", ["sum"], "1\n2\n3", "12\n", None),
    ("choice", ["twice"], "4\n-5\n", "pair(4,-5)\n", None),
    ("choice", ["twice"], "4\n", None, "end of file"),
    ("choice", ["a", "b c", "d\u00e9"], "", "a\nb c\nd\u00e9\n", None),
    ("upper", [], "ab\n\n\u00e4\u00df\nlast", "AB\n\u00c4\u00df\nLAST\n", None),
    ("calculator", [], "x\n3\n1 2 +\n3 4\nfoo\nask\nno\n9\nquit\nleft\nover\n",
     (PROGRAMS / "calculator.out").read_text(), None),
    ("calculator", [], "2\n5 6\n* 7", "width? \n5 6\n30 7\nadd 7\nadd 30\n1: --7\n2: --30\n2\n1\n37\n",
     None),
    ("calculator", [], "2\nask\n", None, "end of file"),
    ("reads", [], "", (PROGRAMS / "reads.out").read_text(), None),
    ("endless", [], "", (PROGRAMS / "endless.out").read_text(), None),
    ("prints", [], "", (PROGRAMS / "prints.out").read_text(), None),
    ("elements", [], "", (PROGRAMS / "elements.out").read_text(), None),
    ("library", [], "", (PROGRAMS / "library.out").read_text(), None),
]


class Programs(Case):
    def expect(self, name, arguments, command):
        for program, words, given, output, failure in RUNS:
            if program != name:
                continue
            with self.subTest(program=program, words=words, given=given, route=command[-1]):
                done = subprocess.run([*command, *arguments, *words], input=given, text=True,
                                      encoding="utf-8", capture_output=True, timeout=120,
                                      check=False, cwd=self.directory,
                                      env={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
                self.assertEqual(done.returncode, 0 if failure is None else 1, done.stderr)
                if failure is None:
                    self.assertEqual(done.stdout, output)
                else:
                    self.assertIn(failure, done.stderr)

    def names(self):
        return sorted({run[0] for run in RUNS})

    def test_run(self):
        for name in self.names():
            self.expect(name, ["--"], [BINARY, "run", PROGRAMS / f"{name}.hs"])

    def test_executables(self):
        if shutil.which("g++") is None:
            self.skipTest("no g++")
        for name in self.names()[::EVERY]:
            self.run_it(str(PROGRAMS / f"{name}.hs"), "--backend", "exe", "-o", name)
            self.expect(name, [], [self.directory / name])

    def test_a_constant_that_has_a_name_in_one_branch(self):
        """Lists that may be empty are printed in branches, and the empty one is read again."""
        self.write("lists.hs", """data Day = Mon | Tue | Wed | Thu | Fri
  deriving (Eq, Ord, Show, Enum, Bounded)

series :: Int -> ([Int], Int)
series n = (take n squares, squares !! n)
  where
    squares :: [Int]
    squares = map (^ (2 :: Int)) naturals
    naturals = [0 ..]

draws :: Int -> Int -> [(Int, Char)]
draws seed k = zip (take k (noise seed)) (cycle "ab")
  where
    noise :: Int -> [Int]
    noise = map (`mod` 10) . iterate (\\x -> (x * 75 + 74) `mod` 65537)

main :: IO ()
main = do
  print (series 5, draws 7 4)
  let days = [Tue ..]
      counts = iterate (+ 3) (length days)
  print (days, takeWhile (< 14) counts, zip counts days)
  print (take 7 (cycle [1 :: Int, 2, 3]), zip "ab" (cycle [True]))
  print (take 8 (concatMap (\\n -> replicate n n) [0 :: Int ..]))
  print (zipWith3 (\\i a b -> i + a * b) [1 ..] [4, 5, 6 :: Int] [7, 8], zip3 [0 :: Int ..] "ab" "cd")
""")
        interpreted = self.run_it("run", "lists.hs").stdout
        self.run_it("lists.hs", "-o", "lists")
        done = subprocess.run([self.directory / "lists"], capture_output=True, text=True, check=True)
        self.assertEqual(interpreted, done.stdout)

    def test_ghc(self):
        if shutil.which("ghc") is None:
            self.skipTest("no ghc")
        for name in self.names()[1 % EVERY::EVERY]:
            self.run_it(str(PROGRAMS / f"{name}.hs"), "-o", f"{name}.out.hs")
            for source in (PROGRAMS / f"{name}.hs", self.directory / f"{name}.out.hs"):
                program = self.directory / f"{name}-{source.stem}"
                built = subprocess.run(["ghc", "-v0", "-w", "-O0", "-outputdir",
                                        self.directory / f"{program}.objects", "-o", program,
                                        source], capture_output=True, text=True, check=False)
                self.assertEqual(built.returncode, 0, built.stderr)
                self.expect(name, [], [program])


if __name__ == "__main__":
    tap.main(__name__)
