"""Constructors of Python syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...core import parsing
from ...core.dtypes import PYTHON, bfloat16


class Hex(ast.expr):
    """A string of hexadecimal digits, long enough to be written in pieces."""

    _fields = ("digits",)
    if TYPE_CHECKING:
        digits: str

        def __init__(self, digits: str) -> None: ...


def name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def parse(text: str) -> ast.expr:
    found: ast.expr = parsing.parse(text, mode="eval").body
    return found


def call(function: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """np.name(arguments…)"""
    return ast.Call(parse(function), list(arguments), [ast.keyword(k, v) for k, v in keywords.items()])


def method(node: ast.expr, attribute: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(node, attribute, ast.Load()), list(arguments), [])


def subscript(node: ast.expr, items: Sequence[ast.expr]) -> ast.Subscript:
    index = items[0] if len(items) == 1 else ast.Tuple(list(items), ast.Load())
    return ast.Subscript(node, index, ast.Load())


def names(node: ast.AST) -> set[str]:
    """The names that an expression reads."""
    found, pending = set(), [node]
    while pending:  # half the time of ast.walk, and this is asked all the time
        n = pending.pop()
        if n.__class__ is ast.Name:
            found.add(n.id)
            continue
        for field in n._fields:
            value = getattr(n, field, None)
            if isinstance(value, ast.AST):
                pending.append(value)
            elif value.__class__ is list:
                pending += [v for v in value if isinstance(v, ast.AST)]
    return found


def integer(n: int) -> ast.expr:
    return ast.Constant(n) if n >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-n))


def sizes(shape: Sequence[int]) -> ast.expr:
    """A shape as source: 3, (3, 4)."""
    return (
        ast.Constant(shape[0]) if len(shape) == 1 else ast.Tuple([ast.Constant(n) for n in shape], ast.Load())
    )


def dtype_node(dtype: np.dtype) -> ast.expr:
    if dtype == bfloat16:
        return parse("ml_dtypes.bfloat16")
    return name("bool") if dtype == bool else parse(f"np.{dtype.name}")


def is_default(dtype: np.dtype) -> bool:
    """Whether a Python number becomes this dtype."""
    return dtype in PYTHON.values()


def dtype_keyword(dtype: np.dtype, given: np.dtype) -> dict[str, ast.expr]:
    """dtype=… where a function gives another one by itself."""
    return {} if dtype == given else {"dtype": dtype_node(dtype)}


def opposite(test: ast.expr) -> ast.expr:
    """p for not p, x != y for x == y; x <= y stays, for x may be NaN."""
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Compare(left, [ast.Eq()], right):
            return ast.Compare(left, [ast.NotEq()], right)
        case ast.Compare(left, [ast.NotEq()], right):
            return ast.Compare(left, [ast.Eq()], right)
    return ast.UnaryOp(ast.Not(), test)
