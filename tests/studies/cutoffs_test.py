"""No program of the corpus, at any cut-off from 0 to 12, in any stage but fusion alone, counts more
calls, matches or allocations than its unfused form, or becomes more than eight times its size.

usage: cutoffs_test.py BINARY CORPUS [DEPTH,... [PATTERN,... [EVERY]]]

The calls are those of the corpus's table of expected values, each as a whole and, where it has the
form `digest (program ARGUMENTS)`, the call of `program` without building its arguments. A pattern
that begins with ! leaves programs out; of the others every so manieth is taken.
"""

import fnmatch
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

import tap
from studies import Studies

STUDIES = Studies(sys.argv[1], sys.argv[2])
DEPTHS = [int(n) for n in sys.argv[3].split(",")] if len(sys.argv) > 3 else list(range(13))
PATTERNS = sys.argv[4].split(",") if len(sys.argv) > 4 else []
EVERY = int(sys.argv[5]) if len(sys.argv) > 5 else 1
STAGES = ("tupling", "redundancy")
GROWTH = 8

# Matches are counted as the cases that are run, wherever they stand, and visits as all calls: counted
# as calls of functions that match, a match in the middle of a function would begin to count when it
# becomes a function, and a function's calls when a test of it becomes a match.
METRICS = ("calls", "cases", "allocations")


def compare(name, expression, options):
    """The expression, and the call of `program` in it, each with its counts before and after."""
    source, output = STUDIES.find(name), STUDIES.transform(name, *options).path
    if not STUDIES.has(output, expression):
        # A function of several types, of which the program keeps none by itself.
        yield expression, *STUDIES.count_alone(name, expression, *options)
        return
    yield expression, STUDIES.count(source, expression), STUDIES.count(output, expression)
    if expression.startswith("digest (program "):
        call = expression[len("digest ("):-1]
        yield call, STUDIES.count_call(source, call), STUDIES.count_call(output, call)


def violations(name, expressions, stage, depth):
    """In words."""
    options = ("--max-depth", str(depth), "--stop-after", stage)
    growth = STUDIES.transform(name, *options).stats["growth"]
    if growth > GROWTH:
        yield f"{growth:.2f} times the size"
    for expression in expressions:
        for call, before, after in compare(name, expression, options):
            for metric in METRICS:
                # The way into a loop may be a call of its own.
                if after[metric] > before[metric] + (metric == "calls"):
                    yield f"{call}: {metric} {before[metric]} -> {after[metric]}"


class CutOffs(unittest.TestCase):
    pass


def add(name, expressions):
    def test(self):
        broken = [f"{stage}, depth {depth}: {line}" for stage in STAGES for depth in DEPTHS
                  for line in violations(name, expressions, stage, depth)]
        if broken:
            self.fail("\n" + "\n".join(broken))

    stem = name.split(".", maxsplit=1)[0].replace("/", "_")
    setattr(CutOffs, f"test_{stem}", test)


def chosen(name):
    out = [p[1:] for p in PATTERNS if p.startswith("!")]
    within = [p for p in PATTERNS if not p.startswith("!")] or ["*"]
    return any(fnmatch.fnmatch(name, p) for p in within) and \
        not any(fnmatch.fnmatch(name, p) for p in out)


for each, all_expressions in [row for row in STUDIES.table().items() if chosen(row[0])][::EVERY]:
    add(each, all_expressions)

if __name__ == "__main__":
    tap.main(__name__)
