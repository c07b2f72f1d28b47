"""Pseudo-primitives of the printer: source text with operands in it, and effects without their counter.

shown(y, "mean", "np.mean(_0, axis=_1)", (x, 0))    =>      y = np.mean(x, axis=0)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ...core.errors import Span
from ...ir.primitive import Primitive
from ...ir.program import Atom, Call, Type, Var


@dataclasses.dataclass(frozen=True)
class Shown:
    """A primitive only as far as it is printed: a text in which _0, _1 … are the operands, and the type it gives."""

    name: str
    show: str
    type: Type
    kind: str = "discrete"
    batch: None = None
    access: str | None = None
    multiple: bool = False
    effect: bool = False
    foldable: bool = False

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return (self.type,)


def text_call(
    output: Var,
    name: str,
    show: str,
    operands: Sequence[Atom],
    span: Span | None = None,
    access: str | None = None,
) -> Call:
    """A call that is printed as this text."""
    return Call((output,), Shown(name, show, output.type, access=access), tuple(operands), (), span)


@dataclasses.dataclass(frozen=True)
class Tried(Shown):
    """A call that is printed for the exception that it may raise: nobody reads its value."""

    multiple: bool = True
    effect: bool = True

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return ()


class Like:
    """A primitive that differs from another in how it is printed."""

    def __init__(self, primitive: Primitive):
        self.primitive = primitive

    def __getattr__(self, name: str) -> Any:
        return getattr(self.primitive, name)


class Raising(Like):
    """A primitive that is computed where it stands, for the exception that it may raise."""


class Owed(Raising):
    """… also if nobody reads what it gives: as a call, it has an effect."""

    effect = True


class Silent(Like):
    """A primitive with an effect, without the counter that orders it."""

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return self.primitive.output_types(types, params)[1:]


OR_NAN = """
def or_nan(function, *matrices):
    try:
        return function(*matrices)
    except np.linalg.LinAlgError:
        if matrices[0].ndim > 2:
            return np.stack([or_nan(function, *lane) for lane in zip(*matrices)])
        return matrices[-1] * np.nan
"""


class Guarded(Like):
    """A factorisation that is printed so that it gives NaN where NumPy raises an exception."""

    def show(self, call: Call) -> str:
        """or_nan(np.linalg.solve, _0, _1) for np.linalg.solve(_0, _1)."""
        show = self.primitive.show
        assert show is not None
        function, operands = (show if isinstance(show, str) else show(call)).split("(", 1)
        return f"or_nan({function}, {operands}"
