"""`deforest sweep`: a grid of settings, each point in a process of its own.

usage: sweep_test.py BINARY [MOMENTS]
"""

import csv
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

import tap
from case import BINARY, MAIN, Case

MOMENTS = int(sys.argv[2]) if len(sys.argv) > 2 else 20  # at which a study is killed
# What a run says of itself; everything else is the same in every run.
TIMED = ("transformation", "times")
LISTS = """\
module Lists where

-- deforest: sample program 20
-- deforest: sample program 3

program :: Int -> Int
program n = total (square (build n))

build :: Int -> [Int]
build n = if n == 0 then [] else n : build (n - 1)

square :: [Int] -> [Int]
square [] = []
square (x : xs) = x * x : square xs

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs
"""
FOREVER = """\
module Forever (f) where

-- deforest: sample f 1
f :: Int -> Int
f n = if n < 0 then 0 else f (n + 1) + 1
"""
# The same without the need of memory.
ROUND = FOREVER.replace(" + 1\n", "\n").replace("Forever", "Round")
WRONG = "module Wrong where\nf :: Int -> Int\nf x = y\n"


class Sweep(Case):
    def setUp(self):
        super().setUp()
        self.write("lists.hs.ir", LISTS)

    def sweep(self, *words, into="study", **options):
        return self.run_it("sweep", *words, "-o", into, **options)

    def lines(self, name):
        return [json.loads(line) for line in self.read(name).splitlines()]

    def points(self, into="study"):
        return self.lines(f"{into}/points.jsonl")

    def counted(self, into="study"):
        """What must be the same in every run."""
        return [{key: value for key, value in point.items() if key not in TIMED}
                for point in self.points(into)]


class Points(Sweep):
    def test_a_grid_has_every_combination_in_order(self):
        self.sweep("lists.hs.ir", "trees.hs.ir", "--max-depth", "0..2", "--stop-after",
                   "none,redundancy")
        points = self.points()
        self.assertEqual([point["point"] for point in points], list(range(12)))
        self.assertEqual([(p["program"], p["settings"]["stop-after"], p["settings"]["max-depth"])
                          for p in points],
                         [(program, stage, str(depth)) for program in ("lists.hs.ir", "trees.hs.ir")
                          for stage in ("none", "redundancy") for depth in range(3)])
        self.assertEqual({point["outcome"] for point in points}, {"done"})

    def test_counts_are_those_of_run_and_sizes_those_of_stats(self):
        self.sweep("lists.hs.ir", "--max-depth", "1,10")
        program = self.lines("study/programs.jsonl")[0]
        self.assertEqual(program["origin"], "samples")
        for point in self.points():
            self.run_it(*point["command"], "-o", "out.hs", "--stats=stats.json")
            stats = json.loads(self.read("stats.json"))
            self.assertEqual(point["termination"], stats["termination"])
            self.assertEqual((point["functions"], point["size"]),
                             (stats["functions"]["after"], stats["size"]["after"]))
            for file, record in (("out.hs", point), ("lists.hs.ir", program)):
                self.assertEqual([each["call"] for each in record["inputs"]],
                                 ["program 20", "program 3"])
                for each in record["inputs"]:
                    self.run_it("run", file, "--semantics", "strict", "--count=counts.json",
                                "--call", each["call"])
                    self.assertEqual(each["counts"], json.loads(self.read("counts.json")))
        self.assertLess(self.points()[1]["inputs"][0]["counts"]["allocations"],
                        program["inputs"][0]["counts"]["allocations"])

    def test_cut_offs_are_told_with_their_options(self):
        self.sweep("lists.hs.ir", "--max-depth", "0,10")
        stopped, natural = self.points()
        self.assertFalse(stopped["termination"]["natural"])
        self.assertIn("--fusion-depth",
                      [cut_off["limit"] for cut_off in stopped["termination"]["cut_offs"]])
        self.assertTrue(natural["termination"]["natural"])

    def test_a_run_that_no_depth_touched_is_not_repeated(self):
        self.sweep("lists.hs.ir", "trees.hs.ir", "--fusion-depth", "6,0..3", "--tupling-depth",
                   "5,0,1", "--stop-after", "fusion,redundancy")
        points = self.points()
        shared = [point for point in points if point["same_as"] is not None]
        self.assertGreater(len(shared), 10)
        self.assertTrue({point["settings"]["fusion-depth"]
                         for point in points if point["same_as"] is None} > {"6"})
        for point in shared:
            deepest = points[point["same_as"]]
            self.assertIsNone(deepest["same_as"])
            self.assertEqual([deepest["program"], deepest["settings"]],
                             [point["program"],
                              {**point["settings"], "fusion-depth": "6", "tupling-depth": "5"}])
            for kind in ("fusion", "tupling"):
                self.assertLessEqual(deepest["depths"][kind], int(point["settings"][kind + "-depth"]))
        # What is made with that depth is what it is said to be.
        for point in shared[::3]:
            self.run_it(*point["command"], "-o", "out.hs", "--stats=stats.json")
            stats = json.loads(self.read("stats.json"))
            self.assertEqual(point["depths"], stats["depths"])
            self.run_it(*points[point["same_as"]]["command"], "-o", "deepest.hs")
            self.assertEqual(self.read("out.hs"), self.read("deepest.hs"))
        # What a depth was in the way of is told to be so, and was made by itself.
        for point in points:
            stopped = {"--fusion-depth", "--tupling-depth"} & {
                cut_off["limit"] for cut_off in point["termination"]["cut_offs"]}
            if stopped:
                self.assertIn(None, point["depths"].values())
                self.assertIsNone(point["same_as"])

    def test_what_is_counted(self):
        self.write("main.hs.ir", MAIN)
        self.write("calls.tsv", "# named calls\nlists.hs.ir\tprogram 7\tnot read\n")
        self.sweep("lists.hs.ir", "main.hs.ir", "trees.hs.ir", "--max-depth", "10", "--calls",
                   "calls.tsv")
        programs = self.lines("study/programs.jsonl")
        self.assertEqual([program["origin"] for program in programs],
                         ["calls", "main", "generated"])
        self.assertEqual([[each["call"] for each in program["inputs"]] for program in programs[:2]],
                         [["program 7"], ["main"]])
        self.assertGreater(len(programs[2]["inputs"]), 1)
        for record in programs + self.points():
            self.assertEqual({each["outcome"] for each in record["inputs"]}, {"done"})

    def test_a_program_that_is_wrong_is_a_record(self):
        self.write("wrong.hs.ir", WRONG)
        self.sweep("wrong.hs.ir", "lists.hs.ir", "--max-depth", "1,2")
        points = self.points()
        self.assertEqual([point["outcome"] for point in points],
                         ["refused", "refused", "done", "done"])
        self.assertIn("wrong.hs.ir:3:7: error: `y` is not in scope", points[0]["message"])

    @tap.dear
    def test_what_exceeds_its_limit_is_a_record(self):
        for source, option, amount, outcome in ((ROUND, "seconds", "4", "time"),
                                                (FOREVER, "megabytes", "300", "memory")):
            self.write("forever.hs.ir", source)
            self.sweep("forever.hs.ir", "lists.hs.ir", "--max-depth", "1", f"--limit-{option}",
                       amount, into=outcome)
            forever, lists = self.points(outcome)
            self.assertEqual([each["outcome"] for each in forever["inputs"]], [outcome])
            self.assertIn("it takes more than " + amount, forever["inputs"][0]["message"])
            self.assertEqual(forever["inputs"][0]["counts"], None)
            self.assertEqual([each["outcome"] for each in lists["inputs"]], ["done", "done"])

    def test_a_compiler_that_exceeds_its_limit_is_a_record(self):
        self.sweep("lists.hs.ir", "--max-depth", "1", "--limit-megabytes", "1")
        point = self.points()[0]
        self.assertEqual(point["outcome"], "memory")
        self.assertEqual(point["tokens"], None)

    def test_tables_agree(self):
        self.write("wrong.hs.ir", WRONG)
        self.sweep("lists.hs.ir", "wrong.hs.ir", "--max-depth", "0,10", "--price", "0,0.055")
        with open(self.directory / "study" / "points.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        points = self.points()
        sources = {p["program"]: p for p in self.lines("study/programs.jsonl")}
        self.assertEqual(len(rows), 8)
        for row, point in zip(rows, points):
            self.assertEqual((row["point"], row["max_depth"], row["price"], row["outcome"]),
                             (str(point["point"]), point["settings"]["max-depth"],
                              point["settings"]["price"], point["outcome"]))
            self.assertEqual(row["tokens"], str(point["tokens"] or ""))
            for key in ("visits", "allocations"):
                for column, record in ((key, point), ("source_" + key, sources[point["program"]])):
                    self.assertEqual(row[column] or "0",
                                     str(sum(each["counts"][key] for each in record["inputs"])))
        if not (self.directory / "study" / "sweep.sqlite").exists():
            self.skipTest("built without SQLite")
        database = sqlite3.connect(self.directory / "study" / "sweep.sqlite")
        self.addCleanup(database.close)
        database.row_factory = sqlite3.Row
        kept = database.execute("select * from points order by point").fetchall()
        self.assertEqual(list(kept[0].keys()), list(rows[0]))
        for row, record in zip(rows, kept):
            for column, text in row.items():
                value = record[column]
                if text == "":
                    self.assertIn(value, (None, ""))
                elif isinstance(value, str):
                    self.assertEqual(value, text)
                elif text in ("true", "false"):
                    self.assertEqual(value, int(text == "true"))
                else:
                    self.assertAlmostEqual(value, float(text))
        cut_offs = database.execute("select count(*) from cut_offs").fetchone()[0]
        self.assertEqual(cut_offs, sum(len(point["termination"]["cut_offs"]) for point in points
                                       if point["termination"]))
        self.assertEqual(database.execute("select count(*) from inputs").fetchone()[0],
                         sum(len(point["inputs"]) for point in points))

    def test_times_beside_those_of_the_source(self):
        targets = [target for target, tool in (("haskell", "ghc"), ("exe", "c++"))
                   if shutil.which(tool)]
        self.sweep("lists.hs.ir", "--max-depth", "10", "--time", ",".join(targets),
                   "--time-rounds", "2")
        times = self.points()[0]["times"]
        self.assertEqual(list(times), sorted(targets))
        for target in targets:
            self.assertEqual(times[target]["outcome"], "done", times[target]["message"])
            for field in ("seconds", "source_seconds", "megabytes", "source_megabytes"):
                self.assertEqual(len(times[target][field]), 2)

    def test_a_compiler_that_is_missing_is_told(self):
        self.sweep("lists.hs.ir", "--max-depth", "10", "--time", "haskell",
                   env={**os.environ, "GHC": "no-such-compiler"})
        point = self.points()[0]
        self.assertEqual(point["outcome"], "done")
        self.assertEqual(point["times"]["haskell"]["outcome"], "failed")
        self.assertIn("no-such-compiler", point["times"]["haskell"]["message"])

    def test_wrong_usage(self):
        for words, said in ((["--max-depth", "1"], "no program"),
                            (["lists.hs.ir", "--max-depth", "3..1"], "'3..1'"),
                            (["lists.hs.ir", "--max-depth", "1,1"], "twice"),
                            (["lists.hs.ir", "--max-depth", "deep"], "'deep'"),
                            (["lists.hs.ir", "--stop-after", "fusion,all"], "'all'"),
                            (["lists.hs.ir", "--guard", "maybe"], "on or off"),
                            (["lists.hs.ir", "--shard", "3/2"], "--shard"),
                            (["lists.hs.ir", "--limit-seconds", "0"], "above 0"),
                            (["absent.hs.ir"], "absent.hs.ir")):
            self.assertIn(said, self.sweep(*words, status=2).stderr)
            self.assertFalse((self.directory / "study").exists())
        self.assertIn("-o DIR", self.run_it("sweep", "lists.hs.ir", status=2).stderr)

    def test_a_table_of_calls_that_is_wrong(self):
        self.write("calls.tsv", "lists.hs.ir program 7\n")
        done = self.sweep("lists.hs.ir", "--calls", "calls.tsv", status=1)
        self.assertIn("calls.tsv:1:1: error:", done.stderr)


class Parts(Sweep):
    GRID = ("lists.hs.ir", "trees.hs.ir", "--max-depth", "0..3", "--stop-after",
            "fusion,redundancy")

    def test_shards_together_are_the_whole(self):
        self.sweep(*self.GRID, into="whole")
        for part in (1, 2, 3):
            self.sweep(*self.GRID, "--shard", f"{part}/3", into=f"part{part}")
        # Whole lines, four depths each, of two programs and two stages.
        self.assertEqual([len(self.points(f"part{part}")) for part in (1, 2, 3)], [8, 4, 4])
        for merged, words in (("merged", ("part3,part1", "--merge", "part2")),
                              ("globbed", ("part1", "part2", "part3"))):
            self.run_it("sweep", "--merge", *words, "-o", merged)
            self.assertEqual(self.counted(merged), self.counted("whole"))
            for name in ("sweep.json", "programs.jsonl"):
                self.assertEqual(self.read(f"{merged}/{name}"), self.read("whole/" + name))

    def test_parts_that_are_missing_or_of_another_study(self):
        self.sweep(*self.GRID, "--shard", "1/2", into="part1")
        done = self.run_it("sweep", "--merge", "part1", "-o", "merged", status=1)
        self.assertIn("8 points are in none of the parts", done.stderr)
        self.sweep("lists.hs.ir", "--max-depth", "1", into="other")
        done = self.run_it("sweep", "--merge", "part1,other", "-o", "again", status=1)
        self.assertIn("other settings", done.stderr)
        done = self.run_it("sweep", "--merge", "part1", "lists.hs.ir", "-o", "again", status=2)
        self.assertIn("lists.hs.ir", done.stderr)

    def test_another_study_is_not_overwritten(self):
        self.sweep("lists.hs.ir", "--max-depth", "1")
        before = self.read("study/points.jsonl")
        done = self.sweep("lists.hs.ir", "--max-depth", "2", status=1)
        self.assertIn("other settings", done.stderr)
        self.write("lists.hs.ir", LISTS + "\n")
        done = self.sweep("lists.hs.ir", "--max-depth", "1", status=1)
        self.assertIn("have changed", done.stderr)
        self.assertEqual(self.read("study/points.jsonl"), before)


class Killed(Sweep):
    GRID = ("lists.hs.ir", "trees.hs.ir", "--max-depth", "0..4", "--cap", "0,1")

    def start(self, into):
        return subprocess.Popen([BINARY, "sweep", *self.GRID, "-o", into], cwd=self.directory,
                                stderr=subprocess.DEVNULL)

    def finished(self, into):
        """The complete records so far, by number, as they are written."""
        path = self.directory / into / "points.jsonl"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        complete = text[:text.rfind("\n") + 1].splitlines()
        records = {json.loads(line)["point"]: line for line in complete}
        self.assertEqual(len(records), len(complete), "a point is there twice")
        return records

    def kill_after(self, records, moment):
        """Runs until the study has so many new records, and `moment` seconds more."""
        journal = self.directory / "study" / "points.jsonl"
        had = journal.read_bytes().count(b"\n") if journal.exists() else 0
        process = self.start("study")
        while process.poll() is None and (
                not journal.exists() or journal.read_bytes().count(b"\n") < had + records):
            time.sleep(0.002)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def test_random_moments(self):
        begun = time.monotonic()
        self.sweep(*self.GRID, into="whole")
        point = (time.monotonic() - begun) / 20
        moments = random.Random(20)
        kept, resumed, completed = {}, 0, 0

        def complete():
            after = self.finished("study")
            self.assertEqual({point: after[point] for point in kept}, kept)
            self.assertEqual(self.counted("study"), self.counted("whole"))
            self.assertEqual(self.read("study/programs.jsonl"), self.read("whole/programs.jsonl"))
            for path in sorted((self.directory / "study").iterdir()):
                path.unlink()

        for at in range(MOMENTS):
            self.kill_after(moments.randrange(4), moments.uniform(0, 2 * point))
            now = self.finished("study")
            # Nothing is lost, and nothing is done again: it would have other times.
            self.assertEqual({point: now[point] for point in kept}, kept)
            resumed += 0 < len(kept) < len(now)
            kept = now
            if moments.random() < 0.5 and kept:
                # What is torn off in the middle of a record.
                with open(self.directory / "study" / "points.jsonl", "a", encoding="utf-8") as file:
                    file.write('{"point":3,"prog')
            if at == MOMENTS // 2 or moments.random() < 0.15 or len(kept) == 20:
                self.sweep(*self.GRID, into="study")
                complete()
                kept, completed = {}, completed + 1
        self.sweep(*self.GRID, into="study")
        complete()
        self.assertGreater(completed, 0)
        self.assertGreater(resumed, 0)

    def test_two_at_a_time_do_not_write_one_study(self):
        first = self.start("study")
        try:
            deadline = time.monotonic() + 60
            while not (self.directory / "study" / "programs.jsonl").exists():
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.005)
            os.kill(first.pid, signal.SIGSTOP)
            done = self.sweep(*self.GRID, status=1)
            self.assertIn("somebody else", done.stderr)
        finally:
            os.kill(first.pid, signal.SIGCONT)
            first.kill()
            first.wait()


if __name__ == "__main__":
    tap.main(__name__)
