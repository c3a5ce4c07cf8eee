"""Native code of a program, unfused and fused, on one thread and on two: kernels that are called through a
pointer, on an input that was built before, in warm regions and in turn (bench/native/harness.hpp)."""

import json
import re
import shutil
import statistics

import native_compare
from evaluation.counting import run
from evaluation.store import ROOT

MAIN = """
#include "unfused.hpp"
#include "fused.hpp"
#include "{root}/bench/native/harness.hpp"
// TIMED

int main(int count, char** words) {{
  deforest::Region inputs;
  const auto in1 = unfused::{entry}(inputs, {size});
  const auto in2 = fused::{entry}(inputs, {size});
  deforest::Region scratch;
  const auto expected = unfused::digest(scratch, unfused::program(scratch, in1));
  scratch.reset();
  const auto check = [&](const auto& value) {{
    if (!bench::same(value, expected)) deforest::fail("the variants disagree");
    scratch.reset();
  }};
  std::vector<bench::Variant> variants;
  variants.push_back({{"unfused", 1, [&](deforest::Region& r, const auto& start, const auto& stop) {{
    start();
    const auto result = timedUnfused(r, in1);
    stop();
    check(unfused::digest(scratch, result));
  }}}});
  for (const int threads : {{1, 2}}) {{
    variants.push_back({{threads == 1 ? "fused" : "parallel", threads,
                        [&](deforest::Region& r, const auto& start, const auto& stop) {{
      start();
      const auto result = timedFused(r, in2);
      stop();
      check(fused::digest(scratch, result));
    }}}});
  }}
  bench::run(variants, count, words);
}}
"""


def available():
    return shutil.which("g++") is not None


def compare(deforest, program, entry, size, options, rounds, work):
    """By variant: the median, least and most of its ratios to the unfused one within a round."""
    for stage, space in (("none", "unfused"), ("redundancy", "fused")):
        run(deforest, ROOT / program, "-o", work / f"{space}.hpp", "--stop-after", stage,
            "--namespace", space, *(options if space == "fused" else ()))
    timed = native_compare.Timed(work, MAIN.format(root=ROOT, entry=entry, size=size), "fused.hpp")
    for space in ("unfused", "fused"):
        timed.add(f"timed{space.title()}", f"{space}::program", f"{space}.hpp")
    executable = timed.compile()
    ratios = {"fused": [], "parallel": []}
    for _ in range(rounds):
        found = json.loads(re.search(r"\{.*\}", run(executable, "3")).group())
        for name, values in ratios.items():
            values.append(found[name]["seconds"] / max(found["unfused"]["seconds"], 1e-9))
    return {name: (statistics.median(values), min(values), max(values))
            for name, values in ratios.items()}
