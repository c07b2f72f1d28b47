"""Error codes among the results => raise, where the user has it.

A program gives its error as a number, 0 if there is none, and the values that the message needs; the printed function
raises.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ..text.templates import fill_in
from ..text.trees import parse
from ..text.values import Value

Build = Callable[[list[ast.expr]], ast.expr]


@dataclasses.dataclass(frozen=True)
class Raised:
    """One of the exceptions that a program may end with.

    kind        its class
    arguments   as source; the dynamic values are _1 _2 …
    values      the positions of those among the program's results
    names       by which the last arguments are passed
    """

    kind: type
    arguments: tuple[str, ...]
    values: tuple[int, ...]
    names: tuple[str, ...] = ()

    def statement(self, results: dict[int, ast.expr]) -> ast.stmt:
        operands = [ast.Constant(None), *(results[k] for k in self.values)]
        arguments = [fill_in(parse(a), operands) for a in self.arguments]
        first = len(arguments) - len(self.names)
        named = [ast.keyword(name, value) for name, value in zip(self.names, arguments[first:])]
        return ast.Raise(ast.Call(parse(self.name), arguments[:first], named), None)

    @property
    def name(self) -> str:
        """The name of the class in the printed file."""
        of_numpy = getattr(np.linalg, self.kind.__name__, None) is self.kind
        return f"np.linalg.{self.kind.__name__}" if of_numpy else self.kind.__name__


@dataclasses.dataclass(frozen=True)
class Errors:
    """The result that is the error code, and what its values 1, 2 … stand for."""

    code: int
    raised: tuple[Raised, ...]

    @property
    def positions(self) -> set[int]:
        return {self.code}.union(*(r.values for r in self.raised))


def ending(
    errors: Errors | None, wanted: Sequence[int], build: Build, values: Sequence[Value], nodes: list[ast.expr]
) -> list[ast.stmt]:
    """The end of a function with these results: it returns, or raises; `wanted`: which results they are."""
    if errors is None:
        return [ast.Return(build(nodes))]
    results = dict(zip(wanted, nodes))
    number = values[list(wanted).index(errors.code)].number
    if number is not None and int(number):
        return [errors.raised[int(number) - 1].statement(results)]
    leave = (
        []
        if number is not None
        else [
            ast.If(
                ast.Compare(results[errors.code], [ast.Eq()], [ast.Constant(k)]), [r.statement(results)], []
            )
            for k, r in enumerate(errors.raised, 1)
        ]
    )
    return [*leave, ast.Return(build(nodes))]


def class_statements(errors: Errors | None, used: set[str]) -> list[list[ast.stmt]]:
    """The user's own exceptions, so that the printed file needs none of his."""
    kinds = {r.name: r.kind for r in errors.raised} if errors else {}
    named = {r.kind for r in errors.raised if r.names} if errors else set()
    own = [k for n, k in kinds.items() if n in used and getattr(builtins, n, None) is not k]
    base = lambda kind: next(b for b in kind.__mro__[1:] if getattr(builtins, b.__name__, None) is b)
    return [
        [
            ast.ClassDef(
                k.__name__,
                [ast.Name(base(k).__name__, ast.Load())],
                [],
                ast.parse(TAKES_NAMES).body if k in named else [ast.Pass()],
                [],
            )
        ]
        for k in own
    ]


TAKES_NAMES = """
def __init__(self, *args, **named):
    super().__init__(*args)
    vars(self).update(named)
"""
