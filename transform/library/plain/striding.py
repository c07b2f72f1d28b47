"""np.lib.stride_tricks.as_strided: windows of a C-contiguous array."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ..core.arrays import constant_like
from ..core.reading import read_as, unsupported
from ..core.table import implements, prim
from ..numpy.selection.at_indices import strided_places
from ..numpy.shapes import reshape_to


@read_as("numpy.lib.stride_tricks.as_strided")
def as_strided(
    x: Any,
    shape: Any = None,
    strides: Any = None,
    subok: bool = False,
    writeable: bool = True,
    **options: Any,
) -> Any:
    """The elements that begin at x[0, …] and lie as far apart as the strides say."""
    x = np.asarray(x)
    if not x.flags.c_contiguous:
        unsupported(
            "np.lib.stride_tricks.as_strided: the array does not lie by rows; take windows of "
            "np.ascontiguousarray(x)"
        )
    shape, strides = x.shape if shape is None else shape, x.strides if strides is None else strides
    return placed(
        x,
        shape if isinstance(shape, (tuple, list)) else (shape,),
        strides if isinstance(strides, (tuple, list)) else (strides,),
        x.itemsize,
    )


@implements(
    f"{__name__}.placed",
    static=("shape", "strides", "itemsize"),
    view="the windows of np.lib.stride_tricks.as_strided overlap in memory: compiled code only reads them",
)
def placed(x: Any, shape: Any, strides: Any, itemsize: int) -> Any:
    if len(shape) != len(strides):
        raise CompileError("ValueError: strides and shape must have the same length")
    if any(step % itemsize for step in strides):
        raise CompileError(
            f"np.lib.stride_tricks.as_strided with strides of {strides} bytes, between elements of "
            f"{itemsize}",
            "make each a multiple of x.itemsize",
        )
    steps = [step // itemsize for step in strides]
    ends = [step * (n - 1) for step, n in zip(steps, shape)]
    least, most = sum(min(end, 0) for end in ends), sum(max(end, 0) for end in ends)
    if 0 not in shape and (least < 0 or most >= x.size):
        raise CompileError(
            f"np.lib.stride_tricks.as_strided: shape {tuple(shape)} and strides {tuple(strides)} lead "
            f"out of an array of {x.size} elements",
            "NumPy would read memory that is not the array's",
        )
    if isinstance(x, np.ndarray):
        return np.lib.stride_tricks.as_strided(x, shape, [step * x.itemsize for step in steps])
    return prim.gather(reshape_to(x, (x.size,)), places_of(x, tuple(shape), steps), axes=(0,))


FEW = 64  # places: a constant of more is slow to compile, and to print


def places_of(x: Any, shape: tuple[int, ...], steps: list[int]) -> Any:
    """The places of the elements: a constant, or computed."""
    if math.prod(shape) <= FEW:
        found = np.zeros(shape, np.int64)
        for step, line in zip(steps, np.indices(shape, sparse=True)):
            found = found + line * step
        return constant_like(x, found)
    return strided_places(x, shape, steps)
