"""How the arguments and the result of a printed function are grouped: (W, b), c = params; return {"W": W_bar}.

A tree is a tuple, list or dict of trees, `Fields` of an object, the position of a parameter or result, `Known`, or None.
"""
from __future__ import annotations

import ast
import dataclasses
import textwrap
from typing import Any, Callable, Iterator, Sequence

from ..program import Program, Type, Var
from .layout import WIDTH
from .names import RESERVED, unique
from .trees import name

LARGEST = 1 << 12            # more results than any program has


@dataclasses.dataclass(frozen=True)
class Known:
    """A value that is no parameter or result: a string, a number, None."""
    value: Any


@dataclasses.dataclass(frozen=True)
class Fields:
    """The attributes of an object."""
    trees: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Signature:
    """How the parameters and results of a program are grouped.

    parameters   (name, tree) for each argument of the printed function
    results      the tree that it returns; results that it lacks are not computed
    names        what parameters are to be called, by position
    known        what the header tells of arguments that are no parameters: (name, value)
    """
    parameters: tuple[tuple[str, Any], ...]
    results: Any
    names: dict[int, str] = dataclasses.field(default_factory=dict)
    known: tuple[tuple[str, Any], ...] = ()


def leaves(tree: Any) -> Iterator[int]:
    """The positions in a tree, in order."""
    match tree:
        case int():
            yield tree
        case tuple() | list():
            for t in tree:
                yield from leaves(t)
        case dict() | Fields():
            for t in (tree if isinstance(tree, dict) else tree.trees).values():
                yield from leaves(t)


def positions(tree: Any, count: int) -> list[bool]:
    """Which of so many positions occur in a tree."""
    found = set(leaves(tree))
    return [k in found for k in range(count)]


# -- parameters ----------------------------------------------------------------------------------------------------

def renamed(program: Program, signature: Signature) -> Program:
    """The program with its parameters called as the signature says, where nothing else has that name."""
    taken = RESERVED | {v.name for call in program.body for v in call.outputs} | {n for n, _ in signature.parameters}
    taken |= {p.name for p in program.parameters}
    new: dict[Any, Var] = {}
    for k, wanted in signature.names.items():
        old = program.parameters[k]
        if old.name != wanted:
            new[old] = Var(unique(wanted, taken), old.type)
            taken |= {new[old].name}
    put = lambda atoms: tuple(new.get(a, a) for a in atoms)
    body = tuple(dataclasses.replace(c, operands=put(c.operands)) for c in program.body)
    return dataclasses.replace(program, parameters=put(program.parameters), body=body, results=put(program.results))


def structured(parameters: Sequence[str], signature: Signature | None,
               count: int) -> tuple[ast.FunctionDef, Callable[[list[ast.expr]], ast.expr]]:
    """The def with its parameters grouped and taken apart, and what groups its results."""
    if signature is None:
        return definition(parameters), lambda nodes: nodes[0] if count == 1 else ast.Tuple(nodes, ast.Load())
    head = definition([parameters[t] if isinstance(t, int) else n for n, t in signature.parameters])
    for n, tree in signature.parameters:
        head.body += [] if isinstance(tree, int) else taken_apart(name(n), tree, parameters)
    wanted = sorted(set(leaves(signature.results)))
    return head, lambda nodes: grouped(signature.results, dict(zip(wanted, nodes)))


def definition(parameters: Sequence[str]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    return ast.FunctionDef("f", arguments, [], [])


def taken_apart(node: ast.expr, tree: Any, parameters: Sequence[str]) -> list[ast.stmt]:
    """(W, b), c = params; entries of dicts and attributes one by one."""
    match tree:
        case int():
            return [ast.Assign([ast.Name(parameters[tree], ast.Store())], node)]
        case dict():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in tree.items()]
        case Fields(trees):
            entries = [(ast.Attribute(node, k, ast.Load()), t) for k, t in trees.items()]
        case tuple() | list() if tree and all_positions(tree):
            return [ast.Assign([pattern(tree, parameters)], node)]
        case tuple() | list():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in enumerate(tree)]
        case _:
            entries = []
    return [s for entry, t in entries for s in taken_apart(entry, t, parameters)]


def all_positions(tree: Any) -> bool:
    return isinstance(tree, int) or isinstance(tree, (tuple, list)) and len(tree) > 0 and all(map(all_positions, tree))


def pattern(tree: Any, parameters: Sequence[str]) -> ast.expr:
    if isinstance(tree, int):
        return ast.Name(parameters[tree], ast.Store())
    return ast.Tuple([pattern(t, parameters) for t in tree], ast.Store())


# -- results -------------------------------------------------------------------------------------------------------

def grouped(tree: Any, nodes: dict[int, ast.expr]) -> ast.expr:
    match tree:
        case int():
            return nodes[tree]
        case dict():
            return ast.Dict([ast.Constant(k) for k in tree], [grouped(t, nodes) for t in tree.values()])
        case list():
            return ast.List([grouped(t, nodes) for t in tree], ast.Load())
        case tuple():
            return ast.Tuple([grouped(t, nodes) for t in tree], ast.Load())
        case Known(value):
            return ast.Constant(value)
    return ast.Constant(None)


# -- the comment above ---------------------------------------------------------------------------------------------

def header(program: Program, title: str | None, signature: Signature | None) -> list[str]:
    """What the function is, and the types of its arguments."""
    types = [long_type(p.type) for p in program.parameters]
    if signature is None:
        items = [f"{p.name}: {t}" for p, t in zip(program.parameters, types)]
    else:
        items = [f"{program.parameters[tree].name if isinstance(tree, int) else n}: {described(tree, types.__getitem__)}"
                 for n, tree in signature.parameters]
        items += [f"{n} = {value!r}" for n, value in signature.known]
    rows, row = [], ""
    for item in items:
        if row and len(row) + len(item) > WIDTH - 8:
            rows, row = [*rows, row + ","], ""
        row = f"{row}, {item}" if row else item
    wrapped = [part for r in [*rows, row] if r for part in textwrap.wrap(r, WIDTH - 8, subsequent_indent="    ")]
    return [title or program.name, *(f"  {r}" for r in wrapped)]


def described(tree: Any, leaf: Callable[[int], str]) -> str:
    """The types in a tree, as they would stand in the source."""
    inner = lambda trees: ", ".join(described(t, leaf) for t in trees)
    match tree:
        case int():
            return leaf(tree)
        case list():
            return f"[{inner(tree)}]"
        case tuple():
            return f"({inner(tree)}{',' * (len(tree) == 1)})"
        case dict():
            return "{" + ", ".join(f"{key(k)}: {described(t, leaf)}" for k, t in tree.items()) + "}"
        case Fields(trees):
            return "(" + ", ".join(f"{k}={described(t, leaf)}" for k, t in trees.items()) + ")"
        case Known(value):
            return repr(value)
    return "None"


def key(k: Any) -> str:
    return f'"{k}"' if isinstance(k, str) and k.isidentifier() else repr(k)


def long_type(t: Type) -> str:
    return t.dtype.name + (f"[{', '.join(map(str, t.shape))}]" if t.shape else "")
