#!/usr/bin/env python3
"""Fused against unfused under GHC -O2, interleaved.

For every program of the corpus (a module that exports `program`, `input`, `digest`) builds two
executables from the same harness, one with the source module, one with the module that deforest
made of it, and runs them in turn. The input is built and forced first; the kernel is NOINLINE, its
input is read from a mutable variable at every repetition, its result is forced whole; what is timed
is CPU time including garbage collection. The harness is compiled with -fno-full-laziness -fno-cse,
for GHC would otherwise float the repeated call out of the loop and measure nothing; that time grows
with the number of repetitions is checked for every executable.

usage: haskell_compare.py [--runs N] [--json FILE] [--modes lazy,strict] [PROGRAM[=SIZE] ...]
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Program, input function, size, repetitions; the thesis's ratios (Tables 4.1 and 4.2,
# unfused / fused, lazy and strict).
PROGRAMS = [
    ("thesis/append_append", "input", 200000, 8, 0.47 / 0.42, 1.51 / 1.28),
    ("thesis/sum_square", "input", 500000, 12, 0.37 / 0.25, 0.99 / 0.36),
    ("thesis/shift_sum", "input", 300000, 8, 22.9 / 31.8, 11.4 / 7.0),
    ("thesis/mul2pd_list", "input", 1500, 4, 2.56 / 2.38, 0.60 / 0.58),
    ("thesis/mul2pd_tree", "input", 15, 8, 1.56 / 0.42, 0.89 / 0.32),
    ("thesis/seteven_sumup", "input", 17, 10, 1.11 / 1.07, 0.95 / 0.52),
    ("thesis/sum_flatten_tree", "input", 17, 8, 0.69 / 0.8, 1.66 / 1.3),
    ("thesis/flip_flip", "input", 17, 10, 0.53 / 0.28, 0.68 / 0.48),
    ("thesis/fliprec_fliprec", "input", 13, 8, 3.18 / 0.002, 0.75 / 0.001),
    ("thesis/sum_flatten_matrix", "input", 700, 10, 1.16 / 1.52, 1.37 / 1.35),
    ("thesis/piecewise1", "input", 15, 6, 5.06 / 0.88, 4.99 / 1.65),
    ("thesis/piecewise2", "input", 15, 8, 3.55 / 0.76, 3.71 / 1.53),
    ("thesis/piecewise3", "input", 14, 6, 15.0 / 5.56, 12.1 / 6.00),
    ("thesis/five_traversals", "input", 15, 8, 4.12 / 3.10, 2.08 / 0.77),
    ("thesis/render_tree_4", "inputFlat", 3000, 6, 1.02 / 0.53, 1.14 / 0.47),
    ("thesis/render_tree_4", "inputNested", 10, 6, 3.79 / 2.26, 2.24 / 1.23),
    ("thesis/render_tree_5", "inputFlat", 3000, 6, 1.25 / 0.49, 1.63 / 0.63),
    ("thesis/render_tree_5", "inputNested", 10, 6, 4.97 / 2.16, 4.24 / 1.73),
]

HARNESS = """{-# LANGUAGE DeriveGeneric, DeriveAnyClass, StandaloneDeriving #-}
module Main (main) where
import Control.DeepSeq (NFData, rnf)
import Control.Exception (evaluate)
import Data.IORef
import GHC.Generics (Generic)
import GHC.Stats
import System.CPUTime
import System.Environment
import System.Mem (performGC)
import @MODULE@

@INSTANCES@

kernel :: @KERNEL@
kernel @PARAMS@ = program @PARAMS@
{-# NOINLINE kernel #-}

main :: IO ()
main = do
  [size, repetitions] <- fmap (map read) getArgs
  let tree = @INPUT@ (size :: Int)
  evaluate (rnf tree)
  cell <- newIORef tree
  performGC
  before <- getRTSStats
  start <- getCPUTime
  repeatedly (repetitions :: Int) cell
  end <- getCPUTime
  after <- getRTSStats
  result <- fmap (digest . (\\ t -> kernel @ARGS@)) (readIORef cell)
  putStrLn (show (fromIntegral (end - start) / 1.0e12 :: Double) ++ " "
            ++ show (allocated_bytes after - allocated_bytes before) ++ " " ++ show result)
 where
  repeatedly 0 _ = return ()
  repeatedly n cell = do
    t <- readIORef cell
    evaluate (rnf (kernel @ARGS@))
    repeatedly (n - 1) cell
"""


def run(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def signature(text, function):
    found = re.search(r"^%s\s*::\s*(.*(?:\n\s+.*)*)" % function, text, re.M)
    return " ".join(found.group(1).split())


def harness(source, module, entry):
    exported = re.findall(r"([A-Z]\w*)\s*\(\.\.\)", source[: source.index("where")])
    kernel = signature(source, "program")
    arity = kernel.count("->")
    instances = "\n".join(
        "deriving instance Generic %s\ninstance NFData %s" % (name, name) for name in exported)
    params = " ".join("x%d" % i for i in range(arity))
    return (HARNESS.replace("@MODULE@", module).replace("@INSTANCES@", instances)
            .replace("@KERNEL@", kernel).replace("@PARAMS@", params)
            .replace("@ARGS@", " ".join(["t"] * arity)).replace("@INPUT@", entry))


def files(source_text, module, main_text, strict):
    """By name, the files of an executable."""
    pragma = "{-# LANGUAGE Strict #-}\n" if strict else ""
    return {module + ".hs": pragma + source_text, "Main.hs": main_text}


def build(directory, texts):
    """Leaves the executable `main` in the directory."""
    for name, text in texts.items():
        with open(os.path.join(directory, name), "w") as out:
            out.write(text)
    run(["ghc", "-O2", "-fno-full-laziness", "-fno-cse", "-rtsopts", "-v0", "Main.hs", "-o", "main"],
        cwd=directory)


def measure(executable, size, repetitions):
    fields = run([executable, str(size), str(repetitions), "+RTS", "-T", "-K4000m"]).split()
    return float(fields[0]), int(fields[1]), fields[2]


def prepared(program, entry, modes, deforest, options, executable):
    """By mode the executables, unfused and fused. `executable` is given the files of one, and returns
    it."""
    path = os.path.join(ROOT, "corpus", program + ".hs.ir")
    with open(path) as file:
        source = file.read()
    module = re.search(r"^module\s+(\w+)", source, re.M).group(1)
    with tempfile.TemporaryDirectory() as directory:
        target = os.path.join(directory, "fused.hs")
        run([deforest, path, "-o", target] + options)
        with open(target) as file:
            fused = file.read()
    main = harness(source, module, entry)
    return {mode: [executable(files(text, module, main, mode == "strict")) for text in (source, fused)]
            for mode in modes}


def compare(name, executables, size, repetitions, runs):
    """Runs those of each mode in turn."""
    rows = {}
    for mode, pair in executables.items():
        times, allocations, results = [[], []], [0, 0], ["", ""]
        # Before the others, so that what is read first from the disk is not in their times.
        twice = [measure(executable, size, 2 * repetitions)[0] for executable in pair]
        for _ in range(runs):
            for which, executable in enumerate(pair):
                seconds, allocations[which], results[which] = measure(
                    executable, size, repetitions)
                times[which].append(seconds)
        if results[0] != results[1]:
            sys.exit("%s %s: results differ: %s, %s" % (name, mode, *results))
        for which in (0, 1):
            once = statistics.median(times[which])
            if once > 0.05 and twice[which] < 1.4 * once:
                print("warning: %s %s: time does not grow with repetitions" % (name, mode),
                      file=sys.stderr)
        ratios = [a / max(b, 1e-9) for a, b in zip(*times)]
        rows[mode] = {
            "ratio": statistics.median(ratios),
            "least": min(ratios),
            "most": max(ratios),
            "unfused_seconds": statistics.median(times[0]),
            "fused_seconds": statistics.median(times[1]),
            "allocation_ratio": allocations[1] / max(allocations[0], 1),
        }
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*", help="part of a name, or NAME=SIZE")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--modes", default="lazy,strict")
    parser.add_argument("--json")
    parser.add_argument("--deforest", default=os.path.join(ROOT, "scripts", "deforest"))
    parser.add_argument("--options", default="", help="further options for deforest")
    arguments = parser.parse_args()
    if shutil.which("ghc") is None:
        sys.exit("skipped: no ghc")
    wanted = dict(p.split("=") if "=" in p else (p, None) for p in arguments.programs)
    report = []
    print("speed-up by fusion (unfused / fused CPU seconds, median of pairs; more is better)")
    print("%-28s %-12s %8s  %-24s %-24s" % ("program", "input", "size", "lazy (thesis)",
                                            "strict (thesis)"))
    for program, entry, size, repetitions, lazy, strict in PROGRAMS:
        key = next((w for w in wanted if w in program), None)
        if (wanted and key is None) or not os.path.exists(
                os.path.join(ROOT, "corpus", program + ".hs.ir")):
            continue
        if key is not None and wanted[key]:
            size = int(wanted[key])
        with tempfile.TemporaryDirectory() as workspace:
            def executable(texts):
                place = tempfile.mkdtemp(dir=workspace)
                build(place, texts)
                return os.path.join(place, "main")

            executables = prepared(program, entry, arguments.modes.split(","), arguments.deforest,
                                   arguments.options.split(), executable)
            rows = compare(program, executables, size, repetitions, arguments.runs)
        thesis = {"lazy": lazy, "strict": strict}
        cells = ["%.2f [%.2f-%.2f] (%.2f)" % (rows[m]["ratio"], rows[m]["least"], rows[m]["most"],
                                              thesis[m]) for m in rows]
        print("%-28s %-12s %8d  %s" % (program, entry, size,
                                       " ".join("%-24s" % c for c in cells)), flush=True)
        report.append({"program": program, "input": entry, "size": size, "thesis": thesis,
                       "modes": rows})
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump(report, out, indent=2)


if __name__ == "__main__":
    main()
