#!/usr/bin/env python3
"""Small programs that people would write for GHC, by every route: what GHC makes of each is what
`deforest run` prints, what GHC prints of the program that `deforest` writes, and what the native
executable prints. They are in programs/; those in programs/failing end in an exception, whose
message must be the same.

With EVERY, every other one is interpreted, every so manieth is improved, and the one after it becomes
native; of those that fail every third becomes native.
GHC interprets, too: that takes half of the time.

usage: programs_test.py DEFOREST RUNTIME [EVERY]
"""

import os
import sys

import routes
import tap
from routes import DEFOREST, run

EVERY = int(sys.argv[3]) if len(sys.argv) > 3 else 1
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


def names(directory):
    return sorted(name for name in os.listdir(directory) if name.endswith(".hs"))


class FromFile:
    @classmethod
    def program(cls):
        with open(cls.path) as source:
            return source.read()


class Program(FromFile):
    @classmethod
    def ghc(cls, path):
        """What GHC prints of a program, which may end with any status, but prints something."""
        printed = run(["ghc", "-v0", "-w", "-e", "main", path])
        if not printed.stdout:
            raise RuntimeError(printed.stderr[:4000])
        return printed.stdout

    def compare(self, found):
        for at, (one, other) in enumerate(zip(self.expected.splitlines(), found.splitlines())):
            self.assertEqual(one, other, f"line {at + 1}")
        self.assertEqual(len(self.expected.splitlines()), len(found.splitlines()))

    def test_interpreted(self):
        self.compare(self.succeed([DEFOREST, "run", self.source]))

    def test_improved(self):
        improved = os.path.join(self.directory.name, "Improved.hs")
        self.succeed([DEFOREST, self.source, "-o", improved])
        self.compare(self.ghc(improved))

    def test_native(self):
        self.compare(self.executed(self.native(), "-O0"))


class Failing(FromFile):
    def message(self):
        """The last line of the comment that the program begins with."""
        with open(self.path) as source:
            lines = [line[3:].strip() for line in source if line.startswith("-- ")]
        return lines[-1]

    def fails(self, command):
        done = run(command)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(self.message(), done.stderr)

    def test_interpreted(self):
        self.fails([self.source + ".exe"])
        self.fails([DEFOREST, "run", self.source])

    def test_native(self):
        text = self.native()
        with self.assertRaises(AssertionError) as failure:
            self.executed(text, "-O0")
        self.assertIn(self.message(), str(failure.exception))


def classes():
    for kind, directory in ((Program, HERE), (Failing, os.path.join(HERE, "failing"))):
        for at, name in enumerate(names(directory)):
            title = "".join(word.capitalize() for word in name[:-3].split("_"))
            every = EVERY if kind is Program else min(EVERY, 3)
            turns = (("test_interpreted", 0, min(EVERY, 2)), ("test_improved", 0, every),
                     ("test_native", 1, every))
            left_out = {route: None for route, turn, of in turns if at % of != turn % of}
            yield title, type(title, (kind, routes.Routes),
                              {"path": os.path.join(directory, name), **left_out})


globals().update(classes())

if __name__ == "__main__":
    tap.main(__name__)
