#!/usr/bin/env python3
"""Corpus programs whose roots consume their arguments (--consume-input): what they compute from
copies must be what the corpus says, and what was copied must stay as it was.

    consume_test.py --emit EMIT_CPP --corpus DIR --runtime DIR --work DIR [--stages none,redundancy]
                    [--threads 1,2] [--flags '-O2 ...'] [--files PATTERN,...] [--every N]
                    [--limit LINES] [--jobs N]

Lines of DIR/expected.tsv that are nested calls of roots, such as `digest (program (input 5))`, are
computed twice from the same inputs; every argument is copied for the call that consumes it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import corpus_test

OWN = """
template <class T> T own(deforest::Region&, const T& value) { return value; }
"""


def call_of(text):
    """A nested call as lists of words, or nothing."""
    if not re.fullmatch(r"[\w() ]+", text) or "()" in text:
        return None
    words = re.sub(r"(\w+)", r'"\1",', text).replace("(", "[").replace(")", "],")
    return list(eval(f"[{words}]"))  # of words, commas and brackets


def heads(header):
    """The public functions of a header and how many parameters each has."""
    public = header[header.rindex("}  // namespace detail"):]
    found = re.findall(r"^inline [\w:]+[*]? ?(\w+)\(deforest::Region&( region)?((?:, [^;{]*)?)\) \{",
                       public.replace("inline const ", "inline ").replace("\n    ", " "), re.M)
    return {name: rest.count(",") for name, _, rest in found}


def text_of(call, space, known):
    """A call as C++ that copies what it hands on; nothing if it is no call of roots."""
    if isinstance(call, str):
        return call if call.isdigit() else None
    if len(call) == 1 and isinstance(call[0], str) and call[0].isdigit():
        return call[0]
    if not isinstance(call[0], str) or known.get(call[0]) != len(call) - 1:
        return None
    words = [text_of(word, space, known) for word in call[1:]]
    if None in words:
        return None
    return f"{space}::{call[0]}({', '.join(['r'] + [f'own(r, {word})' for word in words])})"


class Case:
    """One header and the calls that it can compute."""

    def __init__(self, args, name, stage, pairs):
        self.stem = re.sub(r"\W", "_", name.removesuffix(".hs.ir")) + f"_{stage}"
        self.header = args.work / f"{self.stem}.hpp"
        self.wanted = []
        self.error = ""
        self.source = None
        source = pathlib.Path(args.corpus).parent / name
        result = subprocess.run([args.emit, source, self.header, "--stage", stage,
                                 "--consume-input", "--show", "--namespace", self.stem,
                                 *(["--move-everywhere"] if args.move_everywhere else [])],
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            self.error = "" if "help:" in result.stderr else result.stderr[:600]
            return
        text = self.header.read_text()
        self.consumes = "/// Consumes" in text
        if len(text.splitlines()) > args.limit:
            return
        lines = []
        copies = re.findall(r"^inline (\w+\*?) (copy\w+)\(deforest::Region& region, "
                            r"(?:const )?\1&? value\d*\)", text.replace("\n    ", " "), re.M)
        for kind, copy in copies:
            for const in ("", "const ") if kind.endswith("*") else ("",):
                lines.append(f"{self.stem}::{kind} own(deforest::Region& r, "
                             f"{const}{self.stem}::{kind} value) "
                             f"{{ return {self.stem}::{copy}(r, value); }}")
        lines.append("template <class F> void twice(const F& f) { f(); f(); }")
        lines.append("void runAll(deforest::Region& r) {")
        known = heads(text)
        for expression, value in pairs:
            call = call_of(expression)
            outer = text_of(call, self.stem, known) if call else None
            if outer is None or not isinstance(call[-1], list):
                continue
            inputs = [word for word in call[-1][1:] if isinstance(word, list)]
            lines.append("  {")
            for i, word in enumerate(inputs):
                made = text_of(word, self.stem, known)
                lines.append(f"    const auto in{i} = {made};")
                outer = outer.replace(f"own(r, {made})", f"own(r, in{i})")
            lines.append(f"    twice([&] {{ print({outer}); }});")
            lines.append("    r.reset();\n  }")
            self.wanted += [value, value]
        lines.append("}")
        if self.wanted:
            self.source = args.work / f"{self.stem}.cpp"
            self.source.write_text(
                f'#include "{self.header.name}"\n{OWN}' +
                "template <class T> void print(const T& value) {\n  std::string out;\n"
                "  using deforest::show;\n  show(out, 0, value);\n"
                "  std::printf(\"%s\\n\", out.c_str());\n}\n" +
                corpus_test.MAIN.replace("void runAll(deforest::Region&);",
                                         "\n".join(lines)))

    def run(self, args):
        """What is wrong, and how many results were checked."""
        if self.source is None:
            return self.error, 0
        error = corpus_test.build(args, self.source)
        if error:
            return error, 0
        for threads in args.threads.split(","):
            result = subprocess.run([self.source.with_suffix(""), threads], capture_output=True,
                                    text=True, check=False)
            found = result.stdout.splitlines()
            if result.returncode != 0 or found != self.wanted:
                return (f"{self.stem} on {threads} threads: status {result.returncode}, "
                        f"{found} instead of {self.wanted}\n{result.stderr[:3000]}"), 0
        return "", len(self.wanted) * len(args.threads.split(","))


def main():
    parser = argparse.ArgumentParser()
    for name in ("emit", "corpus", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--stages", default="none,redundancy")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="-O1")
    parser.add_argument("--files", default="*")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth file")
    parser.add_argument("--move-everywhere", action="store_true")
    parser.add_argument("--limit", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.serial = False
    args.natural = False
    args.work = pathlib.Path(args.work)
    args.work.mkdir(parents=True, exist_ok=True)

    programs = sorted(corpus_test.expected_values(args).items())
    jobs = [(name, stage, pairs) for name, pairs in programs for stage in args.stages.split(",")]

    def run(job):
        case = Case(args, *job)
        return case, *case.run(args)

    failures = []
    checked = 0
    consuming = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for case, error, count in pool.map(run, jobs):
            if error:
                failures.append(error)
            checked += count
            consuming += 1 if count and case.consumes else 0
    for failure in failures:
        print("FAILED:", failure)
    print(f"{checked} results checked, {consuming} programs consume, {len(failures)} failures")
    sys.exit(1 if failures or consuming == 0 else 0)


if __name__ == "__main__":
    main()
