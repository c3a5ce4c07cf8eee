#!/usr/bin/env python3
"""Random programs as C++: what they compute must be what the interpreter says.

    random_test.py --runner PROPERTY_RUNNER --deforest DEFOREST --emit EMIT_CPP --runtime DIR
                   --work DIR [--seed N] [--programs N] [OPTIONS OF corpus_test.py]

The programs are those of tests/property. Their roots are called with trees that are made for the
call, which they therefore own and may write into, intermediate trees too. What the interpreter
gives goes into a table, and corpus_test.py does the rest.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

CALLS = 4
DEPTH = 5


class Values:
    """Expressions of the types of a program."""

    def __init__(self, text, seed):
        self.random = random.Random(seed)
        self.types = {}
        for name, body in re.findall(r"^(?:data|newtype) (\w+) = ((?:.|\n +)*?)\n\n", text, re.M):
            constructors = [self.parts(c.strip()) for c in body.split(" | ")]
            self.types[name] = [(c[0], c[1:]) for c in constructors]
        self.heights = {name: None for name in self.types}
        for _ in self.types:
            for name, constructors in self.types.items():
                known = [self.height(fields) for _, fields in constructors]
                self.heights[name] = min((h for h in known if h is not None), default=None)

    @staticmethod
    def parts(text):
        """The words of a constructor or signature, types in brackets being one word."""
        return [word.lstrip("!") for word in re.findall(r"!?\([^()]*\)|!?\[[^]]*\]|[^\s]+", text)]

    def height(self, fields):
        heights = [self.heights.get(field, 0) for field in fields]
        return None if None in heights else 1 + max(heights, default=0)

    def make(self, kind, depth):
        if kind in self.types:
            options = [(c, f) for c, f in self.types[kind]
                       if self.height(f) is not None and self.height(f) <= max(
                           depth, self.heights[kind])]
            name, fields = self.random.choice(options)
            words = [name] + [self.make(field, depth - 1) for field in fields]
            return words[0] if len(words) == 1 else "(" + " ".join(words) + ")"
        number = self.random.randint(-9, 9)
        if kind == "Int":
            return f"({number})"
        if kind == "Word":
            return str(abs(number))
        if kind in ("Double", "Float"):
            return f"({number / 4})"
        if kind == "Char":
            return repr(self.random.choice("abcxyz"))
        if kind == "Bool":
            return self.random.choice(["True", "False"])
        raise ValueError(kind)


def table(args, work):
    """Writes the programs and what some of their calls give; how many."""
    shown = subprocess.run([args.runner, "--show", "--seed", str(args.seed), "--programs",
                            str(args.programs)], capture_output=True, text=True, check=True).stdout
    lines = []
    for part in re.split(r"^(?=-- seed \d+$)", shown, flags=re.M):
        found = re.match(r"-- seed (\d+)\n", part)
        if not found:
            continue
        name = f"p{found.group(1)}"
        # Several results as a tuple, which can stand beside others.
        part = part.replace("(#", "(").replace("#)", ")")
        (work / f"{name}.hs.ir").write_text(part)
        values = Values(part, int(found.group(1)))
        for root, signature in re.findall(r"^(r\d+) :: (.*)$", part, re.M):
            kinds = [kind.strip() for kind in signature.split("->")][:-1]
            for _ in range(CALLS):
                try:
                    words = [root] + [values.make(kind, DEPTH) for kind in kinds]
                except ValueError:
                    continue
                result = subprocess.run(
                    [args.deforest, "run", work / f"{name}.hs.ir", "--max-calls", "100000",
                     "--call", " ".join(words)], capture_output=True, text=True, check=False)
                value = result.stdout.rstrip("\n")
                if result.returncode == 0 and len(value) < 2000:
                    lines.append(f"{work.name}/{name}.hs.ir\t{' '.join(words)}\t{value}")
    (work / "expected.tsv").write_text("\n".join(lines) + "\n")
    return len(lines)


def main():
    parser = argparse.ArgumentParser()
    for name in ("runner", "deforest", "emit", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=40)
    args, others = parser.parse_known_args()
    work = pathlib.Path(args.work).resolve()
    programs = work / "programs"
    programs.mkdir(parents=True, exist_ok=True)
    if table(args, programs) < args.programs // 4:
        sys.exit("hardly any call gives a value")
    test = pathlib.Path(__file__).with_name("corpus_test.py")
    # Some of these programs never end, and g++ says so.
    compiler = ["--compiler", "g++ -Wno-infinite-recursion"]
    sys.exit(subprocess.run([sys.executable, test, "--emit", args.emit, "--corpus", programs,
                             "--runtime", args.runtime, "--work", work / "emitted", *compiler,
                             *others],
                            check=False).returncode)


if __name__ == "__main__":
    main()
