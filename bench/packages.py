"""The modules of packages through the preprocessor: outcomes, and shares of tokens.

usage: packages.py DIR... --deforest BINARY

Each DIR is a checkout of a package, for example xmonad, fgl, pretty or texmath.
"""

import argparse
import pathlib
import sys

import nofib


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", type=pathlib.Path, nargs="+")
    parser.add_argument("--deforest", type=pathlib.Path, required=True)
    options = parser.parse_args()
    failed = 0
    for directory in options.directories:
        print(directory.name)
        found = nofib.survey(options.deforest.resolve(), nofib.modules_of(directory.resolve()))
        nofib.tell(found)
        failed += found.outcomes["failed"]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
