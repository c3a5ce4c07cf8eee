#!/usr/bin/env python3
"""Arrays and lists that are defined by themselves, and lists without an end that are constants: what
GHC makes of a program is what `deforest run` makes and the native executable, some of them in
parallel and under sanitizers.

usage: tables_test.py DEFOREST RUNTIME
"""

import glob
import os

import routes
import tap
from routes import DEFOREST, run

DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tables")

# How each is compiled: most of the time goes into that.
SANITIZED = ["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
FLAGS = dict.fromkeys(tap.sample(["edits", "partly", "spelling", "kept_cells", "endless_constants"], 3),
                      SANITIZED)
IN_PARALLEL = tap.sample(["fibonacci", "spelling", "endless_locals"], 3)
MANY_BEATS = ["-DDEFOREST_BEAT_BYTES=64", "-DDEFOREST_BEAT_CALLS=2", "-ltbb"]


def of_file(path):
    name = os.path.basename(path).removesuffix(".hs")

    class OfFile(routes.Routes):
        @classmethod
        def program(cls):
            with open(path) as text:
                return text.read()

        def test_run(self):
            self.assertEqual(self.expected, self.succeed([DEFOREST, "run", self.source]))

        def test_native(self):
            flags = FLAGS.get(name, ["-O0"])
            self.assertEqual(self.expected, self.executed(self.native(), *flags))

        def test_in_parallel(self):
            text = os.path.join(self.directory.name, "parallel.cpp")
            self.succeed([DEFOREST, self.source, "-o", text])
            exe = text + ".exe"
            self.succeed(["g++", "-std=c++20", "-O0", "-fsanitize=thread", "-I", routes.RUNTIME,
                          text, "-o", exe, "-pthread", *MANY_BEATS])
            done = run([exe], env={**os.environ, "DEFOREST_THREADS": "2"})
            self.assertEqual((0, self.expected), (done.returncode, done.stdout), done.stderr[:4000])

    OfFile.__name__ = OfFile.__qualname__ = name
    if name not in IN_PARALLEL:
        del OfFile.test_in_parallel
    if name not in NATIVE:
        del OfFile.test_native
    return OfFile


PATHS = sorted(glob.glob(os.path.join(DIRECTORY, "*.hs")))
NATIVE = {os.path.basename(path).removesuffix(".hs") for path in tap.sample(PATHS, 3)} | {*FLAGS}
for number, path in enumerate(PATHS):
    globals()[f"Program{number}"] = of_file(path)

if __name__ == "__main__":
    tap.main(__name__)
