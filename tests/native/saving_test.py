#!/usr/bin/env python3
"""Trees saved and loaded by cereal: builds a host of emitted types and runs it.

    saving_test.py --deforest DEFOREST --runtime DIR --host SAVING_CPP --work DIR
                   [--compiler g++] [--flags FLAGS] [--kinds whole,split]

The host comes with the module beside it. It saves values of all kinds of types and loads them again,
from damaged files too. Both kinds of header are tried.
"""

import argparse
import os
import pathlib
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "host", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("--kinds", default="whole,split")
    args = parser.parse_args()
    host = pathlib.Path(args.host).resolve()
    failures = 0
    for name in args.kinds.split(","):
        outputs = {"whole": ["saving.hpp"], "split": ["saving.hpp", "saving.cpp"]}[name]
        work = pathlib.Path(args.work).resolve() / name
        work.mkdir(parents=True, exist_ok=True)
        options = [word for output in outputs for word in ("-o", work / output)]
        subprocess.run([args.deforest, host.with_suffix(".hs.ir"), *options, "--cereal", "--policy",
                        "unfused"], check=True)
        program = work / "saving"
        subprocess.run([args.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror",
                        "-ffp-contract=off", *args.flags.split(), "-I", args.runtime, "-I", work,
                        host, *[work / output for output in outputs[1:]], "-o", program, "-ltbb",
                        "-pthread"], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            failures += 1
            print(f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
