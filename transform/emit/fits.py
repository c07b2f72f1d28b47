"""Fit expressions to sizes: find the expression of the sizes whose values are a given row of numbers.

A function is printed for a few assignments of sizes. The numbers at one place of these texts form a row; the
forms that programs contain (n - 1, 2 * n, n // 2 …) are tried on it.

>>> rows = {"n": (101, 106, 124), "m": (113, 134, 108)}
>>> [expression_text(rows, row) for row in ((100, 105, 123), (50, 53, 62), (11413, 14204, 13392), (7, 7, 7))]
['n - 1', 'n // 2', 'n * m', '7']
>>> expression_text(rows, (1 / 101, 1 / 106, 1 / 124)), expression_text(rows, (3, 1, 4))
('1 / n', None)
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterator
from typing import Any

from ..printing.text.trees import name
from ..printing.text.unparse import text

Rows = dict[str, tuple[int, ...]]  # size -> its value in each assignment
MARKS = "⟨⟩"  # around the names of sizes, which then are no other names of the text
FACTORS = (1, 2, 3, -1, 4, 5, 6, 8, -2)
DIVISORS = range(2, 17)
EXPONENTS = (-1, 1, -2, 2, -0.5, 0.5)
EXACT = 1e-14  # relative: what folding constants may round


def placeholder(size: str) -> str:
    """⟨n⟩ for n."""
    return MARKS[0] + size + MARKS[1]


def without_brackets(text: str) -> str:
    """n for ⟨n⟩."""
    return text.replace(MARKS[0], "").replace(MARKS[1], "")


def expression_text(rows: Rows, values: tuple[Any, ...]) -> str | None:
    """As `fit_expression`, as text."""
    node = fit_expression(rows, values)
    return None if node is None else text(node)


def fit_expression(rows: Rows, values: tuple[Any, ...]) -> ast.expr | None:
    """An expression over the names of sizes that has these values; None if no known form has."""
    if len(set(map(repr, values))) == 1:
        return number(values[0])
    if all(type(v) is int for v in values):
        return next(integers(rows, values), None)
    if all(type(v) is float and math.isfinite(v) for v in values):
        return next(floats(rows, values), None)
    return None


# -- pieces --------------------------------------------------------------------------------------------------


def number(value: Any) -> ast.expr:
    return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)


def operation(left: ast.expr, op: ast.operator, right: ast.expr) -> ast.BinOp:
    return ast.BinOp(left, op, right)


def plus(node: ast.expr, offset: int) -> ast.expr:
    """n + 1, n - 1, n."""
    if not offset:
        return node
    return operation(node, ast.Add() if offset > 0 else ast.Sub(), ast.Constant(abs(offset)))


def times(factor: int, node: ast.expr) -> ast.expr:
    if factor == -1:
        return ast.UnaryOp(ast.USub(), node)
    return node if factor == 1 else operation(number(factor), ast.Mult(), node)


def constant(values: Iterator[int]) -> int | None:
    """The one value that all are."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def product(names: tuple[str, ...]) -> ast.expr:
    node: ast.expr = name(names[0])
    for n in names[1:]:
        node = operation(node, ast.Mult(), name(n))
    return node


# -- integers ------------------------------------------------------------------------------------------------


def integers(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    """The simplest form first: n + 1, 2 * n, n // 2, n * m, n + m, (n - 1) * m."""
    for form in (linear, quotients, products, sums, shifted_products, extremes):
        yield from form(rows, values)


def linear(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    for factor, (n, row) in itertools.product(FACTORS, rows.items()):
        offset = constant(v - factor * r for v, r in zip(values, row))
        if offset is not None and factor > 0:
            yield plus(times(factor, name(n)), offset)
        elif offset is not None:
            whole = times(-factor, name(n))
            yield operation(number(offset), ast.Sub(), whole) if offset else times(-1, whole)


def quotients(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    for c, (n, row), offset, before in itertools.product(DIVISORS, rows.items(), (0, 1, -1), (0, 1, -1)):
        if all(v == (r + before) // c + offset for v, r in zip(values, row)):
            yield plus(operation(plus(name(n), before), ast.FloorDiv(), ast.Constant(c)), offset)
        elif not before and not offset and all(v == r % c for v, r in zip(values, row)):
            yield operation(name(n), ast.Mod(), ast.Constant(c))


def products(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    for count, factor in itertools.product((2, 3, 4), FACTORS[:3]):
        for names in itertools.combinations_with_replacement(rows, count):
            powers = map(math.prod, zip(*(rows[n] for n in names)))
            offset = constant(v - factor * p for v, p in zip(values, powers))
            if offset is not None and abs(offset) <= 4:
                yield plus(times(factor, product(names)), offset)


def sums(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    for (n, a), (m, b) in itertools.permutations(rows.items(), 2):
        for factor, other in itertools.product((1, 2), (1, -1)):
            offset = constant(v - factor * x - other * y for v, x, y in zip(values, a, b))
            if offset is not None:
                yield plus(
                    operation(times(factor, name(n)), ast.Add() if other > 0 else ast.Sub(), name(m)), offset
                )


def shifted_products(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    for (n, a), (m, b) in itertools.product(rows.items(), repeat=2):
        for k, c in itertools.product((-1, 1, 2, -2), (0, -1, 1)):
            if all(v == (x + k) * (y + c) for v, x, y in zip(values, a, b)):
                yield operation(plus(name(n), k), ast.Mult(), plus(name(m), c))
        if n == m and all(v == x * (x - 1) // 2 for v, x in zip(values, a)):
            yield operation(
                operation(name(n), ast.Mult(), plus(name(n), -1)), ast.FloorDiv(), ast.Constant(2)
            )


def extremes(rows: Rows, values: tuple[int, ...]) -> Iterator[ast.expr]:
    """min(n, m), min(n, m - 1), max(n, m, k)."""
    for count in (2, 3):
        for names in itertools.combinations(rows, count):
            for function, shifts in itertools.product(
                (min, max), itertools.product((0, -1, 1), repeat=count)
            ):
                moved = [[r + k for r in rows[n]] for n, k in zip(names, shifts)]
                offset = constant(v - function(row) for v, row in zip(values, zip(*moved)))
                if offset is not None:
                    items = [plus(name(n), k) for n, k in zip(names, shifts)]
                    yield plus(ast.Call(name(function.__name__), items, []), offset)


# -- floats --------------------------------------------------------------------------------------------------


def floats(rows: Rows, values: tuple[float, ...]) -> Iterator[ast.expr]:
    """float(n), 2 / n, 0.5 * n, 1 / (n * m), n ** -0.5, 1 / (n - 1)."""
    if all(v.is_integer() for v in values):
        whole = next(integers(rows, tuple(map(int, values))), None)
        if whole is not None:
            yield ast.Call(name("float"), [whole], [])
    for (node, row), power in itertools.product(monomials(rows), EXPONENTS):
        if not all(row):
            continue
        share = steady([v / r**power for v, r in zip(values, row)])
        if share is not None:
            yield scaled_power(share, node, power)


def monomials(rows: Rows) -> Iterator[tuple[ast.expr, tuple[int, ...]]]:
    """n, n - 1, n * m, … with their values."""
    for offset, (n, row) in itertools.product((0, -1, 1, -2), rows.items()):
        yield plus(name(n), offset), tuple(r + offset for r in row)
    for count in (2, 3):
        for names in itertools.combinations(rows, count):
            yield product(names), tuple(map(math.prod, zip(*(rows[n] for n in names))))


def steady(shares: list[float]) -> float | None:
    """The one number that these are to rounding, if a short one."""
    first = shares[0]
    if not first or max(abs(s - first) for s in shares) > EXACT * abs(first):
        return None
    short = float(f"{first:.12g}")
    return short if abs(short - first) <= EXACT * abs(first) else None


def scaled_power(share: float, node: ast.expr, power: float) -> ast.expr:
    factor = int(share) if share.is_integer() else share
    if power < 0 and power == int(power):
        below = node if power == -1 else operation(node, ast.Pow(), ast.Constant(int(-power)))
        return operation(number(factor), ast.Div(), below)
    power = int(power) if power == int(power) else power
    above = node if power == 1 else operation(node, ast.Pow(), number(power))
    return (
        above
        if factor == 1
        else operation(number(float(factor) if power == 1 else factor), ast.Mult(), above)
    )
