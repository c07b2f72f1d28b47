"""Calls of Python functions from compiled code: which function, with which arguments, and what it gives.

Dynamic arguments are holes (texts.py); a hole may be a handle, which stands for an object of the host
(core/handles.py). What a call gives is checked: the compiled code relies on its types.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.handles import object_of
from ...ir.callee import Callee
from ...ir.program import Type
from .texts import Hole, restored, source_of


@dataclasses.dataclass(frozen=True)
class Handle(Hole):
    """A hole for an object of the host."""

    def fill(self, values: tuple) -> str:
        return format(object_of(values[self.number]))


@dataclasses.dataclass(frozen=True, eq=False)
class HostCall(Callee):
    """function(*args, **kwargs) on the host.

    written     how the function is written in source: "rng.normal" with a hole for `rng`, "_1.normal"
    method      is the first argument the object whose method is called?
    several     does it give a tuple, or one value (or None, without results)?
    smooth      the values (by their places) with respect to which what it gives has a derivative that is not zero and
                is not known; None: all that are floating
    """
    function: Callable
    args: tuple
    kwargs: tuple[tuple[str, Any], ...]
    results: tuple[Type, ...]           # type: ignore[misc]
    written: str
    method: bool = False
    several: bool = False
    smooth: tuple[int, ...] | None = None

    def __call__(self, values: tuple) -> tuple:
        given = self.function(*[filled(a, values) for a in self.args], **{k: filled(a, values) for k, a in self.kwargs})
        if not self.results:
            return ()
        parts = tuple(given) if self.several else (given,)
        if len(parts) != len(self.results):
            raise TypeError(f"{self.called} gave {len(parts)} results, and {len(self.results)} were declared")
        return tuple([self.checked(part, t) for part, t in zip(parts, self.results)])

    @property
    def called(self) -> str:
        return self.written.rpartition(".")[2]

    def checked(self, part: Any, t: Type) -> np.ndarray:
        """A result as an array of the type that was declared. Raises TypeError if it has another shape or kind."""
        array = np.asarray(part)
        if array.shape != t.shape or not np.can_cast(array.dtype, t.dtype, "same_kind"):
            raise TypeError(f"{self.called} gave {Type(array.dtype, array.shape)}, and {t} was declared")
        return array.astype(t.dtype, copy=False)

    def source(self) -> str:
        given = self.args[self.method:]
        named = [f"{k}={source_of(a)}" for k, a in self.kwargs]
        return f"{self.written}({', '.join([*map(source_of, given), *named])})"

    def check_constant(self, places: Sequence[int]) -> None:
        if not self.results or all(t.dtype.kind not in "fc" for t in self.results):
            return
        found = [k for k in places if self.smooth is None or k in self.smooth]
        if found:
            raise CompileError(f"the derivative of {self.called} is not known",
                               "give it one with recto.custom_jvp or recto.custom_vjp, or take it with respect to "
                               "something else")


def filled(item: Any, values: tuple) -> Any:
    """An argument with the dynamic values put in; arrays are copies, which the function may keep and change."""
    if isinstance(item, Handle):
        return object_of(values[item.number])
    if isinstance(item, Hole):
        value = restored(item, values)
        return value.copy() if isinstance(value, np.ndarray) else value
    if isinstance(item, (list, tuple)) and not hasattr(item, "_fields"):
        return type(item)([filled(i, values) for i in item])
    return restored(item, values)
