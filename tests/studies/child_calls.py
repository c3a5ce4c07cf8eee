"""Counts the places in a program where a traversal is called on a child: the calls of recursive
functions that match, in what a root reaches, with a field of the given types as an argument. The
text is read as deforest prints it."""

import re

import studies

TOKEN = r"[A-Za-z_][\w']*|\S"


def fields(text, types):
    """By constructor: the positions of the fields that have one of the types."""
    found = {}
    for data in re.finditer(r"^data \w+((?:.*\n)(?: +.*\n)*)", text, re.MULTILINE):
        body = re.sub(r"--.*", "", data.group(1)).replace("\n", " ").replace("=", " ", 1)
        for alternative in body.split("|"):
            name, *kinds = alternative.split()
            found[name] = [i for i, kind in enumerate(kinds) if kind in types]
    return found


def clauses(bodies):
    """All clauses: the function, the words of its head, the rest."""
    for name, text in bodies.items():
        for clause in re.split(rf"^(?={re.escape(name)}\b)", text, flags=re.MULTILINE):
            if clause.strip() and not re.match(rf"{re.escape(name)}\s*::", clause):
                head, rest = clause.split("=", 1)
                yield name, head, rest


def children(head, rest, positions):
    """The names that a clause gives to children, by patterns in its head and further in."""
    arguments = r"([A-Z]\w*)((?:\s+[\w']+)+)"
    patterns = re.findall(arguments, head)
    patterns += re.findall(rf"^\s*{arguments}\s*->", rest, re.MULTILINE)
    patterns += re.findall(rf"!\({arguments}\) =", rest)
    return {name for constructor, names in patterns for i, name in enumerate(names.split())
            if i in positions.get(constructor, [])}


def atoms(tokens):
    """Words and parenthesised expressions, the latter as ()."""
    depth = 0
    for token in tokens:
        if token == ")":
            depth -= 1
        elif depth == 0:
            yield "()" if token == "(" else token
        depth += token == "("


def count(path, root, types):
    """How many such calls there are."""
    text = path.read_text(encoding="utf-8")
    bodies = studies.functions(text)
    reached = studies.called(bodies, root)
    positions = fields(text, types)
    matching, arity, places = set(), {}, []
    for name, head, rest in clauses(bodies):
        parameters = re.sub(r"[\w']+@|!", "", head)
        arity[name] = len(list(atoms(re.findall(TOKEN, parameters)[1:])))
        if re.search(r"\b[A-Z]", head) or re.search(r"\bcase\b|!\([A-Z]", rest):
            matching.add(name)
        if name in reached:
            places.append((children(head, rest, positions), re.findall(TOKEN, rest)))
    traversals = matching & studies.recursive(bodies)
    return sum(bool(names & set(list(atoms(tokens[i + 1:]))[:arity[token]]))
               for names, tokens in places for i, token in enumerate(tokens)
               if token in traversals)
