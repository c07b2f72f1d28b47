"""Syntax trees: recursive calls in them, the variables that they read and set, new statements from text."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import gast

from ...core.source import COMPREHENSIONS, local_names
from ..definite_assignment import SCOPES


class Unsuited(Exception):
    """A function has a construct around a recursive call, of which no loop is made."""


class Calls:
    """The recursive calls: those of the function's own name, or of the method by its first parameter."""

    def __init__(self, function: Any):
        parameters = [a.id for a in (*function.args.posonlyargs, *function.args.args)]
        self.name, self.first = function.name, parameters[0] if parameters else None

    def is_one(self, node: Any) -> bool:
        match node:
            case gast.Call(func=gast.Name(id=name)):
                return name == self.name
            case gast.Call(func=gast.Attribute(value=gast.Name(id=owner), attr=name)):
                return owner == self.first and name == self.name
        return False

    def are_in(self, node: Any) -> bool:
        return any(self.is_one(n) for n in gast.walk(node))


def place(node: Any, like: Any) -> Any:
    """A tree with the place of another in all its nodes that have none of their own."""
    for n in gast.walk(node):
        if getattr(n, "lineno", None) is None or getattr(n, "made", False):
            gast.copy_location(n, like)
    return node


def parse_statements(text: str, like: Any, **parts: Any) -> list[Any]:
    """New statements from text, in which __name__ stands for the expression of that name, at the place of a node."""
    tree = gast.parse(text)
    for n in gast.walk(tree):
        n.made = True
    filled = Filled({f"__{name}__": part for name, part in parts.items()})
    body = [filled.visit(node) for node in tree.body]
    return [place(node, like) for node in body]


class Filled(gast.NodeTransformer):  # type: ignore[misc]  # gast has no types
    def __init__(self, parts: dict[str, Any]):
        self.parts = parts

    def visit_Name(self, node: Any) -> Any:
        return copy.deepcopy(self.parts[node.id]) if node.id in self.parts else node


def name_of(name: str, like: Any) -> Any:
    return gast.copy_location(gast.Name(name, gast.Load(), None, None), like)


def loads(node: Any) -> set[str]:
    """The variables of the function that an expression or a statement reads, itself or in what it contains.

    Comprehensions and functions have variables of their own, which may have the same names.
    """
    if isinstance(node, gast.Name):
        return {node.id} if isinstance(node.ctx, gast.Load) else set()
    found = loads_of(gast.iter_child_nodes(node))
    if isinstance(node, COMPREHENSIONS):
        own = set().union(*(names_in(g.target) for g in node.generators))
        return found - own | loads(node.generators[0].iter)
    if isinstance(node, (gast.FunctionDef, gast.Lambda)):
        defaults = [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
        return found - local_names(node) | loads_of(defaults)
    return found


def loads_of(nodes: Iterable[Any]) -> set[str]:
    return set().union(*map(loads, nodes))


def reads(statement: Any) -> set[str]:
    """The variables whose values from before a statement may be read in it."""
    match statement:
        case gast.If():
            return loads(statement.test) | reads_of_block(statement.body) | reads_of_block(statement.orelse)
        case gast.For():
            body = reads_of_block(statement.body) - names_in(statement.target)
            return loads(statement.iter) | body | reads_of_block(statement.orelse)
        case gast.While():
            return loads(statement.test) | reads_of_block(statement.body) | reads_of_block(statement.orelse)
        case gast.Assign() | gast.AnnAssign():
            return loads(statement)
        case gast.AugAssign(target=gast.Name(id=name)):
            return loads(statement.value) | {name}
    return loads(statement) | {
        n.target.id
        for n in gast.walk(statement)
        if isinstance(n, gast.AugAssign) and isinstance(n.target, gast.Name)
    }


def reads_of_block(statements: Sequence[Any]) -> set[str]:
    found: set[str] = set()
    for statement in reversed(statements):
        found = (found - sets(statement)) | reads(statement)
    return found


def sets(statement: Any) -> set[str]:
    """The variables that a statement surely sets."""
    match statement:
        case gast.Assign():
            return set().union(*(names_in(t) for t in statement.targets))
        case gast.AnnAssign(target=gast.Name(id=name), value=value) if value is not None:
            return {name}
        case gast.AugAssign(target=gast.Name(id=name)):
            return {name}
        case gast.FunctionDef() | gast.ClassDef():
            return {statement.name}
        case gast.If():
            return sets_of_block(statement.body) & sets_of_block(statement.orelse)
        case gast.Import() | gast.ImportFrom():
            return {(a.asname or a.name).partition(".")[0] for a in statement.names}
    return set()


def sets_of_block(statements: Sequence[Any]) -> set[str]:
    if any(isinstance(s, (gast.Return, gast.Raise, gast.Break, gast.Continue)) for s in statements):
        return set()
    return set().union(*map(sets, statements))


def names_in(target: Any) -> set[str]:
    """The variables among the targets of an assignment."""
    match target:
        case gast.Name():
            return {target.id}
        case gast.Tuple() | gast.List():
            return set().union(*map(names_in, target.elts))
        case gast.Starred():
            return names_in(target.value)
    return set()


def own_statements(statements: Sequence[Any]) -> Iterator[Any]:
    """The statements of a block and of the blocks in them, but not of functions and classes that they define."""
    for statement in statements:
        yield statement
        if not isinstance(statement, SCOPES):
            for field in ("body", "orelse", "finalbody"):
                yield from own_statements(getattr(statement, field, None) or [])
            for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                yield from own_statements(part.body)
