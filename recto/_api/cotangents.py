"""`cotangent_of`: a block inside a function that edits a cotangent where reverse mode passes by."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._convention.transformation import rules


@contextlib.contextmanager
def _blank(value: Any) -> Iterator[Any]:
    yield zeros(value)


def zeros(value: Any) -> Any:
    """Zeros for arrays and numbers in containers."""
    match value:
        case dict():
            return {k: zeros(v) for k, v in value.items()}
        case list() | tuple():
            items = [zeros(v) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return np.zeros_like(value)[()]


def cotangent_of(value: Any) -> contextlib.AbstractContextManager[Any]:
    """A context manager: its block edits the cotangent of a value, which has its name behind `as`.

    In the backward sweep, at the place where the block stands, the cotangent that has been summed up so far is bound to
    the name, the block runs, and what the name is bound to then is passed on. The block may clip, scale, print or check
    it, and read variables of the function around it; it may not change them. Second derivatives differentiate the
    edited gradient. Forward mode has no cotangents, and refuses the block.

    Where nothing is differentiated the block does nothing. Run as plain Python it runs on zeros.

    Args:
        value: a variable, attribute or item, or a tuple of these, with floating-point arrays or numbers.

    >>> import numpy as np, recto
    >>> def loss(x):
    ...     y = x ** 2
    ...     with recto.cotangent_of(y) as y_bar:
    ...         y_bar = np.clip(y_bar, -1.0, 1.0)
    ...     return np.sum(y ** 2)
    >>> recto.grad(loss)(np.array([0.1, 3.0]))
    Array([0.04, 6.  ], dtype=float64)
    """
    return _blank(value)


def _read(interp: Any, args: list, kwargs: dict) -> Any:
    return rules("cotangents").cotangent_of(interp, *args, **kwargs)


setattr(cotangent_of, "__recto_call__", _read)  # noqa: B010 (type checkers know no such attribute)
