"""How the page of `deforest report` behaves in a browser, Debian's chromium without a window.

usage: browser_test.py BINARY ROOT DIRECTORY

No page may complain or ask for anything; steps go by keyboard, filters filter, long sources come in
parts, paper gets everything, and axe-core (from the npm registry, kept in DIRECTORY) finds nothing
that keeps anybody out. Without chromium all is skipped, without axe-core what needs it.

With DEFOREST_PICTURES=D the pages are left in D as pictures, to be looked at.
"""

import json
import os
import pathlib
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

# 1,200 declarations on 10,000 lines, of which most are only read.
LONG = ("module Long (main1) where\n\ndata T = L | N T Int T\n\n" + "".join(
    f"-- {i}\nf{i} :: T -> T\nf{i} L = L\nf{i} (N l x r) =\n  N (f{i} l)\n    (x + {i})\n    (f{i} r)\n\n"
    for i in range(1250)) + "main1 :: T -> T\nmain1 t = f0 (f1200 t)\n")


@unittest.skipUnless(browser.find(), "no chromium")
class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.browser = cls.enterClassContext(browser.Browser(seconds=300))

        def page(name, *words, status=0):
            pages.report(*words, cwd=cls.directory, status=status)
            target = cls.directory / f"{name}.html"
            (cls.directory / "page.html").rename(target)
            return target

        (cls.directory / "hostile.hs.ir").write_text(pages.HOSTILE, encoding="utf-8")
        (cls.directory / "wrong.hs.ir").write_text("f :: Int -> Int\nf x = y\n", encoding="utf-8")
        (cls.directory / "long.hs.ir").write_text(LONG, encoding="utf-8")
        (cls.directory / "table.json").write_text(json.dumps(pages.EVALUATION), encoding="utf-8")
        (cls.directory / "threads.json").write_text(json.dumps(pages.THREADS), encoding="utf-8")
        pages.write_sweep(cls.directory / "sweep")
        heap = ROOT / "corpus" / "natural" / "heap.hs.ir"
        cls.partly = page("partly", ROOT / "tests" / "explain" / "partly.hs.ir")
        cls.heap = page("heap", heap)
        cls.hostile = page("hostile", "hostile.hs.ir")
        cls.long = page("long", "long.hs.ir", "--stop-after", "none")
        cls.threads = page("threads", "threads.json")
        cls.all = page("all", "hostile.hs.ir", heap, "wrong.hs.ir", "table.json", "sweep", status=1)

    @classmethod
    def enterClassContext(cls, context):
        value = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        return value

    def open(self, file, part="", **media):
        page = self.browser.open(file, **media)
        if part:
            page.evaluate(f"location.hash = {json.dumps(part)}")
            page.evaluate("new Promise((done) => setTimeout(done, 100))")
        return page

    def quiet(self, page):
        self.assertEqual(page.problems(), [])
        self.assertEqual(len(page.requests()), 1, page.requests())


def text(page, selector):
    return page.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")


def count(page, selector):
    return page.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")


def fill(page, label, value):
    """Sets the control of that label, as a user does."""
    page.evaluate(f"""(() => {{
      const label = [...document.querySelectorAll('label')].find((each) => each.textContent === {json.dumps(label)});
      const control = document.getElementById(label.htmlFor);
      control.value = {json.dumps(value)};
      control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'));
    }})()""")


class Pages(Case):
    VIEWS = [("partly", ""), ("heap", ""), ("hostile", ""), ("long", ""), ("all", ""),
             ("all", "program-1"), ("all", "program-2"), ("all", "study-0"), ("all", "study-1")]

    def test_nothing_is_complained_of_or_asked_for(self):
        for name, part in self.VIEWS:
            with self.subTest(name=name, part=part):
                page = self.open(getattr(self, name), part)
                self.quiet(page)
                self.assertTrue(text(page, "h1"))
                self.assertIsNone(page.evaluate("window.broken"))
                self.assertLess(count(page, "*"), 8000)
                if PICTURES:
                    page.picture(pathlib.Path(PICTURES) / f"{name}-{part or 'start'}.png", whole=True)

    def test_nothing_keeps_anybody_out(self):
        checker = accessibility.checker(KEPT)
        if checker is None:
            self.skipTest("no axe-core")
        # What dark colours change is the contrast.
        for scheme, options in (("light", "{}"), ("dark", accessibility.CONTRAST)):
            for name, part in self.VIEWS:
                with self.subTest(name=name, part=part, scheme=scheme):
                    page = self.open(getattr(self, name), part, scheme=scheme)
                    self.assertEqual(accessibility.violations(page, checker, options), [])

    def test_text_of_a_program_is_only_text(self):
        page = self.open(self.hostile)
        shown = page.evaluate("[...document.querySelectorAll('.source .code')].map((each) => each.textContent)")
        self.assertEqual("\n".join(shown) + "\n", pages.HOSTILE)
        self.assertEqual(count(page, "main script, main img"), 0)

    def test_colours_follow_the_system_and_the_choice(self):
        page = self.open(self.partly, scheme="dark")
        back = "getComputedStyle(document.body).backgroundColor"
        dark = page.evaluate(back)
        fill(page, "Colours", "light")
        light = page.evaluate(back)
        self.assertEqual(light, "rgb(255, 255, 255)")
        self.assertNotEqual(dark, light)


class ADerivation(Case):
    HEADING = ".viewer h3"

    # By their numbers, the steps and the parts of steps.
    STATIONS = """[...document.querySelectorAll('.ladder > li')].flatMap((item, i) => [String(i),
      ...[...item.querySelectorAll('.parts button')].map((each) => each.textContent.split(' ')[0])])"""

    def at(self, page, number, last):
        self.assertTrue(text(page, self.HEADING).startswith(f"Step {number} of {last}: "),
                        f"{text(page, self.HEADING)}: not step {number}")

    def test_goes_step_by_step_with_the_keyboard(self):
        page = self.open(self.heap)
        stations = page.evaluate(self.STATIONS)
        last = count(page, ".ladder > li") - 1
        self.assertGreater(last, 3)
        self.assertGreater(len(stations), last + 3)
        page.evaluate("document.querySelector('.ladder [aria-current]').focus()")
        page.press("Home")
        self.assertTrue(text(page, self.HEADING).startswith(f"Step 0 of {last}: As read"))
        for i, number in enumerate(stations[1:]):
            page.press("ArrowDown" if i % 2 else "ArrowRight")
            self.at(page, number, last)
            self.assertGreater(count(page, ".viewer .change"), 0)
            self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-current')"), "step")
        page.press("ArrowDown")
        self.at(page, last, last)
        self.assertIn(text(page, self.HEADING), text(page, "#status"))
        page.press("ArrowLeft")
        # From the list to the buttons, which stay where they are.
        page.press("Tab")
        page.press("Enter", 2)
        self.at(page, stations[-4], last)
        page.press("Tab")
        page.press(" ")
        self.at(page, stations[-3], last)
        page.evaluate("document.querySelector('.ladder [aria-current]').focus()")
        page.press("Home")
        for step in range(1, last + 1):
            page.press("PageDown")
            self.at(page, step, last)
        for step in range(last - 1, -1, -1):
            page.press("PageUp")
            self.at(page, step, last)
        self.quiet(page)

    def test_a_part_says_of_what_a_function_was_made_and_why(self):
        page = self.open(self.heap)
        last = count(page, ".ladder > li") - 1
        steps = page.evaluate("JSON.parse(document.getElementById('program-0').textContent).derivation.steps")
        parts = [number for number in page.evaluate(self.STATIONS) if "." in number]
        reasons = 0
        for number in parts:
            page.evaluate(f"location.hash = 'program-0/steps/{number}'")
            page.evaluate("new Promise((done) => setTimeout(done, 20))")
            self.at(page, number, last)
            step, part = map(int, number.split("."))
            joined = [change for change in steps[step - 1]["changes"]
                      if any(name != change["function"] for name in change.get("from", []))]
            name = joined[part - 1]["function"]
            self.assertEqual(count(page, ".viewer .change"), 1)
            self.assertEqual(text(page, ".viewer .change h4 code"), name)
            self.assertIn(f"{name} after", text(page, ".panes > div:last-child"))
            self.assertEqual(page.evaluate("[...document.querySelectorAll('.parts')].filter((each) => !each.hidden).length"), 1)
            reasons += count(page, ".made li")
        self.assertGreater(reasons, len(parts))
        self.quiet(page)

    def test_everything_can_be_reached_with_the_keyboard(self):
        page = self.open(self.partly)
        reached = set()
        page.evaluate("""document.querySelectorAll('button, select, input, a, summary').forEach((each, i) =>
                         { each.dataset.place = i; })""")
        # Of the steps one, of the radio buttons one can be reached so; arrows go on from there.
        wanted = page.evaluate("""[...document.querySelectorAll(
            'button:not(:disabled):not([tabindex="-1"]), select, input:not([type=radio]):not(:disabled), a, summary')]
            .filter((each) => each.checkVisibility()).map((each) => each.dataset.place)""")
        for _ in range(400):
            page.press("Tab")
            place = page.evaluate("document.activeElement.dataset.place")
            reached.add(place)
        self.assertEqual(set(wanted) - reached, set())

    def test_differences_have_both_texts(self):
        page = self.open(self.heap)
        steps = page.evaluate("JSON.parse(document.getElementById('program-0').textContent).derivation.steps.length")
        compared = 0
        for step in range(1, steps + 1):
            page.evaluate(f"document.querySelectorAll('.ladder > li > button')[{step}].click()")
            compared += page.evaluate("""(() => {
              const {derivation} = JSON.parse(document.getElementById('program-0').textContent);
              const step = Number(document.querySelector('.viewer h3').textContent.match(/\\d+/)[0]);
              const changes = new Map(derivation.steps[step - 1].changes.map((each) => [each.function, each]));
              let compared = 0;
              for (const card of document.querySelectorAll('.viewer .change')) {
                if (!card.querySelector('h4 .sort').textContent.includes('rewritten')) continue;
                const change = changes.get(card.querySelector('h4 code').textContent);
                const sides = {removed: '', added: ''};
                // Part by part, with all the equal lines.
                for (let next; ; next.click()) {
                  for (let left; (left = card.querySelector('.left button')) !== null;) left.click();
                  for (const kind of Object.keys(sides)) {
                    for (const line of card.querySelectorAll(`tr.same .code, tr.${kind} .code`)) {
                      sides[kind] += line.textContent + '\\n';
                    }
                  }
                  next = card.querySelector('.pages button:last-of-type');
                  if (next === null || next.disabled) break;
                }
                if (sides.removed !== derivation.texts[change.before]) throw Error(`before ${change.function}`);
                if (sides.added !== derivation.texts[change.after]) throw Error(`after ${change.function}`);
                ++compared;
              }
              return compared;
            })()""")
        self.assertGreater(compared, 10)

    def test_what_is_joined_is_marked_on_both_sides(self):
        page = self.open(self.partly)
        card = ".viewer .change"
        self.assertIn("greatest_nodes_total", text(page, card))
        marked = page.evaluate("""[...document.querySelectorAll('.panes tr.removed .code')]
          .map((each) => each.textContent.trim())""")
        self.assertIn("!n2 = total r", marked)
        self.assertNotIn("!n1 = x + n", marked)
        self.assertTrue(any("greatest_nodes_total l" in line for line in page.evaluate(
            "[...document.querySelectorAll('.panes tr.added .code')].map((each) => each.textContent)")))

    def test_paper_gets_every_step_and_every_decision(self):
        page = self.open(self.partly)
        before = text(page, "main")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(count(page, "main details:not([open])"), 0)
        self.assertEqual(count(page, ".step section"), count(page, ".ladder > li") - 1)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(text(page, "main"), before)
        target = pathlib.Path(PICTURES or self.directory) / "partly.pdf"
        page.paper(target)
        self.assertTrue(target.read_bytes().startswith(b"%PDF"))
        self.quiet(page)


class Looking(Case):
    def test_decisions_can_be_filtered(self):
        page = self.open(self.heap)
        status = "section[aria-labelledby=program-0-decisions] [role=status]"
        everything = text(page, status)
        total = int(everything.split(" of ")[1].replace(",", ""))
        fill(page, "Outcome", "taken")
        taken = int(text(page, status).split(" ")[0].replace(",", ""))
        fill(page, "Outcome", "refused")
        refused = int(text(page, status).split(" ")[0].replace(",", ""))
        self.assertEqual(taken + refused, total)
        self.assertTrue(taken > 0 and refused > 0)
        self.assertEqual(count(page, ".decisions .fused"), 0)
        self.assertGreater(count(page, ".decisions .not_fused"), 0)
        fill(page, "Contains", "no such text anywhere")
        self.assertTrue(text(page, status).startswith("0 decisions"))
        self.assertEqual(count(page, ".decisions"), 0)
        self.quiet(page)

    def test_a_step_shows_its_decisions(self):
        page = self.open(self.partly)
        page.evaluate("""[...document.querySelectorAll('.viewer button')]
          .find((each) => each.textContent === 'show them').click()""")
        self.assertEqual(page.evaluate("document.activeElement.id"), "program-0-decisions")

    def test_notes_open_at_their_line(self):
        page = self.open(self.heap)
        self.assertEqual(count(page, "tr.note"), 0)
        page.evaluate("document.querySelector('.notes button').focus()")
        page.press("Enter")
        self.assertEqual(count(page, "tr.note"), 1)
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-expanded')"), "true")
        page.press("Enter")
        self.assertEqual(count(page, "tr.note"), 0)

    def test_places_lead_to_the_source(self):
        page = self.open(self.partly)
        page.evaluate("document.querySelector('section ul .place').click()")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        self.assertEqual(text(page, ".wanted th"), "24")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "24")

    def test_long_sources_come_in_parts(self):
        page = self.open(self.long)
        self.assertLess(count(page, ".source tbody tr"), 1000)
        self.open_line(page, 9000)
        self.assertEqual(text(page, ".wanted th"), "9000")
        self.assertLess(count(page, "*"), 8000)
        page.evaluate("""[...document.querySelectorAll('[aria-label="Parts of the source"] button')]
          .find((each) => each.textContent === 'Next').click()""")
        self.assertEqual(text(page, ".source tbody th"), "9001")
        self.quiet(page)

    def open_line(self, page, line):
        page.evaluate(f"location.hash = 'program-0/source/{line}'")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")

    def test_calls_before_and_after(self):
        page = self.open(self.partly)
        self.assertEqual(count(page, ".graph .node"), 5)
        page.evaluate("document.querySelector('fieldset input:checked').focus()")
        page.press("ArrowDown")
        self.assertEqual(count(page, ".graph .node"), 3)
        self.assertIn("greatest_nodes_total", text(page, ".graph"))

    def test_the_overview_filters_and_leads_on(self):
        page = self.open(self.all)
        self.assertEqual(count(page, "tbody tr"), 3 + 2)  # Programs, and the figures of the plot.
        fill(page, "Name contains", "heap")
        self.assertEqual(text(page, "[role=status].note"), "1 program of 3")
        fill(page, "Name contains", "")
        fill(page, "Outcome", "not transformed")
        self.assertIn("wrong.hs.ir", text(page, "tbody"))
        page.evaluate("document.querySelector('tbody a').click()")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        self.assertIn("was not transformed", text(page, "main"))
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "H1")
        self.quiet(page)

    def test_an_evaluation_has_its_figures_beside_the_published(self):
        page = self.open(self.all, "study-0")
        self.assertEqual(text(page, "h1"), "A <b>table</b>")
        row = page.evaluate("[...document.querySelectorAll('tbody tr')][0].textContent")
        for figure in ("30", "40", "1.5×", "1.4× to 1.7×", "2×", "measured"):
            self.assertIn(figure, row)
        self.assertEqual(count(page, "figure .plot .bar"), 4)
        fill(page, "Column", "visits")
        # Two programs at two sizes each.
        self.assertEqual(count(page, "figure .series .mark"), 4 + 2)
        self.quiet(page)

    def test_a_column_has_another_of_ours_beside_it(self):
        page = self.open(self.threads)
        self.assertIn("Two threads: Speed-up", text(page, "figcaption"))
        self.assertEqual((count(page, "figure .plot .bar"), count(page, "figure .plot .other")), (2, 2))
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.legend li')].map((each) => each.textContent)"),
                         ["Speed-up", "Ceiling", "thin line: the least and the most of the rounds"])
        self.quiet(page)

    def test_a_sweep_is_plotted_by_what_is_chosen(self):
        page = self.open(self.all, "study-1")
        self.assertIn("Visits by max-depth", text(page, "figcaption"))
        for label, value, title in (("Measure", "tokens", "Tokens of the result by max-depth"),
                                    ("Along", "stop-after", "Tokens of the result by stop-after"),
                                    ("Program", "0", "Tokens of the result by stop-after")):
            fill(page, label, value)
            self.assertIn(title, text(page, "figcaption"))
            self.assertGreater(count(page, "figure .mark"), 1)
        self.assertIn("Matches by the size of the input", text(page, "main"))
        self.quiet(page)

    def test_series_differ_in_more_than_colour(self):
        page = self.open(self.all, "study-1")
        shapes = page.evaluate("""[...document.querySelector('figure').querySelectorAll('svg.plot .series')]
          .map((each) => each.querySelector('.mark').getAttribute('d'))""")
        self.assertGreater(len(shapes), 1)
        self.assertEqual(len(set(shapes)), len(shapes))

    def test_without_d3_the_figures_remain(self):
        whole = self.threads.read_text(encoding="utf-8")
        start = whole.index("<script>\n/*")
        bare = self.directory / "bare.html"
        bare.write_text(whole[:start] + whole[whole.index("</script>", start) + len("</script>"):], encoding="utf-8")
        page = self.open(bare)
        self.assertEqual(count(page, "svg.plot"), 0)
        self.assertIn("built without D3", text(page, "main"))
        self.assertIn("Speed-up", text(page, "section table"))
        self.quiet(page)


if __name__ == "__main__":
    tap.main(__name__)
