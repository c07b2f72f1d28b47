"""numba.vectorize and numba.guvectorize: functions applied to each element of arrays, or along their last
axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library.plain.vectorizing import over_core_axes
from ..interpreter import Interpreter, operation
from ..state.values import External
from .vmap import vmap


@operation
def call_on_elements(interp: Interpreter, function: External, args: list, kwargs: dict) -> Any:
    """The call of an object that stands for a function of numbers; NotImplemented if it is no such object."""
    kind = type(function.unread)
    if kind.__module__.split(".")[0] != "numba" or kind.__name__ not in ("DUFunc", "GUFunc"):
        return NotImplemented
    if kwargs:
        raise CompileError(
            "functions of numba.vectorize take no keyword arguments", "pass the arguments by position"
        )
    if kind.__name__ == "GUFunc":
        return call_over_core_axes(interp, function, args)
    interp.outside.numbas.add(function.unread.__wrapped__)
    inner = interp.external(function.unread.__wrapped__, function.path.then("attribute", "__wrapped__"))
    if not any(interp.sym(a).ndim for a in args):
        return interp.get_item(interp.call_host(np.asarray, [interp.call(inner, args, {})], {}), ())
    whole = [interp.call_host(np.asarray, [a], {}) for a in args]
    shape = np.broadcast_shapes(*(a.shape for a in whole))
    flat = [
        interp.call_host(np.ravel, [interp.call_host(np.broadcast_to, [a, shape], {})], {}) for a in whole
    ]
    result = vmap(interp, inner, flat, {}, 0, 0)
    return interp.call_host(np.reshape, [result, shape], {})


def call_over_core_axes(interp: Interpreter, function: External, args: list) -> Any:
    """The call of a function of numba.guvectorize."""
    made = function.unread
    if len(made.types) != 1:
        raise CompileError(
            "functions of numba.guvectorize for several types are not supported",
            "call the plain function in a loop",
        )
    path = function.path.then("attribute", "gufunc_builder").then("attribute", "py_func")
    interp.outside.numbas.add(made.gufunc_builder.py_func)
    inner = interp.external(made.gufunc_builder.py_func, path)
    dtypes = tuple([np.dtype(code) for code in made.types[0].replace("->", "")])
    return interp.call(
        over_core_axes,
        [inner, core_axes(made.gufunc_builder.sin), core_axes(made.gufunc_builder.sout), dtypes, *args],
        {},
    )


def core_axes(names: Any) -> tuple:
    """The names of the axes that each argument has."""
    return tuple([tuple(axes) for axes in names])
