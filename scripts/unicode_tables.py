#!/usr/bin/env python3
"""Writes runtime/deforest/unicode_tables.hpp: what GHC's Data.Char knows of every character.

usage: unicode_tables.py > runtime/deforest/unicode_tables.hpp

Needs ghc, and says which version of it the tables are of.
"""

import os
import subprocess
import tempfile

PROGRAM = """
import Data.Char
main :: IO ()
main = mapM_ line ['\\0' .. maxBound]
  where
    line c = putStrLn (unwords (map show
      [fromEnum (generalCategory c), ord (toUpper c) - ord c, ord (toLower c) - ord c]))
"""


def characters():
    """Of every code point its category, and how far its capital and its small letter are."""
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "Main.hs")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        subprocess.run(["ghc", "-v0", "-O", "Main.hs"], cwd=directory, check=True)
        text = subprocess.run([os.path.join(directory, "Main")], check=True, capture_output=True,
                              text=True).stdout
    return [tuple(map(int, line.split())) for line in text.splitlines()]


def runs(values):
    """Where each run of equal values begins, and the value."""
    return [(i, value) for i, value in enumerate(values) if i == 0 or values[i - 1] != value]


def ranges(offsets):
    """The letters that change: first, last, every which, by how much."""
    found = []
    for code, offset in enumerate(offsets):
        if offset == 0:
            continue
        if found:
            first, last, stride, by = found[-1]
            step = code - last
            if by == offset and (first == last and step <= 2 or step == stride):
                found[-1] = (first, code, step, by)
                continue
        found.append((code, code, 1, offset))
    return found


def lines(entries):
    """The entries, separated by commas, in lines that are not too long."""
    line = "   "
    for entry in entries:
        if len(line) + len(entry) + 2 > 100:
            yield line
            line = "   "
        line += " " + entry + ","
    yield line


def table(comment, declaration, entries):
    return "\n".join([f"/// {comment}", declaration + " = {", *lines(entries), "};", ""])


def main():
    version = subprocess.run(["ghc", "--numeric-version"], check=True, capture_output=True,
                             text=True).stdout.strip()
    all_of_them = characters()
    categories = runs([category for category, _, _ in all_of_them])
    print(f"""// What Data.Char of GHC {version} knows of characters. Written by scripts/unicode_tables.py.
#pragma once

#include <cstdint>

namespace deforest::unicode {{

/// Letters that change by as much: every `stride`-th from the first to the last.
struct Letters {{
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t stride;
  std::int32_t change;
}};

// clang-format off
""")
    print(table("Where another general category begins, times 32, and its number in Data.Char.",
                "inline constexpr std::uint32_t categories[]",
                [hex(code * 32 + category) for code, category in categories]))
    for name, column, what in (("capitals", 1, "Letters with a capital letter."),
                               ("smalls", 2, "Letters with a small letter.")):
        print(table(what, f"inline constexpr Letters {name}[]",
                    [f"{{{first:#x},{last:#x},{stride},{by}}}"
                     for first, last, stride, by in ranges([row[column] for row in all_of_them])]))
    print("""// clang-format on

}  // namespace deforest::unicode""")


if __name__ == "__main__":
    main()
