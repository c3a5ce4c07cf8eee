"""The nofib programs with and without the preprocessor.

usage: nofib.py DIR --deforest BINARY [--only NAME,...] [--rounds N] [--modules | --improved]
                [--instructions]

DIR is a checkout of https://github.com/ghc/nofib. Every module goes through the preprocessor: how
many are opaque as a whole, were given up, or failed, and which share of the tokens of their
declarations is improved, known and opaque, what the improved ones are called, and what it took.
Then, but for --modules, every program that GHC builds (with --improved: in which a declaration is
improved) is built with and without it; outputs are compared, and the two are run in turn: processor
times, and the median of the ratios of pairs, with the ratios of what is allocated, of the memory in
use and of the object code; with --instructions also, counted once by valgrind, of the instructions,
which a loaded machine does not change. A directory with a Main module is a program; its Makefile
says GHC's options, how its input NAME.stdin is made, and its arguments (NORM_OPTS or FAST_OPTS).
One program needs a package of Debian's, libghc-random-dev.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

GROUPS = ("imaginary", "spectral", "real", "shootout")
HASKELL = (".hs", ".lhs")


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, check=False,
                          errors="replace", **options)


def libdir():
    return pathlib.Path(run(["ghc", "--print-libdir"]).stdout.strip())


def variables(makefile):
    """What a Makefile sets, by name; words that are added stand behind those there were."""
    if not makefile.exists():
        return {}
    text = makefile.read_text(errors="replace").replace("\\\n", " ")
    found = {}
    for name, sign, value in re.findall(r"^(\w+)[ \t]*([+:?]?=)[ \t]*(.*)$", text, re.MULTILINE):
        found[name] = f"{found.get(name, '')} {value}" if sign == "+=" else value
    return found


def words_of(made, name):
    """The words of a variable as a shell has them."""
    def expand(text, depth=4):
        put = re.sub(r"\$[({](\w+)[)}]", lambda at: made.get(at[1], ""), text)
        return put if depth == 0 or put == text else expand(put, depth - 1)

    return shlex.split(expand(made.get(name, "")), comments=True)


def given_to_the_preprocessor(path, work):
    """What GHC gives it of a module: without literate text, after the C preprocessor."""
    source = work / "module.hs"
    if path.suffix == ".lhs":
        run([libdir() / "bin" / "unlit", "-h", path, path, source])
    else:
        shutil.copy(path, source)
    text = source.read_bytes()
    options = words_of(variables(path.parent / "Makefile"), "SRC_HC_OPTS")
    if "-cpp" in options or re.search(rb"(LANGUAGE[^#]*CPP|-cpp)", text):
        done = run(["ghc", "-E", "-cpp", f"-I{path.parent}", "-x", "hs", source, "-o",
                    work / "module.hspp"])
        if done.returncode == 0:
            os.replace(work / "module.hspp", source)
    return source


def through(deforest, path):
    """Outcome of a module (`through`, `opaque`, `given up`, `failed`), its declarations, and the
    seconds of processor time that it took."""
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        source = given_to_the_preprocessor(path, work)
        output, report = work / "output.hs", work / "report.json"
        before = processor_time()
        done = run([deforest, path, source, output, f"--explain={report}"])
        seconds = processor_time() - before
        if done.returncode != 0 or not output.exists():
            return "failed", [], seconds
        if "compiled as it is" in done.stderr:
            return "given up", [], seconds
        explained = json.loads(report.read_text())
        declarations = explained["declarations"]
        improved = any(each["kind"] == "improved" for each in declarations)
        # The pragma is at the top, or below the line that says what runs a script.
        rest = re.sub(rb"^\{-# LINE .*\n", b"", output.read_bytes(), count=1, flags=re.MULTILINE)
        if not improved and rest != source.read_bytes():
            return "failed", declarations, seconds
        return ("opaque" if explained["declined"].startswith("the module is opaque")
                else "through"), declarations, seconds


def processor_time():
    """Of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def modules_of(directory):
    return sorted(path for path in directory.rglob("*")
                  if path.suffix in HASKELL and path.stem != "Setup")


Survey = collections.namedtuple("Survey", "outcomes tokens improved times")


def survey(deforest, paths):
    """Numbers of outcomes, tokens by kind, the paths in which something is improved, and what each
    path took."""
    outcomes, tokens, improved, times = collections.Counter(), collections.Counter(), [], []
    for path in paths:
        outcome, declarations, seconds = through(deforest, path)
        outcomes[outcome] += 1
        times.append((seconds, path))
        if outcome in ("failed", "given up"):
            print(f"{path}: {outcome}", flush=True)
        for each in declarations:
            tokens[each["kind"]] += each["tokens"]
        names = [each["name"] for each in declarations if each["kind"] == "improved"]
        if names:
            improved.append(path)
            print(f"{path}: improved: {', '.join(names)}", flush=True)
    return Survey(outcomes, tokens, improved, times)


def tell(found):
    print("modules:", ", ".join(f"{count} {outcome}"
                                 for outcome, count in found.outcomes.most_common()))
    total = sum(found.tokens.values()) or 1
    print("tokens of declarations:",
          ", ".join(f"{100 * found.tokens[kind] / total:.1f} % {kind}"
                    for kind in ("improved", "known", "opaque")))
    if found.times:
        most = ", ".join(f"{seconds:.2f} {path.parent.name}/{path.name}"
                         for seconds, path in sorted(found.times, reverse=True)[:8])
        median = statistics.median(seconds for seconds, _ in found.times)
        print(f"seconds of processor time: median {median:.3f}, most {most}")


# ----------------------------------------------------------------------------------------- programs

def programs(root, only):
    for group in GROUPS:
        for main in sorted((root / group).rglob("Main.*hs")):
            name = str(main.parent.relative_to(root))
            if not only or main.parent.name in only:
                yield name, main


def given_to_ghc(root, main):
    """The options that make nofib's own rules give it of a program, but for those of ways."""
    made = variables(main.parent / "Makefile")
    words = [word for name in ("SRC_HC_OPTS", "HC_OPTS") for word in words_of(made, name)]
    return [f"-i{main.parent}", f"-i{root / 'common'}", *words]


def build(root, main, where, options, environment):
    words = ["ghc", "-O2", "-w", "-rtsopts", "-outputdir", where, "-o", where / "program",
             *given_to_ghc(root, main), *options, main]
    done = run(words, cwd=main.parent, env=environment)
    return where / "program" if done.returncode == 0 else None


def make_input(main):
    """What a Makefile says how to make of it: the standard input of its program."""
    rules = main.parent / "Makefile"
    name = f"{main.parent.name}.stdin"
    if rules.exists() and not (main.parent / name).exists() and \
            re.search(rf"^{re.escape(name)}\s*:", rules.read_text(errors="replace"), re.MULTILINE):
        run(["make", "-f", rules, name], cwd=main.parent)


Run = collections.namedtuple("Run", "output status seconds allocated memory")


def said_by_rts(path):
    """Bytes allocated and the most memory in use, as the run-time system wrote them down."""
    if not path.exists():
        return 0, 0
    said = dict(re.findall(r'\("([^"]+)", "([^"]*)"\)', path.read_text(errors="replace")))
    return (int(said.get("bytes allocated", 0)),
            int(said.get("max_mem_in_use_bytes", said.get("peak_megabytes_allocated", 0))))


def object_code(where):
    """Bytes of text and data of the modules that were compiled there."""
    objects = sorted(where.rglob("*.o"))
    rows = [line.split() for line in run(["size", *objects]).stdout.splitlines()[1:]]
    return sum(int(row[0]) + int(row[1]) for row in rows)


def measured(program, main, under=()):
    """A run of the program, as an argument of the words `under`."""
    made = variables(main.parent / "Makefile")
    arguments = words_of(made, "NORM_OPTS" if "NORM_OPTS" in made else "FAST_OPTS")
    inputs = [main.parent / (main.parent.name + suffix) for suffix in (".stdin", ".faststdin")]
    given = next((path for path in inputs if path.exists()), pathlib.Path(os.devnull))
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryFile() as out, \
            given.open("rb") as stdin:
        said = pathlib.Path(work) / "rts"
        process = subprocess.Popen([*under, str(program), *arguments], stdin=stdin, stdout=out,
                                   stderr=subprocess.DEVNULL, cwd=main.parent,
                                   env={**os.environ, "GHCRTS": f"-t{said} --machine-readable"})
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        return Run(out.read(), status, usage.ru_utime + usage.ru_stime, *said_by_rts(said))


def instructions(program, main):
    with tempfile.TemporaryDirectory() as work:
        log = pathlib.Path(work) / "log"
        measured(program, main, ["valgrind", "--tool=callgrind", f"--log-file={log}",
                                 f"--callgrind-out-file={os.devnull}"])
        return int(re.search(r"Collected : (\d+)", log.read_text())[1])


def ratio(after, before):
    return after / before if before else 1


def compare(root, deforest, chosen, options):
    logs = collections.defaultdict(list)
    for name, main in chosen:
        with tempfile.TemporaryDirectory() as directory:
            work = pathlib.Path(directory)
            (work / "bin").mkdir()
            (work / "bin" / "deforest").symlink_to(deforest)
            environment = {**os.environ, "PATH": f"{work / 'bin'}:{os.environ['PATH']}"}
            (work / "plain").mkdir()
            (work / "dropped").mkdir()
            plain = build(root, main, work / "plain", [], environment)
            if plain is None:
                print(f"{name:40} not built", flush=True)
                continue
            dropped = build(root, main, work / "dropped", ["-F", "-pgmF", "deforest"], environment)
            if dropped is None:
                print(f"{name:40} BUILT ONLY WITHOUT", flush=True)
                continue
            make_input(main)
            pairs = [(measured(plain, main), measured(dropped, main))
                     for _ in range(options.rounds)]
            same = all(before[:2] == after[:2] for before, after in pairs)
            found = {
                "time": statistics.median(ratio(after.seconds, before.seconds)
                                          for before, after in pairs),
                "allocated": statistics.median(ratio(after.allocated, before.allocated)
                                               for before, after in pairs),
                "memory": statistics.median(ratio(after.memory, before.memory)
                                            for before, after in pairs),
                "object code": ratio(object_code(work / "dropped"), object_code(work / "plain")),
            }
            if options.instructions:
                found["instructions"] = ratio(instructions(dropped, main),
                                              instructions(plain, main))
            seconds = statistics.median(before.seconds for before, _ in pairs)
            print(f"{name:40} {'same' if same else 'DIFFERENT':9} {seconds:7.2f} s, " +
                  ", ".join(f"{value:5.2f} of the {what}" for what, value in found.items()),
                  flush=True)
            for what, value in found.items():
                logs[what].append(value)
    for what, values in logs.items():
        print(f"{len(values)} programs, {what}: geometric mean "
              f"{statistics.geometric_mean(max(value, 1e-3) for value in values):.3f}, "
              f"worst {max(values):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--deforest", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("--improved", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    root, deforest = options.directory.resolve(), options.deforest.resolve()
    only = [name for name in options.only.split(",") if name]
    places = [main.parent for _, main in programs(root, only)] if only else \
             [root / group for group in GROUPS]
    found = survey(
        deforest, [path for place in places for path in modules_of(place)])
    tell(found)
    if not options.modules:
        compare(root, deforest, [(name, main) for name, main in programs(root, only)
                           if not options.improved or
                           any(path.is_relative_to(main.parent) for path in found.improved)],
                options)
    sys.exit(1 if found.outcomes["failed"] else 0)


if __name__ == "__main__":
    main()
