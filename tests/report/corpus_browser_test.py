"""The page about the whole corpus, in a browser.

usage: corpus_browser_test.py BINARY ROOT DIRECTORY

All programs of the corpus, all evaluations of bench/results, and a sweep of depths 0 to 12 over the
programs (its points are written here) are one page. It must be small, open quickly, complain of
nothing and keep nobody out. Without chromium all is skipped, without axe-core what needs it. With
DEFOREST_PICTURES=D views are left in D as pictures.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import accessibility
import browser
import pages
import tap
from pages import ROOT

KEPT = pathlib.Path(sys.argv[3]).resolve()
PICTURES = os.environ.get("DEFOREST_PICTURES")

MOST_BYTES = 20_000_000
MOST_SECONDS = 2
# What else the machine does is in a time: of several the least is taken.
OPENED = 5


@unittest.skipUnless(browser.find(), "no chromium")
class TheWholeCorpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        place = pathlib.Path(directory.name)
        shutil.copytree(ROOT / "corpus", place / "study" / "corpus")
        shutil.copytree(ROOT / "bench" / "results", place / "study" / "results")
        programs = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("corpus/*/*.hs.ir"))
        pages.write_sweep(place / "study" / "depths", range(13), programs)
        # Some modules of corpus/haskell are more than the language, for what is left as it is.
        pages.report("study", cwd=place, status=1, seconds=1500)
        cls.file = place / "page.html"
        cls.browser = browser.Browser(seconds=300)
        cls.browser.__enter__()
        cls.addClassCleanup(cls.browser.__exit__, None, None, None)
        index = pages.Elements(cls.file.read_text(encoding="utf-8")).data()
        cls.sizes = {part: len(str(data)) for part, data in index.items()}
        cls.index = index["index"]

    def views(self):
        """The overview, all studies, and the largest programs."""
        programs = sorted((part for part in self.sizes if part.startswith("program-")),
                          key=self.sizes.get)
        return ["", *(part for part in self.sizes if part.startswith("study-")), *programs[-3:]]

    def open(self, part):
        page = self.browser.open(self.file, fragment=part)
        self.addCleanup(page.close)
        return page

    def test_all_of_it_is_there(self):
        programs = {each["file"]: each.get("error") for each in self.index["programs"]}
        files = {f"study/{path.relative_to(ROOT)}" for path in ROOT.glob("corpus/**/*.hs.ir")}
        self.assertGreater(len(files), 80)
        self.assertLessEqual(files, set(programs))
        self.assertEqual([file for file, error in programs.items()
                          if error and not file.startswith("study/corpus/haskell/")], [])
        self.assertEqual(sum(study["kind"] == "sweep" for study in self.index["studies"]), 1)
        self.assertGreater(len(self.index["studies"]), 15)

    def test_is_small(self):
        size = self.file.stat().st_size
        print(f"# {size / 1e6:.1f} MB, {len(self.index['programs'])} programs, "
              f"{len(self.index['studies'])} studies")
        self.assertLess(size, MOST_BYTES)

    def test_opens_quickly(self):
        for part in self.views():
            with self.subTest(part=part):
                least = min(self.seconds(part) for _ in range(OPENED))
                print(f"# {part or 'overview'}: {least:.2f} s")
                self.assertLess(least, MOST_SECONDS)

    def seconds(self, part):
        """Until the page is loaded and drawn: its scripts run before that."""
        page = self.open(part)
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        seconds = page.evaluate("performance.now()") / 1000
        page.close()
        return seconds

    def test_nothing_is_complained_of_and_nobody_kept_out(self):
        checker = accessibility.checker(KEPT)
        for part in self.views():
            with self.subTest(part=part):
                page = self.open(part)
                self.assertEqual(page.problems(), [])
                self.assertEqual(len(page.requests()), 1, page.requests())
                if PICTURES:
                    page.picture(pathlib.Path(PICTURES) / f"corpus-{part or 'start'}.png", whole=True)
                if checker is not None:
                    self.assertEqual(accessibility.violations(page, checker), [])
                    page.emulate(scheme="dark")
                    self.assertEqual(accessibility.violations(page, checker, accessibility.CONTRAST), [])
                page.close()
        if checker is None:
            self.skipTest("no axe-core")


if __name__ == "__main__":
    tap.main(__name__)
