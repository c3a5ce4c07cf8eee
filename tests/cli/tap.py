"""Runs unittest cases and reports each of them in the Test Anything Protocol, so that Meson counts
them one by one."""

import os
import sys
import time
import unittest


def dear(test):
    """Of a case or a class of cases that takes long: it is of the suite `long` alone."""
    test.dear = True
    return test


def sample(everything, every):
    """Of a list every so manieth, or a number divided by that; all of it in the suite `long`."""
    if "DEFOREST_LONG" in os.environ:
        return everything
    return everything // every if isinstance(everything, int) else everything[::every]


def cases_in(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from cases_in(each)
        else:
            yield each


def is_dear(case):
    return hasattr(case, "dear") or hasattr(getattr(case, case.id().split(".")[-1]), "dear")


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.broken = None
        self.begun = 0.0

    def startTest(self, test):
        super().startTest(test)
        self.begun = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        print(f"# {time.monotonic() - self.begun:.1f} s", flush=True)

    def line(self, outcome, test, extra=""):
        self.count += 1
        print(f"{outcome} {self.count} - {test.id().split('.', 1)[-1]}{extra}", flush=True)

    def said(self, outcomes):
        """The traceback of the newest of these outcomes, as a comment."""
        for text in outcomes[-1][1].splitlines():
            print("# " + text)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line("ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line("not ok", test)
        self.said(self.failures)

    def addError(self, test, err):
        super().addError(test, err)
        self.line("not ok", test)
        self.said(self.errors)

    def addSubTest(self, test, subtest, err):
        """A case whose parts failed gets one line, at the first of them: the plan counts cases."""
        super().addSubTest(test, subtest, err)
        if err is None:
            return
        if test.id() != self.broken:
            self.line("not ok", test)
            self.broken = test.id()
        self.said(self.failures if issubclass(err[0], test.failureException) else self.errors)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("ok", test, " # SKIP " + reason)


def main(module):
    """Runs the cases of a module, those that are dear if DEFOREST_LONG is set; the process fails if one
    of them does."""
    cases = cases_in(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module]))
    wanted = [case for case in cases if "DEFOREST_LONG" in os.environ or not is_dear(case)]
    suite = unittest.TestSuite(wanted)
    print(f"1..{suite.countTestCases()}")
    result = TapResult()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
