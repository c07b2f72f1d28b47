"""Functions of numbers that are applied to each element of arrays: those of numba.vectorize."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import CompileError
from ..interpreter import operation
from ..state.values import External
from .vmap import vmap


@operation
def call_on_elements(interp: Any, function: External, args: list, kwargs: dict) -> Any:
    """The call of an object that stands for a function of numbers; None if it is no such object."""
    kind = type(function.unread)
    if kind.__module__.split(".")[0] != "numba" or kind.__name__ != "DUFunc":
        return None
    if kwargs:
        raise CompileError("a function of numba.vectorize with keyword arguments", "pass the arguments by position")
    inner = interp.external(function.unread.__wrapped__, function.path.then("attribute", "__wrapped__"))
    if not any(interp.sym(a).ndim for a in args):
        return interp.get_item(interp.call_host(np.asarray, [interp.call(inner, args, {})], {}), ())
    whole = [interp.call_host(np.asarray, [a], {}) for a in args]
    shape = np.broadcast_shapes(*(a.shape for a in whole))
    flat = [interp.call_host(np.ravel, [interp.call_host(np.broadcast_to, [a, shape], {})], {}) for a in whole]
    result = vmap(interp, inner, flat, {}, 0, 0)
    return interp.call_host(np.reshape, [result, shape], {})
