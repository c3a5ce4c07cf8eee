#!/usr/bin/env python3
"""Most memory held by natural programs: native code over GHC -O2 on the same fused program.

    memory_compare.py --deforest DEFOREST [--other DEFOREST] [--runtime DIR] [--other-runtime DIR]
                      [--only NAME,...] [--size small|large] [--work DIR] [--flags FLAGS] [--parallel]

Both are executables that evaluate the program once, for a number that they are given: the native
one by g++ -O2, serial, or with --parallel on as many threads as there are; GHC's of the Haskell that
is emitted. Printed: megabytes resident at most of native code and of GHC's, their ratio, and seconds
of native code; with --other, another build of the compiler, the same of what it makes in front, and
the instructions of both by callgrind if there are any (--count, on the small size). The last line has
the medians. What is printed by the programs must be what `corpus/natural/expected.tsv` has.
"""

import argparse
import pathlib
import re
import shlex
import statistics
import sys
import tempfile

from natural import NATURAL, build, files, finished, run

ROOT = pathlib.Path(__file__).resolve().parent.parent


def native(deforest, runtime, name, place, flags, parallel):
    """The executable that prints the program for the number that is its argument."""
    text = (NATURAL / f"{name}.hs.ir").read_text(encoding="utf-8")
    text, count = re.subn(r"^module (\w+) \(program\) where$",
                          "module Main (main) where\nimport System.Environment (getArgs)", text,
                          flags=re.M)
    if count != 1:
        raise RuntimeError(f"{name}: no module that exports 'program'")
    text += ("\nmain :: IO ()\nmain = do\n  numbers <- getArgs\n"
             "  print (program (read (head numbers)))\n")
    place.mkdir(parents=True)
    source = place / f"{name}.hs.ir"
    source.write_text(text, encoding="utf-8")
    serial = [] if parallel else ["--serial"]
    run(deforest, source, "-o", place / "main.cpp", *serial, "--threads", "1")
    run("g++", "-std=c++20", "-O2", *flags, "-I", runtime, place / "main.cpp", "-o", place / "main",
        "-pthread", *(["-ltbb"] if parallel else []))
    return place / "main"


def haskell(deforest, name, place):
    place.mkdir(parents=True)
    output = place / "output.hs"
    run(deforest, NATURAL / f"{name}.hs.ir", "-o", output, "--threads", "1")
    build(place, files(name, output.read_text(encoding="utf-8")))
    return place / "main"


def instructions(program, argument):
    """Millions, by callgrind."""
    process = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, argument)
    return int(re.search(r"Collected : (\d+)", process.stderr).group(1)) / 1e6


def measured(*command):
    """Output, processor seconds and megabytes resident at most of a process."""
    text, usage = finished(*command)
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def checked(program, argument, wanted):
    text, seconds, megabytes = measured(program, argument)
    if text != wanted:
        raise RuntimeError(f"{program} {argument}: {text}, expected {wanted}")
    return seconds, megabytes


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deforest", required=True)
    parser.add_argument("--runtime", default=ROOT / "runtime")
    parser.add_argument("--other", help="another build of the compiler, to be shown in front")
    parser.add_argument("--other-runtime", help="its runtime")
    parser.add_argument("--only", default="")
    parser.add_argument("--size", choices=("small", "large"), default="large")
    parser.add_argument("--count", action="store_true", help="instructions, on the small size")
    parser.add_argument("--no-ghc", action="store_true")
    parser.add_argument("--parallel", action="store_true", help="on as many threads as there are")
    parser.add_argument("--flags", default="", help="for the C++ compiler")
    parser.add_argument("--work")
    options = parser.parse_args()
    if options.other and not options.other_runtime:
        parser.error("--other needs --other-runtime")
    only = [name for name in options.only.split(",") if name]
    flags = shlex.split(options.flags)
    builds = [("native", options.deforest, options.runtime)]
    if options.other:
        builds.insert(0, ("other", options.other, options.other_runtime))
    columns = [f"{name} {what}" for name, _, _ in builds for what in ("MB", "ratio", "s")]
    print(f"{'program':<10} {'GHC MB':>8} " + " ".join(f"{column:>12}" for column in columns)
          + (" instructions" if options.count else ""))
    ratios = {name: [] for name, _, _ in builds}
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(options.work or temporary).resolve()
        for line in (NATURAL / "expected.tsv").read_text(encoding="utf-8").splitlines():
            name, small, smallValue, large, largeValue = line.split("\t")
            if only and name not in only:
                continue
            argument, value = (small, smallValue) if options.size == "small" else (large, largeValue)
            held = float("nan")
            if not options.no_ghc:
                _, held = checked(haskell(options.deforest, name, work / name / "ghc"), argument,
                                  value)
            row = f"{name:<10} {held:8.1f} "
            counts = []
            for kind, deforest, runtime in builds:
                program = native(deforest, runtime, name, work / name / kind, flags,
                                 options.parallel)
                seconds, megabytes = checked(program, argument, value)
                ratios[kind].append(megabytes / held)
                row += f"{megabytes:12.1f} {megabytes / held:12.2f} {seconds:12.2f} "
                if options.count:
                    counts.append(instructions(program, small))
            if options.count:
                row += " ".join(f"{count:.1f}" for count in counts)
                row += f" {counts[-1] / counts[0]:.4f}" if len(counts) > 1 else ""
            print(row, flush=True)
    print("median     " + 8 * " " + " ".join(
        f"{'':12} {statistics.median(ratios[name]):12.2f} {'':12}" for name, _, _ in builds))


if __name__ == "__main__":
    sys.exit(main())
