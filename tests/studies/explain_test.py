"""docs/EXPLAIN.md shows what deforest prints: each command in it is run, and each line below must
come in the output, in this order. Lines between those around `...` may be missing.

usage: explain_test.py BINARY ROOT
"""

import pathlib
import re
import shlex
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[2]).resolve()

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import tap

BINARY = pathlib.Path(sys.argv[1]).resolve()
PAGE = (ROOT / "docs" / "EXPLAIN.md").read_text(encoding="utf-8")


class Page(unittest.TestCase):
    def check(self, command, lines):
        words = shlex.split(command)
        self.assertEqual(words[0], "scripts/deforest")
        done = subprocess.run([BINARY, *words[1:]], cwd=ROOT, capture_output=True, text=True,
                              timeout=120, check=True)
        output, at, free = done.stderr.splitlines(), 0, True
        for line in lines:
            if line == "...":
                free = True
                continue
            self.assertIn(line, output[at:] if free else output[at:at + 1], command)
            at = output.index(line, at) + 1
            free = False

    def test_there_are_examples(self):
        self.assertGreaterEqual(len(EXAMPLES), 4)


EXAMPLES = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", PAGE)
for number, (each, shown) in enumerate(EXAMPLES, 1):
    setattr(Page, f"test_example_{number}",
            lambda self, c=each, s=shown: self.check(c, s.splitlines()))

if __name__ == "__main__":
    tap.main(__name__)
