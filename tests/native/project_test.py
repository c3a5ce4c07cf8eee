#!/usr/bin/env python3
"""Builds the example projects of docs/cpp-example with Meson and CMake and runs them.

    project_test.py --deforest DEFOREST --example DIR --runtime DIR --work DIR

A pkg-config file points at the runtime in the source tree.
A tool that is not installed is skipped; exit status 77 if none is.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

EXPECTED = ("12273\n20451\n28629\ntree.hs.ir:21:31: divide by zero (in shares)\n-120\n"
            "cancelled (in rescaled)\n")
PRICES = ("600\nprices.hs.ir:39:21: divide by zero (in cents)\n"
          "prices.hs.ir:37:19: no price is known of tea (in cents)\n"
          "deforest: no such tree: a null pointer stands where no constructor is null (in build)\n"
          "250\n750\n750\n"
          + 2 * "deforest: damaged, or no such tree: a constructor is none of its type (in load)\n")


def run(command, env):
    result = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "example", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    tools = work / "bin"
    tools.mkdir()
    (tools / "deforest").symlink_to(pathlib.Path(args.deforest).resolve())
    (work / "deforest-runtime.pc").write_text(
        "Name: deforest-runtime\nDescription: runtime\nVersion: 0\nRequires: tbb\n"
        f"Cflags: -I{pathlib.Path(args.runtime).resolve()} -ffp-contract=off\n")
    env = dict(os.environ, PATH=f"{tools.resolve()}:{os.environ['PATH']}",
               PKG_CONFIG_PATH=str(work.resolve()))
    built = 0
    if shutil.which("meson"):
        run(["meson", "setup", work / "meson", args.example], env)
        run(["ninja", "-C", work / "meson"], env)
        assert run([work / "meson" / "example"], env) == EXPECTED
        assert run([work / "meson" / "prices"], env) == PRICES
        built += 1
    if shutil.which("cmake"):
        run(["cmake", "-S", args.example, "-B", work / "cmake", "-DCMAKE_BUILD_TYPE=Release"], env)
        run(["cmake", "--build", work / "cmake"], env)
        assert run([work / "cmake" / "example"], env) == EXPECTED
        assert run([work / "cmake" / "prices"], env) == PRICES
        built += 1
    print(f"{built} projects built and run")
    sys.exit(0 if built else 77)


if __name__ == "__main__":
    main()
