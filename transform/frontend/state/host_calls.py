"""Host calls: Python functions called from compiled code, with their arguments and the types of their
results.

Dynamic arguments are holes (texts.py); a hole may be a handle, which stands for an object of the host
(core/hosted/handles.py). What a call gives is checked: the compiled code relies on its types.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.hosted.handles import object_of
from ...ir.callee import HOLE, Callee, Draw
from ...ir.program import Type
from .texts import Hole, fill_template, source_of
from .values import describe, is_host_object


@dataclasses.dataclass(frozen=True)
class Handle(Hole):
    """A hole for an object of the host."""

    def value(self, values: tuple) -> Any:
        return object_of(values[self.number])


@dataclasses.dataclass(frozen=True, eq=False)
class HostCall(Callee):
    """function(*args, **kwargs) on the host.

    written     how the function is written in source: "rng.normal" with a hole for `rng`, "_1.normal"
    method      is the first argument the object whose method is called?
    several     does it give a tuple, or one value (or None, without results)?
    vectorized  may it be called with a whole batch, whose axis comes first in all arguments and results?
    unpacked    the function that makes one tuple of what it gives, as source
    text        the whole call as source, if it is not written as a call
    says        is it called for its effect alone, on which nothing depends that is computed?
    short       the axes along which it may give less than is declared; zeros fill them up
    smooth      the values (by their places) with respect to which what it gives has a derivative that is not zero and
                is not known; None: all that are floating
    defined     the def of the function, where printed source has to define it
    undone      does it change nothing but generators of random numbers, whose states can be restored?
    size_at     of a distribution whose draws fill an array in order: the place of `size` behind the object
    draw        what it draws, if it is a method of a generator of random numbers
    """

    function: Callable
    args: tuple
    kwargs: tuple[tuple[str, Any], ...]
    results: tuple[Type, ...]  # type: ignore[misc]
    written: str
    method: bool = False
    several: bool = False
    vectorized: bool = False
    smooth: tuple[int, ...] | None = None
    unpacked: str = ""
    text: str = ""
    portable: bool = False
    ahead: bool = False
    undone: bool = False
    says: bool = False
    size_at: int | None = None
    short: tuple[int, ...] = ()
    defined: Callable[[], str] | None = None
    draw: Draw | None = None  # type: ignore[assignment]

    @property
    def definition(self) -> str:
        return self.defined() if self.defined else ""

    def with_values(self, values: tuple) -> functools.partial:
        """The function with its arguments."""
        return functools.partial(
            self.function,
            *[fill_argument(a, values) for a in self.args],
            **{k: fill_argument(a, values) for k, a in self.kwargs},
        )

    def sized(self, values: tuple, size: tuple[int, ...]) -> Callable[[], Any]:
        """The function with its arguments, for an array of this size."""
        call, place = self.with_values(values), 1 + (self.size_at or 0)
        if len(call.args) <= place:
            return functools.partial(call, size=size)
        return functools.partial(
            call.func, *call.args[:place], size, *call.args[place + 1 :], **call.keywords
        )

    def __call__(self, values: tuple) -> tuple:
        given = self.with_values(values)()
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
        array = pad_with_zeros(np.asarray(part), t.shape, self.short)
        if array.shape != t.shape or not np.can_cast(array.dtype, t.dtype, "same_kind"):
            raise TypeError(f"{self.called} gave {Type(array.dtype, array.shape)}, and {t} was declared")
        return array.astype(t.dtype, copy=False)

    def source(self) -> str:
        if self.text:
            return self.text
        given = self.args[self.method :]
        named = [f"{k}={argument_source(a)}" for k, a in self.kwargs]
        call = f"{self.written}({', '.join([*map(argument_source, given), *named])})"
        call = f"{self.unpacked}({call})" if self.unpacked else call
        if not self.short:
            return call
        shapes = [t.shape for t in self.results]
        return all_padded_source(call, shapes) if self.several else padded_source(call, shapes[0])

    def over_lanes(self, n: int, batched: Sequence[bool]) -> Callee:
        results = [t.update(shape=(n, *t.shape), weak=False) for t in self.results]
        return OverLanes(self, n, tuple(batched), tuple(results))

    def is_constant(self, places: Sequence[int]) -> bool:
        if not self.results or all(t.dtype.kind not in "fc" for t in self.results):
            return True
        return not any(self.smooth is None or k in self.smooth for k in places)

    def check_constant(self, places: Sequence[int]) -> None:
        if not self.is_constant(places):
            raise CompileError(
                f"the derivative of {self.called} is not known",
                "give it one with recto.custom_jvp or recto.custom_vjp, or take it with respect to "
                "something else",
            )


def argument_source(item: Any) -> str:
    """An argument as source; the dynamic values are _1 _2 …"""
    if type(item) is dict:
        return f"{{{', '.join(f'{argument_source(k)}: {argument_source(v)}' for k, v in item.items())}}}"
    if isinstance(item, float) and not np.isfinite(item):
        return "np.nan" if item != item else "np.inf" if item > 0 else "-np.inf"
    return source_of(item)


def pad_with_zeros(array: np.ndarray, shape: tuple[int, ...], short: tuple[int, ...]) -> np.ndarray:
    """An array with zeros behind, along some axes."""
    if not short or array.ndim != len(shape) or not shape:
        return array
    return np.pad(array, [(0, max(0, shape[k] - n) if k in short else 0) for k, n in enumerate(array.shape)])


def padded_source(call: str, shape: tuple[int, ...]) -> str:
    """The same as source."""
    width = (
        f"(0, {shape[0]} - len(drawn))"
        if len(shape) == 1
        else f"[(0, most - n) for most, n in zip({shape}, drawn.shape)]"
    )
    return f"(lambda drawn: np.pad(drawn, {width}))({call})"


def all_padded_source(call: str, shapes: list[tuple[int, ...]]) -> str:
    """… of several arrays."""
    part = "np.pad(part, [(0, most - n) for most, n in zip(shape, part.shape)]) if shape else part"
    return f"(lambda found: [{part} for part, shape in zip(found, {shapes})])({call})"


@dataclasses.dataclass(frozen=True, eq=False)
class OverLanes(Callee):
    """A pure host function for each lane of a batch, or for all at once."""

    lane: HostCall
    n: int
    batched: tuple[bool, ...]
    results: tuple[Type, ...]  # type: ignore[misc]
    portable = False

    @property
    def definition(self) -> str:
        return self.lane.definition

    def __call__(self, values: tuple) -> tuple:
        if self.lane.vectorized:
            whole = [
                v if b else np.broadcast_to(v, (self.n, *np.shape(v))) for v, b in zip(values, self.batched)
            ]
            return dataclasses.replace(self.lane, results=self.results)(tuple(whole))
        rows = [
            self.lane(tuple([v[k] if b else v for v, b in zip(values, self.batched)])) for k in range(self.n)
        ]
        return tuple(
            [np.stack(column) for column in zip(*rows)]
            if rows
            else [np.zeros(t.shape, t.dtype) for t in self.results]
        )

    def source(self) -> str:
        one = self.lane.source()
        if self.lane.vectorized:
            return one
        lane = HOLE.sub(lambda hole: f"{hole[0]}[lane]" if self.batched[int(hole[1]) - 1] else hole[0], one)
        rows = f"[{lane} for lane in range({self.n})]"
        return f"map(np.stack, zip(*{rows}))" if self.lane.several else f"np.stack({rows})"

    def over_lanes(self, n: int, batched: Sequence[bool]) -> Callee:
        raise CompileError(
            "vmap of vmap of a host function is not supported", "flatten the batch, or use vectorized=True"
        )

    def is_constant(self, places: Sequence[int]) -> bool:
        return self.lane.is_constant(places)

    def check_constant(self, places: Sequence[int]) -> None:
        self.lane.check_constant(places)


def fill_argument(item: Any, values: tuple) -> Any:
    """An argument with the dynamic values put in; arrays are copies, which the function may keep and change."""
    if isinstance(item, Handle):
        return object_of(values[item.number])
    if isinstance(item, Hole):
        value = fill_template(item, values)
        return value.copy() if isinstance(value, np.ndarray) else value
    if isinstance(item, (list, tuple)) and not hasattr(item, "_fields"):
        return type(item)([fill_argument(i, values) for i in item])
    return fill_template(item, values)


def refuse_use(value: Any, what: str) -> None:
    """Refuse to compute with an object of the host, which is only passed on."""
    if is_host_object(value):
        raise CompileError(
            f"{what} {describe(value)}, whose type is not known while compiling",
            "call it in a function of your own with @recto.host(result=…)",
        )
