"""Where output goes: what is refused because it would overwrite or lose something, what is followed,
what is cleaned up.

usage: outputs_test.py BINARY
"""

import os
import pathlib
import signal
import subprocess
import sys
import time

import tap
from case import BINARY, MAIN, TREES, Case


COMPILER_THAT_WAITS = """
import os, signal, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
with open("started.new", "w") as file:
    file.write(str(os.getpid()))
os.rename("started.new", "started")
time.sleep(60)
"""


class Outputs(Case):
    def test_a_report_does_not_overwrite_the_input(self):
        for option in ("--explain=trees.hs.ir", "--stats=./trees.hs.ir"):
            done = self.run_it("trees.hs.ir", option, status=2)
            self.assertIn("is the input", done.stderr)
        done = self.run_it("run", "main.hs.ir", "--count=main.hs.ir", status=2)
        self.assertIn("is the input", done.stderr)
        self.assertEqual((self.read("trees.hs.ir"), self.read("main.hs.ir")), (TREES, MAIN))

    def test_no_output_overwrites_another(self):
        os.symlink("one.hs", self.directory / "two.hs")
        for words in [["--explain=q.hs", "-o", "q.hs"], ["--stats=./q.hs", "-o", "q.hs"],
                      ["--stats=s", "--explain=s", "-o", "q.hs"],
                      ["--explain=q.hpp", "-o", "q.hpp", "-o", "q.cpp"],
                      ["--explain=two.hs", "-o", "one.hs"]]:
            done = self.run_it("trees.hs.ir", *words, status=2)
            self.assertRegex(done.stderr, "is the (output|header|file of)")
        self.assertEqual(self.names(), ["main.hs.ir", "trees.hs.ir", "two.hs"])

    def test_what_is_no_file_takes_everything(self):
        self.run_it("trees.hs.ir", "--explain=/dev/null", "--stats=/dev/null", "-o", "/dev/null")
        self.run_it("-", "--explain=-", "-o", "-", stdin=TREES)

    def test_a_header_that_cannot_be_included(self):
        for name in ('q"x.hpp', "q\\x.hpp", "q\nx.hpp"):
            done = self.run_it("trees.hs.ir", "-o", name, "-o", "y.cpp", status=2)
            self.assertIn("C++ cannot include", done.stderr)
        self.assertEqual(self.names(), ["main.hs.ir", "trees.hs.ir"])

    def test_an_output_without_a_name(self):
        for words in (["-o", ""], ["-o", "", "--backend", "haskell"]):
            done = self.run_it("main.hs.ir", *words, status=2)
            self.assertIn("'--output' needs the name of a file", done.stderr)

    def test_a_link_to_what_is_not_there_yet(self):
        (self.directory / "there").mkdir()
        os.symlink("there/real.hs", self.directory / "link.hs")
        os.symlink("link.hs", self.directory / "again.hs")
        self.run_it("trees.hs.ir", "-o", "again.hs")
        self.assertTrue((self.directory / "link.hs").is_symlink())
        self.assertTrue((self.directory / "again.hs").is_symlink())
        self.assertIn("answer ::", self.read("there/real.hs"))
        os.symlink("nowhere/real.hs", self.directory / "lost.hs")
        self.assertIn("cannot write", self.run_it("trees.hs.ir", "-o", "lost.hs", status=2).stderr)
        os.symlink("loop.hs", self.directory / "loop.hs")
        self.assertIn("cannot write", self.run_it("trees.hs.ir", "-o", "loop.hs", status=2).stderr)
        self.assertTrue((self.directory / "loop.hs").is_symlink())


class Executables(Case):
    def build(self, compiler, status=0):
        return self.run_it("main.hs.ir", "-o", "program", "--serial", status=status,
                           env={**os.environ, "CXX": compiler})

    def test_a_blank_compiler_is_the_default_one(self):
        self.build(" ")
        self.assertIn("program", self.names())

    def test_a_compiler_that_makes_nothing(self):
        done = self.build("true", status=1)
        self.assertIn("the C++ compiler 'true' made no program", done.stderr)

    def test_a_signal_cleans_up(self):
        temporary = self.directory / "temporary"
        temporary.mkdir()
        # No shell: between vfork and exec dash loses a signal that it handles itself (SIGINT).
        self.write("compiler", f"#!{sys.executable}\n" + COMPILER_THAT_WAITS)
        (self.directory / "compiler").chmod(0o755)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # Whoever runs the test may ignore them.
            with subprocess.Popen([BINARY, "main.hs.ir", "-o", "program"], cwd=self.directory,
                                  env={**os.environ, "CXX": "./compiler",
                                       "TMPDIR": str(temporary)},
                                  preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)
                                  ) as process:
                self.addCleanup(process.kill)
                while not (self.directory / "started").exists():
                    time.sleep(0.01)
                self.assertEqual(len(list(temporary.iterdir())), 1)
                process.send_signal(number)
                self.assertEqual(process.wait(60), -number)
            self.assertEqual(list(temporary.iterdir()), [])
            compiler = pathlib.Path("/proc") / self.read("started").strip() / "cmdline"
            self.assertFalse(compiler.exists() and compiler.read_bytes(), "the compiler runs on")
            (self.directory / "started").unlink()
        self.assertNotIn("program", self.names())


if __name__ == "__main__":
    tap.main(__name__)
