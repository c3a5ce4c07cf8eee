#!/usr/bin/env python3
"""Times native code: unfused, fused, on two threads, in place, by hand, and GHC's of the programs.

    native_compare.py --deforest DEFOREST [--rounds N] [--json FILE] [--only PART] [--no-ghc]
                      [--work DIR] [--scale X] [--jobs N] [--lock FILE]

For every benchmark one native program runs its variants in turn in warm regions and checks that
their digests agree: the program as it is, fused, fused on two threads, fused and writing into the
cells of its input (--consume-input; each time those of a copy, made before the time is taken), and
fused by hand on the same layout with the same allocator (bench/native/hand_*.hpp). With GHC, four
more programs, -O2 of the source and of the Haskell that deforest emits, each lazily and with
Strict, run in turn with the native one. Their time is that of the kernel with its result forced
whole, less that of going over the result when it is there already; it is CPU time with garbage
collection, input and repetitions being the same.

Printed: milliseconds of `unfused`, and ratios. A ratio is the median of those within a round:
fused, parallel and hand over unfused, fused over hand, in place over fused, and GHC over fused for
GHC's better mode (unfused and fused program), with the medians of all at the end. --json keeps
seconds, ratios, bytes allocated and the most memory held, of every variant. Only ratios are worth
something, and only on an idle machine. What a native variant held includes the inputs of the other
programs and the result that is expected.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from native_program import ROOT, Timed, program, shell, variant

# Directory, program, function that makes the input, size, how many arguments are inputs, and
# whether what is written by hand does the same work.
BENCHMARKS = [
    ("treefuser", "running_example", "input", 20, 1, True),
    ("thesis", "sum_square", "input", 5_000_000, 1, True),
    ("thesis", "seteven_sumup", "input", 20, 1, True),
    ("thesis", "flip_flip", "input", 20, 1, True),
    ("thesis", "append_append", "input", 2_000_000, 3, True),
    ("thesis", "five_traversals", "input", 20, 1, True),
    ("thesis", "render_tree_4", "inputFlat", 20_000, 1, True),
    ("thesis", "render_tree_4", "inputNested", 15, 1, True),
    ("thesis", "render_tree_5", "inputFlat", 20_000, 1, True),
    ("thesis", "render_tree_5", "inputNested", 15, 1, True),
    ("thesis", "piecewise1", "input", 18, 1, True),
    ("thesis", "piecewise2", "input", 18, 1, True),
    ("thesis", "piecewise3", "input", 18, 1, True),
    ("thesis", "lambda_calculus", "inputArithmetic", 18, 1, False),
    ("strangers", "forest", "input", 60_000, 1, True),
    ("strangers", "forest", "inputHuge", 18, 1, True),
]

# Namespaces of what is written by hand that includes what another one is compared with.
HAND = {"forest": "hand_forest"}

# Programs whose hand-written header builds the input, too.
OWN_INPUT = {"running_example"}

# Before the variant that writes into its input: a copy of that.
COPYING = """\
    copies.reset();
    {copies}
    // What was copied just now is not to be in the caches for that.
    scratch.reset();
    unfused::digest(scratch, unfused::program(scratch, {args1}));
    scratch.reset();"""

# What is timed: the kernel with its result forced, and going over the forced result once more.
HASKELL = """{{-# LANGUAGE DeriveGeneric, DeriveAnyClass, StandaloneDeriving #-}}
module Main (main) where
import Control.DeepSeq (NFData, rnf)
import Control.Exception (evaluate)
import Control.Monad (replicateM)
import Data.IORef
import Data.List (sort)
import GHC.Generics (Generic)
import GHC.Stats
import System.CPUTime (getCPUTime)
import System.Mem (performGC)
import {module}

{instances}

kernel :: {kernel}
kernel {params} = program {params}
{{-# NOINLINE kernel #-}}

once :: IORef {shape} -> IO (Double, Double)
once cell = do
  performGC
  tree <- readIORef cell
  before <- getRTSStats
  start <- getCPUTime
  let result = kernel {args}
  evaluate (rnf result)
  middle <- getCPUTime
  evaluate (rnf result)
  end <- getCPUTime
  performGC
  after <- getRTSStats
  evaluate (digest result)
  return (fromIntegral ((middle - start) - (end - middle)) / 1.0e12,
          fromIntegral (allocated_bytes after - allocated_bytes before))

main :: IO ()
main = do
  let tree = {entry} ({size} :: Int)
  evaluate (rnf tree)
  cell <- newIORef tree
  times <- replicateM 4 (once cell)
  stats <- getRTSStats
  value <- fmap (\\ tree -> digest (kernel {args})) (readIORef cell)
  let (seconds, bytes) = sort (drop 1 times) !! 1
  putStrLn (show seconds ++ " " ++ show bytes ++ " " ++ show (max_mem_in_use_bytes stats)
            ++ " " ++ show value)
"""


def signature(text, function):
    found = re.search(r"^%s\s*::\s*(.*(?:\n\s+.*)*)" % function, text, re.M)
    return " ".join(found.group(1).split())


class Benchmark:
    """The programs of one row: the native one and, with GHC, four others."""

    def __init__(self, args, row, work):
        self.folder, self.name, self.entry, size, self.inputs, self.comparable = row
        small = self.entry in ("input", "inputArithmetic", "inputNested", "inputHuge") and size < 100
        self.size = size if small else max(1, int(size * args.scale))
        self.label = f"{self.name} {self.entry}"
        self.source = ROOT / "corpus" / self.folder / f"{self.name}.hs.ir"
        self.work = work
        work.mkdir()
        self.deforest = args.deforest
        self.build_native()
        self.haskell = self.build_haskell() if args.ghc else {}

    def build_native(self):
        for stage, space in (("none", "unfused"), ("redundancy", "fused")):
            shell([self.deforest, self.source, "-o", self.work / f"{space}.hpp", "--stop-after",
                   stage, "--namespace", space])
        shell([self.deforest, self.source, "-o", self.work / "owned.hpp", "--consume-input",
               "--namespace", "owned"])
        spaces = ("unfused", "fused", "owned")
        make = [f"{space}::{self.entry}(inputs, {self.size})" for space in spaces]
        if self.name in OWN_INPUT:
            make = [f"hand::input<{space}::Tree>(inputs.here(), {self.size})" for space in spaces]
        args1, args2 = (", ".join([name] * self.inputs) for name in ("in1", "in2"))
        shape = ("std::remove_const_t<std::remove_pointer_t<decltype("
                 f"fused::{self.entry}(std::declval<deforest::Region&>(), 0))>>")
        variants = [
            variant("unfused", f"timedUnfused(r, {args1})", "unfused"),
            variant("fused", f"timedFused(r, {args2})", "fused"),
            variant("parallel", f"timedFused(r, {args2})", "fused", threads=2),
            variant("hand", f"deforest::onBigStack([&] {{ return timedHand(r.here(), {args2}); }})",
                    "fused"),
            *self.in_place(args1)]
        inputs = [f"  const auto in1 = {make[0]};", f"  const auto in2 = {make[1]};",
                  f"  [[maybe_unused]] const auto in3 = {make[2]};", "  deforest::Region copies;"]
        text = program([*(f"{space}.hpp" for space in spaces),
                        ROOT / f"bench/native/hand_{self.name}.hpp"], "\n".join(inputs), "unfused",
                       args1, variants, f"using Shape = {shape};")
        timed = Timed(self.work, text, "fused.hpp")
        for space in spaces:
            timed.add(f"timed{space.title()}", f"{space}::program", f"{space}.hpp")
        hand = HAND.get(self.name, "hand")
        timed.add("timedHand", f"{hand}::program<{shape}>", "fused.hpp",
                  ROOT / f"bench/native/hand_{self.name}.hpp")
        timed.compile()

    def in_place(self, args1):
        """The variant that consumes copies of its input, if the program consumes anything, in a list."""
        text = (self.work / "owned.hpp").read_text()
        roots = text[text.rindex("}  // namespace detail"):]
        head = re.search(r"^inline [^;{]*\bprogram\(([^;{]*)\) {", roots, re.M).group(1)
        kinds = [re.sub(r"\s+", " ", word).strip() for word in head.split(",")[1:]]
        if all(kind.startswith("const ") for kind in kinds):
            return []
        copies = []
        for i, kind in enumerate(kinds):
            if not kind.startswith("const "):
                name = re.split("[* ]", kind)[0]
                copies.append(f"const auto copy{i} = owned::copy{name}(copies, in3);")
        words = [kind.startswith("const ") and "in3" or f"copy{i}" for i, kind in enumerate(kinds)]
        before = COPYING.format(copies="\n    ".join(copies), args1=args1)
        return [variant("in_place", f"timedOwned(r, {', '.join(words)})", "owned", before=before)]

    def build_haskell(self):
        source = self.source.read_text()
        module = re.search(r"^module\s+(\w+)", source, re.M).group(1)
        exported = re.findall(r"([A-Z]\w*)\s*\(\.\.\)", source[: source.index("where")])
        kernel = signature(source, "program")
        params = " ".join(f"x{i}" for i in range(kernel.count("->")))
        text = HASKELL.format(
            module=module, kernel=kernel, params=params, entry=self.entry, size=self.size,
            shape=kernel.split("->")[0].strip(), args=" ".join(["tree"] * self.inputs),
            instances="\n".join(f"deriving instance Generic {name}\ninstance NFData {name}"
                                for name in exported))
        shell([self.deforest, self.source, "-o", self.work / "fused.hs"])
        programs = {}
        for kind, code in (("unfused", source), ("fused", (self.work / "fused.hs").read_text())):
            for mode, pragma in (("lazy", ""), ("strict", "{-# LANGUAGE Strict #-}\n")):
                folder = self.work / f"{kind}_{mode}"
                folder.mkdir()
                (folder / f"{module}.hs").write_text(pragma + code)
                (folder / "Main.hs").write_text(text)
                optimise = "-O2" if len(code.splitlines()) < 5000 else "-O1"
                shell(["ghc", optimise, "-fno-full-laziness", "-fno-cse", "-rtsopts", "-v0",
                       "Main.hs", "-o", "main"], cwd=folder)
                programs[f"ghc_{kind}_{mode}"] = folder / "main"
        return programs

    def held(self):
        """The most memory that the process of a native variant held, in bytes, with its input."""
        most = {}
        for name in ("unfused", "fused", "parallel", "hand"):
            child = os.fork()
            if child == 0:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.execv(self.work / "main", ["main", "1", name])
            most[name] = os.wait4(child, 0)[2].ru_maxrss * 1024
        return most

    def round(self):
        """Seconds, bytes allocated and (GHC) held, by variant, measured one after the other."""
        found = json.loads(shell([self.work / "main", "3"]))
        for name, program in self.haskell.items():
            seconds, allocated, held, _ = shell([program, "+RTS", "-T", "-K4000m"]).split()
            found[name] = {"seconds": float(seconds), "bytes": int(float(allocated)),
                           "held": int(held)}
        return found


def median_ratio(rounds, above, below):
    """The median of the ratios of seconds within a round."""
    return statistics.median(r[above]["seconds"] / max(r[below]["seconds"], 1e-9) for r in rounds)


def summarised(rounds, held, benchmark):
    result = {"input": benchmark.entry, "size": benchmark.size, "variants": {}, "ratios": {}}
    for name in rounds[0]:
        result["variants"][name] = {
            "seconds": statistics.median(r[name]["seconds"] for r in rounds),
            "bytes": rounds[-1][name]["bytes"],
            "held": held.get(name, rounds[-1][name].get("held"))}
    ratios = result["ratios"]
    for name in ("fused", "parallel", "hand"):
        ratios[name] = median_ratio(rounds, name, "unfused")
    # A program that does nothing at all has no ratios worth printing.
    if result["variants"]["fused"]["seconds"] > 1e-5:
        if benchmark.comparable:
            ratios["fused_over_hand"] = median_ratio(rounds, "fused", "hand")
        if "in_place" in rounds[0]:
            ratios["in_place"] = median_ratio(rounds, "in_place", "fused")
        for kind in ("unfused", "fused"):
            modes = [median_ratio(rounds, name, "fused") for name in rounds[0]
                     if name.startswith(f"ghc_{kind}_")]
            if modes:
                ratios[f"ghc_{kind}"] = min(modes)
    return result


COLUMNS = ["fused", "parallel", "hand", "fused_over_hand", "in_place", "ghc_unfused", "ghc_fused"]


def cells(ratios):
    return " ".join(f"{ratios[c]:10.3f}" if c in ratios else f"{'-':>10}" for c in COLUMNS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deforest", required=True, type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    parser.add_argument("--only", default="")
    parser.add_argument("--work")
    parser.add_argument("--scale", type=float, default=1.0, help="of the sizes that are counts")
    parser.add_argument("--no-ghc", dest="ghc", action="store_false")
    parser.add_argument("--lock", help="a file locked for the time of each round")
    parser.add_argument("--jobs", type=int, default=2, help="builds at a time")
    args = parser.parse_args()
    args.ghc = args.ghc and shutil.which("ghc") is not None
    rows = [row for row in BENCHMARKS if args.only in f"{row[1]} {row[2]}"]
    if not rows:
        sys.exit("there is no such benchmark")
    results = {}
    with tempfile.TemporaryDirectory(dir=args.work) as directory:
        with ThreadPoolExecutor(args.jobs) as pool:
            benchmarks = list(pool.map(
                lambda row: Benchmark(args, row, pathlib.Path(directory) / f"{row[1]}_{row[2]}"),
                rows))
        rounds = {benchmark.label: [] for benchmark in benchmarks}
        for number in range(args.rounds):
            with locked(args.lock):
                for benchmark in benchmarks:
                    rounds[benchmark.label].append(benchmark.round())
            print(f"round {number + 1} of {args.rounds}", file=sys.stderr, flush=True)
        for benchmark in benchmarks:
            results[benchmark.label] = summarised(rounds[benchmark.label], benchmark.held(),
                                                  benchmark)
    print(f"{'benchmark':30} {'unfused':>10} " + " ".join(
        f"{c:>10}" for c in ("fused", "parallel", "hand", "fused/hand", "in place", "ghc/fused",
                              "ghcf/fused")))
    for label, result in results.items():
        unfused = result["variants"]["unfused"]["seconds"]
        print(f"{label:30} {unfused * 1e3:8.2f}ms {cells(result['ratios'])}")
    medians = {}
    for column in COLUMNS:
        values = [r["ratios"][column] for r in results.values() if column in r["ratios"]]
        if values:
            medians[column] = statistics.median(values)
    print(f"{'median':41} {cells(medians)}")
    if args.json:
        text = json.dumps({"benchmarks": results, "medians": medians}, indent=2)
        pathlib.Path(args.json).write_text(text + "\n")


class locked:
    """Holds a lock file for a while: for machines on which others build at the same time."""

    def __init__(self, path):
        self.path = path
        self.file = None

    def __enter__(self):
        if self.path:
            import fcntl
            self.file = open(self.path, "a", encoding="utf-8")
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        if self.file:
            self.file.close()


if __name__ == "__main__":
    main()
