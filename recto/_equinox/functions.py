"""Filtered transformations, errors and updates of Equinox, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._jax import top, trees

MISSING = object()


def filter_jit(fun: Any = MISSING, **options: Any) -> Any:
    """The function: all that is called in compiled code is compiled."""
    return (lambda function: function) if fun is MISSING else fun


def call_wrapped(self: Any, /, *args: Any, **kwargs: Any) -> Any:
    return self.__wrapped__(*args, **kwargs)


def error_if(x: Any, pred: Any, msg: str, *, on_error: str = "default") -> Any:
    if np.any(pred):
        raise RuntimeError(msg)
    return x


def branched_error_if(x: Any, pred: Any, index: Any, msgs: Any, *, on_error: str = "default") -> Any:
    for k in range(len(msgs)):
        if np.any(pred) and index == k:
            raise RuntimeError(msgs[k])
    return x


def filter_eval_shape(fun: Callable, *args: Any, **kwargs: Any) -> Any:
    return top.shapes_of(fun, *args, **kwargs)


class Converted:
    """A function whose closure needs no conversion."""

    def __init__(self, fn: Callable, args: tuple, kwargs: dict):
        self.fn, self.args, self.kwargs = fn, args, kwargs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.fn(*args, **kwargs)

    @property
    def in_struct(self) -> Any:
        return top.shapes_of(lambda *args, **kwargs: (args, kwargs), *self.args, **self.kwargs)

    @property
    def out_struct(self) -> Any:
        return top.shapes_of(self.fn, *self.args, **self.kwargs)


def filter_closure_convert(fn: Callable, *args: Any, **kwargs: Any) -> Any:
    return Converted(fn, args, kwargs)


def tree_at(
    where: Callable, pytree: Any, replace: Any = MISSING, replace_fn: Any = MISSING, is_leaf: Any = None
) -> Any:
    """The tree with other parts in the places that `where` points to."""
    leaves, shape = trees.flatten(pytree, is_leaf)
    marks = [Mark(k) for k in range(len(leaves))]
    marked = trees.unflatten(shape, marks)
    found = where(marked)
    several = isinstance(found, (tuple, list)) and not (replace is not MISSING and len(found) != len(replace))
    several = several and type(found) is not type(marked) or isinstance(found, list)
    nodes = list(found) if several else [found]
    if replace is not MISSING:
        parts = list(replace) if several else [replace]
    else:
        parts = [replace_fn(original(node, leaves)) for node in nodes]
    cut, outline = trees.flatten(marked, lambda part: place_of(part, nodes) >= 0)
    return trees.unflatten(outline, [new_part(part, nodes, parts, leaves) for part in cut])


class Mark:
    """Stands for a leaf, by its number."""

    def __init__(self, number: int):
        self.number = number


def place_of(part: Any, nodes: list) -> int:
    for k in range(len(nodes)):
        if part is nodes[k]:
            return k
    return -1


def original(node: Any, leaves: list) -> Any:
    return trees.map(lambda mark: leaves[mark.number], node)


def new_part(part: Any, nodes: list, parts: list, leaves: list) -> Any:
    k = place_of(part, nodes)
    return leaves[part.number] if k < 0 else parts[k]
