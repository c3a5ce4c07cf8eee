"""Runs unittest cases and reports each of them in the Test Anything Protocol, so that Meson counts
them one by one."""

import sys
import unittest


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.count = 0

    def line(self, outcome, test, extra=""):
        self.count += 1
        print(f"{outcome} {self.count} - {test.id().split('.', 1)[-1]}{extra}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line("ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line("not ok", test)
        for text in self.failures[-1][1].splitlines():
            print("# " + text)

    def addError(self, test, err):
        super().addError(test, err)
        self.line("not ok", test)
        for text in self.errors[-1][1].splitlines():
            print("# " + text)

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
