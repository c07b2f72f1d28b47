"""Memory layout attributes: x.flags and x.strides. Arguments are C-contiguous, as compiled code receives
them.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library import METHODS, find_host
from ..dispatch import ATTRIBUTE, ITEM
from ..interpreter import Interpreter
from ..outside.paths import fetch
from ..state.contiguity import contiguous, memory_of
from ..state.values import Array


@dataclasses.dataclass(frozen=True, slots=True)
class Flags:
    """The flags of an array; those that are not known are None."""

    c_contiguous: bool
    f_contiguous: bool | None
    owndata: bool
    writeable: bool = True
    aligned: bool = True

    def named(self, name: str) -> bool:
        """flags["C_CONTIGUOUS"] and flags.c_contiguous."""
        known = name.lower() if isinstance(name, str) else ""
        known = {
            "contiguous": "c_contiguous",
            "c": "c_contiguous",
            "fortran": "f_contiguous",
            "f": "f_contiguous",
            "o": "owndata",
            "w": "writeable",
            "a": "aligned",
        }.get(known, known)
        value = getattr(self, known) if known in Flags.__dataclass_fields__ else None
        if value is None:
            raise CompileError(
                f"{name} of an array's flags is not supported in compiled code",
                "read it outside of the compiled function",
            )
        return value


@ITEM.of(Flags)
@ATTRIBUTE.of(Flags)
def flag(interp: Interpreter, obj: Flags, name: str) -> bool:
    return obj.named(name)


def flags_of(interp: Interpreter, array: Any) -> Flags:
    """The memory order of the elements, if it is known."""
    if not isinstance(array, Array):  # a NumPy number
        return Flags(True, True, True, writeable=False)
    check_layout(interp, array.root)
    whole = array.base is None and not array.turned
    memory = np.empty(array.shape, np.int8) if whole else memory_of(array)
    if memory is None:
        return Flags(contiguous(array), None, array.base is None, array.frozen is None)
    return Flags(
        memory.flags.c_contiguous, memory.flags.f_contiguous, array.base is None, array.frozen is None
    )


def strides_of(interp: Interpreter, array: Any) -> tuple[int, ...]:
    """The steps in bytes from element to element along each axis."""
    if not isinstance(array, Array):  # a NumPy number
        return ()
    check_layout(interp, array.root)
    whole = array.base is None and not array.turned
    memory = np.empty(array.shape, array.dtype) if whole else memory_of(array)
    if memory is None:
        raise CompileError(
            "the strides of an array that may not be C-contiguous are not known while compiling",
            "take those of np.ascontiguousarray(x)",
        )
    return memory.strides


def with_order_in_memory(interp: Interpreter, host: Any, args: list, kwargs: dict) -> tuple[list, dict]:
    """The arguments of ravel, flatten and reshape with order="A" or "K" as "C" or "F", where it is known how the array
    lies."""
    place = next((k for k, v in enumerate(args) if type(v) is str), None)
    order = kwargs.get("order") if place is None else args[place]
    if host.function not in REORDERING or order not in ("A", "K") or not isinstance(args[0], Array):
        return args, kwargs
    order = order_in_memory(interp, args[0], order)
    if place is None:
        return args, {**kwargs, "order": order}
    return [order if k == place else v for k, v in enumerate(args)], kwargs


REORDERING = frozenset(
    [find_host(f).function for f in (np.ravel, np.reshape)]
    + [METHODS[m].function for m in ("flatten", "reshape")]
)


def order_in_memory(interp: Interpreter, array: Array, order: str) -> str:
    """C or F; the order itself where it is not known."""
    check_layout(interp, array.root)
    if contiguous(array):
        return "C"
    memory = memory_of(array)
    if memory is None:
        return order
    if memory.flags.f_contiguous:
        return "F"
    steps = [step for step, n in zip(memory.strides, memory.shape) if n > 1]
    if order == "A" or min(steps) > 0 and steps == sorted(steps, reverse=True):
        return "C"
    return "F" if min(steps) > 0 and steps == sorted(steps) else order


def check_layout(interp: Interpreter, root: Array) -> None:
    """An array from outside must lie by rows, which is guarded."""
    for path, captured in interp.outside.captures.items():
        if captured is root:
            path = path.then("attribute", "flags").then("attribute", "c_contiguous")
            interp.outside.guard(path, fetch(path))
            if not fetch(path):
                raise CompileError(
                    "flags and strides of an array from outside are known only if it is C-contiguous",
                    "make it contiguous first: np.ascontiguousarray(x)",
                )
