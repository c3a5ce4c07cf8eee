#!/usr/bin/env python3
"""Trees from and to the types of a host: builds a host with the adapters of its mapping and runs it.

    adapting_test.py --deforest DEFOREST --runtime DIR --host HOST_CPP --work DIR
                     [--compiler g++] [--flags FLAGS]

Beside the host are its types, the mapping and a program of two modules. Both kinds of header are
tried, and every way in which errors are told.
"""

import argparse
import os
import pathlib
import subprocess
import sys

# A host for other kinds of errors, which asks for a tree of a damaged text.
OTHER = {
    "expected": """
  const auto texts = scene::model::buildListListChar(region, {"\\xff"});
  return !texts && texts.error().kind == deforest::ErrorKind::Data ? 0 : 2;
""",
    "exit": """
  return scene::model::buildListListChar(region, {"\\xff"}) == nullptr ? 2 : 3;
""",
}
STATUS = {"expected": (0, ""), "exit": (1, "deforest: no such tree: a text is no UTF-8\n")}


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "host", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("--kinds", default="whole,split,expected,exit")
    args = parser.parse_args()
    host = pathlib.Path(args.host).resolve().parent
    failures = 0
    for kind in args.kinds.split(","):
        work = pathlib.Path(args.work).resolve() / kind
        work.mkdir(parents=True, exist_ok=True)
        outputs = ["model.hpp", "model.cpp"] if kind == "split" else ["model.hpp"]
        options = [word for output in outputs for word in ("-o", work / output)]
        if kind in OTHER:
            options += ["--errors", kind]
        subprocess.run([args.deforest, host / "Scene" / "Model.hs", *options, "--adapt",
                        host / "mapping.json", "--policy", "unfused"], check=True)
        source = host / "host.cpp"
        if kind in OTHER:
            source = work / "other.cpp"
            source.write_text('#include "model.hpp"\nint main() {\n  deforest::Region region;'
                              + OTHER[kind] + "}\n")
        program = work / "host"
        subprocess.run([args.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror",
                        "-ffp-contract=off", *args.flags.split(), "-I", args.runtime, "-I", work,
                        "-I", host, source, *[work / output for output in outputs[1:]], "-o",
                        program, "-ltbb", "-pthread"], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        status, message = STATUS.get(kind, (0, ""))
        if (done.returncode, done.stderr) != (status, message):
            failures += 1
            print(f"{kind}: status {done.returncode}\n{done.stdout}{done.stderr}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
