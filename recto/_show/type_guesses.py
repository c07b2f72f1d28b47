"""Types of arguments that are not given, guessed from their uses in a function: for hints.

A parameter of which two axes are seen (`X[i, j]`, `X @ w` beside `w`, `axis=1`, `X.T`) is a matrix; one that bounds a
range, is a size or a step is an integer; one that only meets arithmetic beside arrays is a number; the others are
vectors. Which vectors have the length of which axis is found by reading the function.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

TRIED = 48  # combinations
WHOLE_NUMBERS = ("range", "zeros", "ones", "empty", "arange", "eye")
AXES = ("axis",)


def guess_types(node: ast.AST | None, missing: Sequence[str], reads: Callable[[str], bool]) -> str:
    """Types for these parameters, for which the function can be read if any are found: "w: f64[d], X: f64[n, d]".

    Args:
        reads: whether the function can be read for these types.
    """
    kinds = {name: kind_of(name, node) for name in missing}
    tries = list(itertools.islice(spellings(kinds), TRIED))
    return next((text for text in tries if reads(text)), tries[0])


def spellings(kinds: dict[str, str]) -> Iterator[str]:
    """Every way to write the kinds with sizes n and d."""
    matrices = "matrix" in kinds.values()
    choices = [options(kind, matrices) for kind in kinds.values()]
    found = sorted(itertools.product(*choices), key=lambda types: sum(t[0] for t in types))
    for types in found:
        yield ", ".join(f"{name}: {text}" for name, (_, text) in zip(kinds, types))


def options(kind: str, matrices: bool) -> list[tuple[int, str]]:
    """The types that a kind may stand for, each with how unlikely it is."""
    vectors = [(0, "f64[n]"), (1, "f64[d]")] if matrices else [(0, "f64[n]")]
    match kind:
        case "matrix":
            return [(0, "f64[n, d]"), (1, "f64[d, k]"), (2, "f64[n, n]"), (3, "f64[d, n]")]
        case "integer":
            return [(0, "i64"), (2, "10")]
        case "indices":
            return [(0, "i64[n]"), (1, "i64[d]")] if matrices else [(0, "i64[n]")]
        case "number":
            return [(0, "f64"), *((p + 3, text) for p, text in vectors)]
    return [*vectors, (2, "f64[d, k]"), (3, "f64"), (4, "f64[n, d]")]


def kind_of(name: str, node: ast.AST | None) -> str:
    """matrix, vector, number, integer or indices."""
    if node is None:
        return "vector"
    is_it = lambda n: isinstance(n, ast.Name) and n.id == name
    seen = {kind for n in ast.walk(node) for kind in uses(n, is_it)}
    return next((kind for kind in ("matrix", "indices", "integer", "vector") if kind in seen), "number")


def uses(node: ast.AST, is_it: Callable[[Any], bool]) -> Iterator[str]:
    """The uses of a parameter in a piece of code."""
    match node:
        case ast.Subscript(value, ast.Tuple(items)) if is_it(value) and len(items) > 1:
            yield "matrix"
        case ast.Subscript(value, _) if is_it(value):
            yield "vector"
        case ast.Subscript(_, ast.Tuple(items)) if any(map(is_it, items)) and any(
            isinstance(i, ast.Call) for i in items
        ):
            yield "indices"
        case ast.Attribute(value, "T") if is_it(value):
            yield "matrix"
        case ast.Assign([ast.Tuple(items)], ast.Attribute(value, "shape")) if is_it(value):
            yield "matrix" if len(items) > 1 else "vector"
        case ast.BinOp(left, ast.MatMult(), right) if is_it(left) or is_it(right):
            yield "matrix" if is_it(left) and not isinstance(right, ast.Attribute) else "vector"
        case ast.Call(func, [*args], keywords) if any(map(is_it, args)):
            called = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            deep = any(
                k.arg in AXES and isinstance(k.value, ast.Constant) and k.value.value in (1, -1)
                for k in keywords
            )
            of_arrays = isinstance(func, ast.Name) and called in (
                "len",
                "sum",
                "enumerate",
                "zip",
                "reversed",
            )
            linear = isinstance(func, ast.Attribute) and called in (
                "sum",
                "mean",
                "dot",
                "max",
                "min",
                "diff",
                "cumsum",
            )
            yield (
                "matrix"
                if deep
                else "integer"
                if called in WHOLE_NUMBERS
                else "vector"
                if of_arrays or linear
                else ""
            )
        case ast.For(iter=items) if is_it(items):
            yield "vector"
        case ast.Attribute(value, "shape" | "size" | "sum" | "mean" | "dot") if is_it(value):
            yield "vector"
