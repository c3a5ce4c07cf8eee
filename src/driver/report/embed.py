"""Writes the files of a report's page into a C++ source.

usage: embed.py OUT NAME=FILE...

Each NAME becomes a list of string literals in `deforest::driver`; files of the same name are put
together in their order. A literal holds no more than compilers must take.
"""

import pathlib
import sys

MOST = 12000


def pieces(text):
    """The text in parts of whole lines."""
    piece = ""
    for line in text.splitlines(keepends=True):
        if piece and len(piece) + len(line) > MOST:
            yield piece
            piece = ""
        piece += line
    if piece:
        yield piece


def main():
    texts = {}
    for word in sys.argv[2:]:
        name, _, path = word.partition("=")
        texts[name] = texts.get(name, "") + pathlib.Path(path).read_text(encoding="utf-8")
    out = ['#include "driver/report/page.hpp"\n\nnamespace deforest::driver {\n']
    for name, text in texts.items():
        literals = ",\n".join(f'R"page({piece})page"' for piece in pieces(text))
        out.append(f"const std::vector<std::string_view> {name} = {{\n{literals}}};\n")
    out.append("}  // namespace deforest::driver\n")
    pathlib.Path(sys.argv[1]).write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()
