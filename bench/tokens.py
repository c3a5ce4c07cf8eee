"""How large a Haskell text is to its reader: lexemes, without comments, pragmas and imports.

usage: tokens.py FILE...
"""

import re
import sys

COMMENT = re.compile(r"\{-.*?-\}|--+(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*", re.DOTALL)
IMPORT = re.compile(r"^import\b.*(?:\n[ \t]+.*)*", re.MULTILINE)
LEXEME = re.compile(r"""
    "(?:\\.|[^"\\])*"                     # strings
  | '(?:\\[^']+|\\'|[^'\\])'              # characters
  | \(\# | \#\)
  | [A-Za-z_][\w.']*                      # names
  | 0[xXoObB][0-9a-fA-F_]+                # numbers
  | [0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?
  | [!#$%&*+./<=>?@\\^|~:-]+              # operators
  | [()\[\],;`{}]
""", re.VERBOSE)


def tokens(text):
    return len(LEXEME.findall(IMPORT.sub("", COMMENT.sub("", text))))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            print(tokens(file.read()), name)
