"""Counts of programs as they are and transformed, by the compiler's own interpreter."""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from evaluation.store import ROOT
from tokens import tokens

KEYS = ("visits", "matches", "cases", "calls", "allocations", "words", "held")


class Broken(RuntimeError):
    """A program that should have run did not."""


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Broken(f"{' '.join(map(str, words))}:\n{done.stderr}")
    return done.stdout


class Counter:
    """From several threads: what two ask for at once is made twice."""

    def __init__(self, deforest, work):
        self.deforest, self.work = deforest, pathlib.Path(work)
        self.made = {}
        self.numbers = itertools.count()

    def transformed(self, program, options, extension="hs.ir"):
        """The file that comes out, and its statistics; once for the same options."""
        key = (program, tuple(options), extension)
        if key not in self.made:
            stem = self.work / f"made{next(self.numbers)}"
            run(self.deforest, ROOT / program, "-o", f"{stem}.{extension}", f"--stats={stem}.json",
                *options)
            self.made[key] = (pathlib.Path(f"{stem}.{extension}"),
                              json.loads(pathlib.Path(f"{stem}.json").read_text(encoding="utf-8")))
        return self.made[key]

    def count(self, path, call):
        """The counts of a call, without what building its arguments counts."""
        counts = self.work / f"counts{next(self.numbers)}.json"
        run(self.deforest, "run", path, "--semantics", "strict", f"--count={counts}", "--call", call)
        return json.loads(counts.read_text(encoding="utf-8"))

    def pair(self, program, call, options):
        """Before and after."""
        return (self.count(ROOT / program, call),
                self.count(self.transformed(program, options)[0], call))


def ratio(after, before):
    """Rounded, so that a file is the same on every machine; nothing over nothing is one."""
    if before == 0:
        return 1.0 if after == 0 else None
    return round(after / before, 4)


def cost(counts):
    return counts["cases"] + counts["calls"] + counts["allocations"]


def token_ratio(before, after):
    return ratio(tokens(after.read_text(encoding="utf-8")), tokens(before.read_text(encoding="utf-8")))


def calls_of(names):
    """A table of calls for `deforest sweep`: those of the corpus's tables of expected values. In a
    call `digest (program ARGUMENTS)` it is `program` that counts; what it gives, `digest` folds."""
    lines = []
    for line in (ROOT / "corpus/expected.tsv").read_text(encoding="utf-8").splitlines():
        file, expression, _ = line.split("\t")
        inner = re.fullmatch(r"digest \((program .*)\)", expression)
        lines.append((file, inner.group(1) if inner else expression))
    natural = ROOT / "corpus/natural/expected.tsv"
    for line in natural.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, small, *_ = line.split("\t")
            lines.append((f"corpus/natural/{name}.hs.ir", f"program {small}"))
    wanted = {os.path.realpath(ROOT / name) for name in names}
    return "".join(f"{ROOT / file}\t{call}\n" for file, call in lines
                   if os.path.realpath(ROOT / file) in wanted)
