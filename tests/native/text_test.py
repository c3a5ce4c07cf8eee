#!/usr/bin/env python3
"""What is emitted is text that a project can take in: formatted, without warnings, always the same.

    text_test.py --emit EMIT_CPP --runtime DIR --corpus DIR --work DIR --style FILE
                 [--files PATTERN,...] [--every N] [--limit LINES] [--jobs N]

Every program of the corpus is emitted twice before and after the passes, as a header, as header and
source, and as a header whose roots consume their input; those with a `main`, as a source. The two
must be the same bytes; clang-format 14 must leave them as they are; and g++ and clang++, where they
are installed, must have nothing to say about them under -Wall -Wextra -Wconversion, of headers of
at most so many lines.
"""

import argparse
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsyntax-only", "-std=c++20"]


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **options)


def emit(args, program, stage):
    """The files emitted for a program, and what is wrong; nothing if it is not in the language."""
    text = program.read_text(encoding="utf-8")
    stem = re.sub(r"\W", "_", f"{program.parent.name}_{program.name.removesuffix('.hs.ir')}_{stage}")
    main = re.search(r"^(main|gibbon_main)\b", text, re.M) is not None
    files = []
    for kind in ("", "again"):
        folder = args.work / kind
        folder.mkdir(parents=True, exist_ok=True)
        if main:
            made = [folder / f"{stem}.cpp"]
            results = [run([args.emit, program, made[0], "--stage", stage])]
        else:
            made = [folder / f"{stem}.hpp", folder / f"{stem}_split.hpp",
                    folder / f"{stem}_split.cpp", folder / f"{stem}_consume.hpp"]
            results = [
                run([args.emit, program, made[0], "--stage", stage, "--show", "--namespace", stem]),
                run([args.emit, program, folder / f"{stem}_split", "--stage", stage, "--both"]),
                run([args.emit, program, made[3], "--stage", stage, "--consume-input",
                     "--namespace", f"{stem}_consume"])]
        if any(result.returncode != 0 for result in results):
            return [], f"{stem}: {results[0].stderr}{results[-1].stderr}"[:600]
        files.append(made)
    for first, second in zip(*files):
        if first.read_bytes() != second.read_bytes():
            return files[0], f"{first.name} is another text when emitted again"
    return files[0], ""


def formatted(args, path):
    result = run(["clang-format", "--dry-run", "-Werror", f"--style=file:{args.style}", path])
    return "" if result.returncode == 0 else f"{path.name}: {result.stderr[:600]}"


def warned(args, compiler, group):
    source = args.work / f"{compiler.replace('+', 'x')}_{group[0].stem}_all.cpp"
    source.write_text("".join(f'#include "{path.name}"\n' for path in group))
    result = run([compiler, *WARNINGS, "-I", args.runtime, "-I", args.work, source])
    return "" if result.returncode == 0 else f"{compiler}: {result.stderr[:2000]}"


def main():
    parser = argparse.ArgumentParser()
    for name in ("emit", "runtime", "corpus", "work", "style"):
        parser.add_argument("--" + name, required=True, type=pathlib.Path)
    parser.add_argument("--files", default="*")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth program")
    parser.add_argument("--limit", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    # With everything built, the natural programs take minutes; they have a suite of their own.
    programs = [path for path in sorted(args.corpus.glob("*/*.hs.ir"))
                if path.parent.name != "natural"
                and any(fnmatch.fnmatch(str(path), pattern) for pattern in args.files.split(","))][::args.every]
    failures = []
    files = []
    with ThreadPoolExecutor(args.jobs) as pool:
        jobs = [(program, stage) for program in programs for stage in ("none", "redundancy")]
        for made, error in pool.map(lambda job: emit(args, *job), jobs):
            files += made
            # What uses more than the language has is no matter of this test.
            if error and "help:" not in error:
                failures.append(error)
        version = run(["clang-format", "--version"]).stdout if shutil.which("clang-format") else ""
        if " 14." in version:
            failures += [error for error in pool.map(lambda path: formatted(args, path), files)
                         if error]
        else:
            print("not checked: how it is formatted (no clang-format 14)")
        headers = [path for path in files if path.suffix == ".hpp" and "_split" not in path.name
                   and len(path.read_text().splitlines()) <= args.limit]
        compilers = [name for name in ("g++", "clang++") if shutil.which(name)]
        groups = [(name, headers[i:i + 12]) for name in compilers
                  for i in range(0, len(headers), 12)]
        groups += [(name, [path]) for name in compilers for path in files
                   if path.suffix == ".cpp" and "_split" not in path.name]
        failures += [error for error in pool.map(lambda job: warned(args, *job), groups) if error]
    for failure in failures:
        print("FAILED:", failure)
    print(f"{len(files)} files by {len(programs)} programs, {len(headers)} compiled by "
          f"{' and '.join(compilers)}, {len(failures)} failures")
    sys.exit(1 if failures or not files else 0)


if __name__ == "__main__":
    main()
