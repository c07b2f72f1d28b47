"""Numbers that stand for computed lengths, in the types of a program that is being printed.

A slice of computed length has a type, and so needs a number there. Where such a number is printed after all, the
program is printed again without slices (`pipeline.printed`).
"""
from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...ir.program import Const, Program, subprograms


class Lengths:
    """Large numbers, each for a length. They are none of the program's own."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.unused = itertools.count(90_000_017, 10_007)
        self.known: dict[Any, int] = {}
        self.count = 9000

    @functools.cached_property
    def taken(self) -> frozenset[int]:
        return frozenset(large_integers(self.program))

    def name(self, primitive: str) -> str:
        """A name for a value that the text has and the program has not."""
        self.count += 1
        return f"{primitive.rstrip('_')}_{self.count}"

    def number(self, key: Any) -> int:
        if key not in self.known:
            self.known[key] = next(n for n in self.unused if n not in self.taken)
        return self.known[key]

    def are_mentioned(self, functions: Iterable[Sequence[ast.stmt]]) -> bool:
        """Is one of them among the numbers of these functions?"""
        numbers = frozenset(self.known.values())
        return bool(numbers) and any(isinstance(node, ast.Constant) and type(node.value) in (int, float)
                                     and node.value in numbers for f in functions for s in f for node in ast.walk(s))


def large_integers(program: Program) -> Iterator[int]:
    """The numbers of a program, and of those that it holds, that `Lengths` might take."""
    for p in subprograms(program):
        sizes = [n for v in (*p.parameters, *(v for call in p.body for v in call.outputs)) for n in v.type.shape]
        atoms = (*p.results, *(o for call in p.body for o in call.operands))
        values = [a.value.astype(float) for a in atoms if isinstance(a, Const) and a.type.dtype.kind in "iuf"]
        for numbers in (np.asarray(sizes), *values):
            yield from map(int, np.unique(numbers[(numbers > 9e7) & (numbers < 1e12)]))
