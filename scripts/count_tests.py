"""Adds up the results of the last `meson test`: the cases inside GoogleTest programs each count,
any other test counts once. Prints `N passed, N failed, N skipped` and fails unless something
passed and nothing failed.

usage: count_tests.py LOG_DIRECTORY
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as xml


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.find("skipped") is not None or case.get("status") == "notrun":
        return "skipped"
    return "passed"


def main():
    logs = pathlib.Path(sys.argv[1])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for case in xml.parse(logs / "testlog.junit.xml").getroot().iter("testcase"):
        counts[outcome(case)] += 1
    # A program that fails although all its cases passed (a leak at its end, say) is a failure.
    results = [json.loads(line)["result"] for line in (logs / "testlog.json").open()]
    failed_programs = sum(result not in ("OK", "EXPECTEDFAIL", "SKIP") for result in results)
    counts["failed"] = max(counts["failed"], failed_programs)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    return 0 if counts["passed"] > 0 and counts["failed"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
