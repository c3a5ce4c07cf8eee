"""Runs `deforest` on programs of the corpus and counts, as a user would: the program is transformed
into a file, and calls are evaluated with --count in the original and in that file."""

import collections
import json
import pathlib
import re
import subprocess
import tempfile

# What the papers count is what fusion can reach: here code costs nothing.
EVERYTHING = ("--price", "0")
METRICS = ("visits", "matches", "calls", "cases", "allocations")
Transformed = collections.namedtuple("Transformed", "path stats")


def words(expression):
    """The words of a call; what stands in parentheses or brackets is one word."""
    found, depth, word = [], 0, ""
    for c in expression + " ":
        depth += (c in "([") - (c in ")]")
        if c == " " and depth == 0:
            found += [word] if word else []
            word = ""
        else:
            word += c
    return found


class Studies:
    def __init__(self, binary, corpus):
        self.binary = pathlib.Path(binary).resolve()
        self.corpus = pathlib.Path(corpus).resolve()
        self.temporary = tempfile.TemporaryDirectory()
        self.directory = pathlib.Path(self.temporary.name)
        self.outputs = {}
        self.counted = {}

    def run(self, *arguments):
        done = subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True,
                              timeout=600, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"deforest {' '.join(map(str, arguments))}:\n{done.stderr}")
        return done

    def find(self, name):
        """A program of the corpus, or one beside this file."""
        beside = pathlib.Path(__file__).parent / name
        return beside if beside.exists() else self.corpus / name

    def table(self):
        """By program: the expressions of the corpus's table of expected values."""
        found = collections.defaultdict(list)
        for line in (self.corpus / "expected.tsv").read_text(encoding="utf-8").splitlines():
            file, expression, _ = line.split("\t")
            found[file.removeprefix("corpus/")].append(expression)
        return found

    def transform(self, name, *options):
        """What deforest makes of a program, and its statistics; once for the same options."""
        key = (name, options)
        if key not in self.outputs:
            stem = self.directory / str(len(self.outputs))
            self.run(self.find(name), "-o", f"{stem}.hs.ir", f"--stats={stem}.json", *EVERYTHING,
                     *options)
            self.outputs[key] = Transformed(pathlib.Path(f"{stem}.hs.ir"),
                                            json.loads(pathlib.Path(f"{stem}.json").read_text()))
        return self.outputs[key]

    def count(self, path, expression):
        """The counts of evaluating an expression, which is put at the end of the program."""
        text = path.read_text(encoding="utf-8")
        key = (text, expression)
        if key not in self.counted:
            program, counts = self.directory / "call.hs.ir", self.directory / "counts.json"
            action = expression == "main"
            call = "" if action else f"\ncountedHere = {expression}\n"
            program.write_text(text + call, encoding="utf-8")
            name = [] if action else ["--call", "countedHere"]
            self.run("run", program, *name, f"--count={counts}")
            self.counted[key] = {m: json.loads(counts.read_text())[m] for m in METRICS}
        return self.counted[key]

    def has(self, path, expression):
        """Whether a program has the function that an expression calls first."""
        name = re.match(r"[\w']*", expression).group()
        return name in functions(path.read_text(encoding="utf-8"))

    def count_alone(self, name, expression, *options):
        """The counts of an expression that is the only root, before and after."""
        source = self.directory / "alone.hs.ir"
        text = self.find(name).read_text(encoding="utf-8")
        source.write_text(f"{text}\naloneHere = {expression}\n", encoding="utf-8")
        self.run(source, "-o", self.directory / "out.hs.ir", "--root", "aloneHere",
                 *EVERYTHING, *options)
        return [self.count(path, "aloneHere") for path in (source, self.directory / "out.hs.ir")]

    def count_call(self, path, call):
        """The counts of a call without those of building its arguments."""
        counts = dict(self.count(path, call))
        for word in words(call)[1:]:
            if word.startswith("("):
                for metric, n in self.count(path, word).items():
                    counts[metric] -= n
        return counts

    def before(self, name, call):
        return self.count_call(self.find(name), call)

    def after(self, name, call, *options):
        return self.count_call(self.transform(name, *options).path, call)


def functions(text):
    """By name: the text of the functions of a program that deforest has printed."""
    found, name = {}, None
    for line in text.split("\n"):
        if re.match(r"(module|data|newtype|type|import|--|\{-|infix)", line):
            name = None
        elif match := re.match(r"([a-z_][\w']*)(?=\s|$)", line):
            name = match.group(1)
        if name:
            found[name] = found.get(name, "") + line + "\n"
    return found


def called(bodies, root):
    """The names of a function and of all that it calls."""
    seen, left = set(), [root]
    while left:
        name = left.pop()
        if name in bodies and name not in seen:
            seen.add(name)
            left += re.findall(r"[a-z_][\w']*", bodies[name])
    return seen


def recursive(bodies):
    """The names of the functions that call themselves, directly or not."""
    direct = {f: set(re.findall(r"[a-z_][\w']*", re.sub(rf"(?m)^{re.escape(f)}\b", "", text)))
              for f, text in bodies.items()}
    return {f for f in bodies if any(f in called(bodies, g) for g in direct[f] if g in bodies)}
