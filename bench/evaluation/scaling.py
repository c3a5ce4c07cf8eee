"""How what is counted grows with the input: the same program on inputs of several sizes."""

import functools

from evaluation.counting import Counter, cost, ratio
from evaluation.parts import EVERYTHING, LITERATURE, STRICT, Row
from evaluation.store import cell, column

# Program, function that makes the input, how many arguments are inputs, and sizes.
ROWS = [
    ("thesis/shift_sum", "input", 1, (10, 30, 100, 300, 1000)),
    ("thesis/append_append", "input", 3, (10, 30, 100, 300, 1000)),
    ("thesis/fliprec_fliprec", "input", 1, (2, 4, 6, 8, 10)),
    ("thesis/five_traversals", "input", 1, (2, 4, 6, 8, 10)),
    ("thesis/render_tree_4", "inputNested", 1, (2, 4, 6, 8)),
    ("thesis/render_tree_5", "inputFlat", 1, (3, 10, 30, 100)),
    ("grafter/render_tree", "inputPages", 1, (10, 30, 100, 300)),
    ("grafter/kd_equation2", "input", 1, (2, 4, 6, 8, 10)),
]
COLUMNS = [column("before", "cost", "count", better=""), column("after", "fused", "count"),
           column("cost", "of unfused"), column("visits", "visits"), column("allocations", "allocations")]


def name_of(program, entry, size):
    return f"{program.split('/')[1]} {entry} {size}"


def names():
    return [name_of(program, entry, size) for program, entry, _, sizes in ROWS for size in sizes]


def scaling(setup):
    part = setup.part("scaling", "Growth with the input", "Inputs of our own", COLUMNS, [
        "Cost is matches, calls and allocations together; visits and allocations are those of the result over "
        "those of the source. Sizes of trees are depths, but for documents and lists.", LITERATURE, STRICT])

    def prepare(program, call, counter):
        return counter.pair(f"corpus/{program}.hs.ir", call, EVERYTHING)

    def finish(program, call, pair):
        before, after = pair
        cells = {"before": cell(cost(before)), "after": cell(cost(after)),
                 "cost": cell(ratio(cost(after), cost(before)))}
        for key in ("visits", "allocations"):
            cells[key] = cell(ratio(after[key], before[key]))
        return {"program": f"corpus/{program}.hs.ir", "input": call, "note": "", "cells": cells}

    rows = []
    with setup.work() as work:
        counter = Counter(setup.deforest, work)
        for program, entry, inputs, sizes in ROWS:
            for size in sizes:
                call = "program " + " ".join([f"({entry} {size})"] * inputs)
                row = Row(name_of(program, entry, size),
                          functools.partial(prepare, program, call, counter),
                          functools.partial(finish, program, call))
                if row.name in setup.wanted([row.name]):
                    rows.append(row)
        setup.make(part, rows)
    return part.finish()
