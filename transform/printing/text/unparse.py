"""Python trees => text: astunparse without its brackets, with comments and blank lines.

>>> text(ast.parse("(-x) ** 2 + (a[0, 1:] * b)", mode="eval").body)
'(-x) ** 2 + a[0, 1:] * b'
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import astunparse

from ...ir.line_layout import Line, set_lines
from .trees import Hex

INDENT = "    "
DIGITS = 40  # in a piece of a long string
TEST, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, SIGN, POWER, ATOM = range(14)
LEVELS = {
    ast.IfExp: TEST,
    ast.Lambda: TEST,
    ast.Or: OR,
    ast.And: AND,
    ast.Not: NOT,
    ast.Compare: COMPARE,
    ast.BitOr: BIT_OR,
    ast.BitXor: BIT_XOR,
    ast.BitAnd: BIT_AND,
    ast.LShift: SHIFT,
    ast.RShift: SHIFT,
    ast.Add: SUM,
    ast.Sub: SUM,
    ast.Mult: PRODUCT,
    ast.Div: PRODUCT,
    ast.FloorDiv: PRODUCT,
    ast.Mod: PRODUCT,
    ast.MatMult: PRODUCT,
    ast.USub: SIGN,
    ast.UAdd: SIGN,
    ast.Invert: SIGN,
    ast.Pow: POWER,
}


class Remark(ast.stmt):
    """A line of its own that is a comment; an empty one is a blank line."""

    _fields = ("text",)
    if TYPE_CHECKING:
        text: str

        def __init__(self, text: str) -> None: ...


def level(node: ast.expr) -> int:
    """The binding strength of an expression."""
    key = node.op if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp)) else node
    return LEVELS.get(type(key), ATOM)


class Unparser(astunparse.Unparser):  # type: ignore[misc]  # astunparse has no types
    """Collects lines; brackets only where Python needs them."""

    def __init__(self, indent: int = 0):
        self.rows: list[list[Any]] = []
        self._indent = indent

    def fill(self, text: str = "") -> None:
        self.rows.append([INDENT * self._indent + text, "", None])

    def write(self, text: str) -> None:
        self.rows[-1][0] += text

    def dispatch(self, tree: Any) -> None:
        first = len(self.rows)
        super().dispatch(tree)
        comment, span = (
            getattr(tree, "comment", ""),
            getattr(tree, "span", None) or getattr(tree, "origin", None),
        )
        if comment:
            self.rows[first][1] = comment
        if span:
            self.rows[first][2] = span

    def within(self, node: ast.expr, least: int) -> None:
        """An expression, in brackets if it binds less tightly than its place asks for."""
        if level(node) < least:
            self.write("(")
            self.dispatch(node)
            self.write(")")
        else:
            self.dispatch(node)

    def listed(self, nodes: Sequence[ast.expr]) -> None:
        for k, node in enumerate(nodes):
            self.write(", " if k else "")
            self.dispatch(node)
        self.write("," if len(nodes) == 1 else "")

    def bare(self, node: ast.expr) -> None:
        """A tuple without its brackets, where a statement or a subscript allows it."""
        self.listed(node.elts) if isinstance(node, ast.Tuple) and len(node.elts) > 1 else self.dispatch(node)

    # -- statements

    def _Remark(self, t: Remark) -> None:
        row = INDENT * self._indent + f"# {t.text}" if t.text else ""
        self.rows.append([row, "", getattr(t, "span", None)])

    def _FunctionDef(self, t: ast.FunctionDef) -> None:
        for mark in t.decorator_list:
            self.fill("@")
            self.dispatch(mark)
        self.fill(f"def {t.name}(")
        rest = [f"*{t.args.vararg.arg}"] if t.args.vararg else []
        rest += [f"**{t.args.kwarg.arg}"] if t.args.kwarg else []
        self.write(", ".join([*(a.arg for a in t.args.args), *rest]) + ")")
        self.enter()
        self.dispatch(t.body)
        self.leave()

    def _Expr(self, t: ast.Expr) -> None:
        match t.value:
            case ast.Constant(str() as text) if "\n" in text:  # a docstring
                first, *more = text.splitlines()
                self.fill(f'"""{first}')
                for line in more[:-1]:
                    self.rows.append([line.rstrip(), "", None])
                self.fill('"""')
            case ast.Yield(ast.expr() as value) | ast.YieldFrom(value):
                self.fill("yield from " if isinstance(t.value, ast.YieldFrom) else "yield ")
                self.dispatch(value)
            case _:
                super()._Expr(t)

    def _ClassDef(self, t: ast.ClassDef) -> None:
        self.fill(f"class {t.name}(")
        self.listed(t.bases)
        self.rows[-1][0] = self.rows[-1][0].rstrip(",")
        self.write(")")
        self.enter()
        self.dispatch(t.body)
        self.leave()

    def _Assign(self, t: ast.Assign) -> None:
        self.fill()
        for target in t.targets:
            self.bare(target)
            self.write(" = ")
        self.bare(t.value)

    def _Return(self, t: ast.Return) -> None:
        self.fill("return")
        if t.value:
            self.write(" ")
            self.bare(t.value)

    def _For(self, t: ast.For) -> None:
        self.fill("for ")
        self.bare(t.target)
        self.write(" in ")
        self.dispatch(t.iter)
        self.enter()
        self.dispatch(t.body)
        self.leave()
        if t.orelse:
            self.fill("else")
            self.enter()
            self.dispatch(t.orelse)
            self.leave()

    # -- expressions

    def _Tuple(self, t: ast.Tuple) -> None:
        self.write("(")
        self.listed(t.elts)
        self.write(")")

    def _Dict(self, t: ast.Dict) -> None:
        self.write("{")
        for k, (key, value) in enumerate(zip(t.keys, t.values)):
            self.write(", " if k else "")
            if key is None:
                self.write("**")
                self.within(value, BIT_OR)
            else:
                self.dispatch(key)
                self.write(": ")
                self.dispatch(value)
        self.write("}")

    def _Constant(self, t: ast.Constant) -> None:
        if isinstance(t.value, str) and not set(t.value) & {'"', "\\"} and t.value.isprintable():
            self.write(f'"{t.value}"')
        else:
            super()._Constant(t)

    def _Hex(self, t: Hex) -> None:
        self.write(" ".join(f'"{t.digits[k : k + DIGITS]}"' for k in range(0, len(t.digits), DIGITS)))

    def _BinOp(self, t: ast.BinOp) -> None:
        own = level(t)
        power = isinstance(t.op, ast.Pow)
        self.within(t.left, own + power)
        self.write(f" {self.binop[type(t.op).__name__]} ")
        self.within(t.right, SIGN if power else own + 1)

    def _UnaryOp(self, t: ast.UnaryOp) -> None:
        self.write(self.unop[type(t.op).__name__] + " " * isinstance(t.op, ast.Not))
        self.within(t.operand, level(t))

    def _BoolOp(self, t: ast.BoolOp) -> None:
        for k, value in enumerate(t.values):
            self.write(f" {self.boolops[type(t.op)]} " if k else "")
            self.within(value, level(t) + 1)

    def _Compare(self, t: ast.Compare) -> None:
        self.within(t.left, COMPARE + 1)
        for op, right in zip(t.ops, t.comparators):
            self.write(f" {self.cmpops[type(op).__name__]} ")
            self.within(right, COMPARE + 1)

    def _IfExp(self, t: ast.IfExp) -> None:
        self.within(t.body, TEST + 1)
        self.write(" if ")
        self.within(t.test, TEST + 1)
        self.write(" else ")
        self.within(t.orelse, TEST)

    def _JoinedStr(self, t: ast.JoinedStr) -> None:
        inner = "".join(_format_text(v) for v in t.values)
        plain = not set(inner) & {'"', "\\"} and inner.isprintable()
        self.write(f'f"{inner}"' if plain else "f" + repr(inner))

    def _Attribute(self, t: ast.Attribute) -> None:
        self.within(t.value, ATOM)
        self.write(f".{t.attr}")

    def _Subscript(self, t: ast.Subscript) -> None:
        self.within(t.value, ATOM)
        self.write("[")
        self.bare(t.slice)
        self.write("]")

    def _Call(self, t: ast.Call) -> None:
        self.within(t.func, ATOM)
        self.write("(")
        for k, argument in enumerate([*t.args, *t.keywords]):
            self.write(", " if k else "")
            self.dispatch(argument)
        self.write(")")


def _format_text(node: ast.expr) -> str:
    """A piece of an f-string."""
    if isinstance(node, ast.Constant):
        return str(node.value).replace("{", "{{").replace("}", "}}")
    assert isinstance(node, ast.FormattedValue)
    conversion = f"!{chr(node.conversion)}" if node.conversion > 0 else ""
    spec = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    return f"{{{text(node.value)}{conversion}{':' * bool(spec)}{''.join(map(_format_text, spec))}}}"


def text(node: ast.expr) -> str:
    """An expression on one line."""
    unparser = Unparser()
    unparser.fill()
    unparser.dispatch(node)
    return str(unparser.rows[0][0])


def lines(statements: Sequence[ast.stmt], indent: int = 0) -> list[Line]:
    """Statements, one line for each; long ones are wrapped by `layout.set_lines`."""
    unparser = Unparser(indent)
    unparser.dispatch(list(statements))
    return [Line(*row) for row in unparser.rows]


def source(statements: Sequence[ast.stmt]) -> str:
    return "\n".join(set_lines(lines(statements)))
