"""What the tests of `deforest report` share: pages, and what there is to read in them.

The first argument of the test is the program, the second the root of the checkout.
"""

import html.parser
import json
import pathlib
import subprocess
import sys

BINARY = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(sys.argv[2]).resolve()

sys.path.insert(0, str(ROOT / "tests" / "cli"))

# A program whose text would break a page that does not escape it.
HOSTILE = """\
-- </script><script>window.broken = 1</script> <!-- <script> & "quotes' `code` ]]>
module Hostile (f, g) where

data T = L | N T Int T

-- <img src=x onerror="window.broken = 2">
f :: Int -> Int
f n = total (grow n) + length "</script><script>window.broken = 3</script>"

g :: String -> Int
g s = if s == "<!--" then 1 else 2

grow :: Int -> T
grow n = if n <= 0 then L else N (grow (n - 1)) n (grow (n - 2))

total :: T -> Int
total L = 0
total (N l x r) = total l + x + total r
"""

# As `scripts/evaluate` writes it.
EVALUATION = {
    "format": "deforest evaluation 1", "part": "table-1", "title": "A <b>table</b>",
    "source": "the paper with `code`", "notes": ["The input is not given: 10 was taken."],
    "quick": False, "machine": {"processor": "P", "processors": 2, "memory_gb": 4, "system": "S"},
    "compilers": {"ghc": "9.0", "cxx": ""},
    "deforest": {"version": "0", "commit": "abc", "changed": False}, "rounds": 3,
    "columns": [
        {"key": "visits", "title": "Visits", "kind": "count", "timed": False, "better": "less"},
        {"key": "speedup", "title": "Speed-up", "kind": "ratio", "timed": True, "better": "more"}],
    "rows": [
        {"name": name, "program": f"{name}.hs.ir", "input": f"program {size}", "note": "",
         "cells": {"visits": {"own": size * 3, "least": None, "most": None,
                              "published": size * 4 if size == 10 else None, "from": "published"},
                   "speedup": {"own": 1.5, "least": 1.4, "most": 1.7, "published": 2.0,
                               "from": "measured"}}}
        for name in ("first", "second") for size in (10, 1000)]}

# What two threads bring, and beside it what the machine has for them.
THREADS = {
    **EVALUATION, "part": "two-threads", "title": "Two threads",
    "columns": [
        {"key": "speed-up", "title": "Speed-up", "kind": "ratio", "timed": True, "better": "more",
         "beside": "ceiling"},
        {"key": "ceiling", "title": "Ceiling", "kind": "ratio", "timed": True, "better": "more"}],
    "rows": [
        {"name": name, "program": f"{name}.hs.ir", "input": "program", "note": "",
         "cells": {key: {"own": own, "least": own - 0.1, "most": own + 0.1, "published": None,
                         "from": None} for key, own in (("speed-up", 1.6), ("ceiling", 1.9))}}
        for name in ("first", "second")]}

COUNT_NAMES = ("visits", "matches", "cases", "calls", "allocations", "words", "suspensions", "held")


def counts(number):
    return dict.fromkeys(COUNT_NAMES, number)


def write_sweep(directory, depths=(0, 1, 2), programs=("a.hs.ir", "b.hs.ir"), unfinished=""):
    """A sweep as `deforest sweep` leaves it: programs, depths and two stages, of which one point ran
    out of time."""
    directory.mkdir()
    axes = [{"option": "max-depth", "values": [str(depth) for depth in depths]},
            {"option": "stop-after", "values": ["tupling", "redundancy"]}]
    stages = axes[1]["values"]
    (directory / "sweep.json").write_text(json.dumps({
        "format": "deforest sweep 1", "version": "0", "build": "f", "axes": axes,
        "programs": [{"path": path, "fingerprint": "0"} for path in programs],
        "points": len(programs) * len(depths) * len(stages),
        "limits": {"seconds": 1, "megabytes": 1}, "shard": {"index": 1, "count": 1}, "calls": ""}))
    inputs = [{"call": f"program {size}", "outcome": "done", "message": "", "counts": counts(size)}
              for size in (100, 1000)]
    (directory / "programs.jsonl").write_text("".join(json.dumps(
        {"program": path, "outcome": "done", "message": "", "functions": 5, "size": 30,
         "tokens": 150, "inputs": inputs, "origin": "calls"}) + "\n" for path in programs))
    lines = []
    for path in programs:
        for depth in depths:
            for stage in stages:
                point = {"point": len(lines), "program": path,
                         "settings": {"max-depth": str(depth), "stop-after": stage},
                         "command": [path], "outcome": "done", "message": "",
                         "termination": {"natural": depth > 0, "cut_offs": [] if depth > 0 else [
                             {"limit": "--fusion-depth", "function": "f", "subject": "s",
                              "reason": "r", "line": 1, "column": 1}]},
                         "setting": "", "functions": 4, "size": 30 + depth, "tokens": 150 + depth,
                         "steps": {"passes": 3, "taken": depth, "refused": 0}, "output": "0",
                         "inputs": [{**each, "counts": counts(each["counts"]["calls"] // (depth + 1))}
                                    for each in inputs],
                         "transformation": {"seconds": 0.5, "megabytes": 10}}
                lines.append(point)
    lines[-1].update(outcome="time", message="it took longer than 1 s", termination=None,
                     functions=None, size=None, tokens=None, inputs=None, transformation=None)
    (directory / "points.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines) + unfinished)
    return lines


def report(*words, cwd, status=0, seconds=300):
    """The page that these words make, and what was said meanwhile."""
    done = subprocess.run([BINARY, "report", *map(str, words), "-o", "page.html"], cwd=cwd, text=True,
                          capture_output=True, timeout=seconds, check=False)
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}\n{done.stderr}")
    file = pathlib.Path(cwd) / "page.html"
    return (file.read_text(encoding="utf-8") if file.exists() else None), done.stderr


def records(table):
    """Those of a table that has the names of their fields once."""
    return [dict(zip(table["fields"], row, strict=True)) for row in table["rows"]]


class Elements(html.parser.HTMLParser):
    """The elements of a page with their attributes, and the text of its scripts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self.scripts = []
        self.title = ""
        self.open = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag)
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        if self.open and self.open[-1] == "title":
            self.title += data

    def data(self):
        """By id, the JSON of the page."""
        return {attributes["id"]: json.loads(text) for attributes, text in self.scripts
                if attributes.get("type") == "application/json"}
