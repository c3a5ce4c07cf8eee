"""What cut-offs do: sweeps of one setting each over the corpus (`deforest sweep`), and what they amount to.

The cost of a point is matches, calls and allocations of its program's inputs together. The regret of the
default setting for a program is its cost over the least cost among the points of the sweep whose code is
not larger: 1 means that no other value would have been better."""

import collections
import json
import statistics
import subprocess
import sys

from evaluation.counting import calls_of, cost
from evaluation.store import ROOT, Part, cell, column

# By name: the option, its values, the usual one, and the values of --quick.
SWEEPS = {
    "depth": ("max-depth", [str(n) for n in range(13)], "10", ["0", "1", "10"]),
    "price": ("price", ["0", "0.02", "0.055", "0.2"], "0.055", ["0", "0.055"]),
    "cap": ("cap", ["0", "1", "2"], "1", ["0", "1"]),
    "width": ("width", ["2", "6", "24"], "24", ["2", "24"]),
    "glue": ("glue", ["0", "2"], "0", ["0", "2"]),
}
WORST = 12
# What is said of a regret that is larger than this.
MOST_REGRET = 1.1

# `seconds` of a point that is the same run as another is none: it took none.
Point = collections.namedtuple("Point", "outcome natural limits tokens cost output seconds")


def programs(quick):
    folders = ("thesis",) if quick else ("functions", "grafter", "natural", "strangers", "thesis",
                                         "treefuser")
    return [str(path.relative_to(ROOT)) for folder in folders
            for path in sorted((ROOT / "corpus" / folder).glob("*.hs.ir"))]


def sweep(deforest, name, quick, directory, shown):
    """Runs it, or goes on with it."""
    option, values, _, few = SWEEPS[name]
    names = programs(quick)
    directory.mkdir(parents=True, exist_ok=True)
    calls = directory / "calls.tsv"
    calls.write_text(calls_of(names), encoding="utf-8")
    done = subprocess.run([deforest, "sweep", *names, f"--{option}",
                           ",".join(few if quick else values), "--calls", calls, "-o",
                           directory / name], cwd=ROOT, check=False,
                          stderr=None if shown else subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"deforest sweep failed\n{done.stderr or ''}")
    return directory / name


def read(directory):
    """By program and by value of the only axis: the points; and the cost and tokens of the sources."""
    def records(name):
        text = (directory / name).read_text(encoding="utf-8")
        return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    sources = {record["program"]: record for record in records("programs.jsonl")}
    points = collections.defaultdict(dict)
    for record in records("points.jsonl"):
        (value,) = record["settings"].values()
        source = sources[record["program"]]
        whole = record["outcome"] == "done" and source["outcome"] == "done" and all(
            after["outcome"] == "done" and before["outcome"] == "done"
            for after, before in zip(record["inputs"], source["inputs"]))
        ended = record["termination"] or {"natural": None, "cut_offs": []}
        points[record["program"]][value] = Point(
            record["outcome"] if record["outcome"] != "done" or whole else "not counted",
            ended["natural"], {cut["limit"] for cut in ended["cut_offs"]}, record["tokens"],
            sum(cost(each["counts"]) for each in record["inputs"]) if whole else None,
            record["output"],
            record["transformation"]["seconds"] if record.get("same_as") is None else None)
    of_source = {path: (record["tokens"], sum(cost(each["counts"]) for each in record["inputs"]
                                              if each["counts"]))
                 for path, record in sources.items()}
    return points, of_source


def counted(points, usual):
    """The programs whose every point has counts, with the usual one among them."""
    return {program: found for program, found in points.items()
            if usual in found and all(point.cost is not None for point in found.values())}


def median(values):
    return round(statistics.median(values), 3) if values else None


def mean(values):
    values = [value for value in values if value > 0]
    return round(statistics.geometric_mean(values), 3) if values else None


def by_value(part, points, sources, usual):
    """A row for each value of the setting."""
    whole = counted(points, usual)
    values = sorted({value for found in points.values() for value in found}, key=float)
    for value in values:
        here = [found[value] for found in points.values() if value in found]
        at = [(program, found[value], found[usual]) for program, found in whole.items()
              if value in found and sources[program][1] > 0]
        tokens = [point.tokens / sources[program][0] for program, point, _ in at]
        costs = [point.cost / sources[program][1] for program, point, _ in at]
        part.row(value + (" (default)" if value == usual else ""), lambda: {
            "program": "", "input": "", "note": "", "cells": {
                "programs": cell(len(here)),
                "broken": cell(sum(point.cost is None for point in here)),
                "natural": cell(sum(point.natural is True for point in here)),
                "same": cell(sum(point.output == default.output for _, point, default in at)),
                "better": cell(sum(point.cost < default.cost for _, point, default in at)),
                "worse": cell(sum(point.cost > default.cost for _, point, default in at)),
                "tokens": cell(mean(tokens)), "largest": cell(round(max(tokens), 2) if tokens else None),
                "cost": cell(mean(costs))}})


VALUE_COLUMNS = [
    column("programs", "programs", "count", better=""), column("broken", "not counted", "count"),
    column("natural", "end by themselves", "count", better="more"),
    column("same", "same as default", "count", better=""), column("better", "cost less", "count", better=""),
    column("worse", "cost more", "count", better=""),
    column("tokens", "size"), column("largest", "largest"), column("cost", "cost")]


def regrets(points, usual):
    """By program: the regret of the default, and the best value."""
    found = {}
    for program, at in counted(points, usual).items():
        default = at[usual]
        if default.cost == 0:
            continue
        value, best = min(((value, point) for value, point in at.items()
                           if point.tokens <= default.tokens),
                          key=lambda each: (each[1].cost, each[1].tokens))
        found[program] = (default.cost / best.cost if best.cost else 1.0, value, default, best)
    return found


REGRET_COLUMNS = [column("regret", "regret"), column("best", "best value", "text", better=""),
                  column("cost", "cost", "count"), column("least", "least", "count"),
                  column("tokens", "tokens", "count"), column("fewest", "tokens of the best", "count")]


def regret_rows(part, found):
    values = [regret for regret, *_ in found.values()]
    empty = {each["key"]: cell() for each in REGRET_COLUMNS}

    def row(program, cells):
        return lambda: {"program": program, "input": "", "note": "", "cells": {**empty, **cells}}

    part.row(f"median of {len(values)}", row("", {"regret": cell(median(values))}))
    part.row("worst", row("", {"regret": cell(round(max(values), 3) if values else None)}))
    worst = sorted(found.items(), key=lambda each: (-each[1][0], each[0]))
    for program, (regret, value, default, best) in worst[:WORST]:
        if regret > 1:
            part.row(program.removeprefix("corpus/").removesuffix(".hs.ir"), row(program, {
                "regret": cell(round(regret, 3)), "best": cell(value), "cost": cell(default.cost),
                "least": cell(best.cost), "tokens": cell(default.tokens), "fewest": cell(best.tokens)}))


FIRED_COLUMNS = [column("default", "at the default", "count"), column("points", "points", "count"),
                 column("programs", "programs", "count")]


def fired_rows(part, points, usual):
    """Which limits stopped anything."""
    limits = sorted({limit for found in points.values() for point in found.values()
                     for limit in point.limits})
    for limit in limits:
        hit = {program: [value for value, point in found.items() if limit in point.limits]
               for program, found in points.items()}
        part.row(limit, lambda: {"program": "", "input": "", "note": "", "cells": {
            "default": cell(sum(usual in values for values in hit.values())),
            "points": cell(sum(len(values) for values in hit.values())),
            "programs": cell(sum(bool(values) for values in hit.values()))}})


SWEEP_COLUMNS = [
    column("programs", "programs", "count", better=""), column("points", "points", "count", better=""),
    column("made", "made", "count", better=""), column("same", "the same run as another", "count", better=""),
    column("broken", "not counted", "count"), column("seconds", "processor seconds", "seconds", timed=True),
    column("median", "regret, median"), column("worst", "worst"),
    column("above", f"above {MOST_REGRET:.2f}", "count")]


def sweep_row(points, usual, deforest):
    """All of a sweep in a line. Sweeps are made one by one, so each says by which compiler."""
    every = [point for found in points.values() for point in found.values()]
    regret = [each[0] for each in regrets(points, usual).values()]
    made = [point.seconds for point in every if point.seconds is not None]
    made_by = deforest["commit"] + (", changed" if deforest["changed"] else "")
    return {"program": "", "input": "", "note": made_by, "cells": {
        "programs": cell(len(points)), "points": cell(len(every)), "made": cell(len(made)),
        "same": cell(len(every) - len(made)),
        "broken": cell(sum(point.cost is None for point in every)),
        "seconds": cell(round(sum(made))), "median": cell(median(regret)),
        "worst": cell(round(max(regret), 3) if regret else None),
        "above": cell(sum(value > MOST_REGRET for value in regret))}}


def parts_of(name, directory, target, settings):
    """Makes the files of one sweep: what each value does, regret, and for the depth what fired; and its
    line in the file of all sweeps."""
    option, _, usual, _ = SWEEPS[name]
    points, sources = read(directory)
    made = []

    def part(suffix, title, columns):
        return Part(target, f"cut-offs-{name}{suffix}",
                    {"title": title, "source": f"deforest sweep --{option}", "notes": [],
                     "columns": columns}, {**settings, "rounds": 0})

    sweeps = Part(target, "cut-offs", {
        "title": "The sweeps", "source": "deforest sweep", "notes": [], "columns": SWEEP_COLUMNS},
        {**settings, "rounds": 0})
    sweeps.kept = {row["name"]: row for row in sweeps.earlier if row["name"] in
                   {f"--{each[0]}" for each in SWEEPS.values()}}
    sweeps.kept.pop(f"--{option}", None)
    sweeps.row(f"--{option}", lambda: sweep_row(points, usual, settings["deforest"]))
    made.append(sweeps.finish())
    values = part("", f"--{option}: sizes and costs over those of the source", VALUE_COLUMNS)
    values.kept = {}
    by_value(values, points, sources, usual)
    made.append(values.finish())
    regret = part("-regret", f"Regret of --{option} {usual}", REGRET_COLUMNS)
    regret.kept = {}
    regret_rows(regret, regrets(points, usual))
    made.append(regret.finish())
    if name == "depth":
        fired = part("-fired", "Limits that stopped something", FIRED_COLUMNS)
        fired.kept = {}
        fired_rows(fired, points, usual)
        made.append(fired.finish())
    return made
