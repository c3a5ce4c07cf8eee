"""What a compilation takes, for programs of 1 to 1,000 functions, and how that grows.

usage: compile_times.py --deforest BINARY [--against BINARY] [--functions N,...] [--timeout SECONDS]

The programs are of an ordinary style: a module has a few data types, several recursive passes over
each, some of them parametrised, and functions that compose passes, which are what it exports. Parts
of the program do not depend on each other in one great cycle. Times are processor times of emitting
Haskell with the default options.
"""

import argparse
import os
import pathlib
import random
import resource
import subprocess
import tempfile

# A part has one type and at most so many functions, roots included.
PART = 20


def part(number, functions, choose):
    """One type with passes over it, and roots that compose them."""
    tree, leaf, node = f"Tree{number}", f"Leaf{number}", f"Node{number}"
    lines, steps, folds, roots = [f"data {tree} = {leaf} Int | {node} Int {tree} {tree}"], [], [], []

    def declare(name, signature, *equations):
        lines.append(f"{name} :: {signature}")
        lines.extend(f"{name} {equation}" for equation in equations)

    def step(name):
        kind = choose.randrange(3)
        a, b = choose.randrange(1, 9), choose.randrange(1, 9)
        if kind == 0:
            declare(name, f"{tree} -> {tree}", f"({leaf} x) = {leaf} (x * {a})",
                    f"({node} x l r) = {node} (x + {b}) ({name} l) ({name} r)")
        elif kind == 1:
            declare(name, f"{tree} -> {tree}", f"({leaf} x) = {leaf} (x - {a})",
                    f"({node} x l r) = if x > {b} then {node} x ({name} l) ({name} r)"
                    f" else {node} (x + 1) ({name} r) ({name} l)")
        else:
            declare(name, f"Int -> {tree} -> {tree}", f"n ({leaf} x) = {leaf} (x + n)",
                    f"n ({node} x l r) = {node} x ({name} (n + {a}) l) ({name} (n + x) r)")
        steps.append(f"{name} {a}" if kind == 2 else name)

    def fold(name):
        op = choose.choice(["+", "*"])
        declare(name, f"{tree} -> Int", f"({leaf} x) = x",
                f"({node} x l r) = x {op} {name} l + {name} r")
        folds.append(name)

    def root(name):
        chain = "t"
        for each in choose.sample(steps, min(len(steps), choose.randrange(1, 3))):
            chain = f"({each} {chain})"
        declare(name, f"{tree} -> Int", f"t = {choose.choice(folds)} {chain}")
        roots.append(name)

    for i in range(functions):
        name = f"f{number}_{i}"
        if not folds:
            fold(name)
        elif not steps:
            step(name)
        else:
            choose.choice([step, step, fold, root, root])(name)
    if not roots:
        roots = folds[-1:]
    return lines, roots


def program(functions):
    choose = random.Random(functions)
    lines, roots = [], []
    for number, start in enumerate(range(0, functions, PART)):
        more, exported = part(number, min(PART, functions - start), choose)
        lines += more
        roots += exported
    return f"module M ({', '.join(roots)}) where\n" + "\n".join(lines) + "\n"


def measure(binary, source, timeout):
    """Processor seconds and megabytes; None if it took too long."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout))
    process = subprocess.Popen([binary, source, "-o", source + ".out.hs"], preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    if os.WIFSIGNALED(status) and seconds >= timeout - 1:
        return None
    if status != 0:
        raise RuntimeError(f"{binary} {source}: status {status}")
    return seconds, usage.ru_maxrss / 1024


def shown(result):
    return f"{result[0]:9.2f}s {result[1]:6.0f}M" if result else f"{'too long':>18}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deforest", required=True)
    parser.add_argument("--against")
    parser.add_argument("--functions", default="1,10,100,1000")
    parser.add_argument("--timeout", type=int, default=600)
    options = parser.parse_args()
    binaries = [options.deforest] + ([options.against] if options.against else [])
    print(f"{'functions':>9} {'lines':>6}" + f"{'time':>11} {'memory':>7}" * len(binaries)
          + f" {'growth of time per function':>28}")
    before = None
    with tempfile.TemporaryDirectory() as work:
        for functions in map(int, options.functions.split(",")):
            text = program(functions)
            source = pathlib.Path(work) / f"p{functions}.hs.ir"
            source.write_text(text, encoding="utf-8")
            results = [measure(binary, str(source), options.timeout) for binary in binaries]
            growth = ""
            if before and results[0]:
                growth = f"{results[0][0] / before[1] * before[0] / functions:.2f}"
            before = (functions, results[0][0]) if results[0] else None
            print(f"{functions:9} {text.count(chr(10)):6} " + " ".join(map(shown, results))
                  + f" {growth:>28}", flush=True)


if __name__ == "__main__":
    main()
