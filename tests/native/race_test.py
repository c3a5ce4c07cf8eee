#!/usr/bin/env python3
"""ThreadSanitizer finds a race planted in emitted code, and none without it.

    race_test.py --emit EMIT_CPP --corpus DIR --runtime DIR --work DIR
"""

import argparse
import pathlib
import subprocess
import sys

MAIN = """
#include "tree.hpp"
int main() {
  deforest::Region region;
  const auto* t = seteven_sumup::input(region, 17);
  std::int64_t sum = 0;
  for (int i = 0; i < 8; ++i) {
    sum = seteven_sumup::digest(region, seteven_sumup::program(region, t));
  }
  return sum == 0 ? 3 : 0;
}
"""


def main():
    parser = argparse.ArgumentParser()
    for name in ("emit", "corpus", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    source = pathlib.Path(args.corpus, "thesis", "seteven_sumup.hs.ir")
    header = work / "tree.hpp"
    subprocess.run([args.emit, source, header, "--stage", "none"], check=True)
    clean = header.read_text()
    place = "->value = "
    if clean.count(place) < 2:
        sys.exit("the emitted text has no place for a race")
    planted = clean.replace("namespace detail {", "inline std::int64_t planted = 0;\n"
                            "namespace detail {", 1)
    planted = planted.replace(";\n  t2", ";\n  ++planted;\n  t2")
    if "++planted" not in planted:
        sys.exit("the race was not planted")
    (work / "main.cpp").write_text(MAIN)
    for text, racy in ((clean, False), (planted, True)):
        header.write_text(text)
        subprocess.run(["g++", "-std=c++20", "-O1", "-g", "-fsanitize=thread", "-I", args.runtime,
                        work / "main.cpp", "-o", work / "main", "-pthread"], check=True)
        # Whether a second thread comes in time depends on what else the machine does.
        for _ in range(10 if racy else 1):
            result = subprocess.run([work / "main"], capture_output=True, text=True, check=False)
            found = "data race" in result.stderr
            if found:
                break
        if found != racy or (not racy and result.returncode != 0):
            sys.exit(f"race {'planted' if racy else 'not planted'}, found: {found}, "
                     f"status {result.returncode}\n{result.stderr[:3000]}")
    print("the planted race is found, and no other")


if __name__ == "__main__":
    main()
