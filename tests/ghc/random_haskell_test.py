#!/usr/bin/env python3
"""Random modules of Haskell (random_haskell.py) by every route: what GHC makes of them is what
`deforest run` prints, what GHC makes of what `deforest` writes of each, and what the native
executable prints. Several modules are one program, so that GHC and the C++ compiler start seldom.

usage: random_haskell_test.py DEFOREST RUNTIME [MODULES [SEED [BATCH]]]
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

import random_haskell
import tap

DEFOREST = os.path.abspath(sys.argv[1])
RUNTIME = os.path.abspath(sys.argv[2])
MODULES, SEED, BATCH = [int(n) for n in sys.argv[3:]] + [40, 1, 20][len(sys.argv) - 3:]

GHC = ["ghc", "-O0", "-v0", "-w"]


def parts(output):
    """By module: what it printed."""
    found = {}
    for part in output.split("== ")[1:]:
        name, _, text = part.partition("\n")
        found[name] = text
    return found


@unittest.skipUnless(shutil.which("ghc"), "there is no ghc")
class RandomHaskell(unittest.TestCase):
    def succeed(self, command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[:3000])
        return done.stdout

    def ghc(self, directory):
        self.succeed(GHC + [f"-i{directory}", "-outputdir", f"{directory}/objects", "-o",
                            f"{directory}/all", f"{directory}/Main.hs"])
        return parts(self.succeed([f"{directory}/all"]))

    def compare(self, route, directory, names, expected, found):
        for name in names:
            with open(os.path.join(directory, name + ".hs")) as source:
                text = source.read()
            self.assertEqual(expected[name], found.get(name), f"{route} {name}:\n{text}")

    def batch(self, seeds):
        with tempfile.TemporaryDirectory() as directory:
            names = []
            for seed in seeds:
                text, name = random_haskell.module(seed)
                names.append(name)
                with open(os.path.join(directory, name + ".hs"), "w") as out:
                    out.write(text)
            program = os.path.join(directory, "Main.hs")
            with open(program, "w") as out:
                out.write("module Main (main) where\n\n")
                out.writelines(f"import qualified {name}\n" for name in names)
                out.write("\nmain :: IO ()\nmain = do\n")
                out.writelines(f'  putStrLn "== {name}"\n  {name}.main\n' for name in names)
            expected = self.ghc(directory)
            self.assertEqual(sorted(expected), sorted(names))
            self.compare("run", directory, names, expected,
                         parts(self.succeed([DEFOREST, "run", program])))
            improved = os.path.join(directory, "improved")
            os.mkdir(improved)
            shutil.copy(program, improved)
            for name in names:
                self.succeed([DEFOREST, f"{directory}/{name}.hs", "-o", f"{improved}/{name}.hs"])
            self.compare("emitted", directory, names, expected, self.ghc(improved))
            native = os.path.join(directory, "native.cpp")
            self.succeed([DEFOREST, program, "-o", native, "--serial"])
            self.succeed([os.environ.get("CXX", "g++"), "-std=c++20", "-O0", "-I", RUNTIME, native,
                          "-o", native + ".exe", "-pthread"])
            self.compare("native", directory, names, expected,
                         parts(self.succeed([native + ".exe"])))

    def test_modules(self):
        for seed in range(SEED, SEED + MODULES, BATCH):
            with self.subTest(seed=seed):
                self.batch(range(seed, min(seed + BATCH, SEED + MODULES)))


if __name__ == "__main__":
    tap.main(__name__)
