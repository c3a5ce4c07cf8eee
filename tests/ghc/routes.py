"""A program that prints, by its routes: as GHC compiles it, which is what is expected, as
`deforest run` evaluates it, and as a native executable.

A test that takes these has the arguments DEFOREST RUNTIME, and a function `program` that gives the
text of the program.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

DEFOREST = os.path.abspath(sys.argv[1])
RUNTIME = os.path.abspath(sys.argv[2])

WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=900, **options)


@unittest.skipUnless(shutil.which("ghc"), "there is no ghc")
class Routes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.source = os.path.join(cls.directory.name, "Main.hs")
        with open(cls.source, "w") as out:
            out.write(cls.program())
        cls.expected = cls.ghc(cls.source)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def ghc(cls, path):
        built = run(["ghc", "-O0", "-v0", "-w", "-o", path + ".exe", "-outputdir", path + ".d", path])
        if built.returncode != 0:
            raise RuntimeError(built.stderr[:4000])
        return run([path + ".exe"]).stdout

    def succeed(self, command):
        """What a command that must succeed prints."""
        done = run(command)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])
        return done.stdout

    def native(self, *options):
        """The C++ that the program becomes, in a file."""
        text = os.path.join(self.directory.name, "native.cpp")
        self.succeed([DEFOREST, self.source, "-o", text, "--serial", *options])
        return text

    def executed(self, text, *flags):
        """What such a file prints, compiled with these flags."""
        exe = text + flags[0]
        self.succeed([os.environ.get("CXX", "g++"), "-std=c++20", "-ffp-contract=off", *flags,
                      "-I", RUNTIME, text, "-o", exe, "-pthread"])
        return self.succeed([exe])


class Ending(Routes):
    """One that ends with a status, on several command lines."""

    def executable(self, *options):
        """The native executable, of C++ that is made with these options."""
        text = os.path.join(self.directory.name, "native.cpp")
        self.succeed([DEFOREST, self.source, "-o", text, *options])
        exe = text + ".exe"
        self.succeed(["g++", "-std=c++20", "-O0", *WARNINGS, "-I", RUNTIME, text,
                      "-o", exe, "-ltbb", "-pthread"])
        return exe

    def same(self, expected, done):
        self.assertEqual((expected.returncode, expected.stdout), (done.returncode, done.stdout))
        message = expected.stderr.split("\n")[0].removeprefix("Main.hs.exe: ")
        self.assertIn(message, done.stderr)

    def identical(self, expected, done):
        """The whole of standard error, too."""
        self.assertEqual((expected.returncode, expected.stdout, expected.stderr),
                         (done.returncode, done.stdout, done.stderr))

    def same_by_both(self, exe, words=(), same=None, **options):
        """What the interpreter and the executable do with these words is what GHC's does."""
        same = same or self.same
        expected = run([self.source + ".exe", *words], **options)
        for command in ([DEFOREST, "run", self.source, "--"], [exe]):
            with self.subTest(f"{command[0]} {words} {options}"):
                same(expected, run([*command, *words], **options))
