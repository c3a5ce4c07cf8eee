#!/usr/bin/env python3
"""Every corpus program as C++: what it computes must be what the corpus says, bit for bit.

    corpus_test.py --emit EMIT_CPP --corpus DIR --runtime DIR --work DIR
                   [--stages none,redundancy] [--threads 1,4] [--compiler g++] [--flags '-O2 ...']
                   [--serial] [--files PATTERN,...] [--every N] [--jobs N] [--limit LINES]
                   [--patience SECONDS] [--move-everywhere] [--natural]

For every file of DIR/expected.tsv a header is emitted that computes its expressions; sources that
include several headers each are compiled and run with the given numbers of threads. With
--move-everywhere what survives may move wherever that is right, and does so at every opportunity.
With --natural the programs are those of DIR/natural, at their small size.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

WARNINGS = "-Wall -Wextra -Wconversion -Werror"
MAIN = """
#include <cstdio>
#include <cstdlib>
#ifdef PARALLEL
#include <tbb/global_control.h>
#endif
void runAll(deforest::Region&);
int main(int, char** argv) {
#ifdef PARALLEL
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  std::strtoul(argv[1], nullptr, 10));
#else
  static_cast<void>(argv);
#endif
  deforest::Region region;
  runAll(region);
}
"""


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("emit", "corpus", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--stages", default="none,redundancy")
    parser.add_argument("--threads", default="1,4")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("--serial", action="store_true")
    parser.add_argument("--files", default="*")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth file")
    parser.add_argument("--move-everywhere", action="store_true")
    parser.add_argument("--natural", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patience", type=float, default=120, help="seconds for each file")
    parser.add_argument("--limit", type=int, default=2500, help="lines of the largest header")
    return parser.parse_args()


def expected_values(args):
    """By file: the expressions and what they show."""
    cases = {}
    if args.natural:
        table = pathlib.Path(args.corpus, "natural", "expected.tsv")
        for line in table.read_text(encoding="utf-8").splitlines():
            name, size, value, *_ = line.split("\t")
            cases[f"corpus/natural/{name}.hs.ir"] = [(f"program {size}", value)]
        return cases
    table = pathlib.Path(args.corpus, "expected.tsv")
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, expression, value = line.split("\t")
        if expression != "main" and any(fnmatch.fnmatch(name, p) for p in args.files.split(",")):
            cases.setdefault(name, []).append((expression, unescape(value)))
    return dict(sorted(cases.items())[::args.every])


def unescape(value):
    """Undoes what the table does to line ends and backslashes."""
    return re.sub(r"\\(.)", lambda m: "\n" if m.group(1) == "n" else m.group(1), value)


def emit(args, name, pairs, stage, header):
    """Emits the header for some expressions of a file; what is wrong, or nothing."""
    expression = pairs[0][0] if len(pairs) == 1 else "(" + ", ".join(e for e, _ in pairs) + ")"
    root = pathlib.Path(args.corpus).parent
    command = [args.emit, str(root / name), str(header), "--stage", stage, "--show", "--call",
               expression, "--namespace", header.stem]
    if args.serial:
        command.append("--serial")
    if args.move_everywhere:
        command.append("--move-everywhere")
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=args.patience,
                                check=False)
    except subprocess.TimeoutExpired:
        return f"emitting takes longer than {args.patience} s"
    return result.stderr if result.returncode != 0 else ""


def source_text(headers):
    lines = [f'#include "{header.name}"' for header in headers]
    lines.append(MAIN)
    lines.append("void runAll(deforest::Region& region) {")
    for header in headers:
        space = header.stem
        lines += ["  {", "    std::string out;",
                  f"    const auto value = {space}::call(region);",
                  "    deforest::onBigStack([&] {",
                  f"      using namespace {space};",
                  "      using namespace deforest;",
                  "      show(out, 0, value);", "    });",
                  f'    std::printf("{space}\\t%s\\n", out.c_str());',
                  "    std::fflush(stdout);", "    region.reset();", "  }"]
    lines.append("}")
    return "\n".join(lines) + "\n"


def build(args, source):
    program = source.with_suffix("")
    command = [*args.compiler.split(), "-std=c++20", *WARNINGS.split(), *args.flags.split(),
               "-ffp-contract=off", "-I", args.runtime, str(source), "-o", str(program)]
    if args.move_everywhere:
        command.append("-DDEFOREST_COMPACT_BYTES=0")
    if not args.serial:
        command += ["-DPARALLEL", "-ltbb"]
    command.append("-pthread")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        return f"{source.name} does not compile:\n{result.stderr[:4000]}"
    return ""


def main():
    args = arguments()
    work = pathlib.Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    cases = expected_values(args)
    failures = []
    wanted = {}
    headers = []
    jobs = []
    for name, pairs in sorted(cases.items()):
        for stage in args.stages.split(","):
            stem = name.removesuffix(".hs.ir").replace("/", "_").replace("-", "_")
            header = work / f"{stem}_{stage}.hpp"
            value = pairs[0][1] if len(pairs) == 1 else "(" + ",".join(v for _, v in pairs) + ")"
            wanted[header.stem] = value
            jobs.append((name, pairs, stage, header))
    if not jobs:
        sys.exit("no cases")
    with ThreadPoolExecutor(args.jobs) as pool:
        for job, error in zip(jobs, pool.map(lambda j: emit(args, *j), jobs)):
            if error:
                failures.append(f"{job[0]} ({job[2]}): {error}")
            elif len(job[3].read_text().splitlines()) > args.limit:
                print(f"left out, too long to compile here: {job[3].name}")
            else:
                headers.append(job[3])
    group = 8
    sources = []
    for i in range(0, len(headers), group):
        source = work / f"cases{i // group}.cpp"
        source.write_text(source_text(headers[i:i + group]))
        sources.append(source)
    with ThreadPoolExecutor(args.jobs) as pool:
        for source, error in zip(list(sources), pool.map(lambda s: build(args, s), sources)):
            if error:
                failures.append(error)
                sources.remove(source)
    checked = 0
    for source in sources:
        for threads in ["1"] if args.serial else args.threads.split(","):
            try:
                result = subprocess.run([str(source.with_suffix("")), threads],
                                        capture_output=True, text=True, timeout=600, check=False)
            except subprocess.TimeoutExpired:
                failures.append(f"{source.name} on {threads} threads: not done after 600 s")
                continue
            if result.returncode != 0:
                failures.append(f"{source.name} on {threads} threads: status {result.returncode}\n"
                                f"{result.stderr[:3000]}")
            for line in result.stdout.splitlines():
                stem, value = line.split("\t", 1)
                checked += 1
                if value != wanted[stem]:
                    failures.append(f"{stem} on {threads} threads: {value} instead of "
                                    f"{wanted[stem]}")
    for failure in failures:
        print("FAILED:", failure)
    print(f"{checked} results checked, {len(failures)} failures")
    sys.exit(1 if failures or checked == 0 else 0)


if __name__ == "__main__":
    main()
