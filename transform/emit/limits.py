"""Preconditions on sizes for a text to run: no array of negative length, no division by zero, no index that is clamped
to the last of no elements, and at least one iteration of a loop whose index is read after it.

>>> tree = ast.parse("t = np.zeros(n - 2)\\nfor i in range(4, n):\\n    t[0] += 1 / (n - 1)\\nprint(i)").body
>>> limits(tree, {"n": (101, 102)}, lambda sizes: True)
['n >= 5']
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..printing.text.trees import names
from ..printing.text.unparse import text
from .conditions import TRIED, TRIED_TOGETHER, intervals, names_in, value_of
from .fits import Rows, without_brackets

# which argument
SHAPES = {"zeros": 0, "ones": 0, "empty": 0, "full": 0, "eye": 0, "broadcast_to": 1, "pad": 1}
ARITHMETIC = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Call, ast.operator, ast.unaryop, ast.Load)
Sizes = Mapping[str, int]


def limits(body: Sequence[ast.stmt], rows: Rows, allowed: Callable[[Sizes], bool]) -> list[str]:
    """The conditions, as expressions of sizes, where they do not follow from what is `allowed`."""
    asked = list(dict.fromkeys(needed_conditions(body, rows)))
    together = [
        c for c in asked if len(names_in(c, rows)) > 1 and not everywhere(c, names_in(c, rows), allowed)
    ]
    alone = [(n, [c for c in asked if names_in(c, rows) == [n]]) for n in rows]
    meets = lambda n, wanted: lambda value: all(value_of(c, {without_brackets(n): value}) for c in wanted)
    return [
        *(
            c
            for n, wanted in alone
            for c in intervals(n, meets(n, wanted), possible(without_brackets(n), allowed))
        ),
        *together,
    ]


def everywhere(condition: str, named: Sequence[str], allowed: Callable[[Sizes], bool]) -> bool:
    """Whether a condition on several sizes holds for all that nothing else forbids."""
    points = (
        dict(zip(map(without_brackets, named), v))
        for v in itertools.product(TRIED_TOGETHER, repeat=len(named))
    )
    return all(value_of(condition, sizes) for sizes in points if may_be(sizes, allowed))


def may_be(sizes: Sizes, allowed: Callable[[Sizes], bool]) -> bool:
    try:
        return allowed(sizes)
    except NameError:  # what is allowed is about other sizes, too
        return True


def possible(size: str, allowed: Callable[[Sizes], bool]) -> list[int]:
    """The values of a size that nothing else forbids."""
    try:
        return [value for value in TRIED if allowed({size: value})]
    except NameError:  # what is allowed is about other sizes, too
        return list(TRIED)


def needed_conditions(body: Sequence[ast.stmt], rows: Rows) -> Iterator[str]:
    """A condition for everything in the text that might not run."""
    for node in (n for s in body for n in ast.walk(s)):
        match node:
            case ast.Call(ast.Attribute(ast.Name("np"), maker), args) if (
                maker in SHAPES and len(args) > SHAPES[maker]
            ):
                yield from (f"{text(e)} >= 0" for e in entries(args[SHAPES[maker]]) if of_sizes(e, rows))
            case ast.BinOp(_, ast.Div() | ast.FloorDiv() | ast.Mod(), below) if of_sizes(below, rows):
                yield f"{text(below)} != 0"
            case ast.BinOp(base, ast.Pow(), ast.UnaryOp(ast.USub())) if of_sizes(base, rows):
                yield f"{text(base)} != 0"
    yield from (f"{text(last)} >= 0" for last in clamps(body) if of_sizes(last, rows))
    for loop in (n for s in body for n in ast.walk(s) if isinstance(n, ast.For)):
        match loop.iter:
            case ast.Call(ast.Name("range"), [*bounds]) if len(bounds) < 3 and any(
                of_sizes(b, rows) for b in bounds
            ):
                if all(of_sizes(b, rows) or isinstance(b, ast.Constant) for b in bounds) and read_behind(
                    loop, body
                ):
                    yield f"{text(bounds[0]) if len(bounds) == 2 else 0} < {text(bounds[-1])}"


def clamps(body: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """The upper ends of np.minimum(k, n - 1), outside loops over ranges, which may have no iteration."""
    for node in body:
        match node:
            case ast.For(iter=ast.Call(ast.Name("range"))):
                continue
            case ast.Call(ast.Attribute(ast.Name("np"), "minimum"), [_, ast.BinOp(_, ast.Sub()) as last]):
                yield last
        yield from clamps([*ast.iter_child_nodes(node)])


def entries(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts:
            yield from entries(item)
    else:
        yield node


def of_sizes(node: ast.expr, rows: Rows) -> bool:
    """Whether it is arithmetic of sizes alone."""
    found = names(node) - {"min", "max"}
    return bool(found) and found <= rows.keys() and all(isinstance(n, ARITHMETIC) for n in ast.walk(node))


def read_behind(loop: ast.For, body: Sequence[ast.stmt]) -> bool:
    """Whether the index of a loop is read where no loop and no assignment has given it a value."""
    if not isinstance(loop.target, ast.Name):
        return False
    return any(unbound(statement, loop.target.id) for statement in body)


def unbound(node: ast.AST, index: str) -> bool:
    """Whether a name is read in a tree outside all loops and comprehensions over it."""
    match node:
        case ast.Name(found, ast.Load()):
            return found == index
        case ast.For(target=ast.Name(target)) if target == index:
            return unbound(node.iter, index) or any(unbound(s, index) for s in node.orelse)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return not any(index in names(g.target) for g in node.generators) and any(
                unbound(n, index) for n in ast.iter_child_nodes(node)
            )
    return any(unbound(n, index) for n in ast.iter_child_nodes(node))
