#!/usr/bin/env python3
"""Programs that need a part of a list, or one of several attempts: as executables they do no more.

    put_off_test.py --deforest DEFOREST --runtime DIR --work DIR [--compiler g++] [--only a,b]

Each program of put_off/ is compiled without optimisation and must print, within a few seconds and
128 MB, what stands beside it, given the input that does; where everything is evaluated, most of them would take as long as there
is. There must be no warning that C++ evaluates more than Haskell needs.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys

MOST_BYTES = 128 << 20
MOST_SECONDS = 60
PROGRAMS = pathlib.Path(__file__).resolve().parent / "put_off"


def faults(args, source):
    work = pathlib.Path(args.work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    text = work / (source.stem + ".cpp")
    made = subprocess.run([args.deforest, source, "-o", text, "--serial"], capture_output=True,
                          text=True, check=False)
    if made.returncode != 0 or "C++ evaluates" in made.stderr:
        return made.stderr
    program = work / source.stem
    subprocess.run([args.compiler, "-std=c++20", "-O0", "-ffp-contract=off", "-I", args.runtime, text,
                    "-o", program, "-pthread"], check=True)
    try:
        with given(source) as read:
            done = subprocess.run([program], stdin=read, capture_output=True, text=True, check=False,
                                  timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end within {MOST_SECONDS} s"
    if done.stdout != source.with_suffix(".out").read_text():
        return f"prints\n{done.stdout}{done.stderr}"
    return ""


def given(source):
    """What the program reads: the file beside it, or nothing."""
    text = source.with_suffix(".in")
    return open(text if text.exists() else os.devnull, encoding="utf-8")


def held(program, source):
    """The most memory that it held, in bytes."""
    with given(source) as read:
        child = subprocess.Popen([program], stdin=read, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--only")
    args = parser.parse_args()
    sources = sorted(PROGRAMS.glob("*.hs"))
    if args.only:
        sources = [source for source in sources if source.stem in args.only.split(",")]
    # What explores everything shall not take the machine's memory with it.
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
    failures = 0
    for source in sources:
        found = faults(args, source)
        if not found:
            most = held(pathlib.Path(args.work).resolve() / source.stem, source)
            found = f"holds {most >> 20} MB" if most > MOST_BYTES else ""
        if found:
            failures += 1
            print(f"{source.stem}: {found}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
