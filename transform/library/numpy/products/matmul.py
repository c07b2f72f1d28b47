"""Products of two arrays: matmul, dot, inner, outer, tensordot, kron, cross."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import is_complex, is_inexact
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import (
    Casting,
    check_casts,
    arrays,
    common_dtype,
    describe,
    full_like,
    normalize_axis,
    promote_arrays,
    strong,
    window,
)
from ...core.table import implements, prim
from ...core.versions import CROSS_IS_OF_THREE
from ..joining import common_arrays
from ..shapes import insert_axes, permute, ravel, reshape_to
from ..ufuncs import apply_ufunc, check_exponents, loop_dtypes
from .contraction import LETTERS, contract, multiply, same_size


def common_loop(ufunc: np.ufunc, *values: Any) -> list[Any]:
    """The operands in the dtype of the loop that NumPy would run."""
    xs = [strong(x) for x in arrays(*values)]
    return [convert(x, dtype) for x, dtype in zip(xs, loop_dtypes(ufunc, tuple(xs)))]


def batched_product(x: Any, xs: str, y: Any, ys: str, out: str) -> Any:
    """A product of the last axes (core labels given), broadcast over the axes before them (size 1 is left out)."""
    lead = [list(v.shape[: v.ndim - len(core)]) for v, core in ((x, xs), (y, ys))]
    try:
        shape = np.broadcast_shapes(*map(tuple, lead))
    except ValueError:
        raise CompileError(
            f"shapes differ: {describe(x)} and {describe(y)}",
            "the axes before the last two broadcast",
            kind=ValueError,
        ) from None
    free = [c for c in LETTERS if c not in xs + ys + out][: len(shape)]
    labels = [free[len(shape) - len(axes) :] for axes in lead]
    parts: list[Any] = []
    for v, axes, names, core in zip((x, y), lead, labels, (xs, ys)):
        kept = [k for k, n in enumerate(axes) if n != 1]
        v = reshape_to(v, [axes[k] for k in kept] + list(v.shape[len(axes) :]))
        parts += [v, "".join(names[k] for k in kept) + core]
    present = "".join(c for c in free if c in parts[1] + parts[3])
    left, left_labels, right, right_labels = parts
    result = contract(left, left_labels, right, right_labels, present + out)
    return broadcast_to(
        insert_axes(result, [k for k, c in enumerate(free) if c not in present]),
        (*shape, *result.shape[len(present) :]),
    )


@implements(np.matmul, np.linalg.matmul, static=("dtype",))
def matmul(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    dtype: Any = None,
    casting: Casting = "same_kind",
    order: str = "K",
    subok: bool = True,
) -> Any:
    x, y = common_loop(np.matmul, x1, x2)
    if dtype is not None:
        check_casts((x1, x2), dtype, casting)
        x, y = convert(x, dtype), convert(y, dtype)
    if not x.ndim or not y.ndim:
        raise CompileError(f"matmul of a scalar: {describe(x)} and {describe(y)}", "use *", kind=ValueError)
    same_size(x, -1, y, -2 if y.ndim > 1 else 0, "matmul")
    return batched_product(
        x,
        "mk" if x.ndim > 1 else "k",
        y,
        "kn" if y.ndim > 1 else "k",
        ("m" if x.ndim > 1 else "") + ("n" if y.ndim > 1 else ""),
    )


@implements(np.vecdot, static=("axis",))
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    x, y = common_loop(np.vecdot, x1, x2)
    x, y = (permute(v, _axis_last(v, axis)) for v in (x, y))
    same_size(x, -1, y, -1, "vecdot")
    return batched_product(conjugate(x), "k", y, "k", "")


@implements(np.linalg.vecdot, static=("axis",))
def linalg_vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    return vecdot(x1, x2, axis=axis)


@implements(np.matvec)
def matvec(x1: Any, x2: Any, /) -> Any:
    x, y = common_loop(np.matvec, x1, x2)
    same_size(x, -1, y, -1, "matvec")
    return batched_product(x, "mk", y, "k", "m")


@implements(np.vecmat)
def vecmat(x1: Any, x2: Any, /) -> Any:
    x, y = common_loop(np.vecmat, x1, x2)
    same_size(x, -1, y, -2, "vecmat")
    return batched_product(conjugate(x), "k", y, "kn", "n")


def conjugate(x: Any) -> Any:
    return prim.conj(x) if is_complex(x.dtype) else x


def _axis_last(x: Any, axis: int) -> list[int]:
    axis = normalize_axis(axis, x.ndim, x)
    return [*(k for k in range(x.ndim) if k != axis), axis]


@implements(np.dot, method="dot", named=True)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    x, y = common_arrays((a, b))
    if not x.ndim or not y.ndim:
        shape = x.shape or y.shape
        return multiply(broadcast_to(x, shape), broadcast_to(y, shape))
    place = max(y.ndim - 2, 0)
    same_size(x, -1, y, place, "dot")
    xs = LETTERS[: x.ndim]
    ys = "".join(xs[-1] if k == place else LETTERS[x.ndim + k] for k in range(y.ndim))
    return contract(x, xs, y, ys, xs[:-1] + ys.replace(xs[-1], ""))


@implements(np.vdot)
def vdot(a: Any, b: Any, /) -> Any:
    x, y = (ravel(v) for v in common_arrays((a, b)))
    same_size(x, 0, y, 0, "vdot")
    return contract(conjugate(x), "k", y, "k", "")


@implements(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    x, y = common_arrays((a, b))
    if not x.ndim or not y.ndim:
        return dot(x, y)
    same_size(x, -1, y, -1, "inner")
    xs, ys = LETTERS[: x.ndim], LETTERS[x.ndim : x.ndim + y.ndim - 1]
    return contract(x, xs, y, ys + xs[-1], xs[:-1] + ys)


@implements(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    x, y = (ravel(v) for v in arrays(a, b))
    dtype = common_dtype(x, y)
    if is_inexact(dtype):
        return prim.dot(convert(x, dtype), convert(y, dtype), contract=((), ()), batch=((), ()))
    return apply_ufunc(np.multiply, reshape_to(x, (x.size, 1)), reshape_to(y, (1, y.size)))


@implements(np.linalg.outer)
def linalg_outer(x1: Any, x2: Any, /) -> Any:
    return outer(x1, x2)


def outer_of_ufunc(ufunc: np.ufunc, a: Any, b: Any, **kwargs: Any) -> Any:
    """ufunc.outer: every element of a with every element of b."""
    x, y = arrays(a, b)
    check_exponents(ufunc, (x, y))
    return apply_ufunc(ufunc, reshape_to(x, (*x.shape, *(1,) * y.ndim)), y, **kwargs)


@implements(np.tensordot, static=("axes",), array=True)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    x, y = common_arrays((a, b))
    if np.ndim(axes) == 0 and not isinstance(axes, (tuple, list)):
        if axes > min(x.ndim, y.ndim):
            raise CompileError(
                f"tensordot over {axes} axes of {describe(x)} and {describe(y)}", kind=ValueError
            )
        pairs = (range(x.ndim - axes, x.ndim), range(axes))
    else:
        pairs = tuple(np.atleast_1d(side).tolist() for side in axes)
    left = [normalize_axis(k, x.ndim, x) for k in pairs[0]]
    right = [normalize_axis(k, y.ndim, y) for k in pairs[1]]
    if len(left) != len(right):
        raise CompileError(
            f"tensordot over {len(left)} axes of the first and {len(right)} of the second", kind=ValueError
        )
    for i, j in zip(left, right):
        same_size(x, i, y, j, "tensordot")
    xs = LETTERS[: x.ndim]
    ys = "".join(xs[left[right.index(k)]] if k in right else LETTERS[x.ndim + k] for k in range(y.ndim))
    summed = {xs[k] for k in left}
    return contract(x, xs, y, ys, "".join(c for c in xs + ys if c not in summed))


@implements(np.linalg.tensordot, static=("axes",), array=True)
def linalg_tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    return tensordot(x1, x2, axes)


@implements(np.kron)
def kron(a: Any, b: Any) -> Any:
    x, y = (strong(v) for v in arrays(a, b))
    ndim = max(x.ndim, y.ndim)
    x, y = (reshape_to(v, (1,) * (ndim - v.ndim) + tuple(v.shape)) for v in (x, y))
    spread = [reshape_to(v, [m for n in v.shape for m in (n, 1)[::step]]) for v, step in ((x, 1), (y, -1))]
    product = apply_ufunc(np.multiply, *spread)
    return reshape_to(product, [n * m for n, m in zip(x.shape, y.shape)])


@implements(np.cross, static=("axisa", "axisb", "axisc", "axis"))
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = promote_arrays(*(strong(v) for v in arrays(a, b)))
    x, y = (permute(v, _axis_last(v, k)) for v, k in ((x, axisa), (y, axisb)))
    if CROSS_IS_OF_THREE and (x.shape[-1] != 3 or y.shape[-1] != 3):
        raise CompileError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{x.shape[-1]} and {y.shape[-1]} dimensional instead.",
            kind=ValueError,
        )
    if not {x.shape[-1], y.shape[-1]} <= {2, 3}:
        raise CompileError(
            f"cross needs vectors of 2 or 3 elements: {describe(x)} and {describe(y)}", kind=ValueError
        )
    part = lambda v, k: window(v, v.ndim - 1, k, k + 1)
    times = lambda i, j: apply_ufunc(np.multiply, part(x, i), part(y, j))
    if x.shape[-1] == y.shape[-1] == 2:  # the third component alone
        found = times(0, 1) - times(1, 0)
        return reshape_to(found, found.shape[:-1])
    x, y = (
        v if v.shape[-1] == 3 else prim.concatenate(v, full_like(part(v, 0), 0), axis=v.ndim - 1)
        for v in (x, y)
    )
    rows = [times(i, j) - times(j, i) for i, j in ((1, 2), (2, 0), (0, 1))]
    result = prim.concatenate(*rows, axis=rows[0].ndim - 1)
    target = normalize_axis(axisc, result.ndim, result)
    return permute(result, [*range(target), result.ndim - 1, *range(target, result.ndim - 1)])


@implements(np.linalg.cross, static=("axis",))
def linalg_cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    for x in arrays(x1, x2):
        if x.shape[axis] != 3:
            raise CompileError(f"cross needs vectors of 3 elements: {describe(x)}", kind=ValueError)
    return cross(x1, x2, axis=axis)
