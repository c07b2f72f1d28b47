"""Print forms: the `show` text of a primitive, parsed once, with the operands put in and the result tidied."""

from __future__ import annotations

import ast
import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np

from ...core.parsing import nodes_in
from ...core.errors import InternalError
from ...core.parsing import parse
from ...ir.program import Call

HOLE = "_"
OPERATORS = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.true_divide,
    ast.FloorDiv: np.floor_divide,
    ast.Mod: np.remainder,
    ast.Pow: np.power,
    ast.BitAnd: np.bitwise_and,
    ast.BitOr: np.bitwise_or,
    ast.BitXor: np.bitwise_xor,
    ast.LShift: np.left_shift,
    ast.RShift: np.right_shift,
    ast.USub: np.negative,
    ast.Invert: np.invert,
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
}


NAMED: dict[str, Any] = {}  # name of a called program -> how it is printed instead, as a primitive's `show`


def print_as(name: str, show: str | Callable[[Call], str]) -> None:
    """Print calls of programs of this name in their own form: print_as("logsumexp", "special.logsumexp(_0)")."""
    NAMED[name] = show


def named_form(name: str) -> bool:
    return name in NAMED


def template(call: Call) -> ast.expr | ast.stmt:
    """The print form of a call: an expression, or the statement of a write, over _0 _1 …"""
    show = NAMED[call.param("program").name] if call.primitive.name == "call" else call.primitive.show
    if show is None:
        raise InternalError(f"{call.primitive.name} has no print form")
    return _parsed(show if isinstance(show, str) else show(call))


@functools.lru_cache(4096)
def _parsed(text: str) -> ast.expr | ast.stmt:
    statement = parse(text).body[0]
    return statement.value if isinstance(statement, ast.Expr) else statement


def hole(node: ast.AST) -> int | None:
    """k for the name _k."""
    if isinstance(node, ast.Name) and node.id[:1] == HOLE and node.id[1:].isdigit():
        return int(node.id[1:])
    return None


def occurrences(node: ast.AST) -> list[int]:
    return [k for n in nodes_in(node) if (k := hole(n)) is not None]


def is_infix(node: ast.AST) -> bool:
    """Whether the form is an operator, so that Python numbers stay Python numbers."""
    return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)) and ufunc_of(node) is not None


def ufunc_of(node: ast.AST) -> np.ufunc | None:
    """The NumPy function that an expression over _0 _1 … applies to just these; None if it is anything more."""
    match node:
        case ast.BinOp(op=op, left=left, right=right) if (hole(left), hole(right)) == (0, 1):
            return OPERATORS.get(type(op))
        case ast.Compare(ops=[op], left=left, comparators=[right]) if (hole(left), hole(right)) == (0, 1):
            return OPERATORS.get(type(op))
        case ast.UnaryOp(op=op, operand=operand) if hole(operand) == 0:
            return OPERATORS.get(type(op))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=attr), args=args, keywords=[]):
            found = function_of(module, attr)
            plain = [hole(a) for a in args] == list(range(len(args)))
            return found if isinstance(found, np.ufunc) and plain and found.nin == len(args) else None
    return None


def function_of(module: str, name: str) -> Any:
    """np.name or special.name; SciPy is imported only where something of it is printed."""
    if module == "special":
        return getattr(importlib.import_module("scipy.special"), name, None)
    return getattr(np, name, None) if module == "np" else None


# -- putting operands in -------------------------------------------------------------------------------------


def fill_in(node: Any, operands: Sequence[ast.expr]) -> Any:
    """The print form with expressions for its _k, tidied."""
    if isinstance(node, list):
        return [fill_in(n, operands) for n in node]
    if not isinstance(node, ast.AST) or not node._fields:
        return node
    k = hole(node)
    if k is not None:
        return operands[k]
    fields = {field: fill_in(value, operands) for field, value in ast.iter_fields(node)}
    return tidy(type(node)(**fields))


def negated(node: ast.AST) -> ast.expr | None:
    """e for -e."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not hasattr(node, "wraps"):
        return node.operand
    return None


def wrapping(node: ast.expr) -> ast.expr:
    """An integer whose sign has to stay where it is: its negative may wrap around in its own type, or not be in it.
    So it is for a truth value."""
    vars(node)["wraps"] = True
    return node


def converting(node: ast.expr) -> ast.expr:
    """An operation that converts an operand to its own dtype."""
    vars(node)["converts"] = True
    return node


def of_equals(node: ast.expr) -> ast.expr:
    """A product of two arrays of one shape."""
    vars(node)["equals"] = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    return node


def are_equals(node: ast.AST) -> bool:
    """Whether it is a product of two arrays of one shape."""
    return bool(vars(node).get("equals"))


def converts(node: ast.AST) -> bool:
    """Whether an operation, also one in place, converts an operand. What two of these add to one variable
    can't be added up first: that computes in the operands' narrower dtype."""
    return hasattr(node, "converts")


def in_place(target: Any, node: ast.BinOp, change: ast.expr) -> ast.AugAssign:
    """target += change for an operation of the target and a change."""
    statement = ast.AugAssign(target, node.op, change)
    vars(statement).update(converts=True) if converts(node) else None
    return statement


@overload
def tidy(node: ast.expr) -> ast.expr: ...
@overload
def tidy(node: ast.AST) -> ast.AST: ...


def tidy(node: ast.AST) -> ast.AST:
    """The expression as a person writes it, for a + -b, --a, i + 1 + 1 in a slice …; never another
    rounding."""
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return _tidy_sum(node)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return negated(operand) or _negated_product(operand) or node
        case ast.Slice(upper=upper) if upper is not None:
            return ast.Slice(node.lower, index_sum(upper), node.step)
        case ast.Attribute(attr="T", value=ast.Attribute(attr="T", value=value)):
            return value
        case ast.Subscript(value=value) if _is_number(value) or _is_number(negated(value)):
            return value  # a part of one number everywhere
        case ast.Subscript(value=ast.Subscript(value=value, slice=ast.Slice(step=None) as rows), slice=index):
            return (
                ast.Subscript(value, rows.lower or ast.Constant(0), ast.Load()) if _is_zero(index) else node
            )
    return node


def _tidy_sum(node: ast.BinOp) -> ast.BinOp:
    left, right, plus = node.left, node.right, isinstance(node.op, ast.Add)
    subtrahend, positive = minus(right), negated(left)
    if subtrahend is not None:
        return ast.BinOp(left, ast.Sub() if plus else ast.Add(), subtrahend)
    if plus and positive is not None and not _is_number(positive):
        return ast.BinOp(right, ast.Sub(), positive)
    if plus and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult) and _is_minus_one(left.right):
        return ast.BinOp(right, ast.Sub(), left.left)
    return node


def minus(node: ast.AST) -> ast.expr | None:
    """e where the expression is -e: a * b for -a * b."""
    if hasattr(node, "wraps"):
        return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        left = minus(node.left)
        return left and ast.BinOp(left, node.op, node.right)
    return negated(node)


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0


def _is_number(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_minus_one(node: ast.AST) -> bool:
    inner = negated(node)
    return isinstance(inner, ast.Constant) and _is_number(inner) and inner.value == 1


def _negated_product(node: ast.AST) -> ast.expr | None:
    """-2 * x for -(2 * x), -x / n for -(x / n)."""
    if (
        hasattr(node, "wraps")
        or not isinstance(node, ast.BinOp)
        or not isinstance(node.op, (ast.Mult, ast.Div))
    ):
        return None
    left = node.left
    if hasattr(left, "wraps"):
        return None
    inner = negated(left)
    if inner is None:
        atom = isinstance(left, (ast.Constant, ast.Name, ast.Call, ast.Subscript, ast.Attribute))
        inner = ast.UnaryOp(ast.USub(), left) if atom else _negated_product(left)
    return inner and ast.BinOp(inner, node.op, node.right)


def index_sum(node: ast.expr) -> ast.expr:
    """An index with its constants added up: i + 2 for i + 1 + 1."""
    offset, rest = 0, node
    while isinstance(rest, ast.BinOp) and isinstance(rest.op, (ast.Add, ast.Sub)):
        number = _index(rest.right)
        if number is None:
            break
        offset += number if isinstance(rest.op, ast.Add) else -number
        rest = rest.left
    if rest is node:
        return node
    number = _index(rest)
    if number is not None:
        return ast.Constant(number + offset)
    if not offset:
        return rest
    return ast.BinOp(rest, ast.Add() if offset > 0 else ast.Sub(), ast.Constant(abs(offset)))


def _index(node: ast.AST) -> int | None:
    """The integer that an expression is, if it is one."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
