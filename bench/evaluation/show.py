"""Parts of an evaluation as tables: in a terminal, and in documents that are made from their files."""

import re

DIGITS = {"count": 0, "ratio": 2, "seconds": 3, "bytes": 0}


def number(value, kind):
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if kind == "count":
        return f"{value:,}"
    if kind == "seconds" and value >= 100:
        return f"{value:,.0f}"
    if kind == "ratio" and 0 < value < 0.1:
        return f"{value:.3f}"
    return f"{value:.{DIGITS.get(kind, 2)}f}"


def shown(cell, column):
    """Ours, and in parentheses the other figure; a dash where ours is still to be measured."""
    kind = column["kind"]
    own = number(cell["own"], kind)
    other = number(cell["published"], kind)
    if cell["least"] is not None:
        own += f" [{number(cell['least'], kind)}-{number(cell['most'], kind)}]"
    if not own and column["timed"]:
        own = "-"
    mark = {"measured": "*", "derived": "~"}.get(cell["from"], "")
    return f"{own} ({other}{mark})".strip() if other else own


def used(data):
    """The columns that have anything to show."""
    return [column for column in data["columns"]
            if any(row["cells"][column["key"]][which] is not None
                   for row in data["rows"] for which in ("own", "published"))]


def cells(data, columns):
    for row in data["rows"]:
        yield [row["name"], *(shown(row["cells"][column["key"]], column) for column in columns)]


def terminal(data):
    columns = used(data)
    rows = [["", *(column["title"] for column in columns)], *cells(data, columns)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns) + 1)]
    lines = [f"{data['title']} ({data['source']})"]
    for row in rows:
        lines.append("  ".join([row[0].ljust(widths[0]),
                                *(text.rjust(width) for text, width in zip(row[1:], widths[1:]))]))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def markdown(data):
    columns = used(data)
    lines = ["| | " + " | ".join(column["title"] for column in columns) + " |",
             "|---|" + "---:|" * len(columns)]
    lines += ["| " + " | ".join(text.replace("*", r"\*").replace("~", r"\~") for text in row) + " |"
              for row in cells(data, columns)]
    return "\n".join(lines) + "\n"


def replaced(text, name, content):
    """A document with what stands between the markers of this name replaced."""
    begin, end = f"<!-- {name}: made by scripts/evaluate -->", f"<!-- end of {name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        raise ValueError(f"there is no '{begin}'")
    return pattern.sub(lambda _: f"{begin}\n{content}{end}", text)
