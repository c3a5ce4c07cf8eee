#!/usr/bin/env python3
"""Times native code: unfused, fused, fused on two threads, and fused by hand on the same layout.

    native_compare.py --emit EMIT_CPP [--deforest DEFOREST] [--rounds N] [--json FILE] [--only NAME]
                      [--work DIR]

Builds one program per benchmark, which runs the variants in turn in warm regions and checks that
their digests agree. With --deforest (and ghc on the path) the Haskell that deforest emits for the
same program is timed as well, compiled with -O2, lazily and with Strict; the better of the two is
the column `ghc`. Prints a table; times are medians, ratios medians of ratios within a round. The
ratio in a column is that to `unfused`.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, size for `input`, how the program is applied, arguments that are inputs.
BENCHMARKS = [
    ("seteven_sumup", 20, 1),
    ("flip_flip", 20, 1),
    ("sum_square", 5_000_000, 1),
    ("append_append", 2_000_000, 3),
    ("piecewise2", 19, 1),
]

MAIN = """
#include "unfused.hpp"
#include "fused.hpp"
#include "{root}/bench/native/harness.hpp"
#include "{root}/bench/native/hand_{name}.hpp"
#include <type_traits>

template <class T> inline bool same(const T& a, const T& b) {{ return a == b; }}

int main() {{
  deforest::Region inputs;
  const auto in1 = unfused::input(inputs, {size});
  using Shape = std::remove_const_t<std::remove_pointer_t<decltype(fused::input(inputs, 0))>>;
  const auto in2 = fused::input(inputs, {size});
  deforest::Region scratch;
  const auto expected = unfused::digest(scratch, unfused::program(scratch, {args1}));
  const auto check = [&](const auto& value) {{
    if (!same(value, expected)) deforest::fail("the variants disagree");
  }};
  std::vector<bench::Variant> variants;
  variants.push_back({{"unfused", 1, [&](deforest::Region& r, const auto& start, const auto& stop) {{
    start();
    const auto result = unfused::program(r, {args1});
    stop();
    check(unfused::digest(scratch, result));
  }}}});
  for (const int threads : {{1, 2}}) {{
    variants.push_back({{threads == 1 ? "fused" : "parallel", threads,
                        [&](deforest::Region& r, const auto& start, const auto& stop) {{
      start();
      const auto result = fused::program(r, {args2});
      stop();
      check(fused::digest(scratch, result));
    }}}});
  }}
  variants.push_back({{"hand", 1, [&](deforest::Region& r, const auto& start, const auto& stop) {{
    start();
    const auto result =
        deforest::onBigStack([&] {{ return hand::program<Shape>(r.here(), {args2}); }});
    stop();
    check(fused::digest(scratch, result));
  }}}});
  bench::measure(variants, {rounds});
}}
"""

# The first run evaluates the inputs, the second is timed, and the time of the digest is taken off.
HASKELL = """{{-# LANGUAGE BangPatterns #-}}
module Main (main) where
import {module}
import System.CPUTime (getCPUTime)
import Text.Printf (printf)
import Data.List (sort)

run :: Int -> IO Double
run k = do
  let {inputs}
  let !first = digest ({program})
  begin <- first `seq` getCPUTime
  let result = {program}
  let !d = digest result
  end <- d `seq` getCPUTime
  let !e = digest result
  end2 <- e `seq` getCPUTime
  return (fromIntegral ((end - begin) - (end2 - end)) / 1e12)
{{-# NOINLINE run #-}}

main :: IO ()
main = do
  times <- mapM run [{size}, {size}, {size}, {size}, {size}]
  printf "%.6f\\n" (sort times !! 2)
"""


def shell(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def native(args, name, size, inputs, work):
    source = ROOT / "corpus" / "thesis" / f"{name}.hs.ir"
    for stage, space in (("none", "unfused"), ("redundancy", "fused")):
        shell([args.emit, source, work / f"{space}.hpp", "--stage", stage, "--namespace", space])
    text = MAIN.format(root=ROOT, name=name, size=size, rounds=args.rounds,
                       args1=", ".join(["in1"] * inputs), args2=", ".join(["in2"] * inputs))
    (work / "main.cpp").write_text(text)
    shell(["g++", "-O3", "-std=c++20", "-ffp-contract=off", "-I", ROOT / "runtime",
           work / "main.cpp", "-o", work / "main", "-ltbb"])
    return json.loads(shell([work / "main"]))


def haskell(args, name, size, inputs, work):
    """Seconds of the fused program in GHC's better mode, the digest of the result taken off."""
    source = ROOT / "corpus" / "thesis" / f"{name}.hs.ir"
    module = re.search(r"^module (\w+)", source.read_text(), re.M).group(1)
    shell([args.deforest, source, "-o", work / f"{module}.hs"])
    names = [f"i{i}" for i in range(inputs)]
    text = HASKELL.format(
        module=module, size=size, program="program " + " ".join(names),
        inputs="\n      ".join(f"{n} = input (k + {i} - {i})" for i, n in enumerate(names)))
    (work / "Main.hs").write_text(text)
    best = None
    for mode in ([], ["-XStrict"]):
        shell(["ghc", "-v0", "-O2", "-fforce-recomp", "-fno-full-laziness", "-fno-cse", "-rtsopts",
               *mode,
               "-outputdir", work / "ghc", "-i" + str(work), work / "Main.hs", "-o", work / "hs"])
        seconds = float(shell([work / "hs", "+RTS", "-K3g"]))
        best = seconds if best is None else min(best, seconds)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--emit", required=True)
    parser.add_argument("--deforest")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json")
    parser.add_argument("--only")
    parser.add_argument("--work")
    args = parser.parse_args()
    results = {}
    print(f"{'benchmark':16} {'unfused':>10} {'fused':>7} {'parallel':>9} {'hand':>7} "
          f"{'fused/hand':>10} {'ghc/fused':>10}")
    for name, size, inputs in BENCHMARKS:
        if args.only and args.only != name:
            continue
        with tempfile.TemporaryDirectory(dir=args.work) as directory:
            work = pathlib.Path(directory)
            result = native(args, name, size, inputs, work)
            if args.deforest:
                result["ghc"] = {"seconds": haskell(args, name, size, inputs, work)}
        results[name] = result
        ratio = {key: value.get("ratio", 0) for key, value in result.items()}
        # A fused program that does nothing at all has no ratios worth printing.
        measurable = result["fused"]["seconds"] > 1e-5
        ghc = (f"{result['ghc']['seconds'] / result['fused']['seconds']:10.2f}"
               if "ghc" in result and measurable else f"{'-':>10}")
        hand = ratio["fused"] / ratio["hand"] if measurable else 1.0
        print(f"{name:16} {result['unfused']['seconds'] * 1e3:8.2f}ms {ratio['fused']:7.3f} "
              f"{ratio['parallel']:9.3f} {ratio['hand']:7.3f} "
              f"{hand:10.3f} {ghc}", flush=True)
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
