"""Natural programs, fused over as written: size, counted cost, and time and memory under GHC -O2, at
a size that no choice has seen.

usage: natural.py --deforest BINARY [--rounds N] [--only NAME,...]

Runs are made in turn; times are processor times, and a ratio is the median of the ratios of pairs.
Memory is the most that was alive, looked at whenever there is a sixth more than at the last look: what a
process takes by itself hangs on when it happens to collect, and rises and falls by a third with the input.
Beside the size and the cost stand those that `corpus/natural/frozen.tsv` has for --max-growth 8.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tokens import tokens

NATURAL = pathlib.Path(__file__).resolve().parent.parent / "corpus" / "natural"
HASKELL = ["ghc", "-O2", "-w", "-fno-full-laziness", "-rtsopts"]


def run(*arguments, **options):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=True,
                          **options)


def finished(*command):
    """Output of a process, and what it used."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([str(a) for a in command], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read().decode().strip()
    if status != 0:
        raise RuntimeError(f"{command}: status {status}")
    return text, usage


def measured(*command):
    """Output and processor seconds of a process."""
    text, usage = finished(*command)
    return text, usage.ru_utime + usage.ru_stime


def most_alive(executable, argument):
    """Bytes, in a run of its own."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as told:
        run(executable, argument, "+RTS", "-F1.15", f"-t{told.name}", "--machine-readable")
        return int(re.search(r'"max_live_bytes", "(\d+)"', told.read()).group(1))


def median(values):
    return sorted(values)[len(values) // 2]


def files(name, text):
    """By name, the files of an executable that evaluates the program once, for a number it is given."""
    module = name.capitalize()
    return {f"{module}.hs": text, "Main.hs": (
        f"module Main (main) where\nimport System.Environment\nimport {module}\n"
        "main :: IO ()\nmain = getArgs >>= \\as -> print (program (read (head as)))\n")}


def build(place, texts):
    """Leaves the executable `main` in the directory."""
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    run(*HASKELL, f"-i{place}", "-outputdir", place / "objects", "-o", place / "main",
        place / "Main.hs")


class Program:
    def __init__(self, line, deforest, work):
        self.name, self.small, _, self.large, self.value = line.split("\t")
        self.deforest, self.work = deforest, work
        self.source = NATURAL / f"{self.name}.hs.ir"
        self.output = work / f"{self.name}.out.hs"
        _, self.seconds = measured(deforest, self.source, "-o", self.output, "--threads", "1")

    def cost(self, path):
        counts = self.work / "counts.json"
        run(self.deforest, "run", path, "--call", "program", self.small, f"--count={counts}")
        counted = json.loads(counts.read_text())
        return sum(counted[key] for key in ("cases", "calls", "allocations"))

    def counted(self):
        sizes = [tokens(path.read_text(encoding="utf-8")) for path in (self.source, self.output)]
        return sizes[1] / sizes[0], self.cost(self.output) / self.cost(self.source)

    def ghc(self, path, kind):
        place = self.work / f"{self.name}_{kind}"
        place.mkdir()
        build(place, files(self.name, path.read_text(encoding="utf-8")))
        return place / "main"


def pairs(first, second, argument, value, rounds):
    times = []
    for _ in range(rounds):
        a, seconds_a = measured(first, argument)
        b, seconds_b = measured(second, argument)
        if (a, b) != (value, value):
            raise RuntimeError(f"{first}: {a}, {second}: {b}, expected {value}")
        times.append(seconds_b / seconds_a)
    memory = most_alive(second, argument) / most_alive(first, argument)
    return median(times), memory, min(times), max(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deforest", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    frozen = {}
    for line in (NATURAL / "frozen.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, growth, size, cost, *_ = line.split("\t")
            frozen[name, growth] = (size, cost)
    only = [name for name in options.only.split(",") if name]
    print(f"{'program':<10} {'tokens':>7} {'(8x)':>7} {'cost':>6} {'(8x)':>6} {'made in':>8}"
          f" {'GHC time':>9} {'memory':>7} {'spread':>12}")
    with tempfile.TemporaryDirectory() as work:
        for line in (NATURAL / "expected.tsv").read_text(encoding="utf-8").splitlines():
            if only and line.split("\t")[0] not in only:
                continue
            program = Program(line, options.deforest, pathlib.Path(work))
            size, cost = program.counted()
            before, after = program.ghc(program.source, "before"), program.ghc(program.output, "after")
            time, memory, least, most = pairs(before, after, program.large, program.value,
                                              options.rounds)
            was = frozen[program.name, "8"]
            print(f"{program.name:<10} {size:7.2f} {was[0]:>7} {cost:6.3f} {was[1]:>6}"
                  f" {program.seconds:7.2f}s {time:9.2f} {memory:7.2f} {least:5.2f}-{most:4.2f}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
