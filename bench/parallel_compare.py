#!/usr/bin/env python3
"""Times native code on two threads, beside what the machine has for two threads at that moment.

    parallel_compare.py --deforest DEFOREST [--rounds N] [--json FILE] [--only PART] [--work DIR]
                        [--built] [--lock FILE]

Every row is a tree of a million nodes or more, or a list of heavy elements. One program runs in
turn, in warm regions, with digests that must agree:

    serial   what `--serial` emits
    one      what is emitted otherwise, where TBB allows one thread
    two      the same, on two threads
    twice    what `--serial` emits, on two threads at once, each all of a tree of its own: of one
             that both read, each would have found half in the cache already

Printed: milliseconds of `serial`, and ratios, each the median of those within a round:

    one/serial  what it costs to be ready for threads
    speed-up    serial over two
    ceiling     2 serial over twice: the speed-up of two computations that have nothing to do with
                each other. It is below 2 where memory or its host slows the machine down.

--json keeps these and the seconds.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile

from native_compare import OWN_INPUT, locked
from native_program import ROOT, Timed, program, shell, variant

# Directory, program, function that makes the input, and size.
ROWS = [
    ("treefuser", "running_example", "input", 20),
    ("treefuser", "binary_render", "input", 19),
    ("treefuser", "fmm", "input", 10),
    ("thesis", "seteven_sumup", "input", 20),
    ("thesis", "mul2pd_tree", "input", 20),
    ("thesis", "five_traversals", "input", 20),
    ("thesis", "sum_flatten_tree", "input", 20),
    ("thesis", "render_tree_4", "inputFlat", 100_000),
    ("thesis", "render_tree_4", "inputNested", 17),
    ("thesis", "render_tree_5", "inputFlat", 100_000),
    ("thesis", "render_tree_5", "inputNested", 17),
    ("thesis", "piecewise1", "input", 20),
    ("thesis", "piecewise2", "input", 20),
    ("thesis", "piecewise3", "input", 20),
    ("thesis", "lambda_calculus", "inputArithmetic", 18),
    ("grafter", "render_tree", "inputPages", 20_000),
    ("grafter", "ast_passes", "input", 10_000),
    ("grafter", "kd_equation1", "input", 18),
    ("grafter", "kd_equation2", "input", 18),
    ("grafter", "kd_equation3", "input", 18),
    ("strangers", "forest", "input", 60_000),
    ("strangers", "forest", "inputHuge", 18),
]

# All lie in memory as one thread made them.
INPUTS = """\
  auto limit = std::make_unique<tbb::global_control>(
      tbb::global_control::max_allowed_parallelism, 1);
  const auto in1 = {make1};
  const auto own = {make1};
  const auto in2 = {make2};
  limit.reset();
  bench::Beside beside;
  deforest::Region there;"""

# The other thread's part of `twice`.
BESIDE = """\
    there.reset();
    decltype(timedSerial(r, in1)) other{};
    beside.prepare([&] { other = timedSerial(there, own); });"""
TOGETHER = """\
[&] {
      beside.go();
      const auto mine = timedSerial(r, in1);
      beside.wait();
      return mine;
    }()"""


def build(deforest, row, work):
    """The program of a row."""
    folder, name, entry, size = row
    work.mkdir(parents=True, exist_ok=True)
    source = ROOT / "corpus" / folder / f"{name}.hs.ir"
    for space, options in (("serial", ["--serial"]), ("parallel", [])):
        shell([deforest, source, "-o", work / f"{space}.hpp", "--namespace", space, *options])
    make = [f"{space}::{entry}(inputs, {size})" for space in ("serial", "parallel")]
    headers = ["serial.hpp", "parallel.hpp", ROOT / "bench/native/beside.hpp"]
    if name in OWN_INPUT:
        headers.append(ROOT / f"bench/native/hand_{name}.hpp")
        make = [f"hand::input<{space}::Tree>(inputs.here(), {size})"
                for space in ("serial", "parallel")]
    text = program(headers, INPUTS.format(make1=make[0], make2=make[1]), "serial", "in1", [
        variant("serial", "timedSerial(r, in1)", "serial"),
        variant("one", "timedParallel(r, in2)", "parallel"),
        variant("two", "timedParallel(r, in2)", "parallel", threads=2),
        variant("twice", TOGETHER, "serial", before=BESIDE,
                after="    check(serial::digest(scratch, other));")],
        declarations="#include <memory>")
    timed = Timed(work, text, "parallel.hpp")
    timed.add("timedSerial", "serial::program", "serial.hpp")
    timed.add("timedParallel", "parallel::program", "parallel.hpp")
    return timed.compile()


def summarised(rounds):
    def seconds(name):
        return statistics.median(r[name]["seconds"] for r in rounds)

    def ratio(above, below, times=1):
        return statistics.median(times * r[above]["seconds"] / max(r[below]["seconds"], 1e-9)
                                 for r in rounds)

    return {"seconds": {name: seconds(name) for name in rounds[0]},
            "one/serial": ratio("one", "serial"), "speed-up": ratio("serial", "two"),
            "ceiling": ratio("serial", "twice", 2)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deforest", required=True, type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    parser.add_argument("--only", default="")
    parser.add_argument("--work", type=pathlib.Path, help="build here, and keep what is built")
    parser.add_argument("--built", action="store_true", help="what --work has is up to date")
    parser.add_argument("--lock", help="a file locked for the time of each round")
    args = parser.parse_args()
    rows = [row for row in ROWS if args.only in f"{row[1]} {row[2]}"]
    if not rows:
        sys.exit("there is no such benchmark")
    results = {}
    with tempfile.TemporaryDirectory() as directory:
        work = args.work or pathlib.Path(directory)
        programs = {}
        for row in rows:
            place = work / f"{row[1]}_{row[2]}"
            programs[f"{row[1]} {row[2]}"] = (
                place / "main" if args.built else build(args.deforest, row, place))
        rounds = {label: [] for label in programs}
        for number in range(args.rounds):
            with locked(args.lock):
                for label, executable in programs.items():
                    rounds[label].append(json.loads(shell([executable, "5"])))
            print(f"round {number + 1} of {args.rounds}", file=sys.stderr, flush=True)
        results = {label: summarised(found) for label, found in rounds.items()}
    print(f"{'benchmark':32} {'serial':>10} {'one/serial':>10} {'speed-up':>10} {'ceiling':>10}")
    for label, result in results.items():
        print(f"{label:32} {result['seconds']['serial'] * 1e3:8.2f}ms"
              + "".join(f" {result[c]:10.3f}" for c in ("one/serial", "speed-up", "ceiling")))
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
