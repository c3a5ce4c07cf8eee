"""The `deforest` program as its users meet it: exit statuses, files, streams, messages.

usage: cli_test.py BINARY
"""

import json
import os
import resource
import subprocess

import tap
from case import BINARY, MAIN, TREES, Case


class Compile(Case):
    def test_writes_haskell(self):
        done = self.run_it("trees.hs.ir", "-o", "out.hs")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertIn("answer :: Tree -> Int", self.read("out.hs"))
        self.assertEqual(self.names(), ["main.hs.ir", "out.hs", "trees.hs.ir"])

    def test_reads_and_writes_the_standard_streams(self):
        to_file = self.run_it("trees.hs.ir", "-o", "out.hs")
        piped = self.run_it("-", "-o", "-", stdin=TREES)
        self.assertEqual(piped.stdout, self.read("out.hs"))
        self.assertEqual(piped.stderr, to_file.stderr)

    def test_what_it_prints_it_reads(self):
        self.run_it("trees.hs.ir", "-o", "out.ir")
        again = self.run_it("out.ir", "--stop-after", "none", "--backend", "ir")
        self.assertEqual(again.stdout, self.read("out.ir"))

    def test_an_archive_is_a_program(self):
        self.run_it("trees.hs.ir", "-o", "out.dfir")
        self.run_it("trees.hs.ir", "-o", "out.ir")
        self.assertTrue((self.directory / "out.dfir").read_bytes().startswith(b"deforest"))
        again = self.run_it("out.dfir", "--passes", "", "--backend", "ir")
        self.assertEqual(again.stdout, self.read("out.ir"))

    def test_the_output_is_the_same_every_time_and_for_any_number_of_threads(self):
        outputs = {self.run_it("trees.hs.ir", "-o", "-", "--threads", n, "--explain").stdout
                   for n in ("0", "1", "2", "4")}
        self.assertEqual(len(outputs), 1)

    def test_cpp(self):
        self.run_it("trees.hs.ir", "-o", "out.hpp", "--namespace", "wood")
        self.assertIn("namespace wood", self.read("out.hpp"))
        self.run_it("main.hs.ir", "-o", "out.cpp")
        self.assertIn("int main(", self.read("out.cpp"))

    def test_a_header_and_its_source(self):
        self.run_it("trees.hs.ir", "-o", "wood.cpp", "-o", "wood.hpp", "--serial")
        self.assertIn('#include "wood.hpp"', self.read("wood.cpp"))
        self.assertNotIn("inline", self.read("wood.cpp"))
        self.assertNotIn("while", self.read("wood.hpp"))
        self.run_it("trees.hs.ir", "-o", "other.cpp", "-o", "nowhere/other.hpp", status=2)
        self.run_it("trees.hs.ir", "-o", "nowhere/other.cpp", "-o", "other.hpp", status=2)
        self.assertFalse(list(self.directory.glob("other*")))
        done = self.run_it("main.hs.ir", "-o", "out.hpp", "-o", "out.cpp", status=1)
        self.assertIn("main", done.stderr)
        self.assertFalse((self.directory / "out.hpp").exists())
        self.assertFalse((self.directory / "out.cpp").exists())

    def test_cpp_that_consumes_its_input(self):
        done = self.run_it("trees.hs.ir", "-o", "out.hpp", "--consume-input", "--explain")
        self.assertRegex(done.stderr, r"trees.hs.ir:\d+:\d+: cell: Node in .*: written into the "
                         r"cell of '\w+'")
        self.assertIn("/// Consumes `", self.read("out.hpp"))
        self.run_it("main.hs.ir", "-o", "out.cpp", "--consume-input")
        done = self.run_it("trees.hs.ir", "-o", "out.hs", "--consume-input", status=2)
        self.assertIn("'--consume-input' is for C++ alone", done.stderr)

    def test_trees_that_can_be_saved(self):
        self.run_it("trees.hs.ir", "-o", "out.hpp", "--cereal")
        self.assertIn("struct deforest::Saving<", self.read("out.hpp"))
        self.run_it("trees.hs.ir", "-o", "two.hpp", "-o", "two.cpp", "--cereal")
        self.assertIn("struct deforest::Saving<", self.read("two.hpp"))
        self.assertNotIn("Saving", self.read("two.cpp"))
        self.run_it("trees.hs.ir", "-o", "none.hpp")
        self.assertNotIn("aving", self.read("none.hpp"))
        done = self.run_it("trees.hs.ir", "-o", "out.hs", "--cereal", status=2)
        self.assertIn("'--cereal' is for C++ alone", done.stderr)
        done = self.run_it("main.hs.ir", "-o", "out.cpp", "--cereal", status=1)
        self.assertIn("gives nobody trees to save", done.stderr)

    def test_trees_of_a_host(self):
        self.write("types.json", """{
  "headers": ["wood.hpp"],
  "types": {
    "Tree": {"cpp": "std::unique_ptr<wood::Node>", "as": "class", "tag": "kind", "constructors": {
      "Leaf": {"tag": "wood::leaf", "fields": ["value"]},
      "Node": {"tag": "wood::node", "fields": ["left", "right"]}}}
  }
}
""")
        self.run_it("trees.hs.ir", "-o", "out.hpp", "--adapt", "types.json")
        self.assertIn("struct deforest::Adapter<", self.read("out.hpp"))
        self.assertIn('#include "wood.hpp"', self.read("out.hpp"))
        self.run_it("trees.hs.ir", "-o", "two.hpp", "-o", "two.cpp", "--adapt=types.json")
        self.assertIn("struct deforest::Adapter<", self.read("two.hpp"))
        self.assertNotIn("Adapter", self.read("two.cpp"))
        self.run_it("trees.hs.ir", "-o", "none.hpp")
        self.assertNotIn("dapt", self.read("none.hpp"))
        done = self.run_it("trees.hs.ir", "-o", "out.hs", "--adapt", "types.json", status=2)
        self.assertIn("'--adapt' is for C++ alone", done.stderr)
        self.write("main.hs.ir", TREES.replace("module Trees where\n", "main :: IO ()\nmain = print (grow 3)\n"))
        done = self.run_it("main.hs.ir", "-o", "out.cpp", "--adapt", "types.json", status=1)
        self.assertIn("takes no trees of a host", done.stderr)
        done = self.run_it("trees.hs.ir", "-o", "out.hpp", "--adapt", "nowhere.json", status=2)
        self.assertIn("nowhere.json", done.stderr)
        self.run_it("trees.hs.ir", "-o", "types.json", "--backend", "cpp", "--adapt", "types.json",
                    status=2)

    def test_a_wrong_mapping_is_shown_and_nothing_is_written(self):
        self.write("out.hpp", "as it was")
        self.write("types.json", """{
  "types": {
    "Tree": {"cpp": "Node*", "as": "class", "constructors": {
      "Leaf": {"cpp": "A", "fields": ["value"]}, "Nod": {"fields": []}}}
  }
}
""")
        done = self.run_it("trees.hs.ir", "-o", "out.hpp", "--adapt", "types.json", status=1)
        self.assertEqual(done.stderr, """types.json:3:61: error: the constructor `Node` of `Tree` is not described
      "Tree": {"cpp": "Node*", "as": "class", "constructors": {
                                                              ^
types.json:4:50: error: `Tree` has no constructor `Nod`; did you mean 'Node'?
        "Leaf": {"cpp": "A", "fields": ["value"]}, "Nod": {"fields": []}}}
                                                   ^~~~~
  help: it has Leaf or Node
""")
        self.assertEqual(self.read("out.hpp"), "as it was")
        self.write("types.json", "{\n  types\n}\n")
        done = self.run_it("trees.hs.ir", "-o", "out.hpp", "--adapt", "types.json", status=1)
        self.assertIn("types.json:2:3: error: this is no JSON: ", done.stderr)
        self.assertIn("    types\n    ^\n", done.stderr)
        self.assertEqual(self.read("out.hpp"), "as it was")

    def test_a_profile_is_of_a_program_with_a_main(self):
        self.run_it("main.hs.ir", "-o", "out.cpp", "--profile")
        self.assertIn("deforest::Profile", self.read("out.cpp"))
        done = self.run_it("main.hs.ir", "-o", "out.hs", "--profile", status=2)
        self.assertIn("'--profile' is for executables", done.stderr)
        done = self.run_it("trees.hs.ir", "-o", "out.hpp", "--profile", status=1)
        self.assertIn("a profile is of a program with a 'main'", done.stderr)

    def test_an_executable(self):
        self.run_it("main.hs.ir", "-o", "program", "--serial")
        done = subprocess.run([self.directory / "program"], capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stdout, "55\ndone\n")

    def test_no_executable_without_main_or_compiler(self):
        done = self.run_it("trees.hs.ir", "-o", "program", status=1)
        self.assertIn("the extensions are .hs (Haskell)", done.stderr)
        for compiler, message in [("no-such-compiler", "there is no C++ compiler"),
                                  ("false", "the C++ compiler failed")]:
            done = self.run_it("main.hs.ir", "-o", "program", status=1,
                               env={**os.environ, "CXX": compiler})
            self.assertIn(message, done.stderr)
        self.assertNotIn("program", self.names())

    def test_a_wrong_program_leaves_no_output(self):
        self.write("wrong.hs.ir", "f :: Int -> Int\nf x = y\n")
        self.write("out.hs", "as it was")
        done = self.run_it("wrong.hs.ir", "-o", "out.hs", status=1)
        self.assertIn("wrong.hs.ir:2:7: error: ", done.stderr)
        self.assertEqual(self.read("out.hs"), "as it was")

    def test_functions_at_run_time_beside_an_error(self):
        self.write("f.hs", "main :: IO ()\nmain = do\n"
                           "  print (foldr (.) id (map (+) [1, 2, 3 :: Int]) 1)\n"
                           "  putStrLn (take 60 (show [Absent ..]))\n")
        done = self.run_it("f.hs", "-o", "f.cpp", status=1)
        self.assertIn("f.hs:4:28: error: constructor `Absent` is not declared", done.stderr)

    def test_long_words_are_not_shown_whole(self):
        digits = "1" * 1_000_000
        for text in [f"f :: Int -> Int\nf x = {digits}\n", f"f :: Int -> Int\nf {digits} = x\n",
                     f"f :: Int -> Int\nf x = x{digits}\n", f"f :: T{digits} -> Int\nf x = 1\n"]:
            self.write("long.hs.ir", text)
            done = self.run_it("long.hs.ir", "-o", "-", status=1)
            self.assertIn("11111...", done.stderr)
            self.assertLess(len(done.stderr), 2000)

    def test_a_comment_that_ends_in_a_backslash(self):
        # In C++ it would go on in the next line.
        self.write("b.hs", "module B where\n\n-- | The path C:\\\nf :: Int -> Int\nf x = x + 1\n\n"
                           "-- | Two lines \\ \n-- and \\\ng :: Int -> Int\ng x = x\n")
        self.run_it("b.hs", "-o", "b.hpp")
        self.assertIn("/// The path C:\\.\n", self.read("b.hpp"))
        self.assertNotRegex(self.read("b.hpp"), r"(?m)//.*\\\s*$")

    def test_a_warning_goes_with_the_output(self):
        self.write("w.hs.ir", "main :: IO ()\nmain = print (2 ^ 64)\n")
        done = self.run_it("w.hs.ir", "-o", "w.hs")
        self.assertIn("w.hs.ir:2:15: warning: ", done.stderr)
        self.assertIn("Integer", done.stderr)
        self.assertIn("w.hs", self.names())
        self.assertEqual(self.run_it("run", "w.hs.ir").stdout, "0\n")

    def test_mistakes_in_text_that_is_kept_are_warned_of(self):
        self.write("m.hs", "module M (f, g) where\nf :: Int -> Int\nf x = x + \"a\"\n"
                           "g :: Int -> Int\ng x = unknown x\n")
        done = self.run_it("m.hs", "-o", "n.hs")
        self.assertIn("m.hs:3:11: warning: `f` stays as it is: type mismatch", done.stderr)
        self.assertIn("m.hs:5:7: warning: `g` stays as it is: `unknown` is not in scope",
                      done.stderr)

    def test_marks_that_are_misspelt_are_warned_of(self):
        text = ("module M (f) where\n-- deforest: kep f\n-- deforest: sample f 3\n"
                "-- deforest: leaves this as it is\nf :: Int -> Int\nf x = x + 1\n")
        self.write("m.hs", text)
        for out in ("n.hs", "n.cpp"):
            done = self.run_it("m.hs", "-o", out)
            self.assertIn("m.hs:2:14: warning: this line is a comment like any other; "
                          "did you mean 'keep'?", done.stderr)
            self.assertNotIn("leaves", done.stderr)

    def test_arrays_that_change_are_said_to_be_trees(self):
        program = ("import Data.Array.ST\nimport Data.Array\n"
                   "squares :: Int -> Array Int ELEMENT\n"
                   "squares n = runSTArray (do\n"
                   "  a <- newArray (0, n) (to 0)\n"
                   "  mapM_ (\\i -> writeArray a i (to (i * i))) [0 .. n]\n"
                   "  return a)\n"
                   "main :: IO ()\nmain = print (squares 5 ! 3)\n"
                   "to :: Int -> ELEMENT\n")
        self.write("n.hs", program.replace("ELEMENT", "Int") + "to n = n\n")
        self.assertEqual(self.run_it("n.hs", "-o", "n.cpp").stderr, "")
        self.write("a.hs", program.replace("ELEMENT", "[Int]") + "to n = [n]\n")
        done = self.run_it("a.hs", "-o", "a.cpp")
        self.assertIn("a.hs: warning: arrays that change are trees in C++", done.stderr)
        self.assertNotIn("arrays that change", self.run_it("a.hs", "-o", "b.hs").stderr)
        self.write("p.hs", "putElement :: Int -> [Int] -> [Int]\n"
                           "putElement n xs = if n == 0 then xs else n : putElement (n - 1) xs\n"
                           "main :: IO ()\nmain = print (sum (putElement 5 []))\n")
        self.assertEqual(self.run_it("p.hs", "-o", "p.cpp").stderr, "")

    def test_nowhere_takes_haskell(self):
        self.run_it("trees.hs.ir", "-o", "/dev/null")

    def test_a_damaged_archive_is_refused(self):
        self.run_it("trees.hs.ir", "-o", "out.dfir")
        content = (self.directory / "out.dfir").read_bytes()
        (self.directory / "cut.dfir").write_bytes(content[:len(content) // 2])
        done = self.run_it("cut.dfir", "-o", "-", status=1)
        self.assertIn("cut.dfir: error: ", done.stderr)

    def test_the_input_is_not_overwritten(self):
        done = self.run_it("trees.hs.ir", "-o", "./trees.hs.ir", status=2)
        self.assertIn("is the input", done.stderr)
        self.assertEqual(self.read("trees.hs.ir"), TREES)

    def test_files_that_cannot_be_used(self):
        self.assertIn("cannot read 'none.hs.ir'",
                      self.run_it("none.hs.ir", "-o", "x.hs", status=2).stderr)
        self.assertIn("cannot write 'no/x.hs'",
                      self.run_it("trees.hs.ir", "-o", "no/x.hs", status=2).stderr)

    def test_wrong_usage(self):
        for words, message in [
                (["trees.hs.ir", "-o", "prog.txt"], "the extensions are .hs (Haskell)"),
                (["trees.hs.ir", "main.hs.ir", "-o", "x.hs"], "more than one input"),
                (["trees.hs.ir", "--otuput", "x.hs"], "did you mean '--output'?"),
                (["trees.hs.ir", "-o", "-", "--passes", "fues"], "did you mean 'fuse'?"),
                (["trees.hs.ir", "-o", "-", "--passes", "fuse"], "write split-matches before it"),
                (["trees.hs.ir", "-o", "-", "--without", "fues"], "did you mean 'fuse'?"),
                (["trees.hs.ir", "-o", "-", "--without", "split-matches"], "leave out both"),
                (["trees.hs.ir", "--print-after", "fuze"], "did you mean 'fuse'?")]:
            done = self.run_it(*words, status=2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_every_pass_can_be_left_out(self):
        passes = [line.split()[0]
                  for line in self.run_it("--list-passes").stdout.splitlines()]
        value = self.run_it("run", "main.hs.ir").stdout
        for name in passes:
            if name in ("keep-text", "keep-roots"):
                done = self.run_it("main.hs.ir", "-o", "out.ir", "--without", name, status=2)
                self.assertIn("cannot be left out", done.stderr)
                continue
            left_out = "split-matches,fuse" if name == "split-matches" else name
            self.run_it("main.hs.ir", "-o", "out.ir", "--without", left_out, "--check", "each")
            self.assertEqual(self.run_it("run", "out.ir").stdout, value, name)

    def test_every_native_pass_can_be_left_out(self):
        passes = [line.split()[0] for line in self.run_it("--list-passes").stdout.splitlines()
                  if line.endswith("(native code)")]
        self.assertGreater(len(passes), 5)
        for name in passes:
            if name in ("native-form", "layout"):
                done = self.run_it("main.hs.ir", "-o", "out.cpp", "--without", name, status=2)
                self.assertIn("it cannot be left out", done.stderr)
                continue
            self.run_it("main.hs.ir", "-o", "out.cpp", "--without", name, "--verify", "--check", "each")

    def test_passes_of_text_that_is_kept_are_shown_like_all_others(self):
        self.write("kept.hs", "module M (f, g) where\n"
                              "f :: Int -> Int\nf n = sum (square (upTo 1 n))\n"
                              "upTo :: Int -> Int -> [Int]\n"
                              "upTo i n = if i > n then [] else i : upTo (i + 1) n\n"
                              "square :: [Int] -> [Int]\n"
                              "square [] = []\nsquare (x : xs) = x * x : square xs\n"
                              "g :: [Int] -> [Int]\ng xs = [1, 2] ++ xs\n")
        done = self.run_it("kept.hs", "-o", "out.hs", "--print-after", "all", "--time-passes")
        for name in ("float-calls", "append-literals", "keep-text", "separate-lists", "keep-roots"):
            self.assertRegex(done.stderr, rf"-- after \d+-{name}")
            self.assertRegex(done.stderr, rf"{name} +\d")
        for name in ("float-calls", "append-literals", "separate-lists"):
            self.run_it("kept.hs", "-o", "out.hs", "--without", name, "--verify", "--check", "each")
        done = self.run_it("kept.hs", "-o", "out.hs", "--passes", "simplify,keep-text", status=2)
        self.assertIn("is for a module whose text is kept", done.stderr)

    def test_native_passes_are_shown_like_all_others(self):
        done = self.run_it("main.hs.ir", "-o", "out.cpp", "--print-after", "all", "--time-passes")
        self.assertRegex(done.stderr, r"-- after \d+-child-order")
        self.assertRegex(done.stderr, r"split-phase +\d")
        self.assertRegex(done.stderr, r"-- after \d+-loops")
        self.assertRegex(done.stderr, r"survivors +\d")
        done = self.run_it("main.hs.ir", "-o", "out.hs", "--print-after", "all")
        self.assertNotIn("child-order", done.stderr)

    def test_what_writes_its_output_is_no_haskell(self):
        self.write("texts.hs.ir", "main :: IO ()\nmain = do\n  putStrLn \"a\"\n  print [1, 2]\n")
        written = ["texts.hs.ir", "--passes", "written-output,given-ends"]
        for name in ("out.hs", "out.ir"):
            done = self.run_it(*written, "-o", name, status=1)
            self.assertIn("is no Haskell", done.stderr)
            self.assertFalse((self.directory / name).exists())
        self.run_it(*written, "-o", "out.dfir", "--verify")
        self.assertEqual(self.run_it("run", "out.dfir").stdout, "a\n[1,2]\n")
        self.run_it("out.dfir", "-o", "out.cpp", "--verify")

    def test_help_version_and_passes(self):
        self.assertIn("--explain", self.run_it("--help").stdout)
        self.assertRegex(self.run_it("--version").stdout, r"^deforest \d+\.\d+\.\d+\n$")
        self.assertIn("\nfuse ", "\n" + self.run_it("--list-passes").stdout)

    def test_roots(self):
        out = self.run_it("trees.hs.ir", "--root", "answer", "--backend", "ir").stdout
        self.assertIn("answer ::", out)
        self.assertNotIn("grow ::", out)
        self.run_it("trees.hs.ir", "--root", "nothing", "-o", "-", status=1)

    def test_deep_nesting_is_no_crash(self):
        for text in ["(" * 100000 + "1" + ")" * 100000, "- " * 100000 + "1",
                     " + ".join(["1"] * 20000), "if x == 1 then 2 else " * 20000 + "3",
                     "[" * 50000 + "]" * 50000]:
            self.write("deep.hs.ir", "f :: Int -> Int\nf x = " + text + "\n")
            done = subprocess.run([BINARY, "deep.hs.ir", "-o", "-"], cwd=self.directory,
                                  capture_output=True, text=True, timeout=120, check=False)
            self.assertIn(done.returncode, (0, 1), done.stderr[:2000])

    def test_a_small_stack_is_no_crash(self):
        def small_stack():
            resource.setrlimit(resource.RLIMIT_STACK, (256 * 1024, 256 * 1024))
        self.run_it("trees.hs.ir", "-o", "-", preexec_fn=small_stack)


class Reports(Case):
    def test_a_main_that_decides_by_a_word_is_counted_on_it(self):
        self.write("modes.hs", "module Main where\nimport System.Environment\nmain :: IO ()\n"
                   "main = do\n  [mode, k] <- getArgs\n  if mode == \"sum\" then print "
                   "(sum (map (* 2) [1 .. read k :: Int])) else putStrLn \"what?\"\n")
        done = self.run_it("modes.hs", "-o", "modes.cpp", "--explain")
        self.assertIn('`main ["sum","200"]`', done.stderr)
        self.assertNotIn("nothing was fused", done.stderr)

    def test_a_main_is_counted_on_each_of_its_words(self):
        """What takes little is fused, too, though another word makes it take a hundred times as
        long; and the number may be read before the word is looked at."""
        self.write("modes.hs", "module Main where\nimport qualified Data.Map.Strict as M\n"
                   "import System.Environment\nmain :: IO ()\nmain = do\n"
                   "  [mode, k] <- getArgs\n  let n = read k :: Int\n  case mode of\n"
                   "    \"sum\" -> print (sum (map (* 2) (filter even (map (+ 3) [1 .. n]))))\n"
                   "    \"most\" -> print (maximum (map (`mod` 7) (filter odd [1 .. n])))\n"
                   "    \"table\" -> print (M.foldl' max 0 (M.fromListWith (+)\n"
                   "      [(show (i * j `mod` 97), i) | i <- [1 .. n], j <- [1 .. 20]]))\n"
                   "    _ -> error \"mode?\"\n")
        done = self.run_it("modes.hs", "-o", "modes.cpp", "--explain")
        self.assertIn("fused: `sum` after `map` after `filter` after `map`", done.stderr)
        self.assertIn("fused: `maximum` after `map` after `filter`", done.stderr)

    def test_a_main_that_cannot_be_counted(self):
        self.write("long.hs.ir", TREES.replace("module Trees where\n", "") + """
work :: Int -> Int
work n = answer (grow n)

steps :: Int -> Int -> Int
steps low s = if low > 1152921504606846976 then s else steps (low + 1) (s + work 3)

main :: IO ()
main = print (steps 0 (work 9))
""")
        advice = "to help, put a comment with a typical call of a function f that it uses"
        self.write("reads.hs.ir", self.read("long.hs.ir").replace(
            "print (steps 0 (work 9))", "interact (\\text -> show (steps 0 (work (length text))))"))
        self.assertIn(advice, self.run_it("reads.hs.ir", "-o", "-", "--explain").stderr)
        alone = self.run_it("long.hs.ir", "-o", "-", "--explain")
        self.assertIn(advice, alone.stderr)
        self.assertIn("warning: `main` takes too long to be counted", alone.stderr)
        self.assertIn("`-- deforest: sample f ...` says what is typical of a function f that it",
                      alone.stderr)
        self.assertIn("nothing was fused", alone.stderr)
        helped = self.run_it("long.hs.ir", "-o", "-", "--explain", "--sample", "work 7")
        self.assertNotIn("warning", helped.stderr)
        self.assertIn("fused: `total` after `double` after `grow`", helped.stderr)

    def test_explain(self):
        on_error = self.run_it("trees.hs.ir", "-o", "out.hs", "--explain").stderr
        self.run_it("trees.hs.ir", "--explain=why.txt")
        self.assertEqual(self.read("why.txt"), on_error)
        self.assertIn("fused: `total` after `double`", on_error)
        self.run_it("trees.hs.ir", "--explain=why.json")
        self.assertEqual(json.loads(self.read("why.json"))["file"], "trees.hs.ir")

    def test_stats(self):
        table = self.run_it("trees.hs.ir", "--stats", "-o", "out.hs").stderr
        self.assertRegex(table, r"growth +\d+\.\d\dx\n")
        self.run_it("trees.hs.ir", "--stats=s.json", "--stop-after", "none")
        stats = json.loads(self.read("s.json"))
        self.assertEqual(stats["options"]["stop_after"], "none")
        self.assertTrue(stats["termination"]["natural"])
        self.assertIn("split-matches", [each["name"] for each in stats["passes"]])

    def test_times(self):
        self.assertIn("split-matches", self.run_it("trees.hs.ir", "--time-passes").stderr)

    def test_what_native_code_puts_off_is_shown(self):
        self.write("first.hs", """
import Data.Maybe (catMaybes, listToMaybe)

find :: Int -> [Int] -> Maybe [Int]
find k ps
  | k == 0 = Just ps
  | otherwise = listToMaybe . catMaybes $ [find (k - 1) (m : ps) | m <- [1 .. 3]]

main :: IO ()
main = print (fmap sum (find 30 []))
""")
        shown = self.run_it("first.hs", "-o", "-", "--backend", "cpp", "--print-after",
                            "suspend-tails", "--time-passes").stderr
        self.assertRegex(shown, r"(?m)^-- after \d\d-suspend-tails")
        self.assertRegex(shown, r"(?m)^defer-calls +1 ")
        self.assertNotIn("warning", shown)
        without = self.run_it("first.hs", "-o", "-", "--backend", "cpp", "--print-after",
                              "suspend-tails", "--without", "suspend-tails").stderr
        self.assertIn("warning: C++ evaluates more than", without)

    def test_prints_and_diffs(self):
        shown = self.run_it("trees.hs.ir", "--print-after", "fuse", "--stop-after", "fusion").stderr
        self.assertRegex(shown, r"^-- after \d\d-fuse\n")
        self.assertIn("answer ::", shown)
        changed = self.run_it("trees.hs.ir", "--print-after", "changed").stderr
        self.assertIn(": unchanged\n", changed)
        diff = self.run_it("trees.hs.ir", "--diff", "--stop-after", "fusion").stderr
        self.assertRegex(diff, r"(?m)^\+\+\+ \d\d-fuse$")

    def test_dumps_are_input(self):
        self.run_it("trees.hs.ir", "--dump-dir", "a/b", "-o", "out.ir")
        dumps = sorted((self.directory / "a/b").iterdir())
        self.assertEqual(dumps[0].name, "00-input.ir")
        self.assertEqual(dumps[-1].read_text(), self.read("out.ir"))
        for dump in dumps:
            again = self.run_it(str(dump), "--passes", "", "--backend", "ir")
            self.assertEqual(again.stdout, dump.read_text(), dump.name)

    def test_looking_at_passes_changes_nothing(self):
        self.run_it("trees.hs.ir", "-o", "out.hs")
        for look in (["--stats"], ["--time-passes"], ["--print-after", "all"], ["--dump-dir", "d"]):
            self.run_it("trees.hs.ir", "-o", "looked.hs", *look)
            self.assertEqual(self.read("looked.hs"), self.read("out.hs"), look)

    def test_call_graph(self):
        dot = self.run_it("trees.hs.ir", "--graph", "calls", "--stop-after", "none").stdout
        self.assertTrue(dot.startswith("digraph calls {\n"))
        self.assertIn('"answer" -> "total";', dot)

    def test_verify(self):
        self.run_it("trees.hs.ir", "--verify=20", "-o", "out.hs")
        self.assertIn("out.hs", self.names())

    def test_fuel(self):
        stats = self.run_it("trees.hs.ir", "--fuel", "1", "--stats").stderr
        self.assertIn("cut-off fuel: ", stats)


class Run(Case):
    def test_main(self):
        self.assertEqual(self.run_it("run", "main.hs.ir").stdout, "55\ndone\n")
        self.assertEqual(self.run_it("run", "-", stdin=MAIN).stdout, "55\ndone\n")

    def test_gibbon_main(self):
        self.write("g.hs", "module G where\ngibbon_main = (1 + 2, [True])\n")
        self.assertEqual(self.run_it("run", "g.hs").stdout, "(3,[True])\n")

    def test_call(self):
        def call(*words):
            return self.run_it("run", "trees.hs.ir", "--call", *words).stdout
        self.assertEqual(call("grow", "1"), "Node (Leaf 0) (Leaf (-1))\n")
        self.assertEqual(call("grow", "-3"), "Leaf (-3)\n")
        self.assertEqual(call("answer", "Node (Leaf 1) (Leaf 4)"), "10\n")
        self.assertEqual(call("answer (grow 3)"), call("answer", "grow 3"))

    def test_wrong_calls(self):
        for words in [["nothing", "1"], ["grow"], ["grow", "True"], ["grow", "(1"]]:
            done = self.run_it("run", "trees.hs.ir", "--call", *words, status=1)
            self.assertIn("error: ", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_no_main(self):
        done = self.run_it("run", "trees.hs.ir", status=1)
        self.assertIn("--call", done.stderr)

    def test_the_union_of_a_large_map_and_a_small_one_visits_little_of_the_large_one(self):
        self.write("unions.hs", "import qualified Data.Map.Strict as M\n"
                   "import qualified Data.IntMap.Strict as IM\nimport qualified Data.Set as S\n"
                   "import System.Environment\nmain :: IO ()\nmain = do\n"
                   "  [n] <- map read <$> getArgs\n"
                   "  print (M.size (M.unionsWith (+) [M.singleton i i | i <- [1 .. n :: Int]]))\n"
                   "  print (IM.size (IM.unionsWith (+) [IM.singleton i i | i <- [1 .. n]]))\n"
                   "  print (M.size (foldr (\\i m -> M.intersection (M.singleton i i) m `M.union`"
                   " m) (M.fromList [(i, i) | i <- [1 .. n]]) [1 .. n]))\n"
                   "  print (S.size (foldl (\\s i -> s `S.difference` S.singleton i)"
                   " (S.fromList [1 .. n]) [1 .. n]))\n")
        allocations = []
        for size in ("200", "800"):
            done = self.run_it("run", "unions.hs", "--count", "--", size)
            allocations.append(json.loads(done.stderr)["allocations"])
        self.assertLess(allocations[1], 8 * allocations[0])

    def test_counts(self):
        done = self.run_it("run", "trees.hs.ir", "--call", "answer", "grow 2", "--count")
        counts = json.loads(done.stderr)
        self.assertEqual(set(counts), {"visits", "matches", "cases", "calls", "allocations",
                                       "words", "suspensions", "held"})
        self.run_it("run", "trees.hs.ir", "--count=c.json", "--call", "answer", "grow 2")
        self.assertEqual(json.loads(self.read("c.json")), counts)

    def test_counts_of_a_known_call(self):
        # Two passes over a tree of five nodes; the first one rebuilds it.
        self.run_it("run", "trees.hs.ir", "--count=c.json", "--call", "answer",
                    "Node (Leaf 1) (Node (Leaf 2) (Leaf 3))")
        counts = json.loads(self.read("c.json"))
        self.assertEqual(counts["visits"], 10)
        # The doubled tree has five cells; the argument is there already.
        self.assertEqual(counts["allocations"], 5)

    def test_failures_of_the_program(self):
        self.write("e.hs.ir", "main :: IO ()\nmain = print (f 0)\n\nf :: Int -> Int\n"
                              "f x = div 1 x\n")
        done = self.run_it("run", "e.hs.ir", status=1)
        self.assertIn("divide by zero", done.stderr)

    def test_limits(self):
        self.write("l.hs.ir", "f :: Int -> Int\nf x = f (x + 1)\n")
        done = self.run_it("run", "l.hs.ir", "--max-calls", "1000", "--call", "f", "0", status=1)
        self.assertEqual(done.stdout, "")
        self.assertIn("1000", done.stderr)


class Check(Case):
    def test_equal_programs(self):
        self.run_it("trees.hs.ir", "-o", "out.ir")
        self.run_it("check", "trees.hs.ir", "out.ir")

    def test_a_difference_is_shown(self):
        self.write("b.hs.ir", TREES.replace("Leaf (2 * x)", "Leaf (if x == 1 then 3 else 2 * x)"))
        done = self.run_it("check", "trees.hs.ir", "b.hs.ir", "--root", "answer", status=1)
        self.assertIn("answer (Leaf 1)", done.stdout + done.stderr)

    def test_nothing_to_compare_is_no_equality(self):
        self.write("e.hs.ir", "main :: IO ()\nmain = print (f 0)\n\nf :: Int -> Int\n"
                              "f x = div 1 x\n")
        done = self.run_it("check", "e.hs.ir", "e.hs.ir", status=1)
        self.assertIn("nothing could be compared", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_a_missing_function_is_a_difference(self):
        self.write("b.hs.ir", TREES.replace("answer", "result"))
        self.run_it("check", "trees.hs.ir", "b.hs.ir", status=1)


if __name__ == "__main__":
    tap.main(__name__)
