"""Convolutions, and sums and extrema over sliding windows.

conv(x, w, *, strides, padding, lhs_dilation, rhs_dilation, groups)
    x [N, C, spatial…], w [O, C / groups, window…]: result[n, o, p…] = sum of x[n, c, p * stride + q…] w[o, c, q…];
    w is not reversed. padding is (low, high) for each spatial axis, may be negative
reduce_window_sum, reduce_window_max, reduce_window_min (x, *, window, strides, padding, dilation)
    one entry for each axis of x; padding adds nothing (max: nothing smaller)
window_argmax, window_argmin          likewise: the place in x.reshape(-1) of the first extremum of each window
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..core.dtypes import is_complex, is_inexact, is_integer, kind, real_dtype
from ..core.errors import CompileError
from ..ir.builder import TABLE
from ..ir.primitive import Primitive
from ..ir.program import Call, Type, Var, const
from ._rules import dtype_text, tuple_text
from .data_movement.gather_scatter import gather, permute_axes
from .data_movement.shape import flip, pad, reshape, show_pad
from .lowering.common_forms import compare, i64, i64s, pick, product_precision, real_and_imaginary

INT64 = np.dtype(np.int64)
Pairs = tuple[tuple[int, int], ...]


def dilated_size(size: int, dilation: int) -> int:
    """The extent of so many elements with dilation - 1 holes between two."""
    return (size - 1) * dilation + 1 if size else 0


def window_count(size: int, window: int, stride: int, pair: tuple[int, int], dilation: int = 1) -> int:
    """The number of windows that fit."""
    return max(0, (size + sum(pair) - dilated_size(window, dilation)) // stride + 1)


def pairs_text(padding: Pairs) -> str:
    return f"dense<{[list(pair) for pair in padding] if padding else ''}> : tensor<{len(padding)}x2xi64>"


def pad_operand(x: Any, fill: Any, padding: Pairs, interior: tuple[int, ...]) -> Any:
    low, high = zip(*padding) if padding else ((), ())
    if not any((*low, *high, *interior)):
        return x
    return pad(x, np.asarray(fill, x.dtype), low=tuple(low), high=tuple(high), interior=interior)


def sliding(
    x: np.ndarray, window: tuple[int, ...], strides: tuple[int, ...], dilation: tuple[int, ...]
) -> np.ndarray:
    """All windows of x: [places…, window…]."""
    span = tuple(dilated_size(w, d) for w, d in zip(window, dilation))
    if any(s > n for s, n in zip(span, x.shape)):
        counts = (window_count(n, w, s, (0, 0), d) for n, w, s, d in zip(x.shape, window, strides, dilation))
        return np.zeros((*counts, *window), x.dtype)
    view = np.lib.stride_tricks.sliding_window_view(x, span)
    return view[(*(slice(None, None, s) for s in strides), *(slice(None, None, d) for d in dilation))]


# -- convolution: types and meaning ------------------------------------------------------------------------------------


def conv_type(
    x: Type,
    w: Type,
    *,
    strides: tuple[int, ...],
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    groups: Any,
) -> Type:
    spatial = x.ndim - 2
    if x.dtype != w.dtype or w.ndim != x.ndim or spatial < 0:
        raise CompileError(f"can't convolve {x} with {w}", kind=ValueError)
    if not len(strides) == len(padding) == len(lhs_dilation) == len(rhs_dilation) == spatial:
        raise CompileError(
            f"strides, padding and dilations need {spatial} entries, one for each spatial axis of {x}",
            kind=ValueError,
        )
    if groups < 1 or x.shape[1] != w.shape[1] * groups or w.shape[0] % groups:
        raise CompileError(f"{groups} groups of channels do not fit {x} and {w}", kind=ValueError)
    counts = (
        window_count(dilated_size(n, a), k, s, p, b)
        for n, k, s, p, a, b in zip(x.shape[2:], w.shape[2:], strides, padding, lhs_dilation, rhs_dilation)
    )
    return Type(x.dtype, (x.shape[0], w.shape[0], *counts))


def conv_value(
    x: Any,
    w: Any,
    *,
    strides: tuple[int, ...],
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    groups: Any,
) -> Any:
    x, w = np.asarray(x), np.asarray(w)
    spatial = x.ndim - 2
    x = pad_operand(x, 0, ((0, 0), (0, 0), *padding), (0, 0, *(d - 1 for d in lhs_dilation)))
    views = sliding(x, (1, 1, *w.shape[2:]), (1, 1, *strides), (1, 1, *rhs_dilation))
    n, c, *places = views.shape[: 2 + spatial]
    kernel = math.prod(w.shape[2:])
    views = in_float32(views.reshape(n, groups, c // groups, math.prod(places), kernel))
    kernels = in_float32(w.reshape(groups, w.shape[0] // groups, w.shape[1], kernel))
    return np.einsum("ngcpk,gock->ngop", views, kernels).reshape(n, w.shape[0], *places).astype(x.dtype)


def in_float32(x: np.ndarray) -> np.ndarray:
    """Half precision is summed in single precision, as in XLA."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 and kind(x.dtype) == "f" else x


def lower_conv(
    emit: Any,
    x: Any,
    w: Any,
    *,
    out: Any,
    strides: tuple[int, ...],
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    groups: Any,
) -> Any:
    if not out.size or not x.type.size or not w.type.size:
        return emit.constant(np.broadcast_to(np.zeros((), out.dtype), out.shape))
    if is_integer(out.dtype) and not emit.platform.any_convolution:
        raise CompileError(
            f"a convolution of {out.dtype} on {emit.platform.name}, which convolves floating-point numbers alone",
            'convert them to float64, or run the function on the CPU: recto.jit(f, device=recto.devices("cpu")[0])',
        )
    if is_complex(out.dtype) and not emit.platform.any_convolution:
        part = partial(
            lower_conv,
            emit,
            out=out.update(dtype=real_dtype(out.dtype)),
            strides=strides,
            padding=padding,
            lhs_dilation=lhs_dilation,
            rhs_dilation=rhs_dilation,
            groups=groups,
        )
        return complex_product(emit, part, x, w, out)
    axes = ", ".join(map(str, range(len(strides))))
    lead = lambda a, b: f"[{a}, {b}{', ' if axes else ''}{axes}]"
    numbers = f"{lead('b', 'f')}x{lead('o', 'i')}->{lead('b', 'f')}"
    return emit(
        "stablehlo.convolution",
        x,
        w,
        out=out,
        batch_group_count=i64(1),
        feature_group_count=i64(groups),
        dimension_numbers=f"#stablehlo.conv<{numbers}>",
        window_strides=i64s(strides),
        padding=pairs_text(padding),
        lhs_dilation=i64s(lhs_dilation),
        rhs_dilation=i64s(rhs_dilation),
        **product_precision(emit, out.dtype),
    )


def complex_product(emit: Any, product: Callable[..., Any], x: Any, w: Any, out: Type) -> Any:
    """A bilinear function of complex arrays by four of their parts: (a + bi)(c + di) = ac - bd + (ad + bc)i."""
    (a, b), (c, d) = (real_and_imaginary(emit, v) for v in (x, w))
    real = emit("stablehlo.subtract", product(a, c), product(b, d))
    imaginary = emit("stablehlo.add", product(a, d), product(b, c))
    return emit("stablehlo.complex", real, imaginary, out=out)


# -- convolution: batching ---------------------------------------------------------------------------------------------


def batch_conv(p: Any, n: int, operands: Any, batched: Any, *, groups: Any, **where: Any) -> Any:
    """The batch becomes more images, more kernels, or more groups of channels."""
    x, w = operands
    if not batched[1]:
        out = p(reshape(x, shape=(n * x.shape[1], *x.shape[2:])), w, groups=groups, **where)
        return reshape(out, shape=(n, x.shape[1], *out.shape[1:]))
    if batched[0]:
        x = permute_axes(x, (1, 0, *range(2, x.ndim)))
        x = reshape(x, shape=(x.shape[0], n * x.shape[2], *x.shape[3:]))
        out = p(x, reshape(w, shape=(n * w.shape[1], *w.shape[2:])), groups=n * groups, **where)
        out = reshape(out, shape=(out.shape[0], n, w.shape[1], *out.shape[2:]))
        return permute_axes(out, (1, 0, *range(2, out.ndim)))
    each = w.shape[1] // groups
    w = permute_axes(reshape(w, shape=(n, groups, each, *w.shape[2:])), (1, 0, *range(2, w.ndim + 1)))
    out = p(x, reshape(w, shape=(groups * n * each, *w.shape[3:])), groups=groups, **where)
    out = reshape(out, shape=(out.shape[0], groups, n, each, *out.shape[2:]))
    out = permute_axes(out, (2, 0, 1, *range(3, out.ndim)))
    return reshape(out, shape=(n, out.shape[1], groups * each, *out.shape[4:]))


# -- convolution: transposes -------------------------------------------------------------------------------------------


def conv_back_x(
    ct: Any,
    x: Any,
    w: Any,
    *,
    strides: tuple[int, ...],
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    groups: Any,
) -> Any:
    """A convolution of the cotangent, with holes for the strides, with the reversed kernels."""
    spatial = tuple(range(2, len(x.shape)))
    outs, ins, kernel = w.shape[0] // groups, w.shape[1], w
    w = reshape(flip(w, axes=spatial), shape=(groups, outs, ins, *w.shape[2:]))
    w = permute_axes(w, (0, 2, 1, *range(3, w.ndim)))
    w = reshape(w, shape=(groups * ins, outs, *w.shape[3:]))
    pairs = []
    sizes = zip(
        dilated_sizes(x, lhs_dilation), dilated_sizes(kernel, rhs_dilation), ct.shape[2:], strides, padding
    )
    for n, k, m, s, (low, _) in sizes:
        before = k - low - 1
        pairs.append((before, n + k - 1 - dilated_size(m, s) - before))
    return conv(
        ct,
        w,
        strides=lhs_dilation,
        padding=tuple(pairs),
        lhs_dilation=strides,
        rhs_dilation=rhs_dilation,
        groups=groups,
    )


def dilated_sizes(x: Any, dilation: tuple[int, ...]) -> tuple[int, ...]:
    """The dilated sizes of the spatial axes."""
    return tuple(map(dilated_size, x.shape[2:], dilation))


def conv_back_w(
    ct: Any,
    x: Any,
    w: Any,
    *,
    strides: tuple[int, ...],
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    groups: Any,
) -> Any:
    """A convolution of x with the cotangent, in which images and channels have changed places."""
    n, ins = x.shape[0], w.shape[1]
    spatial = tuple(range(3, len(x.shape) + 1))
    x = permute_axes(reshape(x, shape=(n, groups, ins, *x.shape[2:])), (2, 1, 0, *spatial))
    x = reshape(x, shape=(ins, groups * n, *x.shape[3:]))
    sizes = zip(
        dilated_sizes(x, lhs_dilation), dilated_sizes(w, rhs_dilation), ct.shape[2:], strides, padding
    )
    pairs = [(low, dilated_size(m, s) + k - size - 1 - low) for size, k, m, s, (low, _) in sizes]
    ct = permute_axes(ct, (1, 0, *range(2, ct.ndim)))
    out = conv(
        x,
        ct,
        strides=rhs_dilation,
        padding=tuple(pairs),
        lhs_dilation=lhs_dilation,
        rhs_dilation=strides,
        groups=groups,
    )
    return permute_axes(out, (1, 0, *range(2, out.ndim)))


# -- windows: types and meaning ----------------------------------------------------------------------------------------


def reduce_window_type(
    x: Type, *, window: Any, strides: tuple[int, ...], padding: Any, dilation: Any
) -> Type:
    if not len(window) == len(strides) == len(padding) == len(dilation) == x.ndim:
        raise CompileError(
            f"windows, strides, padding and dilation need {x.ndim} entries, one for each axis of {x}",
            kind=ValueError,
        )
    if min((*window, *strides, *dilation), default=1) < 1:
        raise CompileError(
            f"windows {list(window)} with strides {list(strides)} must be at least 1", kind=ValueError
        )
    return Type(x.dtype, tuple(map(window_count, x.shape, window, strides, padding, dilation)))


def extreme_window_type(x: Type, **where: Any) -> Type:
    if is_complex(x.dtype):
        raise CompileError(f"extrema over windows need real numbers, not {x}", kind=TypeError)
    return reduce_window_type(x, **where)


def arg_window_type(x: Type, **where: Any) -> Type:
    return Type(INT64, extreme_window_type(x, **where).shape)


def extreme(dtype: np.dtype, smallest: bool) -> Any:
    """The least or the greatest value of a dtype."""
    if is_inexact(dtype):
        return -np.inf if smallest else np.inf
    if kind(dtype) == "b":
        return not smallest
    return getattr(np.iinfo(dtype), "min" if smallest else "max")


def windows_of(
    x: Any, fill: Any, window: Any, strides: tuple[int, ...], padding: Any, dilation: Any
) -> np.ndarray:
    """[places…, window elements]"""
    views = sliding(pad_operand(np.asarray(x), fill, padding, (0,) * np.ndim(x)), window, strides, dilation)
    return views.reshape(*views.shape[: len(window)], math.prod(window))


def sum_windows(x: Any, **where: Any) -> Any:
    windows = windows_of(x, 0, **where)
    return windows.any(-1) if kind(x.dtype) == "b" else windows.sum(-1).astype(x.dtype)


def extreme_windows(name: str) -> Callable[..., Any]:
    smallest = name == "max"
    return lambda x, **where: getattr(np, name)(windows_of(x, extreme(x.dtype, smallest), **where), axis=-1)


def arg_windows(name: str) -> Callable[..., Any]:
    def value(x: Any, **where: Any) -> Any:
        x = np.asarray(x)
        places = windows_of(np.arange(x.size).reshape(x.shape), x.size, **where)
        values = windows_of(x, extreme(x.dtype, name == "argmax"), **where)
        return first_inside(places, values, getattr(np, name)(values, axis=-1), x.size)

    return value


def first_inside(places: np.ndarray, values: np.ndarray, first: np.ndarray, size: int) -> np.ndarray:
    """The lowest place in x whose value equals that at `first`; `size` for windows that lie in the padding."""
    best = np.take_along_axis(values, first[..., None], -1)
    same = (values == best) | (values != values) & (best != best)
    return np.where(same, places, size).min(-1)


# -- windows: lowering -------------------------------------------------------------------------------------------------


def window_attributes(window: Any, strides: tuple[int, ...], padding: Any, dilation: Any) -> dict[str, str]:
    return dict(
        window_dimensions=i64s(window),
        window_strides=i64s(strides),
        base_dilations=i64s([1] * len(window)),
        window_dilations=i64s(dilation),
        padding=pairs_text(padding),
    )


def lower_reduce_window(op: str, identity: Callable[[np.dtype], Any]) -> Callable[..., Any]:
    def lower(emit: Any, x: Any, *, out: Any, **where: Any) -> Any:
        scalar = Type(x.dtype)
        region = emit.block((scalar, scalar), lambda pair: [emit(f"stablehlo.{op}", *pair, out=scalar)])
        start = emit.constant(np.asarray(identity(x.dtype), x.dtype))
        return emit(
            "stablehlo.reduce_window", x, start, out=out, regions=f" ({region})", **window_attributes(**where)
        )

    return lower


def choose_window(emit: Any, direction: str, pair: Any) -> list[Any]:
    """The better of two (value, place), NaN before all; of equal values that of the lower place."""
    x, i, y, j = pair
    better, tie = compare(emit, direction, x, y), compare(emit, "EQ", x, y)
    if is_inexact(x.dtype):
        x_nan, y_nan = compare(emit, "NE", x, x), compare(emit, "NE", y, y)
        better = emit("stablehlo.or", better, emit("stablehlo.and", x_nan, emit("stablehlo.not", y_nan)))
        tie = emit("stablehlo.or", tie, emit("stablehlo.and", x_nan, y_nan))
    first = emit("stablehlo.or", better, emit("stablehlo.and", tie, compare(emit, "LT", i, j)))
    return [pick(emit, first, x, y), pick(emit, first, i, j)]


def lower_arg_window(name: str) -> Callable[..., Any]:
    """A window reduction of pairs (value, place)."""

    def lower(emit: Any, x: Any, *, out: Any, **where: Any) -> Any:
        size = math.prod(x.shape)
        flat = emit("stablehlo.iota", out=Type(INT64, (size,)), iota_dimension="0 : i64")
        places = emit("stablehlo.reshape", flat, out=Type(INT64, x.shape))
        worst = np.asarray(extreme(x.dtype, name == "argmax"), x.dtype)
        starts = [emit.constant(worst), emit.constant(np.asarray(size, np.int64))]
        direction = "GT" if name == "argmax" else "LT"
        region = emit.block(
            (Type(x.dtype), Type(INT64)) * 2, lambda pair: choose_window(emit, direction, pair)
        )
        return emit(
            "stablehlo.reduce_window",
            x,
            places,
            *starts,
            out=(Type(x.dtype, out.shape), out),
            regions=f" ({region})",
            **window_attributes(**where),
        )[1]

    return lower


# -- windows: batching and derivatives ---------------------------------------------------------------------------------


def one_more(
    window: Any, strides: tuple[int, ...], padding: Any, dilation: Any
) -> dict[str, tuple[Any, ...]]:
    return dict(
        window=(1, *window), strides=(1, *strides), padding=((0, 0), *padding), dilation=(1, *dilation)
    )


def batch_window(p: Any, n: int, operands: Any, batched: Any, **where: Any) -> Any:
    return p(*operands, **one_more(**where))


def batch_arg_window(p: Any, n: int, operands: Any, batched: Any, **where: Any) -> Any:
    """Places count from the first element of the own lane; a window in the padding has the size of the lane."""
    (x,) = operands
    size = math.prod(x.shape[1:])
    place = p(x, **one_more(**where))
    missing = place == n * size
    lane = TABLE["remainder"](place, np.broadcast_to(np.int64(max(size, 1)), place.shape))
    return TABLE["select"](missing, np.broadcast_to(np.int64(size), place.shape), lane)


def reduce_window_sum_back(
    ct: Any, x: Any, *, window: Any, strides: tuple[int, ...], padding: Any, dilation: Any
) -> Any:
    """Each element goes to all windows that it was in: windows over the cotangent with holes for the strides."""
    pairs = []
    for n, w, (low, _), d, m, s in zip(x.shape, window, padding, dilation, ct.shape, strides):
        before = dilated_size(w, d) - 1 - low
        pairs.append((before, n + dilated_size(w, d) - 1 - before - dilated_size(m, s)))
    ct = pad_operand(ct, 0, tuple(pairs), tuple(s - 1 for s in strides))
    ndim = len(window)
    return reduce_window_sum(
        ct, window=window, strides=(1,) * ndim, padding=((0, 0),) * ndim, dilation=dilation
    )


def window_winner_jvp(argument: str) -> Callable[..., Any]:
    """The tangent of the first extremum of each window."""

    def rule(t: Any, out: Any, x: Any, **where: Any) -> Any:
        place = TABLE[argument](x, **where)
        return gather(reshape(t, shape=(math.prod(t.shape),)), place, axes=(0,), mode="drop")

    return rule


# -- print forms -------------------------------------------------------------------------------------------------------


def padded_text(name: str, t: Type, fill: Any, padding: Pairs, interior: tuple[int, ...]) -> str:
    """A named array padded, as `pad` prints it."""
    low, high = zip(*padding) if padding else ((), ())
    if not any((*low, *high, *interior)):
        return name
    params = (("high", tuple(high)), ("interior", interior), ("low", tuple(low)))
    text = show_pad(Call((), pad, (Var("x", t), const(fill, t.dtype)), params))
    return text.replace("_0", name).replace("_1", fill_text(fill))


def fill_text(fill: Any) -> str:
    return str(fill).replace("inf", "np.inf")


def sliding_text(text: str, window: Any, strides: tuple[int, ...], dilation: Any) -> str:
    span = tuple_text(dilated_size(w, d) for w, d in zip(window, dilation))
    view = f"np.lib.stride_tricks.sliding_window_view({text}, {span})"
    steps = [f"::{s}" if s > 1 else ":" for s in (*strides, *dilation)]
    return view if set(steps) <= {":"} else f"{view}[{', '.join(steps)}]"


def show_conv(call: Any) -> str:
    params, (x, w) = dict(call.params), (o.type for o in call.operands)
    groups = params["groups"]
    interior = (0, 0, *(d - 1 for d in params["lhs_dilation"]))
    text = padded_text("_0", x, 0, ((0, 0), (0, 0), *params["padding"]), interior)
    text = sliding_text(
        text, (1, 1, *w.shape[2:]), (1, 1, *params["strides"]), (1, 1, *params["rhs_dilation"])
    )
    out = call.outputs[0].type.shape
    places, kernel = math.prod(out[2:]), math.prod(w.shape[2:])
    text = f"{text}.reshape({x.shape[0]}, {groups}, {w.shape[1]}, {places}, {kernel})"
    kernels = f"_1.reshape({groups}, {w.shape[0] // groups}, {w.shape[1]}, {kernel})"
    return f'np.einsum("ngcpk,gock->ngop", {text}, {kernels}).reshape{tuple_text(out)}'


def windows_text(call: Any, name: str, fill: Any) -> str:
    params, x = dict(call.params), call.operands[0].type
    text = padded_text(name, x, fill, params.pop("padding"), (0,) * x.ndim)
    return sliding_text(text, **params)


def show_reduce_window(name: str, fill: Callable[[np.dtype], Any]) -> Callable[..., Any]:
    def show(call: Any) -> str:
        x = call.operands[0].type
        axes = tuple_text(range(x.ndim, 2 * x.ndim))
        widens = name == "sum" and x.dtype.itemsize < 8 and kind(x.dtype) in "iu"
        dtype = f", dtype={dtype_text(x.dtype)}" if widens else ""
        return f"np.{name}({windows_text(call, '_0', fill(x.dtype))}, axis={axes}{dtype})"

    return show


def show_arg_window(name: str) -> Callable[..., Any]:
    def show(call: Any) -> str:
        x, out = call.operands[0].type, call.outputs[0].type.shape
        flat = f".reshape{tuple_text((*out, math.prod(call.param('window'))))}"
        places = windows_text(call, f"np.arange({x.size}).reshape({tuple_text(x.shape)})", x.size) + flat
        values = windows_text(call, "_0", extreme(x.dtype, name == "argmax")) + flat
        return f"np.take_along_axis({places}, np.{name}({values}, axis=-1)[..., None], axis=-1)[..., 0]"

    return show


def least(dtype: np.dtype) -> Any:
    return extreme(dtype, True)


def greatest(dtype: np.dtype) -> Any:
    return extreme(dtype, False)


def zero(dtype: np.dtype) -> Any:
    return 0


conv = Primitive(
    "conv",
    conv_value,
    conv_type,
    lower_conv,
    batch_conv,
    "multilinear",
    show=show_conv,
    transpose=(conv_back_x, conv_back_w),
)
reduce_window_sum = Primitive(
    "reduce_window_sum",
    sum_windows,
    reduce_window_type,
    lower_reduce_window("add", zero),
    batch_window,
    "linear",
    transpose=(reduce_window_sum_back,),
    show=show_reduce_window("sum", zero),
)
window_argmax = Primitive(
    "window_argmax",
    arg_windows("argmax"),
    arg_window_type,
    lower_arg_window("argmax"),
    batch_arg_window,
    "discrete",
    show=show_arg_window("argmax"),
)
window_argmin = Primitive(
    "window_argmin",
    arg_windows("argmin"),
    arg_window_type,
    lower_arg_window("argmin"),
    batch_arg_window,
    "discrete",
    show=show_arg_window("argmin"),
)
reduce_window_max = Primitive(
    "reduce_window_max",
    extreme_windows("max"),
    extreme_window_type,
    lower_reduce_window("maximum", least),
    batch_window,
    "smooth",
    jvp=(window_winner_jvp("window_argmax"),),
    show=show_reduce_window("max", least),
)
reduce_window_min = Primitive(
    "reduce_window_min",
    extreme_windows("min"),
    extreme_window_type,
    lower_reduce_window("minimum", greatest),
    batch_window,
    "smooth",
    jvp=(window_winner_jvp("window_argmin"),),
    show=show_reduce_window("min", greatest),
)
