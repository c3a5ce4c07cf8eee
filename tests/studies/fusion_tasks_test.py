"""The sixteen fusion tasks of SuFu (Ji et al., PLDI 2024), written in the language: fusion/*.f of its
benchmarks, each a composition of functions that a tree or list goes between. SuFu looks for the
summary of that list which makes one pass of it, and tests what it finds; here nothing is looked for
that does not follow from the definitions.

    fusion_tasks_test.py DEFOREST

Nine follow: one pass, and nothing in between, by default. Seven need a law (that + distributes over
max, Horner's rule) or an invariant (how long a partial board is): something is always left, the
explanation says what and why, and the outcome costs no more than the source.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import tap

BINARY = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = pathlib.Path(__file__).resolve().parent / "fusion_tasks"
SECONDS = 2.0  # of the processor; 0.02 to 0.4 with an optimised compiler on a quiet machine


def unary(n):
    return "Zero" if n == 0 else f"(Succ {unary(n - 1)})"


def tree(n, leaf, node):
    if n <= 0:
        return f"({leaf} {n + 1})"
    return f"({node} {tree(n - 1, leaf, node)} {tree(n - 2, leaf, node)})"


# A tree of depth n that branches as Fibonacci's numbers grow has so many nodes.
def nodes(n):
    return 1 if n <= 0 else 1 + nodes(n - 1) + nodes(n - 2)


LIST = str(list(range(1, 13)))

# By program: a call, and the most visits, matches and allocations that may be left of it.
SOLVED = {
    "squares_upto": ("task 12", 13, 0),
    "squares_of_tree": (f"task {tree(6, 'Leaf', 'Branch')}", nodes(6), 0),
    "least_of_greatest": ("task [[1, 2], [3], [4, 5, 6]]", 6 + 3 + 4, 0),
    "products_of_tails": (f"task {LIST}", 13, 0),
    "all_of_map": ("task [-1, -2, -3, -4]", 5, 0),
    "sum_of_range": ("task 1 12", 13, 0),
    "average": (f"task {LIST}", 13, 0),
    "fibonacci": (f"task {unary(12)}", 13, 0),
    # Its result is a list: a cell for each leaf, and those of a left side once more for each `++`.
    "deepest": ("task (Node (Node (Leaf 1) (Node (Leaf 2) (Leaf 4))) (Node (Leaf 3) (Leaf 5)))",
                9 + 4, 5 + 2),
}

# By program: a call, and the reason, which must be said.
REFUSED = {
    "weighted_list": (f"task {LIST}", "`further` would occur 4 times in one function"),
    "weighted_tree": (f"task {tree(6, 'Tip', 'Bin')}",
                      "`deeper` would occur 4 times in one function"),
    "horner": (f"task 2 {LIST}", "not fused: `map` after `go` in `triangle`"),
    "height": (f"task {tree(6, 'Tip', 'Bin')}",
               "`step` in `triangle` would occur 3 times in one function"),
    "rounding": ("task [1, 2, 3, 4, 5]", "left as it was: `doubled`"),
    "maximum_segment": ("task [1, -2, 3, 4, -5, 6]", "not fused: `from` in `begins` after `append`"),
    "queens": ("task 5", "not fused: `enumerate` after `queens`: it does too little of the work"),
}


class FusionTasks(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def run_it(self, *arguments):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def transformed(self, name):
        """The program that it becomes, and what is said about that."""
        output = self.directory / f"{name}.hs.ir"
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = self.run_it(PROGRAMS / f"{name}.hs.ir", "-o", output, "--explain").stderr
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, SECONDS)
        return output, said

    def counted(self, program, call):
        counts = self.directory / "counts.json"
        value = self.run_it("run", program, "--call", call, f"--count={counts}").stdout
        return value, json.loads(counts.read_text())

    def test_each_is_there(self):
        self.assertEqual(sorted(SOLVED | REFUSED), sorted(p.name.removesuffix(".hs.ir")
                                                          for p in PROGRAMS.iterdir()))
        self.assertEqual((len(SOLVED), len(REFUSED)), (9, 7))

    def test_solved(self):
        for name, (call, matches, allocations) in SOLVED.items():
            with self.subTest(task=name):
                output, _ = self.transformed(name)
                expected, before = self.counted(PROGRAMS / f"{name}.hs.ir", call)
                value, after = self.counted(output, call)
                self.assertEqual(value, expected)
                self.assertGreater(before["matches"] + before["allocations"], matches + allocations)
                self.assertLessEqual(after["matches"], matches)
                self.assertLessEqual(after["visits"], matches)
                self.assertLessEqual(after["allocations"], allocations)

    def test_refused(self):
        for name, (call, reason) in REFUSED.items():
            with self.subTest(task=name):
                output, said = self.transformed(name)
                expected, before = self.counted(PROGRAMS / f"{name}.hs.ir", call)
                value, after = self.counted(output, call)
                self.assertEqual(value, expected)
                self.assertIn(reason, said)
                for metric in ("visits", "matches", "calls", "allocations"):
                    self.assertLessEqual(after[metric], before[metric], metric)


if __name__ == "__main__":
    tap.main(__name__)
