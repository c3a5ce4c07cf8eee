"""Every refusal in the corpus is true.

usage: refusals_test.py BINARY CORPUS [PATTERN,... [EVERY]]

A join that a limit forbids is not forbidden for that reason once the limit is lifted: the decision
is gone. A join that would close a cycle can be had only by making its producer again:
with every such refusal lifted (--no-guard), the calls of the corpus's table count no less. A pattern
that begins with ! leaves programs out; of the others every so manieth is taken.
"""

import collections
import fnmatch
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

import tap
from studies import Studies

STUDIES = Studies(sys.argv[1], sys.argv[2])
PATTERNS = sys.argv[3].split(",") if len(sys.argv) > 3 else []
EVERY = int(sys.argv[4]) if len(sys.argv) > 4 else 1

# What lifts a limit. The cap has to be as large as the number in the reason.
LIFTED = {"--width": 100, "--fusion-depth": 30, "--tupling-depth": 30,
          "--unfoldings": 4000, "--pushes": 100, "--rounds": 12, "--max-growth": 40,
          "--max-functions": 4000}


def explained(name, *options):
    """The decisions about joins, a line each."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "why.json"
        STUDIES.run(STUDIES.find(name), "--portfolio", "off", f"--explain={file}", *options)
        decisions = json.loads(file.read_text(encoding="utf-8"))["decisions"]
    return ["{position[line]}:{position[column]}: {kind} {subject} in {function}: {outcome}"
            "{reason} ({limit})".format(outcome="taken, " if each["taken"] else "refused, ", **each)
            for each in decisions]


def refused_by_limit(lines):
    """By option and the value that lifts it: the lines that end with the option."""
    found = collections.defaultdict(set)
    for line in lines:
        match = re.search(r" cut-off .* \((--[\w-]+)\)$", line)
        # What was proved instead of unfolded is told as a cut-off, but nothing was refused.
        if not match or "it took the proof" in line:
            continue
        times = re.search(r"occurs? (\w+) times", line)
        value = LIFTED.get(match.group(1)) or (int(times.group(1)) if times else 2)
        found[match.group(1), value].add(line)
    return found


def work(name, expressions, *options):
    """Matches, allocations and calls of all of them together."""
    path = STUDIES.transform(name, "--portfolio", "off", *options).path
    counts = [STUDIES.count(path, each) for each in expressions if STUDIES.has(path, each)]
    return sum(c["cases"] + c["allocations"] + c["calls"] for c in counts)


class Refusals(unittest.TestCase):
    limits = 0
    cycles = 0

    def test_all_kinds_were_seen(self):
        self.assertGreater(Refusals.limits, 10)
        self.assertGreater(Refusals.cycles, 5)


def add(name, expressions):
    def test(self):
        lines = explained(name)
        for (option, value), refused in refused_by_limit(lines).items():
            Refusals.limits += len(refused)
            kept = refused & set(explained(name, option, value))
            self.assertFalse(kept, f"not on account of {option}:\n" + "\n".join(sorted(kept)))
        cycles = [line for line in lines if "refused, it needs" in line]
        Refusals.cycles += len(cycles)
        if cycles:
            self.assertGreaterEqual(work(name, expressions, "--no-guard"),
                                    work(name, expressions), "\n".join(cycles))

    stem = name.split(".", maxsplit=1)[0].replace("/", "_")
    setattr(Refusals, f"test_a_{stem}", test)


out = [p[1:] for p in PATTERNS if p.startswith("!")]
for each, all_expressions in [row for row in STUDIES.table().items()
                              if not any(fnmatch.fnmatch(row[0], p) for p in out)][::EVERY]:
    add(each, all_expressions)

if __name__ == "__main__":
    tap.main(__name__)
