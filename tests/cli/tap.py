"""Runs unittest cases and reports each of them in the Test Anything Protocol, so that Meson counts
them one by one."""

import sys
import unittest


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.broken = None

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
    """Runs the cases of a module; the process fails if one of them does."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])
    print(f"1..{suite.countTestCases()}")
    result = TapResult()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
