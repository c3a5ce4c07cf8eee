#!/usr/bin/env python3
"""Native code is right without any of the passes that decide how it is to be.

    without_test.py --deforest DEFOREST --runtime DIR --work DIR [--flags FLAGS]

Of one program there is a header with all passes, one without each, and one without any, each in a
name space of its own. A host calls all of them, on one thread and on several, and they give what the
interpreter gives. With all of them each pass decides something, which is seen in the comments that
it leaves.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ARGUMENTS = (0, 1, 14, 400)


def output(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{command}: status {result.returncode}\n{result.stderr[:3000]}")
    return result.stdout, result.stderr


def deciding(deforest):
    """The passes after `layout`, in their order."""
    names = [line.split()[0] for line in output(deforest, "--list-passes")[0].splitlines()]
    return names[names.index("layout") + 1:]


def header(args, program, name, without):
    """Writes NAME.hpp, and returns what was decided."""
    left_out = ["--without", ",".join(without)] if without else []
    _, states = output(args.deforest, program, "-o", pathlib.Path(args.work, name + ".hpp"),
                       "--namespace", name, "--stop-after", "none", "--errors", "exit",
                       "--print-after", "all", *left_out)
    return set(re.findall(r"^-- \[([a-z-]+)\]", states, re.MULTILINE))


def host(names):
    calls = "\n".join(
        f'  for (const long n : arguments) {{\n'
        f'    deforest::Region region;\n'
        f'    const auto [a, b, c, d, e] = {name}::program(region, n);\n'
        f'    std::printf("{name} %ld (%ld,%ld,%ld,%ld,%ld)\\n", n, a, b, c, d, e);\n'
        f'  }}' for name in names)
    includes = "\n".join(f'#include "{name}.hpp"' for name in names)
    return (f"{includes}\n#include <cstdio>\n#include <cstdlib>\n"
            "#include <deforest/parallel.hpp>\n"
            "int main(int, char** argv) {\n"
            "  const deforest::ThreadLimit threads(std::atoi(argv[1]));\n"
            f"  const long arguments[] = {{{', '.join(map(str, ARGUMENTS))}}};\n{calls}\n}}\n")


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--flags", default="-O1")
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    program = pathlib.Path(__file__).parent / "decisions.hs.ir"
    passes = deciding(args.deforest)
    versions = {"whole": []} | {"no_" + name.replace("-", "_"): [name] for name in passes}
    versions["plain"] = passes
    failures = []
    for name, without in versions.items():
        decided = header(args, program, name, without)
        lacking = sorted(set(passes) - set(without) - decided) if name == "whole" else []
        if lacking:
            failures.append(f"nothing is decided by {', '.join(lacking)}")
        if decided & set(without):
            failures.append(f"{name}: decided all the same: {decided & set(without)}")
    (work / "host.cpp").write_text(host(versions))
    output("g++", "-std=c++20", *args.flags.split(), "-I", args.runtime, work / "host.cpp", "-o",
           work / "host", "-ltbb", "-pthread")
    expected = {n: output(args.deforest, "run", program, "--call", f"program {n}")[0].strip()
                for n in ARGUMENTS}
    lines = []
    for threads in (1, 2, 4):
        lines += output(work / "host", str(threads))[0].splitlines()
    for line in lines:
        name, n, results = line.split()
        if results != expected[int(n)]:
            failures.append(f"{name} of {n} is {results} instead of {expected[int(n)]}")
    if len(lines) != 3 * len(versions) * len(ARGUMENTS):
        failures.append(f"there are {len(lines)} results")
    for failure in failures:
        print("FAILED:", failure)
    if failures:
        sys.exit(1)
    print(f"{len(passes)} passes: {len(lines)} results are right with and without them")


main()
