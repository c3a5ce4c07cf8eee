"""What the search spends on programs, in steps, and whether some spend far more than others.

usage: steps.py --deforest BINARY [OPTION...] [FILE...]

Steps (src/pipeline/steps.hpp) are the same on every machine; the seconds beside them are processor
times with one thread. Without files it is the natural programs, of about 300 lines each; the last
column is what each spends over the median. Other options go to the compiler.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

NATURAL = pathlib.Path(__file__).resolve().parent.parent / "corpus" / "natural"


def measured(deforest, source, options, work):
    """The statistics of a run, and its processor seconds."""
    stats = work / "stats.json"
    command = [deforest, source, "-o", work / "out.hs", f"--stats={stats}", "--threads", "1", *options]
    process = subprocess.Popen([str(word) for word in command], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{source}: status {os.waitstatus_to_exitcode(status)}")
    return json.loads(stats.read_text(encoding="utf-8")), usage.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deforest", required=True)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments, options = parser.parse_known_args()
    files = arguments.files or sorted(NATURAL.glob("*.hs.ir"))
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for source in files:
            stats, seconds = measured(arguments.deforest, source, options, pathlib.Path(work))
            if stats["steps"] is not None:
                lines = source.read_text(encoding="utf-8").count("\n")
                rows.append((source.name.split(".")[0], lines, stats["steps"], seconds))
    if not rows:
        return
    median = sorted(steps["used"] for _, _, steps, _ in rows)[len(rows) // 2]
    print(f"{'program':<24} {'lines':>5} {'steps':>12} {'allowed':>12} {'untried':>8} {'seconds':>8}"
          f" {'of median':>9}")
    for name, lines, steps, seconds in rows:
        print(f"{name:<24} {lines:5} {steps['used']:12,} {steps['allowed']:12,}"
              f" {len(steps['untried']):8} {seconds:8.2f} {steps['used'] / max(median, 1):9.2f}")


if __name__ == "__main__":
    main()
