"""What --explain says to a person, and what it says to a program.

usage: explain_test.py BINARY ROOT

The summary of each program of this directory, the lines up to the first empty one, stands beside it
in NAME.txt, word for word. DEFOREST_BLESS=1 rewrites them. The JSON of the same programs, and of
programs of the corpus, must have the fields that docs/EXPLAIN.md promises, and agree with the text,
with the counts of `deforest run --count` and with the tokens of bench/tokens.py.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[2]).resolve()
HERE = pathlib.Path(__file__).resolve().parent

sys.path.insert(0, str(HERE.parent / "cli"))
sys.path.insert(0, str(ROOT / "bench"))

import tap
import tokens

BINARY = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = sorted(HERE.glob("*.hs.ir"))
CORPUS = [ROOT / "corpus" / name for name in
          ("natural/deriv.hs.ir", "natural/payroll.hs.ir", "natural/rbtree.hs.ir",
           "thesis/sum_square.hs.ir", "thesis/tupling_dependent.hs.ir")]

POSITION = {"line": int, "column": int}
COUNTS = {"matches": int, "calls": int, "allocations": int}
PASS = {"name": str, "declaration": str, "library": bool, "position": POSITION}
FINDING = {"kind": str, "position": POSITION, "declaration": str, "subject": str, "text": str,
           "limit": str, "passes": [PASS], "gone": [str], "share": float, "also": [POSITION]}
SCHEMA = {
    "version": int, "file": str, "tokens": {"before": int, "after": int}, "smaller_numbers": bool,
    "declined": str,
    "declarations": [{"name": str, "kind": str, "reason": str, "tokens": int,
                      "position": POSITION}],
    "roots": [{"name": str, "position": POSITION, "counted": bool, "uncounted": str,
               "inputs": {"given": int, "generated": int, "examples": [str]},
               "before": COUNTS, "after": COUNTS, "fused": [FINDING], "not_fused": [FINDING],
               "unseen": [{"position": POSITION, "declaration": str, "whole": bool}]}],
    "findings": [FINDING],
    "decisions": [{"kind": str, "taken": bool, "subject": str, "function": str, "reason": str,
                   "limit": str, "calls": [str], "becomes": str, "position": POSITION}],
}
KINDS = {"fused", "not_fused", "limit", "left", "simplified", "cell"}
DECISIONS = {"fuse", "tuple", "fact", "simplify", "cut-off", "reuse", "leave"}


def run(*words):
    return subprocess.run([BINARY, *words], cwd=HERE, capture_output=True, text=True, timeout=200,
                          check=True)


def text_of(path):
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "why.txt"
        run(path, f"--explain={file}")
        return file.read_text(encoding="utf-8")


def json_of(path, *options):
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "why.json"
        run(path, f"--explain={file}", *options)
        return json.loads(file.read_text(encoding="utf-8"))


def mismatch(value, schema, path="$"):
    """Where a value is not as the schema has it; nothing if it is."""
    if isinstance(schema, list):
        if not isinstance(value, list):
            return f"{path} is no list"
        for i, each in enumerate(value):
            if found := mismatch(each, schema[0], f"{path}[{i}]"):
                return found
        return None
    if isinstance(schema, dict):
        if not isinstance(value, dict) or set(value) != set(schema):
            return f"{path} has the fields {sorted(value)}"
        for key, each in schema.items():
            if found := mismatch(value[key], each, f"{path}.{key}"):
                return found
        return None
    kinds = (int, float) if schema is float else (schema,)
    if not isinstance(value, kinds) or (schema is int and isinstance(value, bool)):
        return f"{path} is {value!r}"
    return None


class Summary(unittest.TestCase):
    maxDiff = None

    def check(self, path):
        summary = text_of(path.name).split("\n\n")[0].rstrip("\n") + "\n"
        expected = path.with_name(path.name.replace(".hs.ir", ".txt"))
        if os.environ.get("DEFOREST_BLESS"):
            expected.write_text(summary, encoding="utf-8")
            self.skipTest("rewritten")
        self.assertEqual(summary, expected.read_text(encoding="utf-8"))

    def test_there_are_programs(self):
        self.assertGreaterEqual(len(PROGRAMS), 5)


class Lines(unittest.TestCase):
    """What holds of every line, of any program."""

    def check(self, path):
        text = text_of(path)
        name = re.escape(str(path))
        for line in text.splitlines():
            self.assertRegex(line, rf"^({name}:\d+:\d+: .|in `|elsewhere$|$)")
            self.assertNotIn("``", line)
            self.assertNotRegex(line, r"\w_(and|each|xs|m|alt)\d", "a name that nobody wrote")
        lines = [line for line in text.splitlines() if line]
        self.assertEqual(len(lines), len(set(lines)), "told twice")


class Json(unittest.TestCase):
    def check(self, path):
        report = json_of(path)
        self.assertIsNone(mismatch(report, SCHEMA))
        self.assertEqual(report["version"], 1)
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for finding in report["findings"]:
            self.assertIn(finding["kind"], KINDS)
            self.assertTrue(finding["subject"] and finding["text"], finding)
            self.assertLessEqual(finding["position"]["line"], len(lines))
        for decision in report["decisions"]:
            self.assertIn(decision["kind"], DECISIONS)
            self.assertGreaterEqual(decision["position"]["line"], 1)
        # What the text shows of a root is here.
        text = text_of(path)
        for root in report["roots"]:
            for finding in root["fused"][:5]:
                self.assertIn(finding["subject"] + ": " + finding["text"], text)

    def test_tokens_are_those_of_the_benchmark(self):
        for path in PROGRAMS + CORPUS:
            with self.subTest(path=path.name), tempfile.TemporaryDirectory() as directory:
                out = pathlib.Path(directory) / "out.hs"
                report = json_of(path, "-o", out)
                self.assertEqual(report["tokens"], {
                    "before": tokens.tokens(path.read_text(encoding="utf-8")),
                    "after": tokens.tokens(out.read_text(encoding="utf-8"))})

    def test_counts_are_those_of_the_interpreter(self):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "constant.hs.ir"
            out = pathlib.Path(directory) / "out.ir"
            text = (HERE / "fused.hs.ir").read_text(encoding="utf-8")
            text = text.replace("(program)", "(answer)") + "\nanswer :: Int\nanswer = " \
                "program [3, -1, 4, 1, -5, 9, 2, 6]\n"
            source.write_text(text, encoding="utf-8")
            root, = json_of(source, "-o", out)["roots"]
            for file, counts in ((source, root["before"]), (out, root["after"])):
                done = run("run", file, "--call", "answer", "--count")
                counted = json.loads(done.stderr.splitlines()[-1])
                self.assertEqual(counts, {"matches": counted["cases"], "calls": counted["calls"],
                                          "allocations": counted["allocations"]})
            self.assertLess(root["after"]["matches"], root["before"]["matches"])


class Kept(unittest.TestCase):
    """What the passes do besides is no gain where the text stays."""

    def check(self, name):
        path = ROOT / "corpus" / "strangers" / name
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory) / "out.hs"
            roots = json_of(path, "-o", out)["roots"]
            if out.read_bytes() != path.read_bytes():
                self.fail(f"{name} is improved: take another program for this test")
            for root in roots:
                self.assertEqual(root["before"], root["after"])

    def test_sieve(self):
        self.check("sieve.hs")

    def test_histogram(self):
        self.check("histogram.hs")


for each in PROGRAMS:
    setattr(Summary, f"test_{each.name.split('.')[0]}", lambda self, p=each: self.check(p))
for each in PROGRAMS + CORPUS:
    stem = each.name.split(".")[0]
    setattr(Lines, f"test_{stem}", lambda self, p=each: self.check(p))
    setattr(Json, f"test_{stem}", lambda self, p=each: self.check(p))

if __name__ == "__main__":
    tap.main(__name__)
