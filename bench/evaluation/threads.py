"""What a second thread brings to native code, beside what the machine has for two threads at that moment
(bench/parallel_compare.py)."""

import functools
import json
import statistics

import parallel_compare
from evaluation import native
from evaluation.counting import run
from evaluation.parts import Row
from evaluation.store import ROOT, cell, column

COLUMNS = [column("serial", "serial", "seconds", timed=True),
           column("ready", "ready for threads", timed=True),
           {**column("speed-up", "speed-up", timed=True, better="more"), "beside": "ceiling"},
           column("ceiling", "ceiling", timed=True, better="more")]


def label(row):
    return f"{row[1]} {row[2]}"


def names():
    return [label(row) for row in parallel_compare.ROWS]


def two_threads(setup):
    part = setup.part("two-threads", "Two threads", "bench/parallel_compare.py", COLUMNS, [
        "Speed-up: the time of serial code over that of parallel code on two threads. Ceiling: the speed-up "
        "of two serial computations at once that have nothing to do with each other; it is below two where "
        "memory or the machine's host slows them down.",
        "Ready for threads: the time of parallel code on one thread over that of serial code."])
    sources = [(ROOT / "bench" / name).read_text(encoding="utf-8")
               for name in ("native_program.py", "parallel_compare.py")]

    def prepare(row):
        if not setup.times(names(), label(row)) or not native.available():
            return None
        return setup.builds.get(
            ["two threads", row, setup.settings["deforest"]["build"], sources],
            functools.partial(parallel_compare.build, setup.deforest, row))

    def finish(row, executable):
        cells = {each["key"]: cell() for each in COLUMNS}
        if executable:
            rounds = [json.loads(run(executable, "5")) for _ in range(setup.rounds)]
            found = {"serial": [each["serial"]["seconds"] for each in rounds]}
            for key, above, below, times in (("ready", "one", "serial", 1), ("speed-up", "serial", "two", 1),
                                             ("ceiling", "serial", "twice", 2)):
                found[key] = [times * each[above]["seconds"] / max(each[below]["seconds"], 1e-9)
                              for each in rounds]
            for key, values in found.items():
                middle, least, most = (round(value, 4) for value in
                                       (statistics.median(values), min(values), max(values)))
                cells[key] = cell(middle, least=least, most=most)
        return {"program": f"corpus/{row[0]}/{row[1]}.hs.ir", "input": f"program ({row[2]} {row[3]})",
                "note": "", "cells": cells}

    setup.make(part, [Row(label(row), functools.partial(prepare, row), functools.partial(finish, row))
                      for row in parallel_compare.ROWS if label(row) in setup.wanted(names())])
    return part.finish()
