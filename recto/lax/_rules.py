"""Functions of `recto.lax` that inspect structures: outside compiled code they work on Python and NumPy values;
inside, the front end's rule of the same name replaces them (transform/frontend/transforms/lax_control.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from recto import transform
from recto.runtime import Array, device_put

from .. import tree
from .._convention.methods import P, R

if TYPE_CHECKING:
    from recto.transform import Interpreter


class Rule(Generic[P, R]):
    """A function of which compiled code has its own version."""

    def __init__(self, function: Callable[P, R]):
        self.function, self.__name__, self.__doc__ = function, function.__name__, function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return transform.rules("lax_control").RULES[self.__name__](interp, *args, **kwargs)


class Rows(list):
    """The results of the steps of a scan so far."""


@Rule
def tree_map(function: Callable[..., Any], value: Any, *rest: Any) -> Any:
    """function(leaf, …) for the leaves of trees that are alike."""
    return tree.map(function, value, *rest)


@Rule
def scan_length(xs: Any, length: Any) -> int:
    """The common size of the first axes of the leaves of xs, or `length`."""
    leaves = tree.leaves(xs)
    if any(not np.ndim(leaf) for leaf in leaves):
        raise TypeError("scan iterates over the first axes of arrays, but got a number")
    sizes = [np.shape(leaf)[0] for leaf in leaves] + ([] if length is None else [int(length)])
    if not sizes:
        raise TypeError("scan got neither xs nor length")
    if len(set(sizes)) > 1:
        raise TypeError(f"scan got arrays with different leading sizes: {sizes}")
    return sizes[0]


@Rule
def check_carry(name: str, before: Any, after: Any) -> Any:
    """Check a loop's carry after an iteration. Raises TypeError if its structure, a shape or a dtype changed."""
    olds, old = tree.flatten(before)
    news, new = tree.flatten(after)
    if old != new:
        raise TypeError(
            f"{name}: the carry changes structure: {before!r} at entry and {after!r} after one iteration"
        )
    for a, b in zip(olds, news):
        if not _kept(a, b):
            raise TypeError(
                f"{name}: the carry changes type: {_type(a)} at entry and {_type(b)} after one iteration"
            )
    return after


def _kept(a: Any, b: Any) -> bool:
    weak = [type(v) in (int, float, complex) for v in (a, b)]
    if np.shape(a) != np.shape(b):
        return False
    return weak[0] or _dtype(a) == _dtype(b) or weak[1] and np.result_type(_dtype(a), b) == _dtype(a)


def _dtype(x: Any) -> np.dtype:
    return x.dtype if hasattr(x, "dtype") else np.asarray(x).dtype


def _type(x: Any) -> str:
    return f"{_dtype(x)}{list(np.shape(x))}"


@Rule
def begin_scan(f: Callable[..., Any], init: Any, xs: Any, count: int) -> tuple[Any, Any]:
    """The carry, and where the results go."""
    return init, Rows()


@Rule
def store_row(rows: list, k: int, value: Any) -> None:
    """Keep the result of one step."""
    rows.append((k, value))


@Rule
def finish_scan(rows: list) -> Any:
    """The results of all steps, stacked leaf by leaf."""
    ordered = [value for _, value in sorted(rows, key=lambda row: row[0])]
    return tree.map(lambda *leaves: _stacked(leaves), *ordered)


def _stacked(leaves: tuple) -> Any:
    stacked = np.stack([np.asarray(leaf) for leaf in leaves])
    return device_put(stacked) if any(isinstance(leaf, Array) for leaf in leaves) else stacked
