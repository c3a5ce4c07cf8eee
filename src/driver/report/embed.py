"""Writes the files of a report's page into a C++ source.

usage: embed.py OUT NAME=FILE...

Each NAME becomes a list of string literals in `deforest::driver`; files of the same name are put
together in their order, and a name without a file is an empty list. A literal holds no more than
compilers must take.
"""

import pathlib
import sys

MOST = 4000  # Characters; a byte or a few each.


def pieces(text):
    """The text in parts of whole lines, as far as lines are short enough."""
    while len(text) > MOST:
        end = text.rfind("\n", 0, MOST) + 1 or MOST
        yield text[:end]
        text = text[end:]
    if text:
        yield text


def main():
    texts = {}
    for word in sys.argv[2:]:
        name, _, path = word.partition("=")
        text = pathlib.Path(path).read_text(encoding="utf-8") if path else ""
        texts[name] = texts.get(name, "") + text
    out = ['#include "driver/report/page.hpp"\n\nnamespace deforest::driver {\n']
    for name, text in texts.items():
        literals = ",\n".join(f'R"page({piece})page"' for piece in pieces(text))
        out.append(f"const std::vector<std::string_view> {name} = {{\n{literals}}};\n")
    out.append("}  // namespace deforest::driver\n")
    pathlib.Path(sys.argv[1]).write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()
