"""The parts of an evaluation by name: the function that makes each, and how many rows it makes, for the
time that is left."""

import natural
import nofib
from evaluation import parts, published, scaling, threads


def rows_of_nofib(setup):
    return [name for name, _ in nofib.programs(setup.nofib.resolve(), ())] if setup.nofib else []


PARTS = {
    "table-4.1": (parts.table_4_1, lambda setup: len(setup.wanted(published.TABLE_4_1))),
    "table-4.2": (parts.table_4_2, lambda setup: len(setup.wanted(published.TABLE_4_2))),
    "table-4.3": (parts.table_4_3, lambda setup: len(setup.wanted(published.TABLE_4_3))),
    "treefuser": (parts.treefuser, lambda setup: len(setup.wanted(parts.TREEFUSER))),
    "grafter": (parts.grafter, lambda setup: len(setup.wanted(parts.GRAFTER))),
    "natural": (parts.natural_programs, lambda setup: len(setup.wanted(
        path.name.split(".")[0] for path in natural.NATURAL.glob("*.hs.ir")))),
    "scaling": (scaling.scaling, lambda setup: len(setup.wanted(scaling.names()))),
    "two-threads": (threads.two_threads, lambda setup: len(setup.wanted(threads.names()))),
    "nofib": (parts.nofib_programs, lambda setup: len(setup.wanted(rows_of_nofib(setup)))),
}
