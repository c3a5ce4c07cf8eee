"""The parts of an evaluation: which rows and columns each has, and how a row is made.

A part is a function that is given a `Setup` and adds its rows; `PARTS` has them by name. What depends
on the machine is only measured if rounds were asked for; counts are the same everywhere."""

import dataclasses
import os
import pathlib
import statistics
import tempfile

import haskell_compare
import natural
import nofib
from evaluation import native, published
from evaluation.counting import Counter, cost, ratio, token_ratio
from evaluation.store import ROOT, Part, cell, column

# What the papers count is what fusion can reach: here code costs nothing.
EVERYTHING = ("--price", "0")
LITERATURE = ("Where a paper has figures, code costs nothing here (--price 0): it counts what fusion can "
              "reach. All other settings are the usual ones.")
STRICT = "Counts are those of strict evaluation, by the interpreter, without building the input."


@dataclasses.dataclass
class Setup:
    deforest: pathlib.Path
    directory: pathlib.Path
    settings: dict       # What every file says of the machine and the compilers.
    quick: bool
    rounds: int          # 0: nothing is timed.
    only: tuple
    nofib: pathlib.Path | None
    progress: object
    count: object = None  # Instead of making rows: their number.

    def part(self, name, title, source, columns, notes):
        if self.quick and self.rounds:
            notes = [*notes, "Only every third program is timed, on a small input."]
        header = {"title": title, "source": source, "notes": notes, "columns": columns}
        return Part(self.directory, name, header, self.settings)

    def wanted(self, names):
        return [name for name in names
                if not self.only or any(word in name for word in self.only)]

    def times(self, names, name):
        """Whether a row is timed: with --quick every third is, since building takes the time."""
        return self.rounds > 0 and (not self.quick or list(names).index(name) % 3 == 0)

    def make(self, part, name, make):
        self.progress.step(f"{part.data['part']}: {name}")
        part.row(name, make)

    def work(self):
        return tempfile.TemporaryDirectory(prefix="deforest-evaluation-")


# ------------------------------------------------------------------------------------- the thesis

# Program and input: the size that is counted; the size and repetitions that are timed, and those of --quick.
THESIS = {
    "append_append input": (30, (200_000, 8), (20_000, 4)),
    "sum_square input": (40, (500_000, 12), (50_000, 4)),
    "shift_sum input": (40, (300_000, 8), (30_000, 4)),
    "mul2pd_list input": (40, (1500, 4), (300, 4)),
    "mul2pd_tree input": (8, (15, 8), (11, 4)),
    "seteven_sumup input": (8, (17, 10), (13, 4)),
    "sum_flatten_tree input": (8, (17, 8), (13, 4)),
    "flip_flip input": (8, (17, 10), (13, 4)),
    "fliprec_fliprec input": (8, (13, 8), (10, 4)),
    "sum_flatten_matrix input": (8, (700, 10), (200, 4)),
    "piecewise1 input": (8, (15, 6), (11, 4)),
    "piecewise2 input": (8, (15, 8), (11, 4)),
    "piecewise3 input": (8, (14, 6), (10, 4)),
    "five_traversals input": (8, (15, 8), (11, 4)),
    "render_tree_4 inputFlat": (20, (3000, 6), (300, 4)),
    "render_tree_4 inputNested": (8, (10, 6), (7, 4)),
    "render_tree_5 inputFlat": (20, (3000, 6), (300, 4)),
    "render_tree_5 inputNested": (8, (10, 6), (7, 4)),
}
# Fusion without the guard makes the running example quadratic, as in Table 4.3.
SLOW_WHEN_NAIVE = {"shift_sum input": ((3000, 40), (1000, 10))}


def program_of(row):
    return f"corpus/thesis/{row.split()[0]}.hs.ir"


def call_of(row):
    name, entry = row.split()
    argument = f"({entry} {THESIS[row][0]})"
    return "program " + " ".join([argument] * (3 if name == "append_append" else 1))


def timed_haskell(setup, row, options, sizes, modes=("lazy", "strict")):
    """By mode what `haskell_compare` has: CPU seconds under GHC, unfused and fused in turn."""
    name, entry = row.split()
    size, repetitions = sizes[1 if setup.quick else 0]
    with setup.work() as work:
        return haskell_compare.compare(f"thesis/{name}", entry, size, repetitions, modes,
                                       setup.rounds, work, str(setup.deforest), list(options))


def speed(measured, mode, unfused, fused):
    """A speed-up, ours beside the thesis's."""
    theirs = round(unfused / fused, 2)
    if measured is None:
        return cell(None, theirs, "published")
    found = measured[mode]
    return cell(round(found["ratio"], 3), theirs, "published", round(found["least"], 3),
                round(found["most"], 3))


def counted_cells(counter, row):
    before, after = counter.pair(program_of(row), call_of(row), EVERYTHING)
    return {"visits": cell(ratio(after["cases"], before["cases"])),
            "allocations": cell(ratio(after["allocations"], before["allocations"])),
            "tokens": cell(token_ratio(ROOT / program_of(row),
                                       counter.transformed(program_of(row), EVERYTHING, "hs")[0]))}


COUNTED = [column("visits", "matches"), column("allocations", "allocations"),
           column("tokens", "tokens")]
SPEEDS = [column("lazy", "lazy speed-up", timed=True, better="more"),
          column("strict", "strict speed-up", timed=True, better="more")]
SIZES = ("The thesis does not say how large its inputs are; ours are in bench/evaluation/parts.py. "
         "Ratios are compared, never seconds.")
MATCHES = ("Matches, allocations and tokens are those of the result over those of the source: matches are "
           "choices of an alternative, wherever they stand.")


def table_4_1(setup):
    columns = [column("natural", "ends by itself", "text", better=""), *COUNTED, *SPEEDS]
    part = setup.part("table-4.1", "Programs of the literature", "Sakka 2020, Table 4.1", columns,
                      [SIZES, MATCHES, LITERATURE, STRICT])
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for name in setup.wanted(published.TABLE_4_1):
            natural_there, lazy, strict = published.TABLE_4_1[name]
            row = f"{name} input"

            def make(name=name, row=row, natural_there=natural_there, lazy=lazy, strict=strict):
                ended = counter.transformed(program_of(row), EVERYTHING)[1]["termination"]
                timed = None
                if setup.times(published.TABLE_4_1, name):
                    timed = timed_haskell(setup, row, EVERYTHING, THESIS[row][1:])
                words = {True: "yes", False: "no"}
                limits = sorted({cut["limit"] for cut in ended["cut_offs"]})
                return {"program": program_of(row), "input": call_of(row), "note": " ".join(limits),
                        "cells": {"natural": cell(words[ended["natural"]], words[natural_there],
                                                  "published"),
                                  **counted_cells(counter, row),
                                  "lazy": speed(timed, "lazy", *lazy),
                                  "strict": speed(timed, "strict", *strict)}}

            setup.make(part, name, make)
    return part.finish()


def table_4_2(setup):
    columns = [*COUNTED, *SPEEDS,
               column("lazy_allocated", "lazy bytes allocated", timed=True),
               column("strict_allocated", "strict bytes allocated", timed=True)]
    part = setup.part("table-4.2", "Larger programs", "Sakka 2020, Table 4.2", columns, [
        SIZES, "Inputs 1 and 2 of the render trees are not described; flat documents and nested ones "
        "are taken, which behave differently. The passes are ours: the thesis names what they compute.",
        MATCHES, LITERATURE, STRICT])
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for row in setup.wanted(published.TABLE_4_2):
            figures = published.TABLE_4_2[row]

            def make(row=row, figures=figures):
                timed = None
                if setup.times(published.TABLE_4_2, row):
                    timed = timed_haskell(setup, row, EVERYTHING, THESIS[row][1:])
                cells = counted_cells(counter, row)
                for mode, seconds, bytes_ in (("lazy", figures[0], figures[1]),
                                              ("strict", figures[2], figures[3])):
                    cells[mode] = speed(timed, mode, *seconds)
                    own = round(timed[mode]["allocation_ratio"], 3) if timed else None
                    cells[f"{mode}_allocated"] = cell(own, round(bytes_[1] / bytes_[0], 2), "published")
                return {"program": program_of(row), "input": call_of(row), "note": "", "cells": cells}

            setup.make(part, row, make)
    return part.finish()


STAGES = ("fusion", "tupling", "redundancy")


def table_4_3(setup):
    columns = [column(f"{stage}_matches", f"{stage}: matches") for stage in STAGES]
    columns += [column(f"{stage}_{mode}", f"{stage}: {mode} time", timed=True)
                for stage in STAGES for mode in ("lazy", "strict")]
    part = setup.part("table-4.3", "What each stage brings", "Sakka 2020, Table 4.3", columns, [
        "Over unfused: below one is better. The stage fusion is the naive one, in which every consumer "
        "gets a producer of its own, as in the thesis; without tupling it may repeat work.",
        "In the thesis, Table 4.3 and Table 4.2 differ for four render passes on input 2, strict: 3.24 "
        "and 2.24 s unfused, 0.46 and 1.23 s fused.", SIZES, LITERATURE, STRICT])
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for row in setup.wanted(published.TABLE_4_3):
            theirs = dict(zip(("lazy", "strict"), published.TABLE_4_3[row]))

            def make(row=row, theirs=theirs):
                cells = {}
                for at, stage in enumerate(STAGES, 1):
                    options = (*EVERYTHING, "--stop-after", stage)
                    before, after = counter.pair(program_of(row), call_of(row), options)
                    cells[f"{stage}_matches"] = cell(ratio(after["cases"], before["cases"]))
                    sizes = SLOW_WHEN_NAIVE.get(row, THESIS[row][1:])
                    timed = None
                    if setup.times(published.TABLE_4_3, row):
                        timed = timed_haskell(setup, row, options, sizes)
                    for mode, seconds in theirs.items():
                        made = cell(None, round(seconds[at] / seconds[0], 3), "published")
                        if timed:
                            found = timed[mode]
                            made.update(own=round(1 / found["ratio"], 3),
                                        least=round(1 / found["most"], 3),
                                        most=round(1 / found["least"], 3))
                        cells[f"{stage}_{mode}"] = made
                return {"program": program_of(row), "input": call_of(row), "note": "", "cells": cells}

            setup.make(part, row, make)
    return part.finish()


# --------------------------------------------------------------------------- TreeFuser and Grafter

# Program, input, the size that is counted, the sizes that are timed, usual and quick.
TREEFUSER = {
    "running example, full": ("treefuser/running_example", "input", 12, 20, 14),
    "binary render tree": ("treefuser/binary_render", "input", 19, 19, 14),
    "six AST passes, mixed": ("treefuser/six_ast_passes", "input", 9, 2000, 200),
    "six AST passes, straight": ("treefuser/six_ast_passes", "inputStraight", 10, 2000, 200),
    "six AST passes, nested": ("treefuser/six_ast_passes", "inputNested", 15, 200, 20),
    "fast multipole, TreeFuser": ("treefuser/fmm", "input", 5, 9, 6),
}
GRAFTER = {
    "render tree, Doc1": ("grafter/render_tree", "inputPages", 1000, 30_000, 1000),
    "render tree, Doc2": ("grafter/render_tree", "inputDense", 9, 20, 9),
    "render tree, Doc3": ("grafter/render_tree", "inputVaried", 9, 60, 9),
    "render tree, nested": ("grafter/render_tree", "inputNested", 320, 10_000, 320),
    "AST passes, Prog1": ("grafter/ast_passes", "inputSmall", 10, 3000, 100),
    "AST passes, Prog2": ("grafter/ast_passes", "inputLarge", 200, 5000, 200),
    "AST passes, Prog3": ("grafter/ast_passes", "inputLong", 2, 100, 4),
    "kd equation 1": ("grafter/kd_equation1", "input", 10, 18, 10),
    "kd equation 2": ("grafter/kd_equation2", "input", 10, 18, 10),
    "kd equation 3": ("grafter/kd_equation3", "input", 10, 18, 10),
    "fast multipole, Grafter": ("treefuser/fmm", "input", 5, 9, 6),
}


def derived_visits(name, size):
    """What follows from a published schedule where no table has the figure."""
    if name == "running example, full":
        return round((2**(size + 1) - 2 - size) / (2 * (2**size - 1)), 4)
    if name == "render tree, nested":
        return round((8 * size + 11) / (20 * size + 35), 4)
    return None


TRAVERSAL_COLUMNS = [
    column("before", "visits", "count", better=""), column("after", "fused", "count"),
    column("visits", "of unfused"), column("allocations", "allocations"),
    column("time", "native time", timed=True), column("parallel", "two threads", timed=True),
    column("peer", "their program here", timed=True)]


def traversals(setup, part, rows):
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for name in setup.wanted(rows):
            program, entry, size, *timed_sizes = rows[name]
            program = f"corpus/{program}.hs.ir"

            def make(name=name, program=program, entry=entry, size=size, timed_sizes=timed_sizes):
                call = f"program ({entry} {size})"
                before, after = counter.pair(program, call, EVERYTHING)
                visits, seconds, measured, where = published.TRAVERSALS[name]
                derived = derived_visits(name, size)
                share = ratio(after["visits"], before["visits"])
                cells = {"before": cell(before["visits"]), "after": cell(after["visits"]),
                         "visits": cell(share, round(visits, 4), "published") if visits else
                         cell(share, derived, "derived"),
                         "allocations": cell(ratio(after["allocations"], before["allocations"])),
                         "time": cell(None, seconds and round(seconds, 2), "published"),
                         "parallel": cell(), "peer": cell(None, measured, "measured")}
                if setup.times(rows, name) and native.available():
                    with setup.work() as place:
                        found = native.compare(setup.deforest, program, entry,
                                               timed_sizes[1 if setup.quick else 0], EVERYTHING,
                                               setup.rounds, pathlib.Path(place))
                    for key, variant in (("time", "fused"), ("parallel", "parallel")):
                        middle, least, most = (round(value, 3) for value in found[variant])
                        cells[key].update(own=middle, least=least, most=most)
                return {"program": program, "input": call, "note": where, "cells": cells}

            setup.make(part, name, make)
    return part.finish()


VISITS = ("A visit is a call of a recursive function that takes a node apart. Theirs are of a mutable tree, "
          "with empty methods free; ours count the loops over what a node holds, too.")
INPUTS = ("Random inputs are drawn by a generator of ours: only their kind is as published, and the "
          "sizes that are timed are ours.")


def treefuser(setup):
    return traversals(setup, setup.part(
        "treefuser", "TreeFuser", "Sakka 2020, chapter 2", TRAVERSAL_COLUMNS, [
            VISITS, "The four passes of the binary render tree and the six of the compiler are not listed in "
            "the thesis: they are reconstructed from its counts. The published count of the render tree, "
            "1,835,004 visits of which 1,048,555 are left, is of a tree of 2^19 - 1 nodes, as ours.",
            "The bars of its figures are not in the text: only figures that are quoted are compared.",
            INPUTS, LITERATURE, STRICT]), TREEFUSER)


def grafter(setup):
    return traversals(setup, setup.part(
        "grafter", "Grafter", "Sakka et al., PLDI 2019; Sakka 2020, chapter 3", TRAVERSAL_COLUMNS, [
            VISITS, INPUTS, "The kd equations begin with polynomials that differ from leaf to leaf, on "
            "[-4, 4]: with the published function 0 on [-10^5, 10^5] they overflow.",
            "Their programs, measured here: Grafter's fused over its unfused C++ on one machine of two "
            "processors, clang -O3; the size is in the note of the row.", LITERATURE, STRICT]), GRAFTER)


# ------------------------------------------------------------------------------- natural programs

def natural_programs(setup):
    columns = [column("tokens", "tokens"), column("cost", "cost"), column("visits", "visits"),
               column("allocations", "allocations"), column("held", "cells held"),
               column("time", "GHC time", timed=True), column("memory", "GHC memory", timed=True)]
    part = setup.part("natural", "Natural programs", "corpus/natural", columns, [
        "Programs that nobody wrote for this compiler, at its usual settings; what is counted is the Haskell "
        "that comes out. All figures are those of the result over those of the source; cost is matches, calls "
        "and allocations together.", "Counts are of the smaller of two sizes, times of the larger.", STRICT])
    lines = [line.split("\t") for line in
             (natural.NATURAL / "expected.tsv").read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#")]
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for name, small, _, large, value in lines:
            if name not in setup.wanted([name]):
                continue

            def make(name=name, small=small, large=large, value=value):
                source = ROOT / f"corpus/natural/{name}.hs.ir"
                made = counter.transformed(f"corpus/natural/{name}.hs.ir", (), "hs")[0]
                before, after = (counter.count(path, f"program {small}") for path in (source, made))
                cells = {"tokens": cell(token_ratio(source, made)),
                         "cost": cell(ratio(cost(after), cost(before)))}
                for key in ("visits", "allocations", "held"):
                    cells[key] = cell(ratio(after[key], before[key]))
                cells.update(time=cell(), memory=cell())
                if setup.times([each[0] for each in lines], name):
                    with setup.work() as place:
                        line = "\t".join((name, small, "", large, value))
                        program = natural.Program(line, setup.deforest, pathlib.Path(place))
                        programs = (program.ghc(source, "before"), program.ghc(made, "after"))
                        time, memory, least, most = natural.pairs(*programs, large, value, setup.rounds)
                    cells["time"] = cell(round(time, 3), least=round(least, 3), most=round(most, 3))
                    cells["memory"] = cell(round(memory, 3))
                return {"program": f"corpus/natural/{name}.hs.ir", "input": f"program {small}",
                        "note": "", "cells": cells}

            setup.make(part, name, make)
    return part.finish()


# ------------------------------------------------------------------------------------------ nofib

def nofib_programs(setup):
    columns = [column("output", "output", "text", better=""), column("size", "executable"),
               column("time", "GHC time", timed=True)]
    part = setup.part("nofib", "nofib", "https://github.com/ghc/nofib", columns, [
        "GHC's benchmark programs, as they are, with and without the preprocessor. Only those that this GHC "
        "builds are there."])
    if setup.nofib is None:
        return None
    root = setup.nofib.resolve()
    for name, main in nofib.programs(root, ()):
        if name not in setup.wanted([name]):
            continue
        setup.make(part, name, lambda main=main: nofib_row(setup, main))
    part.data["rows"] = [row for row in part.data["rows"] if row["cells"]]
    return part.finish()


def nofib_row(setup, main):
    with setup.work() as directory:
        work = pathlib.Path(directory)
        for place in ("bin", "plain", "dropped"):
            (work / place).mkdir()
        (work / "bin" / "deforest").symlink_to(setup.deforest)
        environment = {**os.environ, "PATH": f"{work / 'bin'}:{os.environ['PATH']}"}
        row = {"program": str(main.parent.name), "input": "", "note": "", "cells": {}}
        plain = nofib.build(main, work / "plain", [], environment)
        if plain is None:
            return row
        dropped = nofib.build(main, work / "dropped", ["-F", "-pgmF", "deforest"], environment)
        if dropped is None:
            return {**row, "cells": {"output": cell("not built"), "size": cell(), "time": cell()}}
        pairs, same = [], True
        for _ in range(max(1, setup.rounds)):
            before, after = nofib.measured(plain, main), nofib.measured(dropped, main)
            same = same and before[:2] == after[:2]
            pairs.append(after[2] / max(before[2], 1e-3))
        time = cell(round(statistics.median(pairs), 3), least=round(min(pairs), 3),
                    most=round(max(pairs), 3)) if setup.rounds else cell()
        return {**row, "cells": {
            "output": cell("same" if same else "DIFFERENT"),
            "size": cell(round(dropped.stat().st_size / plain.stat().st_size, 3)), "time": time}}


# By name: the function, and how many rows there are, for the time that is left.
PARTS = {
    "table-4.1": (table_4_1, lambda setup: len(setup.wanted(published.TABLE_4_1))),
    "table-4.2": (table_4_2, lambda setup: len(setup.wanted(published.TABLE_4_2))),
    "table-4.3": (table_4_3, lambda setup: len(setup.wanted(published.TABLE_4_3))),
    "treefuser": (treefuser, lambda setup: len(setup.wanted(TREEFUSER))),
    "grafter": (grafter, lambda setup: len(setup.wanted(GRAFTER))),
    "natural": (natural_programs, lambda setup: len(setup.wanted(
        path.name.split(".")[0] for path in natural.NATURAL.glob("*.hs.ir")))),
    "nofib": (nofib_programs, lambda setup: len(list(
        nofib.programs(setup.nofib.resolve(), ()))) if setup.nofib else 0),
}
