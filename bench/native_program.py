"""C++ programs that time variants of one computation in turn (bench/native/harness.hpp): what
native_compare.py, parallel_compare.py and evaluation/native.py have in common."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

PROGRAM = """\
{includes}
{declarations}
// TIMED

int main(int count, char** words) {{
  deforest::Region inputs;
{inputs}
  deforest::Region scratch;
  const auto expected = {space}::digest(scratch, {space}::program(scratch, {arguments}));
  scratch.reset();
  const auto check = [&](const auto& value) {{
    if (!bench::same(value, expected)) deforest::fail("the variants disagree");
    scratch.reset();
  }};
  std::vector<bench::Variant> variants;
{variants}
  bench::run(variants, count, words);
}}
"""

VARIANT = """\
  variants.push_back({{"{name}", {threads}, [&](deforest::Region& r, const auto& start, const auto& stop) {{
{before}
    start();
    const auto result = {call};
    stop();
    check({space}::digest(scratch, result));
{after}
  }}}});
"""


def variant(name, call, space, threads=1, before="", after=""):
    """One that is timed: `call` makes the result in the region `r`; the namespace `space` has its
    digest. What stands before and after it is not timed."""
    return VARIANT.format(name=name, call=call, space=space, threads=threads, before=before,
                          after=after)


def program(headers, inputs, space, arguments, variants, declarations=""):
    """The text of a program that times `variants`, whose results must have the digest that the program
    in the namespace `space` has for `arguments`; `inputs` are statements that make these."""
    headers = [*headers, ROOT / "bench/native/harness.hpp"]
    return PROGRAM.format(includes="\n".join(f'#include "{header}"' for header in headers),
                          declarations=declarations, inputs=inputs, space=space,
                          arguments=arguments, variants="".join(variants))


def shell(command, **options):
    command = [str(word) for word in command]
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


class Timed:
    """Programs to be timed. Each is compiled on its own and called through a pointer, as it is in a
    user's project: how much g++ inlines depends on what else the file has."""

    def __init__(self, work, text, emitted):
        self.work = work
        # The text of some fused programs is long, and -O3 takes minutes on it.
        lines = len((work / emitted).read_text().splitlines())
        self.optimise = "-O3" if lines < 10_000 else "-O2"
        self.text = text
        self.units = {}

    def add(self, name, function, *headers):
        """`name` becomes a pointer to the function, which the headers have."""
        includes = "".join(f'#include "{header}"\n' for header in headers)
        declaration = f"extern const decltype(&{function}) {name};\n"
        self.text = self.text.replace("// TIMED", declaration + "// TIMED")
        self.units[name] = f"{includes}{declaration}const decltype(&{function}) {name} = &{function};\n"

    def compile(self):
        """Returns the program that times them, `main`."""
        self.units["main"] = self.text
        common = ["g++", self.optimise, "-std=c++20", "-ffp-contract=off", "-I", ROOT / "runtime"]
        objects = []
        for name, text in self.units.items():
            (self.work / f"{name}.cpp").write_text(text)
            objects.append(self.work / f"{name}.o")
            shell([*common, "-c", self.work / f"{name}.cpp", "-o", objects[-1]])
        shell(["g++", *objects, "-o", self.work / "main", "-ltbb"])
        return self.work / "main"
