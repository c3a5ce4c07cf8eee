"""Counts the places in a program where a traversal is called on a child: the calls of recursive
functions that match, in what a root reaches, with a field of the given types as an argument. The
text is read as deforest prints it."""

import collections
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


def results(text):
    """The types that a function results in, by its signature."""
    signature = re.search(r"::(.*?)(?=^\w)", text, re.MULTILINE | re.DOTALL).group(1)
    return re.findall(r"\w+", signature.rsplit("->", maxsplit=1)[-1])


def sites(head, rest, positions, callees, kinds, types):
    """How often a clause calls one of `callees` on each child, or on what it has made of it: by
    constructor and field. `callees` has arities, `kinds` the types of results."""
    arguments = r"([A-Z]\w*)((?:\s+[\w']+)+)"
    found, child = collections.Counter(), {}
    patterns = re.findall(arguments, head)
    patterns += re.findall(rf"^\s*{arguments}\s*->", rest, re.MULTILINE)
    patterns += re.findall(rf"!\({arguments}\) =", rest)
    for constructor, names in patterns:
        for i, name in enumerate(names.split()):
            if i in positions.get(constructor, []):
                child.setdefault(name, (constructor, i))
    for line in re.split(r"\n", rest):
        tokens = re.findall(TOKEN, line)
        for i, token in enumerate(tokens):
            passed = list(atoms(tokens[i + 1:]))[:callees.get(token, 0)]
            on = [child[name] for name in passed if name in child]
            if not on:
                continue
            found[on[0]] += 1
            bound = re.match(r"\s*(?:let )?!?(?:\(# (.*?) #\)|([\w']+)) =", line)
            names = (bound.group(1) or bound.group(2)).split(", ") if bound else []
            for name, kind in zip(names, kinds[token]):
                if kind in types:
                    child.setdefault(name, on[0])
    return found


def most(path, root, types):
    """For every child, the calls on it, and on what was made of it, in the function that has most
    of them: what one function for all sets of traversals would have at least. By constructor and
    field."""
    bodies = studies.functions(path.read_text(encoding="utf-8"))
    reached = studies.called(bodies, root)
    positions = fields(path.read_text(encoding="utf-8"), types)
    callees = {}
    for name, head, rest in clauses(bodies):
        parameters = re.sub(r"[\w']+@|!", "", head)
        if re.search(r"\b[A-Z]", head) or re.search(r"\bcase\b|!\([A-Z]", rest):
            callees[name] = len(list(atoms(re.findall(TOKEN, parameters)[1:])))
    kinds = {name: results(bodies[name]) for name in callees}
    functions = collections.defaultdict(collections.Counter)
    for name, head, rest in clauses(bodies):
        if name in reached:
            functions[name] += sites(head, rest, positions, callees, kinds, types)
    greatest = collections.Counter()
    for counter in functions.values():
        greatest |= counter
    return greatest
