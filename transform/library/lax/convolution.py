"""recto.lax: convolutions, and reductions over sliding windows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Builder, convert
from ...primitives.convolution import dilated_size, extreme
from ..core.arrays import array_dtype, as_dtype, describe, strong_array
from ..core.table import prim
from ..numpy.shapes import permute, reshape_to, reverse, unpermute
from .shapes import lax, same_types

Numbers = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Pairs = tuple[tuple[int, int], ...]


# -- dimension numbers and padding ---------------------------------------------------------------------------


def permutations(ndim: int, numbers: Any) -> Numbers:
    """For lhs, rhs and the result: their axes in the order N C spatial…, O I spatial…, N C spatial…"""
    if numbers is None:
        every = tuple(range(ndim))
        return every, every, every
    if len(numbers) != 3 or any(len(spec) != ndim for spec in numbers):
        raise CompileError(
            f"dimension numbers {numbers} are not three entries of length {ndim}",
            '("NHWC", "HWIO", "NHWC"), say',
            kind=ValueError,
        )
    if not all(isinstance(spec, str) for spec in numbers):
        lhs, rhs, out = (tuple(map(int, spec)) for spec in numbers)
    else:
        lhs, rhs, out = (axes_of(spec, pair, numbers[1]) for spec, pair in zip(numbers, ("NC", "OI", "NC")))
    return lhs, rhs, out


def axes_of(spec: str, pair: str, kernel: str) -> tuple[int, ...]:
    """The axes that a string names, those of space in the order that the kernel has them in."""
    spatial = [c for c in kernel if c not in "OI"]
    if sorted(spec) != sorted([*pair, *spatial]):
        raise CompileError(f"the dimension numbers {spec!r} and {kernel!r} do not name the same axes")
    return tuple(spec.index(c) for c in (*pair, *spatial))


def pairs_of(padding: Any, sizes: Sequence[int], windows: Sequence[int], strides: Sequence[int]) -> Pairs:
    """Padding as (low, high) for each axis. "SAME": as many windows as strides fit; "SAME_LOWER": more in front."""
    if not isinstance(padding, str):
        return tuple((int(low), int(high)) for low, high in padding)
    kind = padding.upper()
    if kind == "VALID":
        return ((0, 0),) * len(sizes)
    if kind not in ("SAME", "SAME_LOWER"):
        raise CompileError(
            f"unknown padding {padding!r}", "SAME, SAME_LOWER, VALID or pairs (low, high)", kind=ValueError
        )
    totals = [max(0, (-(-n // s) - 1) * s + w - n) for n, w, s in zip(sizes, windows, strides)]
    return tuple((t // 2, t - t // 2) if kind == "SAME" else (t - t // 2, t // 2) for t in totals)


def per_axis(value: Any, count: int, what: str) -> tuple[int, ...]:
    value = (1,) * count if value is None else tuple(map(int, value))
    if len(value) != count:
        raise CompileError(f"{what} needs {count} entries, not {len(value)}", kind=ValueError)
    return value


# -- convolution ---------------------------------------------------------------------------------------------


@lax(
    "window_strides",
    "padding",
    "lhs_dilation",
    "rhs_dilation",
    "dimension_numbers",
    "feature_group_count",
    "batch_group_count",
    "precision",
    "preferred_element_type",
    "out_sharding",
)
def conv_general_dilated(
    lhs: Any,
    rhs: Any,
    window_strides: Any,
    padding: Any,
    lhs_dilation: Any = None,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    out_sharding: Any = None,
    builder: Builder,
) -> Any:
    x, w = (strong_array(v, builder) for v in (lhs, rhs))
    if preferred_element_type is not None:
        x, w = (convert(v, array_dtype(preferred_element_type)) for v in (x, w))
    x, w = same_types("conv_general_dilated", x, w)
    if x.ndim != w.ndim or x.ndim < 2:
        raise CompileError(
            f"can't convolve {describe(x)} with {describe(w)}: they need the same number of axes",
            kind=ValueError,
        )
    of_x, of_w, of_out = permutations(x.ndim, dimension_numbers)
    x, w, spatial = permute(x, of_x), permute(w, of_w), x.ndim - 2
    strides, holes, spread = (
        per_axis(v, spatial, what)
        for v, what in (
            (window_strides, "window_strides"),
            (lhs_dilation, "lhs_dilation"),
            (rhs_dilation, "rhs_dilation"),
        )
    )
    if isinstance(padding, str) and set(holes) - {1}:
        raise CompileError(
            "padding by name does not go with lhs_dilation",
            "give pairs, or use conv_transpose",
            kind=ValueError,
        )
    windows = [dilated_size(n, d) for n, d in zip(w.shape[2:], spread)]
    where = dict(
        strides=strides,
        padding=pairs_of(padding, x.shape[2:], windows, strides),
        lhs_dilation=holes,
        rhs_dilation=spread,
    )
    groups = int(feature_group_count)
    out = (
        by_batches(x, w, int(batch_group_count), where)
        if batch_group_count > 1
        else prim.conv(x, w, groups=groups, **where)
    )
    return unpermute(out, of_out)


def by_batches(x: Any, w: Any, groups: int, where: dict) -> Any:
    """Groups of the batch, each with its own kernels: groups of channels of a smaller batch."""
    n, c, *sizes = x.shape
    if n % groups or w.shape[0] % groups:
        raise CompileError(
            f"{groups} groups of the batch do not fit {describe(x)} and {describe(w)}", kind=ValueError
        )
    x = permute(reshape_to(x, (groups, n // groups, c, *sizes)), (1, 0, *range(2, x.ndim + 1)))
    return prim.conv(reshape_to(x, (n // groups, groups * c, *sizes)), w, groups=groups, **where)


@lax("window_strides", "padding", "precision", "preferred_element_type")
def conv(
    lhs: Any,
    rhs: Any,
    window_strides: Any,
    padding: str,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    builder: Builder,
) -> Any:
    return conv_general_dilated(
        lhs, rhs, window_strides, padding, preferred_element_type=preferred_element_type, builder=builder
    )


@lax("window_strides", "padding", "lhs_dilation", "rhs_dilation", "precision", "preferred_element_type")
def conv_with_general_padding(
    lhs: Any,
    rhs: Any,
    window_strides: Any,
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    builder: Builder,
) -> Any:
    return conv_general_dilated(
        lhs,
        rhs,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        preferred_element_type=preferred_element_type,
        builder=builder,
    )


CHANNELS_LAST = {3: ("NHC", "HIO", "NHC"), 4: ("NHWC", "HWIO", "NHWC"), 5: ("NHWDC", "HWDIO", "NHWDC")}


@lax(
    "strides",
    "padding",
    "rhs_dilation",
    "dimension_numbers",
    "transpose_kernel",
    "precision",
    "preferred_element_type",
    "use_consistent_padding",
)
def conv_transpose(
    lhs: Any,
    rhs: Any,
    strides: Any,
    padding: Any,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    transpose_kernel: bool = False,
    precision: Any = None,
    preferred_element_type: Any = None,
    use_consistent_padding: bool = False,
    *,
    builder: Builder,
) -> Any:
    """The input is spread by the strides; with transpose_kernel it is the transpose of a convolution."""
    x, w = (strong_array(v, builder) for v in (lhs, rhs))
    numbers = permutations(x.ndim, dimension_numbers or CHANNELS_LAST.get(x.ndim))
    spread = per_axis(rhs_dilation, x.ndim - 2, "rhs_dilation")
    windows = [dilated_size(w.shape[a], d) for a, d in zip(numbers[1][2:], spread)]
    pairs = (
        tuple(transposed_pair(k, s, padding) for k, s in zip(windows, strides))
        if isinstance(padding, str)
        else padding
    )
    if transpose_kernel:
        first, second, *spatial = numbers[1]
        axes = [{first: second, second: first}.get(a, a) for a in range(w.ndim)]
        w = permute(reverse(w, tuple(spatial)), axes)
    return conv_general_dilated(
        x,
        w,
        (1,) * (x.ndim - 2),
        pairs,
        tuple(strides),
        spread,
        numbers,
        preferred_element_type=preferred_element_type,
        builder=builder,
    )


def transposed_pair(window: int, stride: int, padding: str) -> tuple[int, int]:
    if padding.upper() not in ("SAME", "VALID"):
        raise CompileError(
            f"unknown padding {padding!r}", "SAME, VALID or pairs (low, high)", kind=ValueError
        )
    same = padding.upper() == "SAME"
    total = window + stride - 2 + (0 if same else max(window - stride, 0))
    low = window - 1 if stride > window - 1 or not same else -(-total // 2)
    return low, total - low


# -- reductions over windows ---------------------------------------------------------------------------------


def window_arguments(x: Any, window: Any, strides: Any, padding: Any, base: Any, spread: Any) -> tuple:
    """The arguments of a reduction over windows: (holes between elements, those of the primitive)."""
    count = x.ndim
    window, strides = per_axis(window, count, "window_dimensions"), per_axis(strides, count, "window_strides")
    base, spread = per_axis(base, count, "base_dilation"), per_axis(spread, count, "window_dilation")
    sizes = [dilated_size(n, d) for n, d in zip(x.shape, base)]
    pairs = pairs_of(padding, sizes, [dilated_size(n, d) for n, d in zip(window, spread)], strides)
    return tuple(d - 1 for d in base), dict(window=window, strides=strides, padding=pairs, dilation=spread)


def _window_reduction(name: str) -> None:
    def reduction(
        operand: Any,
        window_dimensions: Any,
        window_strides: Any,
        padding: Any,
        base_dilation: Any = None,
        window_dilation: Any = None,
        *,
        builder: Builder,
    ) -> Any:
        x = strong_array(operand, builder)
        holes, where = window_arguments(
            x, window_dimensions, window_strides, padding, base_dilation, window_dilation
        )
        if any(holes):
            fill = 0 if name == "sum" else extreme(x.dtype, name == "max")
            zero = (0,) * x.ndim
            x = prim.pad(x, as_dtype(fill, x.dtype, builder), low=zero, high=zero, interior=holes)
        return getattr(prim, f"reduce_window_{name}")(x, **where)

    reduction.__name__ = f"reduce_window_{name}"
    lax("window_dimensions", "window_strides", "padding", "base_dilation", "window_dilation")(reduction)


for _name in ("sum", "max", "min"):
    _window_reduction(_name)


@lax("window_dimensions", "window_strides", "padding", "base_dilation", "window_dilation")
def window_elements(
    operand: Any,
    fill: Any,
    window_dimensions: Any,
    window_strides: Any,
    padding: Any,
    base_dilation: Any = None,
    window_dilation: Any = None,
    *,
    builder: Builder,
) -> list[Any]:
    """The first elements of all windows, the second ones, and so on, with a value for what lies outside."""
    x = strong_array(operand, builder)
    holes, where = window_arguments(
        x, window_dimensions, window_strides, padding, base_dilation, window_dilation
    )
    low, high = zip(*where["padding"]) if x.ndim else ((), ())
    x = prim.pad(x, as_dtype(fill, x.dtype, builder), low=low, high=high, interior=holes)
    spans = [dilated_size(n, d) for n, d in zip(where["window"], where["dilation"])]
    counts = [max(0, (n - span) // s + 1) for n, span, s in zip(x.shape, spans, where["strides"])]
    found = []
    for place in np.ndindex(*where["window"]):
        starts = tuple(k * d for k, d in zip(place, where["dilation"]))
        limits = tuple(a + (c - 1) * s + 1 if c else a for a, c, s in zip(starts, counts, where["strides"]))
        found.append(prim.slice_(x, starts=starts, limits=limits, strides=where["strides"], drop=()))
    return found
