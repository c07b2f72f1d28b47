"""`x.shape = …`: the variable gets a view of the array in the new shape.

    x = y + 1; x.shape = 6        ⇒        x = (y + 1).reshape(6)

Other names of the array would see its new shape in NumPy, so that is refused unless the variable is all that holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..frame import Frame
from ..interpreter import Interpreter
from ..state.contiguity import contiguous
from ..state.values import Array, Bound, Closure, Instance, Maybe, Partial, is_number

PLAIN = (str, bytes, type(None), type, slice, range, np.dtype, Sym)


def assign_shape(interp: Interpreter, frame: Frame, name: str, array: Array, shape: Any) -> None:
    """name.shape = shape."""
    own = array.origin > frame.origin and not array.root.may_aliases and array.root.frozen is None
    if not own or frame.owner(name) is not frame or not held_once(interp, frame, array):
        raise CompileError(
            "an array's shape can't be assigned where something else may hold the array",
            "use a = a.reshape(…)",
        )
    if not contiguous(array):
        raise CompileError(
            "the shape of an array that is not contiguous can't be assigned", "use a = a.reshape(…)"
        )
    interp.assign_name(frame, name, interp.call_method(array, "reshape", [shape]))


def held_once(interp: Interpreter, frame: Frame, array: Array) -> bool:
    """Whether an array is in one variable of the frame, and nowhere else."""
    frames: dict[int, Frame] = {}
    for each in (frame, *interp.calls):
        while each is not None:
            frames[id(each)] = each
            each = each.outer
    inside = [value for each in frames.values() for value in each.variables.values()]
    entered = [e.value for e in interp.outside.entered.values()]
    found = [
        v for v in all_held([*inside, *entered, *interp.classes.values()], set()) if v is array or v is ...
    ]
    return len(found) == 1 and found[0] is array


def all_held(values: Iterable[Any], seen: set[int]) -> Iterator[Any]:
    """The arrays in these values, for each place where one is; `...` for what may hold others."""
    for value in values:
        if isinstance(value, Array):
            yield value
        if isinstance(value, (Array, *PLAIN)) or is_number(value) or id(value) in seen:
            continue
        seen.add(id(value))
        match value:
            case list() | tuple():
                yield from all_held(value, seen)
            case dict():
                yield from all_held(value.values(), seen)
            case Instance():
                yield from all_held(list(value.attributes.values()), seen)
            case Maybe():
                yield from all_held([value.value], seen)
            case Partial():
                yield from all_held([*value.args, *value.kwargs.values()], seen)
            case Bound():
                yield from all_held([value.self], seen)
            case Closure():
                yield from all_held([*value.defaults, *value.kw_defaults.values()], seen)
                yield from all_held(value.frame.variables.values(), seen)
            case _ if type(value).__module__.startswith(__name__.split(".frontend")[0]):
                yield ...
