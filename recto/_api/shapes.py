"""`eval_shape`: the types of a function's results, without computing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from recto.runtime import Unfinished, pytree
from recto.transform import CompileError

from .._boundary.argument_checks import check_arguments
from .._convention.epilogue import described_results, structure_of
from .host import ShapeDtypeStruct
from .jit import Function, jit


@check_arguments
def eval_shape(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The shapes and dtypes of what function(*args, **kwargs) returns: a tree of `ShapeDtypeStruct`s.

    Args:
        args: arrays, numbers, or in their place `ShapeDtypeStruct`s; containers of them.

    Raises:
        CompileError: the function can't be compiled, or returns objects that are only made after a call.

    >>> import recto
    >>> x = recto.ShapeDtypeStruct((1000, 3), "float64")
    >>> recto.eval_shape(lambda x: {"gram": x.T @ x, "rows": x.sum(axis=1)}, x)
    {'gram': ShapeDtypeStruct(shape=(3, 3), dtype=float64), 'rows': ShapeDtypeStruct(shape=(1000,), dtype=float64)}
    """
    args, kwargs = pytree.map(_blank, (args, kwargs))
    compiled = function if isinstance(function, Function) else jit(function)
    lowered = compiled.lower(*args, **kwargs)
    types = lowered.program.result_types
    structs = [ShapeDtypeStruct(t.shape, t.dtype) for t in types]
    result = pytree.unflatten(structure_of(described_results(lowered.reading), len(structs)), structs)
    if type(result) is Unfinished:
        raise CompileError(
            "eval_shape: the function returns or changes objects of the caller's",
            "return arrays and containers of arrays",
        )
    return pytree.map(_struct, result)


def _blank(leaf: Any) -> Any:
    """An array without memory of its own, for a type."""
    return (
        np.broadcast_to(np.zeros((), leaf.dtype), leaf.shape) if isinstance(leaf, ShapeDtypeStruct) else leaf
    )


def _struct(leaf: Any) -> Any:
    return (
        leaf
        if isinstance(leaf, ShapeDtypeStruct)
        else ShapeDtypeStruct(np.shape(leaf), np.asarray(leaf).dtype)
    )
