"""What is in the page that `deforest report` writes, read without a browser.

usage: report_test.py BINARY ROOT

The page must need nothing else, survive whatever stands in a program, and say of a program what
--explain, --dump-dir and -o say of it.
"""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import pages
import tap
from pages import BINARY, ROOT, Elements, report

PARTLY = ROOT / "tests" / "explain" / "partly.hs.ir"
HEAP = ROOT / "corpus" / "natural" / "heap.hs.ir"


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def write(self, name, text):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def report(self, *words, status=0):
        return report(*words, cwd=self.directory, status=status)

    def refused(self, *words, status=2):
        done = subprocess.run([BINARY, "report", *map(str, words)], cwd=self.directory, text=True,
                              capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr


class ThePage(Case):
    def test_needs_nothing_else(self):
        self.write("hostile.hs.ir", pages.HOSTILE)
        text, _ = self.report("hostile.hs.ir")
        page = Elements(text)
        for tag, attributes in page.elements:
            self.assertNotIn(tag, ("link", "img", "iframe", "object", "base", "form"))
            self.assertNotIn("src", attributes)
            self.assertFalse(attributes.get("href", "#").split("#")[0], attributes)
        policy = next(attributes["content"] for tag, attributes in page.elements
                      if tag == "meta" and "http-equiv" in attributes)
        self.assertIn("default-src 'none'", policy)
        asks = re.search(r"@import|url\((?!#)|XMLHttpRequest|fetch\(|sendBeacon|WebSocket", text)
        self.assertIsNone(asks)

    def test_brings_d3_with_its_licence_where_something_is_plotted(self):
        self.write("hostile.hs.ir", pages.HOSTILE)
        self.write("table.json", json.dumps(pages.EVALUATION))
        one, _ = self.report("hostile.hs.ir")
        self.assertNotIn("d3js.org", one)
        study, _ = self.report("table.json")
        if "d3js.org" not in study:
            self.skipTest("built without D3")
        self.assertIn("Redistribution", study)
        self.assertEqual([tag for tag, _ in Elements(study).elements].count("script"),
                         [tag for tag, _ in Elements(one).elements].count("script") + 1)

    def test_has_a_language_a_title_and_a_place_to_skip_to(self):
        text, _ = self.report(PARTLY)
        page = Elements(text)
        self.assertIn(("html", {"lang": "en"}), page.elements)
        self.assertIn("partly.hs.ir", page.title)
        self.assertIn("main", [attributes.get("id") for tag, attributes in page.elements
                               if tag == "main"])

    def test_survives_any_text(self):
        name = '<script>b&".hs.ir'
        self.write(name, pages.HOSTILE)
        text, _ = self.report(name)
        page = Elements(text)
        data = page.data()
        self.assertEqual(sorted(data), ["index", "program-0"])
        self.assertEqual(len(page.scripts), 3)
        self.assertEqual(text.count("</script"), 3)
        self.assertEqual(data["program-0"]["source"], pages.HOSTILE)
        self.assertEqual(data["program-0"]["file"], name)
        self.assertIn(name, page.title)
        self.assertNotIn("img", [tag for tag, _ in page.elements])

    def test_says_the_same_in_words_to_whoever_runs_no_script(self):
        text, _ = self.report(PARTLY)
        words = re.search(r"<noscript>(.*?)</noscript>", text, re.DOTALL).group(1)
        summary = (PARTLY.parent / "partly.txt").read_text(encoding="utf-8")
        for line in summary.splitlines()[:3]:
            self.assertIn(line.split(": ", 1)[1].replace(">", "&gt;"), words)

    def test_is_the_same_every_time(self):
        first, _ = self.report(HEAP)
        again, _ = self.report(HEAP, "--threads", "1")
        self.assertEqual(first, again)


class AProgram(Case):
    def data(self, path, *options):
        text, _ = self.report(path, *options)
        return Elements(text).data()["program-0"]

    def explained(self, path):
        file = self.directory / "why.json"
        subprocess.run([BINARY, path, "-o", "out.hs", f"--explain={file}"], check=True, timeout=200,
                       cwd=self.directory, capture_output=True)
        return json.loads(file.read_text(encoding="utf-8"))

    def test_is_explained_as_by_explain(self):
        for path in (PARTLY, HEAP):
            ours = self.data(path)["explanation"]
            theirs = self.explained(path)
            for field in ("tokens", "declined", "smaller_numbers"):
                self.assertEqual(ours[field], theirs[field])
            self.assertEqual([(each["name"], each["before"], each["after"]) for each in ours["roots"]],
                             [(each["name"], each["before"], each["after"]) for each in theirs["roots"]])
            decisions = pages.records(ours["decisions"])
            for decision in decisions:
                del decision["run"]
            for decision in theirs["decisions"]:
                del decision["calls"]
            self.assertEqual(decisions, theirs["decisions"])
            self.assertEqual([each["text"] for each in ours["findings"]],
                             [each["text"] for each in theirs["findings"]])

    def test_has_the_result_that_is_written(self):
        for path in (PARTLY, HEAP):
            written = subprocess.run([BINARY, path, "-o", "-"], check=True, capture_output=True,
                                     text=True, timeout=200).stdout
            self.assertEqual(self.data(path)["result"], written)

    def test_has_every_step_as_it_is_dumped(self):
        for path in (PARTLY, HEAP):
            dumps = self.directory / path.name
            subprocess.run([BINARY, path, "-o", self.directory / "out.hs", "--dump-dir", dumps],
                           check=True, capture_output=True, timeout=200)
            derivation = self.data(path)["derivation"]
            texts = derivation["texts"]
            state = {}
            steps = [{"index": 0, "pass": "input", "changes": derivation["start"]},
                     *derivation["steps"]]
            shown = set()
            for step in steps:
                shown.add(step["index"])
                for change in step["changes"]:
                    before = change.get("before")
                    self.assertEqual(state.get(change["function"]), before)
                    if "after" in change:
                        state[change["function"]] = change["after"]
                    else:
                        del state[change["function"]]
                file = dumps / f"{step['index']:02}-{step['pass']}.ir"
                dumped = file.read_text(encoding="utf-8")
                for function, text in state.items():
                    self.assertIn(texts[text], dumped, (file.name, function))
                signatures = re.findall(r"^(\S+) ::", dumped, re.MULTILINE)
                self.assertEqual(sorted(signatures), sorted(state), file.name)
            self.assertGreater(len(shown), 1)
            # What is passed over changed no function.
            files = sorted(dumps.iterdir())
            self.assertEqual(len(files), derivation["runs"] + 1)
            functions = [text.split(" ::", 1)[1] for text in
                         (file.read_text(encoding="utf-8") for file in files)]
            for i in range(1, len(files)):
                if i not in shown:
                    self.assertEqual(functions[i], functions[i - 1], files[i].name)

    def test_says_of_what_a_step_of_fusion_made_its_functions(self):
        steps = self.data(PARTLY)["derivation"]["steps"]
        made = {change["function"]: change for step in steps if "fusion" in step
                for change in step["changes"] if "from" in change}
        joined = made["greatest_nodes_total"]
        self.assertEqual(sorted(joined["from"]), ["greatest", "nodes", "total"])
        self.assertEqual(joined["calls"], "`total`, `nodes` and `greatest`")

    def test_counts_what_the_interpreter_counts(self):
        for path in (PARTLY, HEAP):
            data = self.data(path)
            roots = data["explanation"]["roots"]
            self.assertTrue(all(root["counted"] for root in roots))
            inputs = sum(root["inputs"]["given"] + root["inputs"]["generated"] for root in roots)
            for side in ("before", "after"):
                functions = data[side]["functions"]
                calls = sum(root[side]["calls"] for root in roots)
                work = sum(root[side][name] for root in roots
                           for name in ("matches", "calls", "allocations"))
                self.assertEqual(sum(each["calls"] for each in functions), calls)
                # The outermost call is nobody's work.
                self.assertEqual(sum(each["work"] for each in functions), work - inputs)
                for to, each in enumerate(functions):
                    entered = sum(times for _, callee, _, times in data[side]["edges"] if callee == to)
                    self.assertEqual(entered + (inputs if each["root"] and len(roots) == 1 else 0),
                                     each["calls"], each["name"])

    def test_tells_how_often_each_place_ran(self):
        places = self.data(PARTLY)["places"]
        entered = {line: times for line, _, times, entry, _ in places if entry}
        branches = {line: times for line, _, times, entry, _ in places if not entry}
        for line in (7, 11, 15):
            # An equation for Leaf and one for Node, which calls twice.
            self.assertEqual(entered[line], branches[line] + branches[line + 1])
            self.assertGreater(branches[line + 1], 0)

    def test_follows_the_options(self):
        self.assertFalse(any(step["pass"] == "fuse" for step in
                             self.data(PARTLY, "--stop-after", "none")["derivation"]["steps"]))


class SeveralSubjects(Case):
    def test_finds_what_is_in_a_directory(self):
        self.write("d/a/one.hs.ir", pages.HOSTILE)
        self.write("d/two.hs", pages.HOSTILE)
        self.write("d/three.hs", pages.HOSTILE)
        self.write("d/three.hs.ir", pages.HOSTILE)
        self.write("d/other.json", '{"format": "of something else"}')
        self.write("d/broken.json", "{")
        self.write("d/table.json", json.dumps(pages.EVALUATION))
        pages.write_sweep(self.directory / "d" / "sweep")
        text, _ = self.report("d")
        data = Elements(text).data()
        self.assertEqual([each["file"] for each in data["index"]["programs"]],
                         ["d/a/one.hs.ir", "d/three.hs.ir", "d/two.hs"])
        self.assertEqual([each["kind"] for each in data["index"]["studies"]], ["evaluation", "sweep"])
        self.assertEqual(data["study-0"]["rows"], pages.EVALUATION["rows"])

    def test_one_that_is_wrong_says_so_and_the_others_are_there(self):
        self.write("good.hs.ir", pages.HOSTILE)
        self.write("wrong.hs.ir", "module Wrong where\n\nf :: Int -> Int\nf x = y\n")
        text, said = self.report("good.hs.ir", "wrong.hs.ir", status=1)
        data = Elements(text).data()
        self.assertIn("wrong.hs.ir:4:7: error", said)
        self.assertIn("wrong.hs.ir:4:7: error", data["program-1"]["error"])
        self.assertIn("derivation", data["program-0"])

    def test_a_sweep_in_short(self):
        points = pages.write_sweep(self.directory / "s", unfinished='{"point": 99, "pro')
        text, _ = self.report("s")
        study = Elements(text).data()["study-0"]
        self.assertEqual(len(study["points"]), len(points))
        last = study["points"][-1]
        self.assertEqual((last["outcome"], last["message"]), ("time", "it took longer than 1 s"))
        first = study["points"][0]
        self.assertEqual(first["limits"], ["--fusion-depth"])
        self.assertEqual(first["counts"]["visits"], [1100, 1100])
        self.assertEqual(first["counts"]["held"], [1000, 1000])
        third = study["points"][2]
        self.assertEqual(third["counts"]["visits"], [1100, 550])
        self.assertEqual(third["byInput"], [[100, 50], [1000, 500]])


class WhatIsWrong(Case):
    def test_usage(self):
        self.write("a.hs.ir", pages.HOSTILE)
        self.assertIn("no input", self.refused("-o", "x.html"))
        self.assertIn("no output", self.refused("a.hs.ir"))
        self.assertIn("more than one output", self.refused("a.hs.ir", "-o", "x", "-o", "y"))
        self.assertIn("is an input, too", self.refused("a.hs.ir", "-o", "./a.hs.ir"))
        self.assertIn("cannot read 'no.hs.ir'", self.refused("no.hs.ir", "-o", "x.html"))
        (self.directory / "empty").mkdir()
        self.assertIn("nothing to report on in 'empty'", self.refused("empty", "-o", "x.html"))
        self.assertEqual((self.directory / "a.hs.ir").read_text(encoding="utf-8"), pages.HOSTILE)

    def test_files_of_studies_are_told_by_place(self):
        self.write("t.json", "{\n  \"format\": ,\n}\n")
        self.assertIn("t.json:2:13: error: this is no JSON", self.refused("t.json", "-o", "x", status=1))
        self.write("t.json", '{"format": "deforest evaluation 99"}')
        self.assertIn("the format is 'deforest evaluation 99'", self.refused("t.json", "-o", "x", status=1))
        self.write("t.json", '{"format": "deforest evaluation 1", "part": "p"}')
        self.assertIn("there is no field 'title'", self.refused("t.json", "-o", "x", status=1))
        pages.write_sweep(self.directory / "s")
        file = self.directory / "s" / "points.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines()
        file.write_text("\n".join([*lines[:2], '{"point": 2}', *lines[3:]]) + "\n", encoding="utf-8")
        self.assertIn("points.jsonl:3: error: a field is missing", self.refused("s", "-o", "x", status=1))
        file.write_text(lines[0] + "\nnonsense\n", encoding="utf-8")
        self.assertIn("points.jsonl:2:", self.refused("s", "-o", "x", status=1))

    def test_a_wrong_program_is_told_as_ever(self):
        self.write("wrong.hs.ir", "module Wrong where\n\nf :: Int -> Int\nf x = y\n")
        said = self.refused("wrong.hs.ir", "-o", "x.html", status=1)
        self.assertIn("wrong.hs.ir:4:7: error", said)
        self.assertFalse((self.directory / "x.html").exists())


if __name__ == "__main__":
    tap.main(__name__)
