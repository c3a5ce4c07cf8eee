"""The published tables, and the figures of other systems, with ours beside them.

usage: scripts/evaluate [PART...] [OPTIONS]

PART is table-4.1, table-4.2, table-4.3 (general deforestation), treefuser, grafter, natural, scaling,
two-threads, nofib (with --nofib) or cut-offs; without one all but the last three are made. What was
interrupted goes on where it was; files of the same compiler and settings are not made again.
docs/STUDIES.md says what the files hold.
"""

import argparse
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from evaluation import cutoffs, store
from evaluation.progress import Progress
from evaluation.show import markdown, number, replaced, terminal
from evaluation.store import ROOT

RESULTS = ROOT / "bench" / "results"
USUAL = ("table-4.1", "table-4.2", "table-4.3", "treefuser", "grafter", "natural", "scaling")
NAMES = (*USUAL, "two-threads", "nofib", "cut-offs")
ROUNDS = {False: 5, True: 3}


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/evaluate", description=__doc__, usage=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="what is made; " + ", ".join(NAMES))
    parser.add_argument("-o", "--output", type=pathlib.Path, default=RESULTS, metavar="DIR",
                        help="where the files go (default: bench/results)")
    parser.add_argument("--quick", action="store_true", help="small inputs, fewer runs, every third program timed")
    parser.add_argument("--counts", action="store_true",
                        help="only what does not depend on the machine: nothing is timed")
    parser.add_argument("--rounds", type=int, help="runs of each, in turn (default 5; 3 with --quick)")
    parser.add_argument("--only", default="", metavar="NAME,...", help="rows with this in their names")
    parser.add_argument("--nofib", type=pathlib.Path, metavar="DIR",
                        help="a checkout of https://github.com/ghc/nofib")
    parser.add_argument("--builds", type=pathlib.Path, metavar="DIR",
                        help="where executables are kept (default: build-evaluation)")
    parser.add_argument("--sweep", choices=tuple(cutoffs.SWEEPS), action="append",
                        help="of the cut-offs, these (default: all)")
    parser.add_argument("--sweeps", type=pathlib.Path, metavar="DIR",
                        help="where sweeps are, or go (default: build-sweeps/BUILD)")
    parser.add_argument("--summarise", action="store_true",
                        help="of the cut-offs: run nothing, take the points that are there")
    parser.add_argument("--render", action="store_true",
                        help="run nothing: make the tables of the documents from the files")
    parser.add_argument("--check", action="store_true",
                        help="with --render: write nothing, fail if a document is not of the files")
    parser.add_argument("--deforest", type=pathlib.Path, help="the compiler (default: this checkout's)")
    options = parser.parse_args()
    for name in options.parts:
        if name not in NAMES:
            parser.error(f"there is no part '{name}'; there are {', '.join(NAMES)}")
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes a number above 0")
    if "nofib" in options.parts and options.nofib is None:
        parser.error("nofib needs a checkout: --nofib DIR")
    return options


def evaluate(options, names, settings):
    # Only here: what times needs the other benchmarks.
    from evaluation.builds import Builds
    from evaluation.all_parts import PARTS
    from evaluation.parts import Setup
    setup = Setup(options.deforest.resolve(), options.output, settings, options.quick,
                  settings["rounds"], tuple(word for word in options.only.split(",") if word),
                  options.nofib, Builds(options.builds or ROOT / "build-evaluation"), None)
    setup.progress = Progress(sum(PARTS[name][1](setup) for name in names))
    for name in names:
        data = PARTS[name][0](setup)
        setup.progress.end()
        if data is not None:
            print(terminal(data), flush=True)


def cut_offs(options, settings):
    # What another build began cannot be gone on with.
    directory = options.sweeps or ROOT / "build-sweeps" / settings["deforest"]["build"]
    for name in options.sweep or cutoffs.SWEEPS:
        if not options.summarise:
            cutoffs.sweep(options.deforest.resolve(), name, options.quick, directory, True)
        for data in cutoffs.parts_of(name, directory / name, options.output, settings):
            print(terminal(data), flush=True)


def section(data):
    """A part in docs/RESULTS.md."""
    changed = ", changed" if data["deforest"]["changed"] else ""
    where = f"Made by deforest {data['deforest']['version']} ({data['deforest']['commit']}{changed})"
    timed = f", {data['rounds']} runs of each in turn" if data["rounds"] else "; nothing was timed"
    notes = "".join(f"- {note}\n" for note in data["notes"])
    remarks = [f"{row['name']}: {row['note']}" for row in data["rows"] if row["note"]]
    if remarks:
        notes += "- Rows. " + "; ".join(remarks) + ".\n"
    quick = ", on small inputs" if data["quick"] else ""
    machine = ""
    if data["rounds"]:
        machine = (f" on {data['machine']['processor']} ({data['machine']['processors']} processors, load "
                   f"{data['machine']['load']} when it began), GHC {data['compilers']['ghc']}, "
                   f"{data['compilers']['cxx']}")
    return (f"## {data['title']}\n\n{data['source']}. {where}{quick}{timed}{machine}.\n\n"
            f"{markdown(data)}\n{notes}\n")


INTRODUCTION = """\
# Results

The figures of the papers with ours beside them, made by `scripts/evaluate --render` from the files in
`bench/results/`, which `scripts/evaluate` writes; edit neither. [STUDIES.md](STUDIES.md) says what the files
hold, [CUTOFFS.md](CUTOFFS.md) what the settings do, [PEERS.md](PEERS.md) how other systems compare.

Figures without a unit are ratios of the transformed program to the program as it was written: below one is
better. Speed-ups are times of the latter over those of the former: above one is better. A cell is our figure; in
brackets the least and the most of the rounds, where it was timed; in parentheses the figure of the source: as
published, measured with the peer's own program (\\*), or derived from what was published (\\~). A dash is a time
that is still to be measured. Counts are the same on every machine.

"""


def summary(parts):
    """The table of the README: the median of what is counted, and how often it is as published."""
    lines = ["| | programs and inputs | of unfused, median | at most what was published |",
             "|---|---:|---:|---:|"]
    for name, key in (("table-4.1", "visits"), ("table-4.2", "visits"), ("treefuser", "visits"),
                      ("grafter", "visits"), ("natural", "cost")):
        if name not in parts:
            continue
        data = parts[name]
        cells = [row["cells"][key] for row in data["rows"]]
        middle = statistics.median(cell["own"] for cell in cells)
        # To the digits that were published.
        below = [round(cell["own"], 2) <= round(cell["published"], 2) for cell in cells
                 if cell["from"] == "published"]
        compared = f"{sum(below)} of {len(below)}" if below else ""
        lines.append(f"| {data['title']} ({data['source']}) | {len(cells)} | {middle:.2f} | {compared} |")
    return "\n".join(lines) + "\n"


def beside_grafter(data):
    """The table of docs/PEERS.md: what Grafter's own programs do, and ours on the same ones."""
    lines = ["| program | visits | time, here | time, published | ours: visits |", "|---|---:|---:|---:|---:|"]
    for row in data["rows"]:
        cells = row["cells"]
        if cells["visits"]["from"] == "published":
            figures = (cells["visits"]["published"], cells["peer"]["published"],
                       cells["time"]["published"], cells["visits"]["own"])
            lines.append(f"| {row['name']} | " + " | ".join(number(each, "ratio") for each in figures) + " |")
    return "\n".join(lines) + "\n"


def render(directory, check):
    """Writes the documents, or looks whether they are as they would be written."""
    parts = {}
    for path in sorted(directory.glob("*.json")):
        data = store.read(path)
        if data is not None:
            parts[data["part"]] = data
    text = INTRODUCTION + "".join(section(parts[name]) for name in NAMES if name in parts)
    documents = {ROOT / "docs" / "RESULTS.md": text.rstrip("\n") + "\n"}
    readme = ROOT / "README.md"
    documents[readme] = replaced(readme.read_text(encoding="utf-8"), "results", summary(parts))
    study = ROOT / "docs" / "CUTOFFS.md"
    content = study.read_text(encoding="utf-8")
    for name, data in parts.items():
        if name.startswith("cut-offs"):
            content = replaced(content, name, markdown(data))
    documents[study] = content
    if "grafter" in parts:
        peers = ROOT / "docs" / "PEERS.md"
        documents[peers] = replaced(peers.read_text(encoding="utf-8"), "peers-grafter",
                                    beside_grafter(parts["grafter"]))
    other = [path for path, content in documents.items()
             if not path.exists() or path.read_text(encoding="utf-8") != content]
    for path in other:
        if check:
            print(f"{path.relative_to(ROOT)} is not what scripts/evaluate --render makes")
        else:
            path.write_text(documents[path], encoding="utf-8")
            print(f"{path.relative_to(ROOT)} is made anew")
    return 1 if check and other else 0


def main():
    options = arguments()
    if options.render:
        sys.exit(render(options.output, options.check))
    if options.deforest is None:
        options.deforest = ROOT / "build" / "src" / "driver" / "deforest"
    if not options.deforest.exists():
        sys.exit(f"there is no compiler at {options.deforest}")
    rounds = 0 if options.counts else options.rounds or ROUNDS[options.quick]
    settings = {"quick": options.quick, "rounds": rounds, "machine": store.machine(),
                "compilers": store.compilers(), "deforest": store.of_deforest(options.deforest)}
    names = options.parts or list(USUAL) + (["nofib"] if options.nofib else [])
    evaluate(options, [name for name in names if name != "cut-offs"], settings)
    if "cut-offs" in names:
        cut_offs(options, settings)


if __name__ == "__main__":
    main()
