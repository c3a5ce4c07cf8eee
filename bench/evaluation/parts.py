"""The parts of an evaluation: which rows and columns each has, and how a row is made.

A part is a function that is given a `Setup` and makes its rows; all_parts.py has them by name. What depends
on the machine is only measured if rounds were asked for; counts are the same everywhere. A row is
prepared, beside others: programs are transformed, counted and built. Then it is finished, which is
where it is timed, and where nothing else runs."""

import concurrent.futures
import dataclasses
import functools
import os
import pathlib
import statistics
import tempfile
import typing

import haskell_compare
import natural
import nofib
from evaluation import native, published
from evaluation.counting import Broken, Counter, cost, ratio, token_ratio
from evaluation.store import ROOT, Part, cell, column

# What the papers count is what fusion can reach: here code costs nothing.
EVERYTHING = ("--price", "0")
LITERATURE = ("Where a paper has figures, code costs nothing here (--price 0): it counts what fusion can "
              "reach. All other settings are the usual ones.")
STRICT = "Counts are those of strict evaluation, by the interpreter, without building the input."


@dataclasses.dataclass
class Row:
    name: str
    prepare: typing.Callable[[], object]
    finish: typing.Callable[[object], dict]  # Of what was prepared, all of the row but its name.


@dataclasses.dataclass
class Setup:
    deforest: pathlib.Path
    directory: pathlib.Path
    settings: dict       # What every file says of the machine and the compilers.
    quick: bool
    rounds: int          # 0: nothing is timed.
    only: tuple
    nofib: pathlib.Path | None
    builds: object       # Executables that are there already.
    progress: object

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

    def make(self, part, rows):
        """Makes those rows that are not there yet, and writes each as soon as it is made."""
        part_name = part.data["part"]
        left = [row for row in rows if row.name not in part.kept]
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        try:
            prepared = {row.name: pool.submit(row.prepare) for row in left}
            if self.rounds:
                for done, _ in enumerate(concurrent.futures.as_completed(prepared.values()), 1):
                    self.progress.note(f"{part_name}: {done} of {len(left)} rows are ready to be timed")
            for row in rows:
                self.progress.step(f"{part_name}: {row.name}")
                part.row(row.name, lambda row=row: row.finish(prepared[row.name].result()))
        finally:
            pool.shutdown(cancel_futures=True)

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


def haskell_executables(setup, row, options):
    """By mode, unfused and fused."""
    name, entry = row.split()

    def executable(texts):
        return setup.builds.get(["ghc", texts], lambda place: haskell_compare.build(place, texts))

    return haskell_compare.prepared(f"thesis/{name}", entry, ("lazy", "strict"),
                                    str(setup.deforest), list(options), executable)


def timed_haskell(setup, row, executables, sizes):
    """By mode what `haskell_compare` has: CPU seconds under GHC, unfused and fused in turn."""
    size, repetitions = sizes[1 if setup.quick else 0]
    return haskell_compare.compare(row, executables, size, repetitions, setup.rounds)


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
SIZES = ("Of its inputs the thesis gives two sizes: flipRec has a tree of depth 13, as here, and the piecewise "
         "functions trees of depth 22, where ours are of 14 or 15, several times. All sizes of ours are in "
         "bench/evaluation/parts.py. Ratios are compared, never seconds.")
MATCHES = ("Matches, allocations and tokens are those of the result over those of the source: matches are "
           "choices of an alternative, wherever they stand.")


def table_4_1(setup):
    columns = [column("natural", "ends by itself", "text", better=""), *COUNTED, *SPEEDS]
    part = setup.part("table-4.1", "Programs of the literature", "Sakka 2020, Table 4.1", columns, [
        "The thesis prints shift_sum and mul2pd_list (section 4.2). Of the others it gives the names, as here, and "
        "where they differ their idea (mul2pd_tree, flipRec): they are written from that. Its append (append ls) "
        "does not say what is appended; append_append appends three lists.",
        SIZES, MATCHES, LITERATURE, STRICT])
    def prepare(name, counter):
        row = f"{name} input"
        times = setup.times(published.TABLE_4_1, name)
        return {"termination": counter.transformed(program_of(row), EVERYTHING)[1]["termination"],
                "cells": counted_cells(counter, row),
                "executables": haskell_executables(setup, row, EVERYTHING) if times else None}

    def finish(name, prepared):
        row = f"{name} input"
        natural_there, lazy, strict = published.TABLE_4_1[name]
        ended = prepared["termination"]
        timed = prepared["executables"] and timed_haskell(setup, row, prepared["executables"],
                                                          THESIS[row][1:])
        words = {True: "yes", False: "no"}
        limits = sorted({cut["limit"] for cut in ended["cut_offs"]})
        note = f"stopped by {' and '.join(limits)}" if limits else ""
        return {"program": program_of(row), "input": call_of(row), "note": note,
                "cells": {"natural": cell(words[ended["natural"]], words[natural_there], "published"),
                          **prepared["cells"], "lazy": speed(timed, "lazy", *lazy),
                          "strict": speed(timed, "strict", *strict)}}

    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        setup.make(part, [Row(name, functools.partial(prepare, name, counter),
                              functools.partial(finish, name))
                          for name in setup.wanted(published.TABLE_4_1)])
    return part.finish()


def table_4_2(setup):
    columns = [*COUNTED, *SPEEDS,
               column("lazy_allocated", "lazy bytes allocated", timed=True),
               column("strict_allocated", "strict bytes allocated", timed=True)]
    part = setup.part("table-4.2", "Larger programs", "Sakka 2020, Table 4.2", columns, [
        "No program of this table is printed in the thesis. The passes are ours: of the render tree the thesis "
        "says what each computes, of the piecewise functions the equations, of the five traversals of a binary "
        "tree nothing. Inputs 1 and 2 of the render trees are not described; flat documents and nested ones are "
        "taken, which behave differently.", SIZES,
        MATCHES, LITERATURE, STRICT])
    def prepare(row, counter):
        times = setup.times(published.TABLE_4_2, row)
        return (counted_cells(counter, row),
                haskell_executables(setup, row, EVERYTHING) if times else None)

    def finish(row, prepared):
        cells, executables = prepared
        timed = executables and timed_haskell(setup, row, executables, THESIS[row][1:])
        figures = published.TABLE_4_2[row]
        for mode, seconds, bytes_ in (("lazy", figures[0], figures[1]),
                                      ("strict", figures[2], figures[3])):
            cells[mode] = speed(timed, mode, *seconds)
            own = round(timed[mode]["allocation_ratio"], 3) if timed else None
            cells[f"{mode}_allocated"] = cell(own, round(bytes_[1] / bytes_[0], 2), "published")
        return {"program": program_of(row), "input": call_of(row), "note": "", "cells": cells}

    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        setup.make(part, [Row(row, functools.partial(prepare, row, counter),
                              functools.partial(finish, row))
                          for row in setup.wanted(published.TABLE_4_2)])
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
    def prepare(row, counter):
        stages = {}
        for stage in STAGES:
            options = (*EVERYTHING, "--stop-after", stage)
            before, after = counter.pair(program_of(row), call_of(row), options)
            times = setup.times(published.TABLE_4_3, row)
            stages[stage] = (ratio(after["cases"], before["cases"]),
                             haskell_executables(setup, row, options) if times else None)
        return stages

    def finish(row, stages):
        cells = {}
        theirs = dict(zip(("lazy", "strict"), published.TABLE_4_3[row]))
        sizes = SLOW_WHEN_NAIVE.get(row, THESIS[row][1:])
        for at, (stage, (matches, executables)) in enumerate(stages.items(), 1):
            cells[f"{stage}_matches"] = cell(matches)
            timed = executables and timed_haskell(setup, f"{row}, {stage}", executables, sizes)
            for mode, seconds in theirs.items():
                made = cell(None, round(seconds[at] / seconds[0], 3), "published")
                if timed:
                    found = timed[mode]
                    made.update(own=round(1 / found["ratio"], 3), least=round(1 / found["most"], 3),
                                most=round(1 / found["least"], 3))
                cells[f"{stage}_{mode}"] = made
        return {"program": program_of(row), "input": call_of(row), "note": "", "cells": cells}

    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        setup.make(part, [Row(row, functools.partial(prepare, row, counter),
                              functools.partial(finish, row))
                          for row in setup.wanted(published.TABLE_4_3)])
    return part.finish()


# --------------------------------------------------------------------------- TreeFuser and Grafter

# Program, input, the size that is counted, the sizes that are timed, usual and quick.
TREEFUSER = {
    "running example, full": ("treefuser/running_example", "input", 12, 20, 14),
    "binary render tree": ("treefuser/binary_render", "input", 19, 19, 14),
    "six AST passes, mixed": ("treefuser/six_ast_passes", "input", 9, 24, 14),
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
    def prepare(name, counter):
        program, entry, size, *timed_sizes = rows[name]
        program = f"corpus/{program}.hs.ir"
        executable = None
        if setup.times(rows, name) and native.available():
            executable = native.prepared(setup.builds, setup.deforest, program, entry,
                                         timed_sizes[1 if setup.quick else 0], EVERYTHING)
        call = f"program ({entry} {size})"
        return program, call, counter.pair(program, call, EVERYTHING), executable

    def finish(name, prepared):
        program, call, (before, after), executable = prepared
        visits, seconds, measured, where = published.TRAVERSALS[name]
        derived = derived_visits(name, rows[name][2])
        share = ratio(after["visits"], before["visits"])
        cells = {"before": cell(before["visits"]), "after": cell(after["visits"]),
                 "visits": cell(share, round(visits, 4), "published") if visits else
                 cell(share, derived, "derived"),
                 "allocations": cell(ratio(after["allocations"], before["allocations"])),
                 "time": cell(None, seconds and round(seconds, 2), "published"),
                 "parallel": cell(), "peer": cell(None, measured, "measured")}
        if executable:
            found = native.timed(executable, setup.rounds)
            for key, variant in (("time", "fused"), ("parallel", "parallel")):
                middle, least, most = (round(value, 3) for value in found[variant])
                cells[key].update(own=middle, least=least, most=most)
        return {"program": program, "input": call, "note": where, "cells": cells}

    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        setup.make(part, [Row(name, functools.partial(prepare, name, counter),
                              functools.partial(finish, name)) for name in setup.wanted(rows)])
    return part.finish()


VISITS = ("A visit is a call of a recursive function that takes a node apart. Theirs are of a mutable tree, "
          "with empty methods free; ours count the loops over what a node holds, too.")
NATIVE = ("Native time: the fused C++ program over the unfused one, on one thread. Two threads: the fused one on "
          "two threads over the unfused one on one.")
INPUTS = ("Random inputs are drawn by a generator of ours: only their kind is as published. The sizes that are "
          "counted and timed are ours (bench/evaluation/parts.py).")


def treefuser(setup):
    return traversals(setup, setup.part(
        "treefuser", "TreeFuser", "Sakka 2020, chapter 2", TRAVERSAL_COLUMNS, [
            VISITS, NATIVE,
            "The four passes of the binary render tree and the six of the compiler are not listed in "
            "the thesis: they are reconstructed from its counts. The published count of the render tree, "
            "1,835,004 visits of which 1,048,555 are left, is of a tree of 2^19 - 1 nodes, as ours.",
            "The three programs that the six passes ran on are not described: 0.44 is what is left of the visits "
            "of all three. Ours are a mixed one, one without nesting, and one that is nested deeply.",
            "The bars of its figures are not in the text: only figures that are quoted are compared.",
            INPUTS, LITERATURE, STRICT]), TREEFUSER)


def grafter(setup):
    return traversals(setup, setup.part(
        "grafter", "Grafter", "Sakka et al., PLDI 2019; Sakka 2020, chapter 3", TRAVERSAL_COLUMNS, [
            VISITS, NATIVE, "The papers have the types and say what each pass computes, with few of the bodies: "
            "the passes here are ours. Published sizes: 100,000 pages (Doc1), one page of 4 MB (Doc2), 150 pages "
            "(Doc3); 8, 6 and 31 MB of programs; kd trees of depth 20.", INPUTS, "The kd equations begin with polynomials that differ from leaf to leaf, on "
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
    names = [name for name, *_ in lines]

    def executable(name, path):
        texts = natural.files(name, path.read_text(encoding="utf-8"))
        return setup.builds.get(["natural", texts], lambda place: natural.build(place, texts))

    def prepare(name, small, counter):
        source = ROOT / f"corpus/natural/{name}.hs.ir"
        made = counter.transformed(f"corpus/natural/{name}.hs.ir", (), "hs")[0]
        before, after = (counter.count(path, f"program {small}") for path in (source, made))
        cells = {"tokens": cell(token_ratio(source, made)),
                 "cost": cell(ratio(cost(after), cost(before)))}
        for key in ("visits", "allocations", "held"):
            cells[key] = cell(ratio(after[key], before[key]))
        executables = [executable(name, path) for path in (source, made)] \
            if setup.times(names, name) else None
        return cells, executables

    def finish(name, small, large, value, prepared):
        cells, executables = prepared
        cells.update(time=cell(), memory=cell())
        if executables:
            time, memory, least, most = natural.pairs(*executables, large, value, setup.rounds)
            cells["time"] = cell(round(time, 3), least=round(least, 3), most=round(most, 3))
            cells["memory"] = cell(round(memory, 3))
        return {"program": f"corpus/natural/{name}.hs.ir", "input": f"program {small}", "note": "",
                "cells": cells}

    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        setup.make(part, [Row(name, functools.partial(prepare, name, small, counter),
                              functools.partial(finish, name, small, large, value))
                          for name, small, _, large, value in lines if name in setup.wanted([name])])
    return part.finish()


# ------------------------------------------------------------------------------------------ nofib

def nofib_programs(setup):
    columns = [column("output", "output", "text", better=""), column("size", "executable"),
               column("time", "GHC time", timed=True)]
    part = setup.part("nofib", "nofib", "https://github.com/ghc/nofib", columns, [
        "GHC's benchmark programs, as they are, with and without the preprocessor. What this GHC does not "
        "build as it is has no figures."])
    if setup.nofib is None:
        return None

    def executable(name, main, options, environment):
        contents = {str(path.relative_to(main.parent)): path.read_text(errors="replace")
                    for path in sorted(main.parent.rglob("*")) if path.suffix in nofib.HASKELL}
        compiler = setup.settings["deforest"]["build"] if options else ""

        def build(place):
            built = nofib.build(main, place, options, environment)
            if built is None:
                raise Broken(f"GHC does not build {name}")
            built.rename(place / "main")

        try:
            return setup.builds.get(["nofib", name, contents, options, compiler], build)
        except Broken:
            return None

    def prepare(name, main, environment):
        plain = executable(name, main, [], environment)
        dropped = plain and executable(name, main, ["-F", "-pgmF", "deforest"], environment)
        return plain, dropped

    def finish(main, prepared):
        plain, dropped = prepared
        row = {"program": main.parent.name, "input": "", "note": ""}
        if dropped is None:
            found = "not built without" if plain is None else "NOT BUILT"
            return {**row, "cells": {"output": cell(found), "size": cell(), "time": cell()}}
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

    with setup.work() as directory:
        found = pathlib.Path(directory) / "deforest"
        found.symlink_to(setup.deforest)
        environment = {**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"}
        setup.make(part, [Row(name, functools.partial(prepare, name, main, environment),
                              functools.partial(finish, main))
                          for name, main in nofib.programs(setup.nofib.resolve(), ())
                          if name in setup.wanted([name])])
    return part.finish()
