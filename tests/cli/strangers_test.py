"""Whole programs by people who do not know the compiler, `corpus/strangers/*.hs`: what they print by
`deforest run` and as GHC has what is emitted of them is what GHC has of the program as written,
`*.out`; each is taken as a whole, and in little time.

    strangers_test.py DEFOREST [EVERY]

With EVERY, every so manieth is emitted. GHC interprets, which takes half of the time.
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys

from case import BINARY, Case
import tap

EVERY = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PROGRAMS = sorted((pathlib.Path(__file__).resolve().parents[2] / "corpus/strangers").glob("*.hs"))
SECONDS = 25  # of the processor; 1 to 3 with an optimised compiler on a quiet machine


class Strangers(Case):
    def output(self, command):
        done = subprocess.run(command, input="", text=True, encoding="utf-8", capture_output=True,
                              timeout=300, check=False, cwd=self.directory,
                              env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_there_are_some(self):
        self.assertGreaterEqual(len(PROGRAMS), 21)

    def test_run(self):
        for program in PROGRAMS:
            with self.subTest(program=program.stem):
                self.assertEqual(self.output([BINARY, "run", program]),
                                 program.with_suffix(".out").read_text(encoding="utf-8"))

    def test_emitted(self):
        for program in PROGRAMS[::EVERY]:
            with self.subTest(program=program.stem):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                self.run_it(str(program), "-o", f"{program.stem}.hs")
                spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                self.assertLess(spent, SECONDS)
                if shutil.which("ghc") is None:
                    continue
                self.assertEqual(self.output(["ghc", "-v0", "-w", "-e", "main",
                                              f"{program.stem}.hs"]),
                                 program.with_suffix(".out").read_text(encoding="utf-8"))


if __name__ == "__main__":
    tap.main(__name__)
