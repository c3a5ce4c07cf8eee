"""Programs of several modules: what they print by `deforest run` and as executables is what GHC has
of them, and what is wrong in one of the modules is said of the file that it is in.

Each directory of `modules/` has a program: its `Main.hs`, perhaps below a directory of sources, and
what it prints, `expected.out`.

    modules_test.py DEFOREST
"""

import pathlib
import re
import shutil
import subprocess

from case import BINARY, Case
import tap

PROGRAMS = sorted(path.parent for path in
                  (pathlib.Path(__file__).resolve().parent / "modules").glob("*/expected.out"))


def main_of(program):
    return next(program.rglob("Main.hs"))


class Modules(Case):
    def output(self, command, **options):
        done = subprocess.run(command, text=True, encoding="utf-8", capture_output=True, timeout=300,
                              check=False, cwd=self.directory,
                              env={"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
                              **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def expected(self, program):
        return (program / "expected.out").read_text(encoding="utf-8")

    def modules(self, **texts):
        for name, text in texts.items():
            path = self.directory / (name.replace("_", "/") + ".hs")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def errors(self, *words):
        return self.run_it(*(words or ("run", "Main.hs")), status=1).stderr

    # -------------------------------------------------------------------------------- programs

    def test_run(self):
        for program in PROGRAMS:
            for semantics in ("strict", "haskell"):
                with self.subTest(program=program.name, semantics=semantics):
                    self.assertEqual(
                        self.output([BINARY, "run", main_of(program), "--semantics", semantics]),
                        self.expected(program))

    def test_executables(self):
        if shutil.which("g++") is None:
            self.skipTest("no g++")
        for program in tap.sample(PROGRAMS, 3):
            with self.subTest(program=program.name):
                self.run_it(str(main_of(program)), "--backend", "exe", "--verify=20", "-o",
                            program.name)
                self.assertEqual(self.output([self.directory / program.name]),
                                 self.expected(program))

    def test_ghc(self):
        if shutil.which("ghc") is None:
            self.skipTest("no ghc")
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                exe = self.directory / f"{program.name}.ghc"
                sources = f"-i{main_of(program).parent}:{program / 'src'}"
                built = subprocess.run(["ghc", "-v0", "-w", "-O0", sources,
                                        "-outputdir", f"{exe}.objects", "-o", exe,
                                        main_of(program)], capture_output=True, text=True,
                                       check=False, cwd=self.directory)
                self.assertEqual(built.returncode, 0, built.stderr)
                self.assertEqual(self.output([exe]), self.expected(program))

    def test_equal_to_itself(self):
        program = main_of(PROGRAMS[0])
        self.assertIn("equal", self.output([BINARY, "check", program, program]))

    # ------------------------------------------------------------------------------- libraries

    def test_a_library_keeps_what_it_exports(self):
        self.modules(Lib="module Lib (twice) where\nimport Inner\n"
                         "twice :: Int -> Int\ntwice x = plus x (help x)\n"
                         "help :: Int -> Int\nhelp x = x\n",
                     Inner="module Inner (plus) where\nplus :: Int -> Int -> Int\n"
                           "plus a b = a + help b\n"
                           "help :: Int -> Int\nhelp x = x + 1\n")
        self.run_it("Lib.hs", "--backend", "cpp", "-o", "lib.cpp")
        self.assertIn("twice", self.read("lib.cpp"))
        self.assertEqual(self.run_it("run", "Lib.hs", "--call", "twice", "20").stdout, "41\n")
        # What it imports can be called, too, but not what it does not see.
        self.assertEqual(self.run_it("run", "Lib.hs", "--call", "plus", "1", "2").stdout, "4\n")
        self.assertEqual(self.run_it("run", "Lib.hs", "--call", "help", "1").stdout, "1\n")

    def test_functions_say_where_they_are_from(self):
        self.modules(Main="import Inner\nmain :: IO ()\nmain = print (count [3, 4])\n",
                     Inner="module Inner where\n\n-- | How many.\ncount :: [Int] -> Int\n"
                           "count [] = 0\ncount (_ : xs) = 1 + count xs\n")
        self.run_it("Main.hs", "--backend", "cpp", "--passes", "split-matches", "-o", "main.cpp")
        self.assertIn("Inner.hs:5", self.read("main.cpp"))
        self.assertNotIn("Main.hs:5", self.read("main.cpp"))

    def test_all_modules_count_as_source(self):
        self.modules(Main="module Main (total) where\nimport Inner\ntotal :: [Int] -> Int\n"
                          "total xs = sum (map double (large xs))\n",
                     Inner="module Inner where\nlarge :: [Int] -> [Int]\nlarge [] = []\n"
                           "large (x : xs) = if x > 9 then x : large xs else large xs\n"
                           "double :: Int -> Int\ndouble x = 2 * x\n")
        told = self.run_it("Main.hs", "--backend", "cpp", "--explain", "-o", "main.cpp").stderr
        before = int(re.search(r"as Haskell (\d+) tokens", told).group(1))
        self.assertGreater(before, 60)

    def test_failures_say_where_they_are(self):
        self.modules(Main="import Inner\nmain :: IO ()\nmain = print (first [])\n",
                     Inner="module Inner where\n\nfirst :: [Int] -> Int\nfirst (x : _) = x\n")
        self.assertIn("Inner.hs:4:1", self.errors())

    def test_the_package_says_where_modules_are(self):
        self.write("p.cabal", "name: p\nversion: 1\n\nlibrary\n  hs-source-dirs: src\n\n"
                              "executable p\n  main-is: Main.hs\n  hs-source-dirs: app\n")
        self.modules(app_Main="import Data.Page\nmain :: IO ()\nmain = print page\n",
                     src_Data_Page="module Data.Page (page) where\npage :: Int\npage = 7\n")
        self.assertEqual(self.run_it("run", "app/Main.hs").stdout, "7\n")

    # ---------------------------------------------------------------------------------- errors

    def test_missing(self):
        self.modules(Main="module Main where\nimport Shapes\nmain :: IO ()\n"
                          "main = print (area 2)\n",
                     Shapes="module Shapes where\nimport qualified Lines as L\n"
                            "area :: Int -> Int\narea x = L.width x\n")
        message = self.errors()
        self.assertIn("Shapes.hs:2:1: error: there is no module `Lines`\n"
                      "  import qualified Lines as L\n  ^~~", message)
        self.assertIn("`Lines.hs`", message)

    def test_of_a_library_that_is_not_supported(self):
        self.modules(Main="module Main where\nimport Control.Concurrent.MVar\nmain :: IO ()\n"
                          "main = newMVar 1 >>= readMVar >>= print\n")
        message = self.errors()
        self.assertIn("Main.hs:2:1: error: module `Control.Concurrent.MVar` is not in the language\n", message)
        self.assertIn("help: use Data.IORef, or Control.Monad.ST and Data.STRef",
                      message)

    def test_what_is_not_used_may_be_missing(self):
        self.modules(Main="import Test.Unknown\nmain :: IO ()\nmain = print 1\n")
        self.assertEqual(self.run_it("run", "Main.hs").stdout, "1\n")

    def test_cycle(self):
        self.modules(Main="module Main where\nimport A\nmain :: IO ()\nmain = print a\n",
                     A="module A where\nimport B\na :: Int\na = b\n",
                     B="module B where\n\nimport A\nb :: Int\nb = a\n")
        self.assertIn("B.hs:3:1: error: modules import each other: `A` imports `B` imports `A`\n"
                      "  import A\n  ^~~~~~~~\n", self.errors())
        self.modules(B="module B where\nimport Main\nb :: Int\nb = 1\n")
        self.assertIn("B.hs:2:1: error: modules import each other: "
                      "`Main` imports `A` imports `B` imports `Main`\n", self.errors())

    def test_not_exported(self):
        self.modules(Main="import Shapes (area, scale)\nmain :: IO ()\nmain = print (area 2)\n",
                     Shapes="module Shapes (area, Shape (Circle)) where\n"
                            "data Shape = Circle Int | Square Int\n"
                            "area :: Int -> Int\narea x = scale x\n"
                            "scale :: Int -> Int\nscale x = x\n")
        self.assertIn("Main.hs:1:1: error: module `Shapes` does not export `scale`\n", self.errors())
        self.assertIn("  help: add it to what `Shapes` exports\n", self.errors())
        self.modules(Main="import Shapes (Shape (Square))\nmain :: IO ()\nmain = print 1\n")
        self.assertIn("module `Shapes` does not export `Square`", self.errors())
        self.modules(Main="import Shapes\nmain :: IO ()\nmain = print (scale 1)\n")
        self.assertIn("Main.hs:3:15: error: `scale` is not in scope", self.errors())
        self.modules(Main="import qualified Shapes as S\nmain :: IO ()\nmain = print (S.scale 1)\n")
        self.assertIn("Main.hs:3:15: error: `S.scale` is not in scope", self.errors())
        self.modules(Main="import Shapes\nf :: Shape -> Int\nf (Square n) = n\n"
                          "main :: IO ()\nmain = print 1\n")
        self.assertIn("Main.hs:3:4: error: `Square` is not in scope", self.errors())

    def test_what_another_module_sees_is_not_seen(self):
        self.modules(Main="import Data.List (sort)\nimport A\nmain :: IO ()\n"
                          "main = print (sort (a [2, 1]))\n",
                     A="module A where\na :: [Int] -> [Int]\na = sort\n")
        self.assertIn("A.hs:3:5: error: `sort` is not in scope", self.errors())
        self.modules(A="module A where\nimport B\na :: [Int] -> [Int]\na = b\n",
                     B="module B where\nb :: [Int] -> [Int]\nb = a\n")
        self.assertIn("B.hs:3:5: error: `a` is not in scope", self.errors())

    def test_ambiguous(self):
        self.modules(Main="import A\nimport B\nmain :: IO ()\nmain = print (f 1)\n",
                     A="module A where\nf :: Int -> Int\nf x = x\n",
                     B="module B where\nf :: Int -> Int\nf x = x\nlookup :: Int\nlookup = 1\n")
        self.assertIn("Main.hs:4:15: error: `f` is ambiguous: `A` and `B` define it\n", self.errors())
        self.modules(Main="import B\nmain :: IO ()\nmain = print lookup\n")
        self.assertIn("Main.hs:3:14: error: `lookup` is ambiguous: `B` and `Prelude` define it\n",
                      self.errors())

    def test_errors_in_an_imported_module(self):
        self.modules(Main="import A\nmain :: IO ()\nmain = print (a 1)\n",
                     A="module A where\n\na :: Int -> Int\na x = x + 'c'\n")
        message = self.errors()
        self.assertTrue(message.startswith("A.hs:4:"), message)
        self.assertIn("\n  a x = x + 'c'\n", message)
        self.modules(A="module A where\n\na :: Int -> Int\na x = = x\n")
        self.assertIn("A.hs:4:7: error:", self.errors())
        for words in (("Main.hs", "--backend", "exe", "-o", "main"), ("run", "Main.hs", "--call", "a 1"),
                      ("Main.hs", "--backend", "cpp", "-o", "main.cpp"),
                      ("check", "Main.hs", "Main.hs")):
            self.assertIn("A.hs:4:7: error:", self.errors(*words))

    def test_a_file_that_is_another_module(self):
        self.modules(Main="import A\nmain :: IO ()\nmain = print a\n",
                     A="module B where\na :: Int\na = 1\n")
        self.assertIn("Main.hs:1:1: error: `A.hs` is the module `B`, not `A`\n", self.errors())


if __name__ == "__main__":
    tap.main(__name__)
