"""maximum and minimum of floats on the CPU, where a NaN wins.

XLA's CPU gives reductions of 4,096 elements or more, with the elementwise operations that they read, to YNNPACK, whose
maximum and minimum pass over NaN (jaxlib 0.10.2: the maximum of 4,096 numbers, one of which is NaN, is a number). Large
arrays take a comparison and a choice here, which it does not know:

    max(x, axis)    ⇒   folds of x to an eighth: m = x[:w] ∨ x[w:2w] ∨ …, until few elements are left

Folds are vectorised, and read each element once; a reduction with a comparison takes eight times as long.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from ...core.dtypes import is_complex, is_inexact
from ...ir.program import Type
from .common_forms import compare, compare_complex, part_of, pick

LARGE = 1024  # elements; those of a smaller array are no concern of YNNPACK's
PARTS, FEW = 8, 128  # measured: into as many parts, until so few elements of an axis are left


def is_endangered(emit: Any, t: Type) -> bool:
    """Whether XLA may give an operation on floats of this type to a library that passes over NaN."""
    real = is_inexact(t.dtype) and not is_complex(t.dtype)
    return real and emit.platform.name == "cpu" and t.size >= LARGE


def chosen_extremum(name: str) -> Callable[[Any, Any, Any], Any]:
    """Emits the maximum or minimum of two values by a comparison and a choice. (Complex numbers are in NumPy's
    order.)"""
    direction = "GE" if name == "maximum" else "LE"

    def emit_choice(emit: Any, x: Any, y: Any) -> Any:
        wins = (compare_complex if is_complex(x.type.dtype) else compare)(emit, direction, x, y)
        return pick(emit, emit("stablehlo.or", wins, compare(emit, "NE", x, x)), x, y)

    return emit_choice


def lower_extremum(name: str) -> Any:
    """maximum or minimum; NaN wins."""

    def lower(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
        if is_complex(x.type.dtype) or is_endangered(emit, x.type):
            return chosen_extremum(name)(emit, x, y)
        return emit(f"stablehlo.{name}", x, y)

    return lower


def fold_axes(emit: Any, name: str, x: Any, axes: tuple[int, ...], reduce: Callable[..., Any]) -> Any:
    """The extreme over axes of a large array. `reduce` does it for the few elements that are left: XLA computes its
    result once, and what only consists of folds for each operation that reads it."""
    shape = x.type.shape
    for axis in sorted(axes, reverse=True):
        rows = math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :])
        flat = emit("stablehlo.reshape", x, out=x.type.update(shape=rows))
        shape = shape[:axis] + shape[axis + 1 :]
        x = emit(
            "stablehlo.reshape", fold_middle_axis(emit, name, flat, reduce), out=x.type.update(shape=shape)
        )
    return x


def fold_middle_axis(emit: Any, name: str, x: Any, reduce: Callable[..., Any]) -> Any:
    """The extreme over the second of three axes, which is gone then."""
    size = x.type.shape[1]
    while size > FEW and x.type.size >= LARGE:
        part = -(-size // PARTS)
        firsts = sorted({min(k * part, size - part) for k in range(PARTS)})  # they may overlap
        parts = [part_of(emit, x, 1, first, first + part) for first in firsts]
        x, size = functools.reduce(functools.partial(chosen_extremum(name), emit), parts), part
    return reduce(emit, name, x, (1,))
