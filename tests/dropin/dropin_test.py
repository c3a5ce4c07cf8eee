"""Ordinary Haskell modules, compiled by GHC with the preprocessor and without: both must print the
same, and the declarations must be improved, known and opaque as `corpus/haskell/` says. Besides,
how the preprocessor behaves where a module or a machine is not what it expects.

usage: dropin_test.py BINARY ROOT [RANDOM_MODULES]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import random_modules  # noqa: E402
import tap  # noqa: E402
from case import BINARY, FUNCTIONS, Case  # noqa: E402

RANDOM = int(sys.argv[3]) if len(sys.argv) > 3 else 3
CORPUS = pathlib.Path(sys.argv[2]) / "corpus" / "haskell"
OPTIONS = "-F -pgmF deforest"

TREES = f"""\
data Tree = Leaf Int | Node Tree Tree

{FUNCTIONS}
answer :: Int -> Int
answer n = total (double (grow n))
"""


def expectations(text):
    """What the comments of a module say: kind => names."""
    found = {}
    for kind in ("improved", "known", "opaque"):
        line = re.search(rf"^(?:> )?-- {kind}:(.*)$", text, re.MULTILINE)
        if line:
            found[kind] = [name.strip() for name in line.group(1).split(",") if name.strip()]
    return found


def shipped_signatures():
    """Modules of GHC's libraries with the signatures of their functions that are compiled in."""
    for path in sorted((pathlib.Path(sys.argv[2]) / "src/text/prelude").glob("*_signatures.cpp")):
        source = path.read_text()
        texts = dict(re.findall(r'string_view (\w+) = R"\(\n(.*?)\)"', source, re.DOTALL))
        for module, name in re.findall(r'\{"([\w.]+)", (\w+)\}', source):
            yield module, texts[name]


class Preprocessor(Case):
    def through(self, text, *options, name="Given.hs", status=0):
        """What the preprocessor writes for a file, without its first line, and what it says."""
        (self.directory / name).write_bytes(text.encode())
        done = self.run_it(name, name, "out.hs", *options, status=status)
        first, rest = (self.directory / "out.hs").read_bytes().decode().split("\n", 1)
        self.assertEqual(first, f'{{-# LINE 1 "{name}" #-}}')
        return rest, done.stderr

    def declarations(self):
        """Name => kind, of what was said in the last JSON."""
        listed = json.loads(self.read("why.json"))["declarations"]
        return {each["name"]: each["kind"] for each in listed}

    def test_what_is_not_improved_stays_byte_for_byte(self):
        for text in ["module A where\nimport B\nf = g . h\n",
                     "f :: Monad m => m a\nf = undefined\r\n\n\n-- the end",
                     "module A ( f ) where { f = 1; g = 2 }\n",
                     "this is no Haskell at all (((\n",
                     ""]:
            self.assertEqual(self.through(text), (text, ""))

    def test_what_is_improved_is_surrounded_by_line_pragmas(self):
        text = "module A (answer, effect) where\n" + TREES + "\neffect :: IO Int\neffect = do\n" \
               "  x <- return 1\n  return (answer x)\n"
        out, said = self.through(text, "--explain=why.json")
        self.assertEqual(said, "")
        self.assertNotIn("answer n = total (double (grow n))", out)
        self.assertEqual(self.declarations()["effect"], "opaque")
        # Every line that stayed is, by the pragmas, the line that it was.
        lines, number = text.split("\n"), 1
        kept = 0
        for line in out.split("\n"):
            pragma = re.fullmatch(r'\{-# LINE (\d+) "Given.hs" #-\}', line)
            if pragma:
                number = int(pragma.group(1))
                continue
            if line in ("effect = do", "  return (answer x)", "module A (answer, effect) where"):
                self.assertEqual(lines[number - 1], line)
                kept += 1
            number += 1
        self.assertEqual(kept, 3)

    def test_a_pragma_at_the_end_of_local_definitions_goes_with_them(self):
        local = "\nlast' :: Int -> Int\nlast' n = total (double tree)\n" \
                "  where tree = grow n\n        {-# NOINLINE tree #-} -- for the profile\n" \
                "\n{-# NOINLINE next #-}\nnext :: Int\nnext = 1\n"
        out, _ = self.through("module A (last', next) where\n" + TREES + local,
                              "--explain=why.json")
        self.assertEqual(self.declarations()["last'"], "improved")
        self.assertNotIn("{-# NOINLINE tree #-}", out)
        self.assertIn("\n{-# NOINLINE next #-}\nnext :: Int\nnext = 1\n", out)

    def test_the_options_that_called_it_are_gone(self):
        for pragma, ours in [("{-# OPTIONS_GHC -F -pgmF deforest #-}", ["-F", "-pgmF", "deforest"]),
                             ("{-# OPTIONS_GHC -Wall -F -pgmF deforest -O2 #-}",
                              ["-F", "-pgmF", "deforest"]),
                             ("{-# options_ghc -F -pgmF deforest -optF --explain=x -w #-}",
                              ["-F", "-pgmF", "deforest", "-optF", "--explain=x"])]:
            blanked = pragma
            for word in ours:
                blanked = blanked.replace(" " + word + " ", " " * (len(word) + 2))
            out, _ = self.through(pragma + "\nx :: Int\nx = 1\n")
            self.assertEqual(out, blanked + "\nx :: Int\nx = 1\n")

    def test_no_failure_is_one_of_the_build(self):
        out, said = self.through(TREES, "--no-such-option")
        self.assertEqual(out, TREES)
        self.assertIn("unknown option '--no-such-option'", said)
        self.assertIn("Given.hs: warning: the module is compiled as it is", said)
        self.run_it("missing.hs", "missing.hs", "out.hs", status=2)

    def test_in_braces_declarations_end_in_semicolons(self):
        # Behind an alternative of a `case` a semicolon on its line would end that.
        lines = TREES.replace("\n\n", "\n").strip("\n").replace("\n", ";\n")
        for end in ["", ";"]:
            text = "module A (answer) where {\n" + lines + end + "\n}\n"
            out, said = self.through(text, "--explain=why.json")
            self.assertEqual((self.declarations()["answer"], said), ("improved", ""))
            printed = out[out.index("answer ::"):]
            self.assertNotRegex(printed, r"[^\n];\n")
            self.assertRegex(printed, r"\n;answer ")
            self.assertRegex(printed, r"\n;\n(\{-# LINE .*\n)?\}\n$")

    def test_declarations_that_share_a_line_go_through_before_they_are_looked_into(self):
        text = "module A (f) where {\n f :: Int -> Int; f x = x\n}\n" \
               "-- deforest: sample nothing 1\n"
        self.assertEqual(self.through(text), (text, ""))

    def test_a_sample_that_is_wrong_is_not_counted_on(self):
        right = "module A (answer) where\n-- deforest: sample answer 3\n" + TREES
        wrong = right.replace("answer 3", "answers 3")
        out, said = self.through(wrong)
        self.assertEqual(out, self.through(right)[0].replace("answer 3", "answers 3"))
        self.assertIn(":2:21: warning: this sample is not counted on: `answers` is not in scope",
                      said)

    def test_modules_that_are_imported_may_be_literate(self):
        types = "A tree of numbers.\n\n> module Trees (Tree (..)) where\n" \
                "> data Tree = Leaf Int | Node Tree Tree\n"
        rest = TREES.split("\n", 1)[1]
        kinds, _ = self.improved_with({"Trees.lhs": types},
                                      f"module Main (answer) where\nimport Trees\n{rest}")
        self.assertEqual(kinds["answer"], "improved")

    def test_a_function_that_has_its_type_where_it_is_applied_is_called(self):
        plain = "module A (more) where\n" + TREES + \
                "\nmore :: Int -> Int\nmore n = total (double (grow (max n 3)))\n"
        typed = plain.replace("max n 3", "(max :: Int -> Int -> Int) n 3")
        self.assertEqual(self.through(typed), self.through(plain))

    def test_what_is_not_joined_stays(self):
        # A fact about a parameter is none that GHC does not find.
        text = "module A (f) where\ng :: Int -> [Int] -> Int\ng _ [] = 0\n" \
               "g n (x : xs) = x + g n xs\n\nf :: [Int] -> Int\nf xs = g 5 xs\n"
        self.assertEqual(self.through(text), (text, ""))

    def test_time_is_bounded(self):
        # Each function calls the one before it three times, after three more arguments.
        size = 400
        text = "data T = A | B T T\nf0 :: T -> T\nf0 A = A\nf0 (B x y) = B (f0 y) (f0 x)\n"
        for i in range(1, size):
            text += (f"f{i} :: T -> T\nf{i} A = f{i - 1} (f{i - 1} (f{i - 1} A))\n"
                     f"f{i} (B x y) = B (f{i - 1} (f{i} y)) (f{i} (f{i - 1} x))\n")
        out, said = self.through(text)
        if "took longer" in said:
            self.assertEqual(out, text)

    def test_actions_stay_as_they_are_written(self):
        actions = "\nreport :: String -> Int -> IO ()\nreport what n = putStrLn (what ++ show n)\n\n" \
                  "main :: IO ()\nmain = do\n  putStr \"how many? \"\n  n <- fmap read getLine\n" \
                  "  report \"answer \" (answer n)\n"
        out, _ = self.through("module Main (main) where\n" + TREES + actions, "--explain=why.json")
        self.assertIn(actions.rstrip("\n"), out)
        kinds = self.declarations()
        self.assertEqual((kinds["report"], kinds["main"], kinds["answer"]),
                         ("opaque", "opaque", "improved"))

    def test_a_line_of_the_c_preprocessor_is_obeyed(self):
        text = '# 1 "Real.hs"\n# 1 "<built-in>"\n# 40 "Real.hs"\n' + TREES + \
               "\nhole :: Tree -> Int\nhole (Node (Leaf x) _) = x\n\n" \
               "deep :: Int -> Int\ndeep n = hole (double (grow n))\n"
        out, _ = self.through(text)
        self.assertIn('# 1 "Real.hs"\n# 1 "<built-in>"\n# 40 "Real.hs"\ndata Tree', out)
        self.assertIn('{-# LINE 54 "Real.hs" #-}', out)
        self.assertNotIn("Given.hs:", out)

    def test_an_opaque_name_is_not_a_library_s(self):
        text = "module A (run) where\nimport Prelude hiding (filter)\nimport Control.Monad\n" + TREES + \
               "\nfilter :: Monad m => m a\nfilter = forever mzero'\n\n" \
               "run :: Int -> [Int]\nrun n = filter (> 3) [answer n]\n"
        self.through(text, "--explain=why.json")
        self.assertEqual(self.declarations()["run"], "opaque")

    def test_numbers_that_nothing_decides_are_integers(self):
        text = "module A (big) where\n" + TREES + "\nbig n = show (2 ^ answer n)\n"
        self.through(text, "--explain=why.json")
        self.assertNotEqual(self.declarations()["big"], "opaque")

    def test_a_constant_that_opaque_text_gives_its_type_is_opaque(self):
        text = "module A (f, g) where\nimport B\nsize = 5\n\nf :: Int -> Double\nf = h size\n\n" \
               "g = replicate 3 size\n"
        self.through(text, "--explain=why.json")
        kinds = self.declarations()
        self.assertEqual((kinds["size"], kinds["g"]), ("opaque", "opaque"))

    def test_what_a_given_function_captures_is_computed_once(self):
        text = "module A (shift) where\nimport qualified Data.Map as M\nimport Prelude hiding (sum)\n\n" \
               "squares :: [Int] -> [Int]\nsquares [] = []\nsquares (x : xs) = x * x : squares xs\n\n" \
               "sum :: [Int] -> Int\nsum [] = 0\nsum (x : xs) = x + sum xs\n\n" \
               "shift :: [Int] -> M.Map Int Int -> M.Map Int Int\n" \
               "shift ys m = let k = sum (squares ys) in M.map (\\x -> x + k) m\n"
        out, _ = self.through(text, "--explain=why.json")
        self.assertEqual(self.declarations()["shift"], "improved")
        body = out[out.index("shift ys m"):]
        self.assertRegex(body, r"M\.map \(\\\S+ -> \w+ \S+ \w+\) m")

    def test_what_is_called_and_not_understood_is_called_by_its_name(self):
        text = "{-# LANGUAGE TemplateHaskell #-}\nmodule A (answer', marked) where\n" \
               "import Data.Array\nimport qualified Local.Part as L\n" + TREES + \
               "\nhidden :: Int -> Int\nhidden x = $(quoted) x\n\n" \
               "answer' :: Int -> Int\nanswer' n = hidden (total (double (grow n)))\n\n" \
               "marked :: L.Mark -> Array Int Int -> Int\n" \
               "marked m a = total (double (grow (L.weight m (a ! 3))))\n\n" \
               "other :: Int -> Int\nother n = L.absent (total (double (grow n)))\n"
        (self.directory / "Local").mkdir()
        self.write("Local/Part.hs", "module Local.Part (Mark, weight) where\n"
                   "data Mark = Mark\nweight :: Mark -> Int -> Int\nweight = [| x |]\n"
                   "absent :: Int -> Int\nabsent x = x\n")
        out, _ = self.through(text.replace("module A", "module Main"), "--explain=why.json")
        kinds = self.declarations()
        self.assertEqual((kinds["hidden"], kinds["answer'"], kinds["marked"], kinds["other"]),
                         ("opaque", "improved", "improved", "opaque"))
        self.assertIn("answer' n = hidden (", out)
        self.assertIn("L.weight m (a ! (3 :: Int))", out)

    def improved_with(self, modules, text, *options):
        """Which declarations of `text` are improved, known and opaque beside the other modules."""
        for name, content in modules.items():
            (self.directory / name).parent.mkdir(exist_ok=True, parents=True)
            self.write(name, content)
        out, _ = self.through(text, "--explain=why.json", *options)
        return self.declarations(), out

    def test_types_of_other_modules_are_taken_apart_where_all_of_them_is_seen(self):
        types = "data Tree = Leaf Int | Node Tree Tree\n"
        rest = TREES.split("\n", 1)[1]
        for exports, imports, kind in [
                ("Tree (..)", "import Trees", "improved"),
                ("Tree (Leaf, Node)", "import Trees (Tree (Leaf, Node))", "improved"),
                ("Tree (..)", "import Trees (Tree (..))", "improved"),
                ("module Trees", "import Trees", "improved"),
                ("Tree (Leaf)", "import Trees", "opaque"),
                ("Tree", "import Trees", "opaque"),
                ("Tree (..)", "import Trees (Tree (Leaf))", "opaque"),
                ("Tree (..)", "import Trees hiding (Tree (Leaf))", "opaque"),
                ("Tree (..)", "import Trees hiding (Leaf)", "opaque")]:
            with self.subTest(exports + "; " + imports):
                kinds, _ = self.improved_with({"Trees.hs": f"module Trees ({exports}) where\n{types}"},
                                              f"module Main (answer) where\n{imports}\n{rest}")
                # Without them `double` is called, and not looked into.
                self.assertEqual(kinds["double"], kind)

    def test_constructors_are_those_of_the_module_that_the_qualifier_names(self):
        text = "module Main (same, other, outside) where\nimport qualified Trees as T\n" \
               "import qualified Data.Tree as D\n" + TREES + \
               "\nsame :: T.Tree -> Int\nsame (T.Leaf x) = x\nsame (T.Node x) = 0 * same (T.Leaf x)\n\n" \
               "other :: Tree -> Int\nother (Leaf x) = x\nother (Node l _) = other l\n\n" \
               "outside x = case x of D.Node y _ -> y + (1 :: Int)\n"
        kinds, _ = self.improved_with(
            {"Trees.hs": "module Trees where\ndata Tree = Leaf Int | Node Int\n"}, text)
        self.assertNotIn("opaque", (kinds["same"], kinds["other"]))
        self.assertEqual(kinds["outside"], "opaque")

    def test_a_synonym_may_stand_for_a_type_constructor(self):
        text = "module A (answer, first) where\ntype Pairs = Either\ntype Result = Maybe\n" + TREES + \
               "\nfirst :: Int -> Result Int\nfirst n = Just (answer n)\n\n" \
               "both :: Pairs Int Bool -> Int\nboth (Left n) = n\nboth (Right _) = 0\n"
        kinds, _ = self.improved_with({}, text)
        self.assertEqual((kinds["answer"], kinds["first"], kinds["both"]),
                         ("improved", "known", "known"))

    def test_texts_whose_type_nothing_says_make_their_declarations_opaque(self):
        text = "{-# LANGUAGE OverloadedStrings #-}\nmodule A (answer, shown, greeting) where\n" + \
               TREES + "\nshown :: Int -> String\nshown n = show (answer n) ++ \" of \" ++ show \"x\"\n\n" \
               "greeting = \"hello\"\n\nkeep :: Int -> String\nkeep n = \"n: \" ++ show (answer n)\n"
        kinds, _ = self.improved_with({}, text)
        self.assertEqual((kinds["shown"], kinds["greeting"], kinds["keep"], kinds["answer"]),
                         ("opaque", "opaque", "known", "improved"))

    def test_extensions_of_the_package_are_obeyed(self):
        lazy = "data Cell = Cell Int Int\n\nfirst :: Cell -> Int\nfirst (Cell x _) = x\n\n" \
               "choose :: Int -> Int\nchoose n = first (Cell (answer n) (error \"never\"))\n"
        text = "module A (answer, choose) where\n" + TREES + "\n" + lazy
        for fields, kind in [("  default-extensions: LambdaCase", "improved"),
                             ("  default-extensions: LambdaCase,\n      Strict", "opaque"),
                             ("  ghc-options: -Wall -XStrict", "opaque"),
                             ("  if flag(fast)\n    default-extensions: Strict", "opaque"),
                             ("  default-extensions: NoImplicitPrelude ImplicitPrelude", "improved"),
                             ("  import: shared", "opaque")]:
            with self.subTest(fields):
                cabal = "cabal-version: 2.2\nname: a\n\ncommon shared\n  default-extensions:\n" \
                        f"    RebindableSyntax\n\nlibrary\n{fields}\n  build-depends: base\n"
                kinds, _ = self.improved_with({"a.cabal": cabal}, text)
                self.assertEqual(kinds["answer"], kind)
        # A field that is strict for the package evaluates what it is given.
        cabal = "library\n  default-extensions: StrictData\n"
        _, out = self.improved_with({"a.cabal": cabal}, text)
        if "choose n = first (Cell" not in out:
            self.assertIn("never", out)

    def test_types_of_what_has_no_signature_are_inferred(self):
        rest = TREES.split("\n", 1)[1].replace("answer n = ", "answer n = weight n + ")
        given = f"module Main (answer) where\nimport Other\ndata Tree = Leaf Int | Node Tree Tree\n{rest}"
        for other, kind in [
                ("module Other where\nweight n = n * step n\nstep :: Int -> Int\nstep n = n\n",
                 "improved"),
                # It is of any number: it is given one.
                ("module Other where\nweight n = n * n + 1\n", "improved"),
                # By way of a module that imports this one back.
                ("module Other where\nimport Third\nweight n = third n + 1\n", "improved"),
                # Two modules that wait for each other, and one that is not understood.
                ("module Other where\nimport Third\nweight n = fourth n + 1\n", "opaque"),
                ("module Other where\nweight = [| 1 |]\n", "opaque"),
                # Which number it takes GHC chooses.
                ("module Other (weight) where\nweight = (* 2)\n", "opaque")]:
            with self.subTest(other):
                third = "module Third where\nimport {-# SOURCE #-} Other\nthird n = n + 2\n" \
                        "fourth n = weight n\n"
                kinds, _ = self.improved_with({"Other.hs": other, "Third.hs": third}, given)
                self.assertEqual(kinds["answer"], kind)

    def test_modules_are_found_in_all_directories_of_the_package(self):
        types = "module Trees (Tree (..)) where\ndata Tree = Leaf Int | Node Tree Tree\n"
        cabal = "library\n  hs-source-dirs: source, more\n\nexecutable a\n  main-is: Given.hs\n"
        rest = TREES.split("\n", 1)[1]
        kinds, _ = self.improved_with({"more/Trees.hs": types, "a.cabal": cabal},
                                      f"module Main (answer) where\nimport Trees\n{rest}")
        self.assertEqual(kinds["answer"], "improved")

    def test_a_scan_has_its_first_cell_before_its_list_is_evaluated(self):
        self.write("Given.hs", "module A (f) where\nf :: Int -> [Int] -> [Int]\n"
                   "f n xs = take n (scanl (+) 1 xs)\n")
        for call, value in [("f 1 undefined", "[1]"), ("f 3 (2 : 3 : undefined)", "[1,3,6]"),
                            ("f 9 [2, 3]", "[1,3,6]")]:
            self.assertEqual(self.run_it("run", "Given.hs", "--call", call).stdout, value + "\n")

    def test_haskell_files_keep_what_is_not_understood_without_ghc(self):
        self.write("a.hs", "module A (answer) where\n" + TREES + "\nclass C a b where\n"
                   "  c :: a -> b\n")
        self.run_it("a.hs", "-o", "b.hs")
        self.assertIn("class C a b where\n  c :: a -> b\n", self.read("b.hs"))
        self.assertNotIn("answer n = total (double (grow n))", self.read("b.hs"))
        self.write("a.hs.ir", self.read("a.hs"))
        self.run_it("a.hs.ir", "-o", "b.hs", status=1)
        self.run_it("a.hs", "-o", "b.cpp", status=1)


@unittest.skipUnless(shutil.which("ghc"), "GHC is not installed")
class Corpus(Case):
    def ghc(self, source, where, *options):
        target = self.directory / where
        target.mkdir()
        path = {"PATH": f"{self.directory}:/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"}
        return subprocess.run(["ghc", "-O", "-w", "-outputdir", where, source, "-o", f"{where}/a",
                               *options], cwd=self.directory, env=path, text=True,
                              capture_output=True, timeout=300, check=False)

    def compiled(self, source, where, *options):
        done = self.ghc(source, where, *options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("compiled as it is", done.stderr)
        ran = subprocess.run([self.directory / where / "a"], text=True, capture_output=True,
                             timeout=60, check=False)
        return ran.returncode, ran.stdout, ran.stderr

    def setUp(self):
        super().setUp()
        (self.directory / "deforest").symlink_to(BINARY)
        shutil.copytree(CORPUS / "Imported", self.directory / "Imported")

    def test_modules_print_what_they_print_without_it(self):
        modules = sorted(path for path in CORPUS.iterdir() if path.suffix in (".hs", ".lhs"))
        self.assertGreater(len(modules), 6)
        for path in tap.sample(modules, 3):
            with self.subTest(path.stem):
                text = path.read_text()
                self.assertIn(OPTIONS, text)
                (self.directory / path.name).write_text(text.replace(OPTIONS, ""))
                plain = self.compiled(path.name, f"{path.stem}-plain")
                (self.directory / path.name).write_text(text)
                self.assertEqual(self.compiled(path.name, f"{path.stem}-improved", "-optF",
                                               "--explain=why.json"), plain)
                kinds = {}
                for each in json.loads(self.read("why.json"))["declarations"]:
                    kinds.setdefault(each["kind"], []).append(each["name"])
                for kind, names in expectations(text).items():
                    self.assertEqual(sorted(set(names) - set(kinds.get(kind, []))), [],
                                     f"{kind}: {kinds.get(kind)}")

    def test_random_modules_print_what_they_print_without_it(self):
        improved = 0
        for seed in range(RANDOM):
            with self.subTest(seed):
                text = random_modules.module(seed)
                (self.directory / "Main.hs").write_text(text.replace(OPTIONS, ""))
                plain = self.compiled("Main.hs", f"plain{seed}")
                self.assertEqual(plain[0], 0, plain[2])
                (self.directory / "Main.hs").write_text(text)
                self.assertEqual(self.compiled("Main.hs", f"improved{seed}", "-optF",
                                               "--explain=why.json"), plain)
                kinds = [each["kind"] for each in json.loads(self.read("why.json"))["declarations"]]
                improved += kinds.count("improved")
        self.assertGreater(improved, 20 * RANDOM / 6)

    def test_signatures_of_libraries_are_what_ghc_says(self):
        for module, text in shipped_signatures():
            with self.subTest(module):
                lines = [f"import qualified {module}", "import Data.Bits", "import Data.Ix"]
                if module == "Prelude":
                    lines.append("import Prelude")
                lines += re.findall(r"^import .*$", text, re.MULTILINE)
                types = re.findall(r"^(?:data|type) (\w+)", text, re.MULTILINE)
                lines.append(f"import {module} ({', '.join(types)})")
                signed = re.findall(r"^(\S+) :: (.*)$", text, re.MULTILINE)
                self.assertGreater(len(signed), 1)
                for i, (name, of) in enumerate(signed):
                    word = f"({module}.{name[1:]}" if name[0] == "(" else f"{module}.{name}"
                    lines += [f"x{i} :: {of}", f"x{i} = {word}"]
                (self.directory / "Signed.hs").write_text("module Signed where\n"
                                                          + "\n".join(lines) + "\n")
                done = subprocess.run(["ghc", "-fno-code", "Signed.hs"], cwd=self.directory,
                                      text=True, capture_output=True, timeout=300, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_ghc_warns_of_nothing_that_it_would_not_warn_of(self):
        # The constructors and `toUpper` are used no more where `answer` and `shout` are improved.
        text = "module Main (main) where\nimport Data.Char (toUpper)\n" + TREES + \
               "\nshout :: String -> String\nshout = map toUpper\n\n" \
               "main :: IO ()\nmain = print (answer 9) >> putStrLn (shout \"done\")\n"
        for number, options in enumerate(["{-# OPTIONS_GHC -Wall -Werror #-}\n", ""]):
            with self.subTest(options):
                (self.directory / "Main.hs").write_text(options + text)
                flags = ["-F", "-pgmF", "deforest", "-Wall", "-Werror", "-optF",
                         "--explain=why.json"]
                done = subprocess.run(["ghc", "-fno-code", "Main.hs", *flags], cwd=self.directory,
                                      env={"PATH": f"{self.directory}:/usr/local/bin:/usr/bin:/bin",
                                           "HOME": "/tmp"},
                                      text=True, capture_output=True, timeout=300, check=False)
                self.assertEqual(done.returncode, 0, f"{number}: {done.stderr}")
                kinds = [each["kind"] for each in json.loads(self.read("why.json"))["declarations"]]
                self.assertIn("improved", kinds)

    def test_messages_are_about_the_file(self):
        wrong = "module Main where\n" + TREES + "\nmain :: IO ()\nmain = do\n  n <- readLn\n" \
                "  print (answer n + 'c')\n"
        (self.directory / "Main.hs").write_text("{-# OPTIONS_GHC " + OPTIONS + " #-}\n" + wrong)
        done = self.ghc("Main.hs", "wrong")
        self.assertNotEqual(done.returncode, 0)
        line = 2 + wrong[:wrong.index("print (answer")].count("\n")
        self.assertIn(f"Main.hs:{line}:", done.stderr)


if __name__ == "__main__":
    tap.main(__name__)
