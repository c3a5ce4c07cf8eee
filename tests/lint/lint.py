"""Rules about the sources that no compiler checks. Each is a function from the root of a checkout
to the places that break it.

usage: lint.py RULE ROOT        (RULE: one of those below)
"""

import pathlib
import re
import subprocess
import sys

# What a module may include, beside itself.
LAYERS = {
    "support": [],
    "ir": ["support"],
    "text": ["ir", "support"],
    "eval": ["graph", "ir", "support"],
    "graph": ["ir", "support"],
    "pipeline": ["ir", "support"],
    "simplify": ["pipeline", "graph", "ir", "support"],
    "engine": ["pipeline", "ir", "support"],
    "tupling": ["simplify", "engine", "pipeline", "graph", "ir", "support"],
    "fusion": ["redundancy", "tupling", "simplify", "engine", "pipeline", "graph", "ir", "support"],
    "redundancy": ["tupling", "simplify", "pipeline", "graph", "ir", "support"],
    "search": ["fusion", "redundancy", "tupling", "simplify", "engine", "pipeline", "graph", "eval", "ir",
               "support"],
    "backends": ["simplify", "text", "graph", "pipeline", "ir", "support"],
    "driver": ["search", "backends", "redundancy", "fusion", "tupling", "simplify", "engine", "pipeline", "graph",
               "eval", "text", "ir", "support"],
}

# Headers of emitted code that the engine needs, too, and where: what characters and files do is the
# same when a program is interpreted.
SHARED = {"deforest/unicode.hpp": ["ir", "text"], "deforest/files.hpp": ["eval", "driver"],
          "deforest/utf8.hpp": ["eval"]}

# Where a library may be included: directories, or files. The first prefix counts.
THIRD_PARTY = {
    "boost/multiprecision/": ["src/ir/integer_number.hpp", "src/ir/integer_operations.cpp"],
    "boost/": ["src/graph/"],
    "cereal/": ["src/ir/archive.cpp", "runtime/deforest/cereal.hpp"],
    "CLI/": ["src/driver/option_parser.cpp"],
    "nlohmann/": ["src/driver/"],
    "sqlite3.h": ["src/driver/sweep/database_sqlite.cpp"],
    "tbb/": ["src/pipeline/", "src/driver/", "runtime/"],
}

MAX_LINES = 600
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Text of these kinds is read by people; of others only the rule on paths is kept.
TEXT = {".cpp", ".hpp", ".py", ".sh", ".md", ".build", ".txt", ".ir", ".hs", ".yml", ".html", ".css",
        ".js", ""}


def files(root, *suffixes):
    """The files under version control, or all where there is none, in order."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=False)
    if listing.returncode == 0:
        names = [name for name in listing.stdout.decode().split("\0") if name]
    else:
        names = [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    for name in sorted(names):
        path = root / name
        if path.is_file() and (not suffixes or path.suffix in suffixes):
            yield name, path


def lines(path):
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def includes(root):
    for name, path in files(root, ".cpp", ".hpp"):
        for number, line in enumerate(lines(path), 1):
            found = INCLUDE.match(line)
            if found:
                yield name, number, found.group(1) == "<", found.group(2)


def layers(root):
    """Modules include only what lies below them."""
    for name, number, system, header in includes(root):
        parts = pathlib.PurePosixPath(name).parts
        if system or parts[0] != "src":
            continue
        module = parts[1]
        target = header.split("/")[0]
        if module not in LAYERS:
            yield f"{name}:{number}: module '{module}' has no place in the layers"
        elif module in SHARED.get(header, []):
            continue
        elif target != module and target not in LAYERS[module]:
            yield f"{name}:{number}: {module} must not include {header}"


def libraries(root):
    """Every third-party library stays in its place."""
    for name, number, system, header in includes(root):
        if not system or not name.startswith(("src/", "runtime/")):
            continue
        places = next((places for prefix, places in THIRD_PARTY.items()
                       if header.startswith(prefix)), None)
        if places and not any(name.startswith(place) for place in places):
            yield f"{name}:{number}: <{header}> belongs in {', '.join(places)}"


def length(root):
    """No source file is longer than MAX_LINES."""
    for name, path in files(root, ".cpp", ".hpp", ".py", ".sh"):
        count = len(lines(path)) - 1
        if count > MAX_LINES:
            yield f"{name}: {count} lines, more than {MAX_LINES}"


def opening(root):
    """A header says first what it is for, and is included once."""
    for name, path in files(root, ".hpp"):
        content = lines(path)
        if not content[0].startswith("//"):
            yield f"{name}:1: does not open with its purpose"
        if "#pragma once" not in content:
            yield f"{name}: has no #pragma once"


def whitespace(root):
    """No trailing blanks, no tabs in C++, a newline at the end. Test inputs may have what they
    want."""
    for name, path in files(root):
        if path.suffix not in TEXT or name.endswith(".ir") or "/inputs/" in name:
            continue
        content = lines(path)
        if content[-1] != "":
            yield f"{name}: no newline at the end"
        for number, line in enumerate(content, 1):
            if line != line.rstrip():
                yield f"{name}:{number}: trailing blanks"
            if "\t" in line and path.suffix in (".cpp", ".hpp"):
                yield f"{name}:{number}: tab"


def paths(root):
    """Nothing names a place on the machine of whoever wrote it."""
    places = re.compile(r"(?<![\w.~$}/-])/(?:home|work|root|Users|mnt)/")
    for name, path in files(root):
        if path.suffix not in TEXT | {".json", ".csv", ".hs"}:
            continue
        for number, line in enumerate(lines(path), 1):
            if places.search(line) and "lint.py" not in name:
                yield f"{name}:{number}: absolute path"


def listed(root):
    """The build files list every source."""
    for name, path in files(root, ".cpp"):
        directory = path.parent
        while directory != root and not (directory / "meson.build").exists():
            directory = directory.parent
        relative = path.relative_to(directory).as_posix()
        if f"'{relative}'" not in (directory / "meson.build").read_text():
            yield f"{name}: not in {(directory / 'meson.build').relative_to(root)}"


def apart(root):
    """Classes in unnamed namespaces differ within a module, many of whose files are compiled as
    one."""
    known = {}
    for name, path in files(root, ".cpp"):
        parts = pathlib.PurePosixPath(name).parts
        if parts[0] != "src":
            continue
        unnamed = False
        for number, line in enumerate(lines(path), 1):
            unnamed = (unnamed or line == "namespace {") and line != "}  // namespace"
            found = re.match(r"(?:class|struct|enum class) (\w+)[^;]*$", line)
            if not (unnamed and found):
                continue
            other = known.setdefault((parts[1], found.group(1)), name)
            if other != name:
                yield f"{name}:{number}: {other} has a '{found.group(1)}', too"


RULES = {rule.__name__: rule
         for rule in [layers, libraries, length, opening, whitespace, paths, listed, apart]}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in RULES:
        sys.exit(__doc__ + "rules: " + ", ".join(RULES))
    found = list(RULES[sys.argv[1]](pathlib.Path(sys.argv[2]).resolve()))
    for place in found:
        print(place)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
