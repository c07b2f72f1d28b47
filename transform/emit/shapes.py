"""Shape parameters: where a printed function takes its sizes from. x.shape[0] is written in place if used
once or twice; otherwise n = x.shape[0] stands at the top.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..ir.program import Type
from ..printing.text.names import RESERVED, unique
from ..printing.text.trees import name, names
from .fits import Rows, plus, without_brackets
from .unify import Differs

MOST_FACTOR = 9  # of a size in the length of an axis
OFTEN = 3  # uses from which on a size gets a name


def with_all_sizes(
    functions: Sequence[list[ast.stmt]], shapes: Sequence[Sequence[Sequence[tuple[str, Type]]]], rows: Rows
) -> None:
    """Put in what ⟨n⟩ stands for in all functions, each of which stands behind those that it calls. A function that is
    called is passed the sizes that none of its arguments has.

    Args:
        shapes: for each function, the parameters with their types in each sample.

    Raises:
        Differs: no argument of the main function has a size.
    """
    for k, ([function, *_], types) in enumerate(zip(functions, shapes)):
        if not isinstance(function, ast.FunctionDef):
            continue
        lost = with_sizes(function, types, rows)
        if lost and function is functions[-1][0]:
            raise Differs(f"no argument has the size {without_brackets(lost[0])}")
        for call in (
            n for tree in functions[k + 1 :] for s in tree for n in ast.walk(s) if isinstance(n, ast.Call)
        ):
            if isinstance(call.func, ast.Name) and call.func.id == function.name:
                call.args += [name(s) for s in lost]


def with_sizes(
    function: ast.FunctionDef, shapes: Sequence[Sequence[tuple[str, Type]]], rows: Rows
) -> list[str]:
    """Put in what ⟨n⟩ stands for, given the parameters with their types in each sample.

    Returns:
        The sizes that follow from no parameter: they are parameters now.
    """
    stored = rebound(function)
    ends = Ends(shapes, rows, stored).with_copies(function)
    function.body = [ends.visit(s) for s in function.body]
    used = Counter(n.id for n in ast.walk(function) if isinstance(n, ast.Name) and n.id in rows)
    sources = {s: found for s in rows if (found := source(s, shapes, rows, stored))}
    solve = lambda s: solution(s, shapes, rows, list(sources), stored)
    solved = {s: node for s in used if s not in sources and (node := solve(s))}
    used.update(n for node in solved.values() for n in names(node) if n in rows)
    sources = {s: found for s, found in sources.items() if s in used}
    lost = [s for s in used if s not in sources and s not in solved]
    bound = [s for s, (array, _) in sources.items() if used[s] >= OFTEN or array in stored]
    taken = (
        {a.arg for a in function.args.args}
        | RESERVED
        | {n for s in function.body for n in names(s)} - set(rows)
    )
    chosen: dict[str, str] = {}
    for s in (*bound, *solved, *lost):
        chosen[s] = unique(without_brackets(s), taken | set(chosen.values()))
    inline = {s: shape_item(*sources[s]) for s in sources if s not in chosen}
    put = Sizes({**inline, **{s: name(n) for s, n in chosen.items()}}, dict(shapes[0]))
    body = [put.visit(s) for s in function.body]
    lead = getattr(function, "lead", 0)
    direct = assignments({s: chosen[s] for s in bound}, sources, dict(shapes[0]))
    further = [ast.Assign([ast.Name(chosen[s], ast.Store())], put.visit(node)) for s, node in solved.items()]
    function.args.args += [ast.arg(chosen[s]) for s in lost]
    function.body = [*body[:lead], *direct, *further, *body[lead:]]
    return lost


class Ends(ast.NodeTransformer):
    """x[-5:] for x[n - 5:], where n is the size of that axis of x."""

    def __init__(self, shapes: Sequence[Sequence[tuple[str, Type]]], rows: Rows, stored: set[str]):
        columns = {column[0][0]: [t for _, t in column] for column in zip(*shapes)}
        self.sizes = {
            array: [name_of_row(rows, row) for row in zip(*(t.shape for t in types))]
            for array, types in columns.items()
            if array not in stored
        }

    def with_copies(self, function: ast.FunctionDef) -> "Ends":
        """Also for arrays that are made in the shape of an argument, and only so."""
        made: dict[str, list[ast.expr]] = {}
        for node in (n for s in function.body for n in ast.walk(s) if isinstance(n, ast.Assign)):
            for target in (t for t in node.targets if not isinstance(t, ast.Subscript)):
                for n in names(target):
                    made.setdefault(n, []).append(node.value if isinstance(target, ast.Name) else target)
        for array, values in made.items():
            likes = {copy_argument(v) for v in values}
            if len(likes) == 1 and (like := likes.pop()) in self.sizes:
                self.sizes.setdefault(array, self.sizes[like])
        return self

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        sizes = self.sizes.get(node.value.id, []) if isinstance(node.value, ast.Name) else []
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for item, size in zip(items, sizes):
            if not isinstance(item, ast.Slice) and not is_position(item):
                break  # an array, an ellipsis, a new axis: what follows is another axis
            if isinstance(item, ast.Slice) and size:
                item.lower, item.upper = from_end(item.lower, size), from_end(item.upper, size)
        return node


def name_of_row(rows: Rows, row: tuple[int, ...]) -> str | None:
    return next((size for size, values in rows.items() if values == row), None)


def is_position(item: ast.expr) -> bool:
    return isinstance(item, ast.Constant) and type(item.value) is int


def from_end(bound: ast.expr | None, size: str) -> ast.expr | None:
    """-5 for n - 5."""
    match bound:
        case ast.BinOp(ast.Name(name_), ast.Sub(), ast.Constant(int() as count)) if (
            name_ == size and count > 0
        ):
            return ast.UnaryOp(ast.USub(), ast.Constant(count))
    return bound


def rebound(function: ast.FunctionDef) -> set[str]:
    """Names that are assigned behind the function's first lines, which take the arguments apart."""
    found: set[str] = set()
    for node in (n for s in function.body[getattr(function, "lead", 0) :] for n in ast.walk(s)):
        match node:
            case ast.Assign([ast.Name(target)], value) if copy_argument(value) == target:
                continue
            case ast.Assign(targets):
                found |= {
                    n.id
                    for t in targets
                    for n in ast.walk(t)
                    if isinstance(n, ast.Name) and not isinstance(t, ast.Subscript)
                }
            case ast.For(target):
                found |= names(target)
    return found


def copy_argument(value: ast.expr) -> str | None:
    """x for x.copy() and np.zeros_like(x): an array of the same shape."""
    match value:
        case ast.Call(ast.Attribute(ast.Name(array), "copy"), []):
            return array
        case ast.Call(
            ast.Attribute(ast.Name("np"), "zeros_like" | "ones_like" | "empty_like"), [ast.Name(array)]
        ):
            return array
    return None


def source(
    size: str, shapes: Sequence[Sequence[tuple[str, Type]]], rows: Rows, stored: set[str]
) -> tuple[str, int] | None:
    """The array and the axis that have this size: one that keeps its name, if possible a first axis."""
    found = [
        (array in stored, axis, k, array)
        for k, (array, axis, row) in enumerate(axes(shapes))
        if row == rows[size]
    ]
    return (min(found)[3], min(found)[1]) if found else None


def axes(shapes: Sequence[Sequence[tuple[str, Type]]]) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """(array, axis, its length in each sample)"""
    for column in zip(*shapes):
        for axis in range(column[0][1].ndim):
            yield column[0][0], axis, tuple(t.shape[axis] for _, t in column)


def solution(
    size: str,
    shapes: Sequence[Sequence[tuple[str, Type]]],
    rows: Rows,
    known: Sequence[str],
    stored: set[str],
) -> ast.expr | None:
    """The size from an axis whose length is 2 * n + 1, or n + m for an m that is known: (x.shape[0] - 1) // 2."""
    for (array, axis, row), other in itertools.product(axes(shapes), (None, *known)):
        left = row if other is None else tuple(a - b for a, b in zip(row, rows[other]))
        node = shape_item(array, axis)
        node = node if other is None else ast.BinOp(node, ast.Sub(), name(other))
        for factor in range(1, MOST_FACTOR):
            offsets = {a - factor * b for a, b in zip(left, rows[size])}
            if len(offsets) == 1 and array not in stored:
                moved = plus(node, -offsets.pop())
                return moved if factor == 1 else ast.BinOp(moved, ast.FloorDiv(), ast.Constant(factor))
    return None


def shape_item(array: str, axis: int) -> ast.expr:
    return ast.Subscript(ast.Attribute(name(array), "shape", ast.Load()), ast.Constant(axis), ast.Load())


def assignments(
    chosen: Mapping[str, str], sources: Mapping[str, tuple[str, int]], types: Mapping[str, Type]
) -> list[ast.stmt]:
    """n = x.shape[0]; n, m = x.shape; n, m = x.shape[:2]."""
    made: list[ast.stmt] = []
    for array in dict.fromkeys(sources[s][0] for s in chosen):
        own = {sources[s][1]: target for s, target in chosen.items() if sources[s][0] == array}
        shape = ast.Attribute(name(array), "shape", ast.Load())
        if sorted(own) == list(range(len(own))) and len(own) > 1:
            left: ast.expr = ast.Tuple([ast.Name(own[k], ast.Store()) for k in sorted(own)], ast.Store())
            first = ast.Subscript(shape, ast.Slice(None, ast.Constant(len(own)), None), ast.Load())
            made.append(ast.Assign([left], shape if len(own) == types[array].ndim else first))
        else:
            made += [
                ast.Assign([ast.Name(t, ast.Store())], shape_item(array, k)) for k, t in sorted(own.items())
            ]
    return made


class Sizes(ast.NodeTransformer):
    """Puts expressions for sizes in; x.shape for (x.shape[0], x.shape[1])."""

    def __init__(self, known: Mapping[str, ast.expr], types: Mapping[str, Type]):
        self.known, self.types = known, types

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.known.get(node.id, node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        items = [shape_of(e) for e in node.elts]
        array = items[0][0] if items and items[0] else ""
        whole = array in self.types and items == [(array, k) for k in range(self.types[array].ndim)]
        return ast.Attribute(name(array), "shape", ast.Load()) if whole else node


def shape_of(node: Any) -> tuple[str, int] | None:
    """(x, 0) for x.shape[0]."""
    match node:
        case ast.Subscript(ast.Attribute(ast.Name(array), "shape"), ast.Constant(int(axis))):
            return array, axis
    return None
