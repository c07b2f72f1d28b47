"""Shapes of the results of convolutions and reductions over windows, and the names of the types of their
arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._windows import ConvDimensionNumbers, Padding, Precision, Sizes, conv_dimension_numbers

ConvGeneralDilatedDimensionNumbers = tuple[str, str, str] | ConvDimensionNumbers | None
DotDimensionNumbers = tuple[tuple[Sizes, Sizes], tuple[Sizes, Sizes]]
PrecisionLike = None | str | Precision | tuple[str, str] | tuple[Precision, Precision]
Pairs = list[tuple[int, int]]


def padtype_to_pads(in_shape: Sizes, window_shape: Sizes, window_strides: Sizes, padding: str) -> Pairs:
    """(low, high) for each axis: "SAME" (the odd one behind), "SAME_LOWER" (before) or "VALID".

    >>> from recto import lax
    >>> lax.padtype_to_pads((5, 6), (2, 3), (1, 2), "SAME")
    [(0, 1), (0, 1)]
    """
    name = padding.upper()
    if name == "VALID":
        return [(0, 0)] * len(in_shape)
    if name not in ("SAME", "SAME_LOWER"):
        raise RuntimeError(f"the padding is 'SAME', 'SAME_LOWER' or 'VALID', not {padding!r}")
    sizes = [
        max((-(-n // stride) - 1) * stride + width - n, 0)
        for n, width, stride in zip(in_shape, window_shape, window_strides)
    ]
    if name == "SAME":
        return [(size // 2, size - size // 2) for size in sizes]
    return [(size - size // 2, size // 2) for size in sizes]


def conv_general_permutations(dimension_numbers: Sequence[str]) -> tuple[tuple, tuple, tuple]:
    """The axes of lhs, rhs and result in the order (batch, channels, space …), (out, in, space …) and as lhs.

    >>> from recto import lax
    >>> lax.conv_general_permutations(("NHWC", "HWIO", "NHWC"))
    ((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2))
    """
    for k, (spec, pair) in enumerate(zip(dimension_numbers, ("NC", "OI", "NC"))):
        if len(set(spec)) != len(spec) or not set(pair) <= set(spec):
            raise TypeError(
                f"dimension_numbers[{k}] has the characters {pair[0]!r} and {pair[1]!r} once, and others"
            )
    space = [set(spec) - set(pair) for spec, pair in zip(dimension_numbers, ("NC", "OI", "NC"))]
    if not space[0] == space[1] == space[2]:
        raise TypeError(f"the axes of space in {tuple(dimension_numbers)} differ")
    lhs, rhs, out = conv_dimension_numbers((), (), dimension_numbers)
    return tuple(lhs), tuple(rhs), tuple(out)


def window_count(length: int, window: int, stride: int) -> int:
    """The number of windows that fit."""
    return max((length - window) // stride + 1, 0) if length > 0 else 0


def conv_shape_tuple(
    lhs_shape: Sizes, rhs_shape: Sizes, strides: Sizes, pads: Padding, batch_group_count: int = 1
) -> tuple[int, ...]:
    """The shape of a convolution of [N, C, space …] with [O, C, window …].

    >>> from recto import lax
    >>> lax.conv_shape_tuple((2, 3, 8, 8), (4, 3, 3, 3), (2, 2), "SAME")
    (2, 4, 4, 4)
    """
    pairs = padtype_to_pads(lhs_shape[2:], rhs_shape[2:], strides, pads) if isinstance(pads, str) else pads
    if len(pairs) != len(lhs_shape) - 2:
        raise TypeError(f"{len(pairs)} pads for {len(lhs_shape) - 2} axes of space")
    padded = [n + low + high for n, (low, high) in zip(lhs_shape[2:], pairs)]
    if min(padded, default=0) < 0:
        raise ValueError(f"the pads {pairs} take away more than there is in the shape {tuple(lhs_shape)}")
    space = [window_count(n, window, stride) for n, window, stride in zip(padded, rhs_shape[2:], strides)]
    return (lhs_shape[0] // batch_group_count, rhs_shape[0], *space)


def conv_general_shape_tuple(
    lhs_shape: Sizes, rhs_shape: Sizes, window_strides: Sizes, padding: Padding, dimension_numbers: Any
) -> tuple[int, ...]:
    """The same, with the axes where `dimension_numbers` says."""
    lhs, rhs, out = conv_general_permutations(dimension_numbers)
    shape = conv_shape_tuple(ordered(lhs_shape, lhs), ordered(rhs_shape, rhs), window_strides, padding)
    return back(shape, out)


def conv_transpose_shape_tuple(
    lhs_shape: Sizes, rhs_shape: Sizes, window_strides: Sizes, padding: Padding, dimension_numbers: Any
) -> tuple[int, ...]:
    """The shape of a transposed convolution.

    >>> from recto import lax
    >>> lax.conv_transpose_shape_tuple((1, 4, 4, 3), (3, 3, 3, 2), (2, 2), "SAME", ("NHWC", "HWOI", "NHWC"))
    (1, 8, 8, 3)
    """
    lhs, rhs, out = conv_general_permutations(dimension_numbers)
    sizes, kernel = ordered(lhs_shape, lhs), ordered(rhs_shape, rhs)
    if isinstance(padding, str):
        pads = [transposed_padding(k, s, padding) for k, s in zip(kernel[2:], window_strides)]
    else:
        pads = [sum(pair) for pair in padding]
    space = [(n - 1) * s - k + 2 + pad for n, k, s, pad in zip(sizes[2:], kernel[2:], window_strides, pads)]
    return back((sizes[0], kernel[0], *space), out)


def transposed_padding(window: int, stride: int, padding: str) -> int:
    """The padding in all (Dumoulin, Visin: A guide to convolution arithmetic, 2016, chapter 4)."""
    if padding == "SAME":
        return window + stride - 2
    if padding == "VALID":
        return window + stride - 2 + max(window - stride, 0)
    raise ValueError(f"the padding is 'SAME' or 'VALID', not {padding!r}")


def ordered(shape: Sizes, axes: Sizes) -> tuple[int, ...]:
    return tuple([int(shape[k]) for k in axes])


def back(shape: Sizes, axes: Sizes) -> tuple[int, ...]:
    """The inverse of `ordered`."""
    return tuple([int(shape[list(axes).index(k)]) for k in range(len(shape))])


def reduce_window_shape_tuple(
    operand_shape: Sizes,
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Sequence[tuple[int, int]],
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> tuple[int, ...]:
    """The shape of a reduction over windows.

    >>> from recto import lax
    >>> lax.reduce_window_shape_tuple((7, 8), (2, 3), (2, 1), ((0, 1), (0, 0)))
    (4, 6)
    """
    operand, window = dilated(operand_shape, base_dilation), dilated(window_dimensions, window_dilation)
    padded = [n + low + high for n, (low, high) in zip(operand, padding)]
    return tuple([window_count(n, width, stride) for n, width, stride in zip(padded, window, window_strides)])


def dilated(shape: Sizes, dilation: Sizes | None) -> list[int]:
    return [n if not n else (n - 1) * d + 1 for n, d in zip(shape, dilation or (1,) * len(shape))]
