"""The counts that the case studies must reach: TreeFuser's, Grafter's, those of general
deforestation, and those of the model that the engine was first tried on.

usage: counts_test.py BINARY CORPUS

A row of REACHED is a promise: a call in a program of the corpus, a metric, and the most that the
transformed program may count, without what building the arguments counts. A row of NOT_REACHED has
the figure of today besides: getting worse fails, getting better is noted.
"""

import collections
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

import child_calls
import tap
from studies import METRICS, Studies, called, functions, recursive

STUDIES = Studies(sys.argv[1], sys.argv[2])

# The bound is a number, or a share of what the unfused program counts.
Row = collections.namedtuple("Row", "file call metric bound source")

RUNNING = "treefuser/running_example.hs.ir"
BINARY_RENDER = "treefuser/binary_render.hs.ir"
FMM = "treefuser/fmm.hs.ir"
MARKS = "treefuser/mark_nodes.hs.ir"
AST_PASSES = "treefuser/six_ast_passes.hs.ir"
RENDER = "grafter/render_tree.hs.ir"
PROGRAMS = "grafter/ast_passes.hs.ir"
ELEMENTS = "grafter/elements.hs.ir"
SIDES = "areas_on_both_sides.hs.ir"


def running_example():
    for d in (4, 8, 12):
        call = f"program (input {d})"
        yield Row(RUNNING, call, "matches", 2**(d + 1) - 2 - d, "TreeFuser, Fig. 2.1")
        yield Row(RUNNING, call, "matches", 2**d - 1, "the model, glue 2: one visit per node")
        yield Row(RUNNING, call, "allocations", 2**d - 1, "the model, glue 2")
    for call in ("program (inputLeft 60)", "program (inputRight 60)"):
        yield Row(RUNNING, call, "matches", 121, "the model, glue 2: one visit per node")


def binary_render():
    for d in (5, 9, 10, 13, 19):
        yield Row(BINARY_RENDER, f"program (input {d})", "visits", 2**(d + 1) - 2 - d,
                  "TreeFuser, Table 2.1: 1,048,555 for d = 19")
        yield Row(BINARY_RENDER, f"program (input {d})", "matches", 2**(d + 1) - 2 - d,
                  "the model, glue 2")
    yield Row(BINARY_RENDER, "program (input 13)", "allocations", 12274, "the model, glue 2")


def grafter():
    # Grafter does not look into the loop over the items of a list: four calls in a page.
    loop, source = 4, "the model: 29 per page (Grafter, Fig. 3.8: 38), and the loop over items"
    for n in (1, 10, 100):
        call = f"program (inputPages {n})"
        yield Row(RENDER, call, "visits", (29 + loop) * n + 1, source)
        yield Row(RENDER, call, "matches", (29 + loop) * n + 1, source)
    for d in (5, 20, 80, 320):
        call, source = f"program (inputNested {d})", "the model: 6 d + 8 (Grafter: 8 d + 11)"
        yield Row(RENDER, call, "visits", 6 * d + 8, source)
        yield Row(RENDER, call, "matches", 6 * d + 8, source)
    yield Row(RENDER, "program (inputDense 9)", "visits", Fraction("0.40"), "Grafter, Table 3.3")
    yield Row(RENDER, "program (inputVaried 9)", "visits", Fraction("0.40"), "Grafter, Table 3.3")
    for call, share in (("inputSmall 1", "0.76"), ("inputSmall 10", "0.76"),
                        ("inputLarge 200", "0.92"), ("inputLong 2", "0.93")):
        yield Row(PROGRAMS, f"program ({call})", "visits", Fraction(share), "Grafter, Table 3.4")
    # Table 3.6 has 0.17, 0.20 and 0.33; the first is two visits in place of twelve.
    for equation, share in ((1, Fraction(1, 12)), (2, Fraction("0.20")), (3, Fraction("0.17"))):
        for n in (3, 8, 10):
            yield Row(f"grafter/kd_equation{equation}.hs.ir", f"program (input {n})", "visits",
                      share, "half of Grafter, Table 3.6" if share < Fraction("0.2") else
                      "Grafter, Table 3.6")
    yield Row(ELEMENTS, "program (input 40)", "visits", Fraction(1, 2), "Grafter, Fig. 3.2")
    yield Row(ELEMENTS, "program (inputNested 8)", "visits", Fraction(1, 2), "Grafter, Fig. 3.2")


def treefuser():
    for n in (2, 4, 5):
        yield Row(FMM, f"program (input {n})", "visits", Fraction(1, 2), "Grafter, Fig. 3.12")
    yield Row(MARKS, "program (input 7) 0 6", "visits", Fraction(1, 2), "TreeFuser, Fig. 2.5")
    for call in ("input 4", "input 9", "inputStraight 10"):
        yield Row(AST_PASSES, f"program ({call})", "visits", Fraction("0.44"),
                  "TreeFuser, Fig. 2.8: -56 %")


def thesis():
    """Tables 4.1 and 4.2. What a program must make of its input is a bound that nothing passes."""
    model = "the model"
    for name, call, matches, allocations in (
            ("shift_sum", "program (input 40)", 41, 41),
            ("sum_square", "program (input 40)", 41, 0),
            ("append_append", "program (input 30) (input 30) (input 30)", 62, 60),
            ("flip_flip", "program (input 7)", 0, 0),
            ("flip_flip", "program (input 12)", 0, 0),
            ("fliprec_fliprec", "program (input 7)", 507, 251),
            ("mul2pd_list", "program (input 40)", 441, 420),
            ("seteven_sumup", "program (input 7)", 255, 127),
            ("sum_flatten_tree", "program (input 7)", 704, 385)):
        yield Row(f"thesis/{name}.hs.ir", call, "matches", matches, model)
        yield Row(f"thesis/{name}.hs.ir", call, "allocations", allocations, model)
    once = "one visit per node, no list"
    yield Row("thesis/sum_flatten_tree.hs.ir", "program (input 7)", "matches", 255, once)
    yield Row("thesis/sum_flatten_tree.hs.ir", "program (input 7)", "allocations", 0, once)
    yield Row("thesis/sum_flatten_matrix.hs.ir", "program (input 8)", "matches", 81, once)
    yield Row("thesis/sum_flatten_matrix.hs.ir", "program (input 8)", "allocations", 0, once)
    yield Row("thesis/five_traversals.hs.ir", "program (input 7)", "visits", Fraction(1, 5),
              "one visit in place of five")
    for name, passes in (("piecewise1", 6), ("piecewise2", 3), ("piecewise3", 11)):
        yield Row(f"thesis/{name}.hs.ir", "program (input 8)", "visits", Fraction(1, passes),
                  f"one visit in place of {passes}")


REACHED = [*running_example(), *binary_render(), *grafter(), *treefuser(), *thesis()]

# Besides: what is counted today.
NOT_REACHED = [
    # Loops within loops: the variables that each of them assigns are collected once per level,
    # which no fusion of the passes saves.
    (Row(AST_PASSES, "program (inputNested 15)", "visits", Fraction("0.44"),
         "TreeFuser, Fig. 2.8: -56 %"), 770),
    # Two visits of every box would do; a left child goes through three passes of four at once
    # instead, and its own children then need three or four.
    (Row(SIDES, "program (input 12)", "visits", 2**13 - 3, "two visits of all but the first"),
     10204),
]

# TreeFuser counts the calls in its one function, which is told by flags which passes to do: 65
# become 17. Ours has a function for each set of passes that is still to be done, and no flags. So
# there are two figures: the calls that one function would need, by child the most that any of ours
# makes; and the sum over all functions, which is code, not work.
#
# Of the 24, twelve are on the ten children of statements, one each but for the body of a loop: what
# it assigns is needed before constants are propagated into it, and what it defines before anything
# is known to be available in it, so it is gone through three times. The other twelve are on the two
# operands of an expression, which a run through it visits twice each. Folding looks at the first
# operand when it is folded, and each of the alternatives, and of those of what it is folded to, has
# a call of its own on the second operand, with what is known there of the first.
#
# In the sum, functions that make the same calls differ in what they return: some callers do not
# want the constants that are known afterwards, or an expression as one of the passes leaves it.
# To let these call the others leaves 83, and costs between 1.5 and 2.5 % more allocations on the
# three inputs.
CHILD_CALLS_OF_ONE = (17, 25)
CHILD_CALLS = (17, 105)


def measured(row):
    return STUDIES.before(row.file, row.call)[row.metric], \
        STUDIES.after(row.file, row.call)[row.metric]


def limit(row, before):
    return row.bound if isinstance(row.bound, int) else row.bound * before


def judge(test, reached, now, recorded, what):
    """For what is not reached: fails if it has become worse, says so if it has become better."""
    test.assertLessEqual(now, recorded, f"{what}: {recorded} before")
    if reached:
        print(f"# {what} is reached: {now}. Move it to REACHED.")
    elif now < recorded:
        print(f"# {what} has become better: {now} in place of {recorded}. Write it down.")


class Counts(unittest.TestCase):
    pass


class NotReached(unittest.TestCase):
    def test_static_child_calls_of_six_ast_passes(self):
        types = {"Statement", "Expression"}
        source = STUDIES.transform(AST_PASSES, "--root", "program", "--stop-after", "none")
        self.assertEqual(child_calls.count(source.path, "program", types), 65)
        fused = STUDIES.transform(AST_PASSES, "--root", "program")
        now = child_calls.count(fused.path, "program", types)
        bound, recorded = CHILD_CALLS
        judge(self, now <= bound, now, recorded, "the number of static child calls")
        most = sum(child_calls.most(fused.path, "program", types).values())
        bound, recorded = CHILD_CALLS_OF_ONE
        judge(self, most <= bound, most, recorded, "the same of one function for all sets")


def add(case, row, recorded=None):
    def test(self):
        before, now = measured(row)
        most = limit(row, before)
        what = f"{row.file}, {row.call}: {row.metric}, {row.source}"
        if recorded is None:
            self.assertLessEqual(now, most, f"{what}; unfused {before}")
        else:
            judge(self, now <= most, now, recorded, what)

    stem = row.file.rsplit("/", maxsplit=1)[-1].split(".")[0]
    name = f"test_{stem}_{row.call}_{row.metric}_at_most_{row.bound}"
    setattr(case, name.replace(" ", "_"), test)


for each in REACHED:
    add(Counts, each)
for each, figure in NOT_REACHED:
    add(NotReached, each, figure)


class SixAstPasses(unittest.TestCase):
    def test_visits_of_all_three_inputs_together(self):
        calls = ["program (input 9)", "program (inputStraight 10)", "program (inputNested 15)"]
        before = sum(STUDIES.before(AST_PASSES, call)["visits"] for call in calls)
        after = sum(STUDIES.after(AST_PASSES, call)["visits"] for call in calls)
        self.assertLessEqual(after, Fraction("0.44") * before, "TreeFuser, Fig. 2.8: -56 %")


class RenderTrees(unittest.TestCase):
    """Thesis, section 4.7.2: on flat and on nested documents below the unfused counts, and growing
    no faster from level to level."""

    def below(self, name, call):
        before, after = STUDIES.before(name, call), STUDIES.after(name, call)
        for metric in METRICS:
            self.assertLess(after[metric], before[metric], f"{name}, {call}: {metric}")
        return before, after

    def check(self, name):
        for n in (1, 20, 200):
            self.below(name, f"program (inputFlat {n})")
        levels = {n: self.below(name, f"program (inputNested {n})") for n in range(4, 15, 2)}
        for n in range(4, 13, 2):
            for metric in METRICS:
                before, after = ((levels[n][i][metric], levels[n + 2][i][metric]) for i in (0, 1))
                # Compared crosswise, to one part in a hundred: the counts have constant parts.
                self.assertLessEqual(100 * after[1] * before[0], 101 * before[1] * after[0],
                                     f"{name}: growth of {metric} from level {n} to {n + 2}")

    def test_four_passes(self):
        self.check("thesis/render_tree_4.hs.ir")

    def test_five_passes(self):
        self.check("thesis/render_tree_5.hs.ir")


class Guard(unittest.TestCase):
    """What fusion costs that gives every consumer a producer of its own."""

    def test_without_the_guard_it_counts_more_than_unfused_and_the_more_the_deeper_it_is(self):
        def times(d):
            call = f"program (input {d})"
            before = STUDIES.before(RUNNING, call)["cases"]
            self.assertLess(STUDIES.after(RUNNING, call)["cases"], before)
            return Fraction(STUDIES.after(RUNNING, call, "--no-guard")["cases"], before)

        self.assertGreater(times(8), 2)
        self.assertGreater(times(12), times(8))


class LambdaCalculus(unittest.TestCase):
    """The thesis's passes ran between twice as fast and twice as slow (section 4.7.2)."""

    LAMBDA = "thesis/lambda_calculus.hs.ir"
    INPUTS = ["input", "inputArithmetic", "inputLets", "inputShadows", "inputBranches",
              "inputApplications"]

    def test_no_input_costs_more_than_unfused(self):
        for name in self.INPUTS:
            for size in (1, 2, 5, 9):
                call = f"program ({name} {size})"
                before, after = STUDIES.before(self.LAMBDA, call), STUDIES.after(self.LAMBDA, call)
                for metric in ("cases", "calls", "allocations"):
                    with self.subTest(call=call, metric=metric):
                        self.assertLess(after[metric], before[metric])


class Orders(unittest.TestCase):
    """TreeFuser, section 2.7.3: in which order calls are joined is a policy; five orders of its six
    passes differed by 10 %."""

    def spread(self, name, call):
        counts = [STUDIES.after(name, call, "--policy", "cap 1", "--order", str(seed))
                  for seed in range(6)]
        costs = [c["cases"] + c["allocations"] for c in counts]
        return Fraction(max(costs) - min(costs), min(costs))

    def test_six_ast_passes_hardly_depend_on_the_order(self):
        self.assertLessEqual(self.spread(AST_PASSES, "program (input 6)"), Fraction("0.10"))

    def test_sorting_depends_on_the_order_a_little(self):
        spread = self.spread("strangers/sorting.hs.ir", "check 40")
        self.assertGreater(spread, 0)
        self.assertLessEqual(spread, Fraction("0.10"))


class Shapes(unittest.TestCase):
    """What the transformed programs look like."""

    def kernel(self, name):
        bodies = functions(STUDIES.transform(name).path.read_text(encoding="utf-8"))
        return {f: bodies[f] for f in called(bodies, "program")}

    def test_the_running_example_is_one_traversal_and_linear(self):
        name = "thesis/shift_sum.hs.ir"
        self.assertEqual(len(recursive(self.kernel(name))), 1, "Fig. 4.9 (b): one function")
        for n in (0, 10, 1000):
            self.assertEqual(STUDIES.after(name, f"program (input {n})")["visits"], n + 1)

    def test_mutually_redundant_functions_end_with_single_outputs(self):
        kernel = self.kernel("thesis/mutual_redundancy.hs.ir")
        self.assertTrue(recursive(kernel))
        for name in recursive(kernel):
            signature = kernel[name].split("\n", maxsplit=1)[0]
            self.assertNotIn("(", signature.rsplit("->", maxsplit=1)[1], signature)

    def test_programs_of_trees_that_become_one_traversal(self):
        for name in ("thesis/sum_square", "thesis/seteven_sumup", "thesis/five_traversals",
                     "thesis/piecewise1", "thesis/piecewise2", "thesis/piecewise3",
                     "grafter/kd_equation1", "treefuser/mark_nodes"):
            self.assertEqual(len(recursive(self.kernel(f"{name}.hs.ir"))), 1, name)


class Termination(unittest.TestCase):
    """Table 4.1: without help transformation ends for all programs but three."""

    NATURAL = ("append_append", "sum_square", "shift_sum", "seteven_sumup", "sum_flatten_tree",
               "flip_flip", "sum_flatten_matrix")
    CUT_OFF = ("mul2pd_list", "mul2pd_tree", "fliprec_fliprec")

    def test_natural(self):
        for name in self.NATURAL:
            stats = STUDIES.transform(f"thesis/{name}.hs.ir").stats
            self.assertEqual(stats["termination"], {"natural": True, "cut_offs": []}, name)

    def test_cut_off(self):
        for name in self.CUT_OFF:
            termination = STUDIES.transform(f"thesis/{name}.hs.ir").stats["termination"]
            self.assertFalse(termination["natural"], name)
            self.assertEqual({cut["limit"] for cut in termination["cut_offs"]}, {"--cap"}, name)


if __name__ == "__main__":
    tap.main(__name__)
