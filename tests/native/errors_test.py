#!/usr/bin/env python3
"""Roots that fail, and hosts that live on: every kind of failure, thrown and as a result, on one
thread and on several, many times in one process, which must not grow; and executables, which end
with a message.

    errors_test.py --emit EMIT_CPP --runtime DIR --work DIR --host hosts/failing.cpp [--times N]
                   [--flags '-O2 ...'] [--compiler g++] [--no-executables]
                   [--hosts throw-serial,throw-parallel,expected-serial,expected-parallel]

The module that the host uses lies beside it.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys

MAIN = """module Main (main) where
import Prelude

upTo :: Int -> Int -> [Int]
upTo i n = if i > n then [] else i : upTo (i + 1) n

total :: [Int] -> Int
total xs = case xs of { [] -> 0; (y : ys) -> y + total ys }

keep :: Int -> [Int] -> [Int]
keep 0 xs = xs
keep n xs = if n > 3 then error "no more" else keep (n - 1) (0 : xs)

sink :: Int -> Int
sink n = if n == 0 then 0 else mod (sink (n + 2) * 3 + n) 1000003

clause :: Int -> Int
clause 1 = 2

main :: IO ()
main = print ({EXPRESSION})
"""

# Expression: what the executable says, its options, and the address space it is given.
EXECUTABLES = {
    "1 `div` (total (upTo 1 3) - 6)": ("divide by zero", [], None),
    "total (keep 5 [])": ("no more", [], None),
    "clause (total (upTo 1 3))": ("{FILE}:{CLAUSE}:1-12: Non-exhaustive patterns in function clause", [], None),
    "let xs = upTo 1 1000000 in total xs + total (keep 1 xs)":
        ("deforest: the region has reached its memory limit", ["--memory-limit", "4M"], None),
    "sink (total (upTo 1 4) + 1)": ("deforest: stack exhausted at ", [], 1 << 30),
}


def position(module, text):
    """`failing.hs.ir:line:column` of the text in the module."""
    for number, line in enumerate(module.read_text().splitlines(), 1):
        column = line.find(text)
        if column >= 0:
            return f"failing.hs.ir:{number}:{column + 1}"
    sys.exit(f"the module has no '{text}'")


def clauses(module, name):
    """`failing.hs.ir:(line,1)-(line,column)` of all clauses of a function, which begin with its name."""
    found = [(number, line) for number, line in enumerate(module.read_text().splitlines(), 1)
             if line.startswith(name + " ") and "::" not in line]
    return f"failing.hs.ir:({found[0][0]},1)-({found[-1][0]},{len(found[-1][1])})"


def expected(module, stack):
    lines = [
        f"arithmetic: {position(module, 'div 1000')}: divide by zero (in divided)",
        f"program: {position(module, 'error ')}: refused (in refused)",
        f"program: {clauses(module, 'unmatched')}: Non-exhaustive patterns in function unmatched "
        "(in unmatched)",
        "memory: deforest: the region has reached its memory limit (in grow)",
        "stack: deforest: stack exhausted at 1 MiB (in deep)" if stack else None,
        "cancelled: cancelled (in spinning)",
        "cancelled: cancelled (in grow)",
    ]
    return [line for line in lines if line]


def host(args, errors, serial):
    name = f"{errors}_{'serial' if serial else 'parallel'}"
    work = args.work / name
    work.mkdir(parents=True, exist_ok=True)
    emit = [args.emit, args.host.with_suffix(".hs.ir"), work / "failing.hpp", "--errors", errors]
    subprocess.run(emit + (["--serial"] if serial else []), check=True)
    flags = (["-DEXPECTED"] if errors == "expected" else []) + (["-DSERIAL"] if serial else [])
    subprocess.run([args.compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                    *args.flags.split(), *flags, "-I", args.runtime, "-I", work,
                    args.host, "-o", work / "host", "-ltbb", "-pthread"], check=True)
    return work / "host"


def check_host(args, errors, serial, failures):
    program = host(args, errors, serial)
    wanted = expected(args.host.with_suffix(".hs.ir"), "-fsanitize" not in args.flags)
    for threads in ("1",) if serial else ("1", "4"):
        result = subprocess.run([program, threads, args.times], capture_output=True, text=True,
                                check=False)
        name = f"{errors}, {'serial' if serial else threads + ' threads'}"
        print(f"{name}: status {result.returncode}", flush=True)
        if result.returncode != 0 or result.stdout.splitlines() != wanted:
            failures.append(f"{name}: status {result.returncode}\n{result.stdout}"
                            f"{result.stderr[-3000:]}instead of\n" + "\n".join(wanted))


def check_executables(args, failures):
    for i, (expression, (message, options, space)) in enumerate(EXECUTABLES.items()):
        source = args.work / f"main{i}.hs.ir"
        source.write_text(MAIN.replace("{EXPRESSION}", expression))
        program = source.with_suffix("")
        subprocess.run([args.emit, source, program.with_suffix(".cpp"), "--stage", "none"],
                       check=True)
        subprocess.run([args.compiler, "-std=c++20", "-O1", "-I", args.runtime,
                        program.with_suffix(".cpp"), "-o", program, "-ltbb", "-pthread"],
                       check=True)
        limit = (lambda space=space: resource.setrlimit(resource.RLIMIT_AS, (space, space))) \
            if space else None
        result = subprocess.run([program, *options], capture_output=True, text=True, check=False,
                                preexec_fn=limit)
        clause = MAIN[:MAIN.index("\nclause 1")].count("\n") + 2
        wanted = message.replace("{FILE}", str(source)).replace("{CLAUSE}", str(clause))
        told = result.stderr.startswith(f"{program.name}: {wanted}") and result.stderr.count("\n") == 1
        if result.returncode != 1 or result.stdout or not told:
            failures.append(f"{expression}: status {result.returncode}, {result.stdout}"
                            f"{result.stderr}instead of {wanted}")
    usage = subprocess.run([program, "--memory-limit", "many"], capture_output=True, text=True,
                           check=False)
    if usage.returncode != 1 or "--memory-limit BYTES" not in usage.stderr:
        failures.append(f"a wrong option: {usage.stderr}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("emit", "runtime", "work", "host"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--times", default="10000")
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--no-executables", action="store_true")
    parser.add_argument("--hosts", default="throw-serial,throw-parallel,expected-serial,"
                        "expected-parallel")
    args = parser.parse_args()
    args.work = pathlib.Path(args.work).resolve()
    args.host = pathlib.Path(args.host).resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    failures = []
    for each in args.hosts.split(","):
        errors, kind = each.split("-")
        check_host(args, errors, kind == "serial", failures)
    if not args.no_executables:
        check_executables(args, failures)
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
