#!/usr/bin/env python3
"""Computes the third column of expected.tsv with GHC.

Each line of corpus/expected.tsv is a file, an expression and the value of the expression as GHC
shows it, separated by tabs; for an action (`main`) the value is what it prints. A line break in
a value is written \\n and a backslash \\\\.

  corpus/expected.py          rewrites the values
  corpus/expected.py --check  compares them, and that every module compiles without a warning;
                              exit status 1 if something differs
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "corpus" / "expected.tsv"
END = "-- end of value --"


def escape(value):
    return value.replace("\\", "\\\\").replace("\n", "\\n")


def module_name(text):
    return re.search(r"^module +([A-Za-z0-9.]+)", text, re.MULTILINE).group(1)


def values(directory, name, expressions):
    """What GHC's interpreter shows for each expression in the scope of the module."""
    arguments = []
    for expression in expressions:
        arguments += ["-e", expression, "-e", f'putStrLn "\\n{END}"']
    run = subprocess.run(["ghc", "-v0", f"-i{directory}", *arguments, str(directory / f"{name}.hs")],
                         check=True, stdout=subprocess.PIPE, text=True, cwd=directory)
    return [escape(part.strip("\n")) for part in run.stdout.split(END)[:-1]]


def warnings(directory, name):
    run = subprocess.run(["ghc", "-v0", "-O0", "-Wall", "-Wno-name-shadowing", "-c", f"{name}.hs"],
                         check=False, stderr=subprocess.PIPE, text=True, cwd=directory)
    return run.stderr


def main():
    check = sys.argv[1:] == ["--check"]
    files = {}
    for line in TABLE.read_text().splitlines():
        file, expression, value = (line.split("\t") + [""])[:3]
        files.setdefault(file, []).append((expression, value))
    failures, result = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        shutil.copytree(ROOT / "corpus" / "strangers" / "Gibbon", directory / "Gibbon")
        for file, rows in files.items():
            text = (ROOT / file).read_text()
            name = module_name(text)
            (directory / f"{name}.hs").write_text(text)
            found = values(directory, name, [expression for expression, _ in rows])
            for (expression, value), actual in zip(rows, found):
                result.append(f"{file}\t{expression}\t{actual}\n")
                if check and value != actual:
                    failures += 1
                    print(f"{file}: {expression} is {actual}, not {value}")
            if check and "strangers" not in file:
                text = warnings(directory, name)
                failures += bool(text)
                print(text, end="")
    if not check:
        TABLE.write_text("".join(result))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
