"""Parallel assignments: names that begin at zero, or that are read from the tapes of one iteration, in one statement.

x_bar = np.zeros_like(x)                x_bar, y_bar = np.zeros_like(x), np.zeros_like(y)
y_bar = np.zeros_like(y)        =>      s_bar = t_bar = 0.0
s_bar = 0.0
t_bar = 0.0

h = h_saved[i]                  =>      h, z = h_saved[i], z_saved[i]
z = z_saved[i]
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..text.trees import names
from ..text.unparse import INDENT, text
from ..text.words import KEPT, SUFFIX

ZEROS = ("zeros", "zeros_like")


Part = tuple[ast.Name, ast.expr]


def with_parallel_assignments(statements: list[ast.stmt], width: int, depth: int = 1) -> list[ast.stmt]:
    """The statements of a block, and those of the blocks in them. `width`: columns of the longest line."""
    room = width - len(INDENT) * depth
    found: list[ast.stmt] = []
    for statement in arrays_first(statements):
        for field in ("body", "orelse"):
            if inner := getattr(statement, field, None):
                setattr(statement, field, with_parallel_assignments(inner, width, depth + 1))
        both = join_assignments(found[-1], statement, room) if found else None
        if both is None:
            found.append(statement)
        else:
            found[-1] = both
    return found


def arrays_first(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements, with the zero arrays before the zero numbers where both follow one another."""
    found: list[ast.stmt] = []
    for statement in statements:
        at = len(found)
        if parts(statement, is_zeros):
            while at and parts(found[at - 1], is_zero) and not names(found[at - 1]) & names(statement):
                at -= 1
        found.insert(at, statement)
    return found


def join_assignments(first: ast.stmt, second: ast.stmt, width: int) -> ast.stmt | None:
    """One statement that does what the two do."""
    for belongs in (is_zero, is_zeros, is_tape, is_read):
        left, right = parts(first, belongs), parts(second, belongs)
        if left and right and same_places(left[0][1], right[0][1]):
            if {target.id for target, _ in left} & names(second):
                return None
            new = statement_of([*left, *right])
            return at_place_of(first, new) if columns(new) <= width else None
    return None


def parts(statement: ast.stmt, belongs: Callable[[str, ast.expr], bool]) -> list[Part]:
    """The names that a statement gives values, if all belong to one family; none otherwise."""
    match statement:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            found = list(zip(targets, values))
        case ast.Assign(targets, value):
            found = [(target, value) for target in targets]
        case _:
            return []
    fits = all(isinstance(target, ast.Name) and belongs(target.id, value) for target, value in found)
    return found if fits else []


def is_zero(target: str, value: ast.expr) -> bool:
    """x_bar = 0.0"""
    return ends(target, "_bar") and isinstance(value, ast.Constant) and type(value.value) in (int, float)


def is_zeros(target: str, value: ast.expr) -> bool:
    """x_bar = np.zeros_like(x)"""
    return ends(target, "_bar") and makes(value, ZEROS)


def is_tape(target: str, value: ast.expr) -> bool:
    """x_saved = np.zeros((8, 3))"""
    return bool(KEPT.search(target)) and makes(value, ("zeros", "empty"))


def is_read(target: str, value: ast.expr) -> bool:
    """x = x_saved[i]"""
    match value:
        case ast.Subscript(ast.Name(tape)):
            return bool(KEPT.search(tape)) and target not in names(value)
    return False


def same_places(first: ast.expr, second: ast.expr) -> bool:
    """Whether these are equal numbers, or tapes at the same iteration."""
    match first, second:
        case ast.Constant(), ast.Constant():
            return repr(first.value) == repr(second.value)
        case ast.Subscript(), ast.Subscript():
            return text(first.slice) == text(second.slice)
    return True


def ends(target: str, suffix: str) -> bool:
    return SUFFIX.sub("", target).endswith(suffix)


def makes(value: ast.expr, functions: tuple[str, ...]) -> bool:
    match value:
        case ast.Call(ast.Attribute(ast.Name("np"), function)):
            return function in functions
    return False


def statement_of(given: list[Part]) -> ast.Assign:
    """s = t = 0.0; a, b = np.zeros(3), np.zeros(4)"""
    targets, values = [target for target, _ in given], [value for _, value in given]
    if isinstance(values[0], ast.Constant):
        return ast.Assign(targets, values[0])
    return ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load()))


def columns(new: ast.Assign) -> int:
    return sum(len(text(target)) + len(" = ") for target in new.targets) + len(text(new.value))


def at_place_of(first: ast.stmt, new: ast.stmt) -> ast.stmt:
    """A statement with the place of the first of those that it stands for."""
    for field in ("span", "origin"):
        if hasattr(first, field):
            setattr(new, field, getattr(first, field))
    return new
