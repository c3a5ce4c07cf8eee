"""Native code of a program, unfused and fused, on one thread and on two: kernels that are called through a
pointer, on an input that was built before, in warm regions and in turn (bench/native/harness.hpp)."""

import json
import pathlib
import re
import shutil
import statistics
import tempfile

import native_program
from evaluation.counting import run
from evaluation.store import ROOT

SPACES = {"unfused": "none", "fused": "redundancy"}  # And the stage that each is the result of.


def available():
    return shutil.which("g++") is not None


def prepared(builds, deforest, program, entry, size, options):
    """The executable that times the variants."""
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        for space, stage in SPACES.items():
            run(deforest, ROOT / program, "-o", work / f"{space}.hpp", "--stop-after", stage,
                "--namespace", space, *(options if space == "fused" else ()))
        texts = {path.name: path.read_text() for path in sorted(work.iterdir())}

    inputs = "\n".join(f"  const auto in{i} = {space}::{entry}(inputs, {size});"
                       for i, space in enumerate(SPACES))
    text = native_program.program(texts, inputs, "unfused", "in0", [
        native_program.variant("unfused", "timedUnfused(r, in0)", "unfused"),
        native_program.variant("fused", "timedFused(r, in1)", "fused"),
        native_program.variant("parallel", "timedFused(r, in1)", "fused", threads=2)])

    def build(place):
        for name, content in texts.items():
            (place / name).write_text(content)
        timed = native_program.Timed(place, text, "fused.hpp")
        for space in SPACES:
            timed.add(f"timed{space.title()}", f"{space}::program", f"{space}.hpp")
        timed.compile()

    return builds.get([text, texts], build)


def timed(executable, rounds):
    """By variant: the median, least and most of its ratios to the unfused one within a round."""
    ratios = {"fused": [], "parallel": []}
    for _ in range(rounds):
        found = json.loads(re.search(r"\{.*\}", run(executable, "3")).group())
        for name, values in ratios.items():
            values.append(found[name]["seconds"] / max(found["unfused"]["seconds"], 1e-9))
    return {name: (statistics.median(values), min(values), max(values))
            for name, values in ratios.items()}
