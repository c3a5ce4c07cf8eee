"""`scripts/evaluate`: rows, resuming, tables, and that the documents are those of the files.

usage: evaluation_test.py BINARY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "bench")]

import tap
from evaluate import INTRODUCTION
from evaluation import builds, cutoffs, published, show, store
from evaluation.counting import calls_of

BINARY = pathlib.Path(sys.argv[1]).resolve()


class WithDirectory(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def evaluate(self, *words, status=0):
        done = subprocess.run([sys.executable, ROOT / "bench" / "evaluate.py", *map(str, words)],
                              capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def read(self, part):
        return json.loads((self.directory / f"{part}.json").read_text(encoding="utf-8"))


class Tables(WithDirectory):
    WORDS = ("table-4.1", "--quick", "--counts", "--only", "sum_square,mul2pd_list", "--deforest",
             BINARY)

    def test_a_part_has_our_figures_beside_the_published_ones(self):
        done = self.evaluate(*self.WORDS, "-o", self.directory)
        data = self.read("table-4.1")
        self.assertEqual(data["format"], "deforest evaluation 1")
        self.assertEqual((data["quick"], data["rounds"]), (True, 0))
        self.assertGreater(data["machine"]["processors"], 0)
        rows = {row["name"]: row["cells"] for row in data["rows"]}
        self.assertEqual(set(rows), {"sum_square", "mul2pd_list"})
        self.assertEqual(rows["sum_square"]["natural"]["own"], "yes")
        self.assertEqual(rows["mul2pd_list"]["natural"]["own"], "no")
        self.assertEqual(rows["sum_square"]["allocations"]["own"], 0)
        self.assertEqual(rows["sum_square"]["visits"]["own"], 0.5)
        self.assertEqual(rows["sum_square"]["strict"]["published"], 2.75)
        self.assertIsNone(rows["sum_square"]["strict"]["own"])
        self.assertIn("yes (yes)", done.stdout)
        self.assertIn("[1/2] table-4.1: sum_square", done.stderr)

    def test_rows_are_kept_until_the_settings_change(self):
        self.evaluate(*self.WORDS, "-o", self.directory)
        path = self.directory / "table-4.1.json"
        data = self.read("table-4.1")
        # As if it had been interrupted after a row, which is known by its note.
        data["rows"] = data["rows"][:1]
        data["rows"][0]["note"] = "kept"
        path.write_text(json.dumps(data), encoding="utf-8")
        self.evaluate(*self.WORDS, "-o", self.directory)
        self.assertEqual([(row["name"], row["note"]) for row in self.read("table-4.1")["rows"]],
                         [("sum_square", "kept"), ("mul2pd_list", "stopped by --cap")])
        data["deforest"]["build"] = "another"
        path.write_text(json.dumps(data), encoding="utf-8")
        self.evaluate(*self.WORDS, "-o", self.directory)
        self.assertNotIn("kept", [row["note"] for row in self.read("table-4.1")["rows"]])

    def test_visits_of_a_traversal(self):
        self.evaluate("grafter", "--counts", "--only", "kd equation 2", "--deforest", BINARY, "-o",
                      self.directory)
        cells = self.read("grafter")["rows"][0]["cells"]
        self.assertLess(cells["visits"]["own"], cells["visits"]["published"])
        self.assertEqual(cells["peer"]["from"], "measured")

    def test_wrong_usage(self):
        self.assertIn("table-4.1", self.evaluate("table-9", status=2).stderr)
        self.assertIn("--nofib", self.evaluate("nofib", status=2).stderr)


class Executables(WithDirectory):
    def test_what_is_made_of_the_same_is_built_once(self):
        made = []

        def make(place):
            self.assertEqual(list(place.iterdir()), [])
            made.append(place)
            (place / "scrap").write_text("")
            (place / "main").write_text(str(len(made)))

        first = builds.Builds(self.directory).get(["a", {"Main.hs": "x"}], make)
        self.assertEqual((first.read_text(), sorted(first.parent.iterdir())), ("1", [first]))
        self.assertEqual(builds.Builds(self.directory).get(["a", {"Main.hs": "x"}], make), first)
        self.assertNotEqual(builds.Builds(self.directory).get(["a", {"Main.hs": "y"}], make), first)
        self.assertEqual(len(made), 2)

    def test_what_was_not_finished_is_built_again(self):
        def fail(place):
            (place / "scrap").write_text("")
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            builds.Builds(self.directory).get(["a"], fail)
        found = builds.Builds(self.directory).get(["a"], lambda place: (place / "main").write_text("1"))
        self.assertEqual(sorted(found.parent.iterdir()), [found])


class Shown(unittest.TestCase):
    TIMED = store.column("time", "time", timed=True)
    COUNT = store.column("count", "count", "count")

    def test_cells(self):
        for cell, column, text in (
                (store.cell(0.5, 0.25, "published", 0.4, 0.6), self.TIMED, "0.50 [0.40-0.60] (0.25)"),
                (store.cell(None, 0.25, "measured"), self.TIMED, "- (0.25*)"),
                (store.cell(None, 7, "derived"), self.COUNT, "(7~)"),
                (store.cell(None), self.TIMED, "-"), (store.cell(None), self.COUNT, ""),
                (store.cell(1234567), self.COUNT, "1,234,567")):
            self.assertEqual(show.shown(cell, column), text)

    def test_a_marked_place_is_replaced_and_nothing_else(self):
        text = "a\n<!-- x: made by scripts/evaluate -->\nold\n<!-- end of x -->\nb\n"
        new = show.replaced(text, "x", "new\n")
        self.assertEqual(new, text.replace("old", "new"))
        self.assertEqual(show.replaced(new, "x", "new\n"), new)
        with self.assertRaises(ValueError):
            show.replaced(text, "y", "")


class Documents(unittest.TestCase):
    def test_they_are_made_of_the_files(self):
        done = subprocess.run([sys.executable, ROOT / "bench" / "evaluate.py", "--render", "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(INTRODUCTION, (ROOT / "docs" / "RESULTS.md").read_text(encoding="utf-8"))

    def test_every_published_row_has_a_program(self):
        for name in (*published.TABLE_4_1, *published.TABLE_4_2, *published.TABLE_4_3):
            self.assertTrue((ROOT / f"corpus/thesis/{name.split()[0]}.hs.ir").exists(), name)


class CutOffs(WithDirectory):
    """On a sweep that is written here: costs 10, 8 and 8, sizes 20, 20 and 30 at depths 0, 1, 2; and a
    program that exceeds the limit."""

    def record(self, number, depth, cost, tokens, outcome="done", program="a"):
        counts = {"cases": cost, "calls": 0, "allocations": 0}
        return {"point": number, "program": program, "settings": {"max-depth": str(depth)},
                "outcome": outcome, "tokens": tokens, "output": str(cost),
                "termination": {"natural": depth > 0, "cut_offs": [] if depth else [
                    {"limit": "--fusion-depth"}]} if outcome == "done" else None,
                "inputs": [{"outcome": "done", "counts": counts}] if outcome == "done" else [],
                "transformation": {"seconds": 0}, "same_as": 1 if number == 2 else None}

    def setUp(self):
        super().setUp()
        source = {"outcome": "done", "tokens": 10,
                  "inputs": [{"outcome": "done",
                              "counts": {"cases": 10, "calls": 0, "allocations": 0}}]}
        points = [self.record(0, 0, 10, 20), self.record(1, 1, 8, 20), self.record(2, 2, 8, 30),
                  self.record(3, 0, 4, 4, "time", "b")]
        for name, records in (("programs", [{"program": "a", **source}, {"program": "b", **source}]),
                              ("points", points)):
            (self.directory / f"{name}.jsonl").write_text(
                "".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")

    def test_regret_is_against_what_is_not_larger(self):
        points, sources = cutoffs.read(self.directory)
        self.assertEqual(sources["a"], (10, 10))
        self.assertEqual({program: found[:2] for program, found in
                          cutoffs.regrets(points, "0").items()}, {"a": (1.25, "1")})
        self.assertEqual(cutoffs.regrets(points, "1")["a"][:2], (1.0, "1"))

    def test_what_has_no_counts_is_told(self):
        settings = {"quick": True, "rounds": 0, "machine": {}, "compilers": {},
                    "deforest": {"build": "", "commit": "0123", "changed": True}}
        sweeps, values, _, fired = cutoffs.parts_of("depth", self.directory, self.directory, settings)
        self.assertEqual([(row["name"], row["note"]) for row in sweeps["rows"]],
                         [("--max-depth", "0123, changed")])
        line = sweeps["rows"][0]["cells"]
        self.assertEqual([line[key]["own"] for key in ("points", "made", "same", "broken")], [4, 3, 1, 1])
        self.assertEqual(line["worst"]["own"], None)
        # The lines of other sweeps stay.
        sweeps = cutoffs.parts_of("price", self.directory, self.directory, settings)[0]
        self.assertEqual({row["name"] for row in sweeps["rows"]}, {"--max-depth", "--price"})
        cells = values["rows"][0]["cells"]
        self.assertEqual((cells["programs"]["own"], cells["broken"]["own"]), (2, 1))
        self.assertEqual([row["name"] for row in fired["rows"]], ["--fusion-depth"])

    def test_the_calls_of_the_corpus(self):
        table = calls_of(["corpus/thesis/flip_flip.hs.ir", "corpus/natural/heap.hs.ir"])
        self.assertIn("flip_flip.hs.ir\tprogram (input 5)\n", table)
        self.assertIn("heap.hs.ir\tprogram 50\n", table)
        self.assertNotIn("digest", table)


if __name__ == "__main__":
    tap.main(__name__)
