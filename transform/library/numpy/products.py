"""Products of arrays: each is an einsum of two operands, made of a dot, or of a multiplication if nothing is summed."""
from __future__ import annotations

import functools
import operator
import string
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import HALF, canonical, is_bool, is_complex, is_inexact
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import (arrays, common_dtype, describe, full_like, iota_like, normalize_axis, promoted,
                           strong, window)
from ..core.loops import count_to
from ..core.table import implements, prim
from .joining import common_arrays, pad
from .shapes import diagonal, insert_axes, permute, ravel, reshape_to
from .ufuncs import apply_ufunc, loop_dtypes

LETTERS = string.ascii_letters

# -- einsum of two operands ----------------------------------------------------------------------------------


def multiply(x: Any, y: Any) -> Any:
    return prim.and_(x, y) if is_bool(x.dtype) else prim.mul(x, y)


def sum_axes(x: Any, axes: Iterable[int]) -> Any:
    axes = tuple(axes)
    if not axes:
        return x
    return prim.reduce_any(x, axes=axes) if is_bool(x.dtype) else prim.reduce_sum(x, axes=axes)


def drop_labels(x: Any, labels: str, keep: str) -> tuple[Any, str]:
    """Sum over the axes whose label nobody needs."""
    x = sum_axes(x, [k for k, label in enumerate(labels) if label not in keep])
    return x, "".join(label for label in labels if label in keep)


def spread(x: Any, labels: str, out: str, sizes: dict[str, int]) -> Any:
    """x with its axes in the order of `out`, broadcast along the labels that it lacks."""
    x = permute(x, sorted(range(len(labels)), key=lambda k: out.index(labels[k])))
    return broadcast_to(insert_axes(x, [k for k, label in enumerate(out) if label not in labels]),
                        [sizes[c] for c in out])


def contract(x: Any, xs: str, y: Any, ys: str, out: str) -> Any:
    """einsum(f"{xs},{ys}->{out}"), for operands of one dtype without repeated labels."""
    x, xs = drop_labels(x, xs, ys + out)
    y, ys = drop_labels(y, ys, xs + out)
    summed = [c for c in xs if c in ys and c not in out]
    if not summed:
        sizes = dict(zip(xs + ys, (*x.shape, *y.shape)))
        return multiply(spread(x, xs, out, sizes), spread(y, ys, out, sizes))
    batch = [c for c in xs if c in ys and c in out]
    pairs = lambda labels: (tuple(xs.index(c) for c in labels), tuple(ys.index(c) for c in labels))
    result = prim.dot(x, y, contract=pairs(summed), batch=pairs(batch))
    order = batch + [c for c in xs if c not in ys] + [c for c in ys if c not in xs]
    return permute(result, [order.index(c) for c in out])


def same_size(x: Any, axis: int, y: Any, other: int, name: str) -> None:
    if x.shape[axis] != y.shape[other]:
        summed = f"axis {axis % x.ndim} of the first and axis {other % y.ndim} of the second"
        raise CompileError(f"shapes differ: {describe(x)} and {describe(y)}", f"{name} sums over {summed}",
                           kind=ValueError)


# -- matmul and its kin --------------------------------------------------------------------------------------

def common_loop(ufunc: np.ufunc, *values: Any) -> list[Any]:
    """The operands in the dtype of the loop that NumPy would run."""
    xs = [strong(x) for x in arrays(*values)]
    return [convert(x, dtype) for x, dtype in zip(xs, loop_dtypes(ufunc, tuple(xs)))]


def stacked(x: Any, xs: str, y: Any, ys: str, out: str) -> Any:
    """A product of the last axes (core labels given), broadcast over the axes before them (size 1 is left out)."""
    lead = [list(v.shape[:v.ndim - len(core)]) for v, core in ((x, xs), (y, ys))]
    try:
        shape = np.broadcast_shapes(*map(tuple, lead))
    except ValueError:
        raise CompileError(f"shapes differ: {describe(x)} and {describe(y)}",
                           "the axes before the last two broadcast", kind=ValueError) from None
    free = [c for c in LETTERS if c not in xs + ys + out][:len(shape)]
    labels = [free[len(shape) - len(axes):] for axes in lead]
    parts = []
    for v, axes, names, core in zip((x, y), lead, labels, (xs, ys)):
        kept = [k for k, n in enumerate(axes) if n != 1]
        v = reshape_to(v, [axes[k] for k in kept] + list(v.shape[len(axes):]))
        parts += [v, "".join(names[k] for k in kept) + core]
    present = "".join(c for c in free if c in parts[1] + parts[3])
    result = contract(*parts, present + out)
    return broadcast_to(insert_axes(result, [k for k, c in enumerate(free) if c not in present]),
                        (*shape, *result.shape[len(present):]))


@implements(np.matmul, np.linalg.matmul, static=("dtype",))
def matmul(x1: Any, x2: Any, /, out: Any = None, *, dtype: Any = None, casting: str = "same_kind", order: str = "K",
           subok: bool = True) -> Any:
    x, y = common_loop(np.matmul, x1, x2)
    if dtype is not None:
        x, y = convert(x, dtype), convert(y, dtype)
    if not x.ndim or not y.ndim:
        raise CompileError(f"matmul of a scalar: {describe(x)} and {describe(y)}", "use *", kind=ValueError)
    same_size(x, -1, y, -2 if y.ndim > 1 else 0, "matmul")
    return stacked(x, "mk" if x.ndim > 1 else "k", y, "kn" if y.ndim > 1 else "k",
                   ("m" if x.ndim > 1 else "") + ("n" if y.ndim > 1 else ""))


@implements(np.vecdot, static=("axis",))
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    x, y = common_loop(np.vecdot, x1, x2)
    x, y = (permute(v, _axis_last(v, axis)) for v in (x, y))
    same_size(x, -1, y, -1, "vecdot")
    return stacked(conjugate(x), "k", y, "k", "")


@implements(np.linalg.vecdot, static=("axis",))
def linalg_vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    return vecdot(x1, x2, axis=axis)


@implements(np.matvec)
def matvec(x1: Any, x2: Any, /) -> Any:
    x, y = common_loop(np.matvec, x1, x2)
    same_size(x, -1, y, -1, "matvec")
    return stacked(x, "mk", y, "k", "m")


@implements(np.vecmat)
def vecmat(x1: Any, x2: Any, /) -> Any:
    x, y = common_loop(np.vecmat, x1, x2)
    same_size(x, -1, y, -2, "vecmat")
    return stacked(conjugate(x), "k", y, "kn", "n")


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
    xs = LETTERS[:x.ndim]
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
    xs, ys = LETTERS[:x.ndim], LETTERS[x.ndim:x.ndim + y.ndim - 1]
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
    return apply_ufunc(ufunc, reshape_to(x, (*x.shape, *(1,) * y.ndim)), y, **kwargs)


@implements(np.tensordot, static=("axes",), array=True)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    x, y = common_arrays((a, b))
    if np.ndim(axes) == 0 and not isinstance(axes, (tuple, list)):
        if axes > min(x.ndim, y.ndim):
            raise CompileError(f"tensordot over {axes} axes of {describe(x)} and {describe(y)}",
                               kind=ValueError)
        pairs = (range(x.ndim - axes, x.ndim), range(axes))
    else:
        pairs = tuple(np.atleast_1d(side).tolist() for side in axes)
    left = [normalize_axis(k, x.ndim, x) for k in pairs[0]]
    right = [normalize_axis(k, y.ndim, y) for k in pairs[1]]
    if len(left) != len(right):
        raise CompileError(f"tensordot over {len(left)} axes of the first and {len(right)} of the second",
                           kind=ValueError)
    for i, j in zip(left, right):
        same_size(x, i, y, j, "tensordot")
    xs = LETTERS[:x.ndim]
    ys = "".join(xs[left[right.index(k)]] if k in right else LETTERS[x.ndim + k] for k in range(y.ndim))
    summed = {xs[k] for k in left}
    return contract(x, xs, y, ys, "".join(c for c in xs + ys if c not in summed))


@implements(np.linalg.tensordot, static=("axes",), array=True)
def linalg_tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    return tensordot(x1, x2, axes)


@implements(np.kron)
def kron(a: Any, b: Any) -> Any:
    x, y = arrays(a, b)
    ndim = max(x.ndim, y.ndim)
    x, y = (reshape_to(v, (1,) * (ndim - v.ndim) + tuple(v.shape)) for v in (x, y))
    spread = [reshape_to(v, [m for n in v.shape for m in (n, 1)[::step]]) for v, step in ((x, 1), (y, -1))]
    product = apply_ufunc(np.multiply, *spread)
    return reshape_to(product, [n * m for n, m in zip(x.shape, y.shape)])


@implements(np.cross, static=("axisa", "axisb", "axisc", "axis"))
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = promoted(*(strong(v) for v in arrays(a, b)))
    x, y = (permute(v, _axis_last(v, k)) for v, k in ((x, axisa), (y, axisb)))
    if not {x.shape[-1], y.shape[-1]} <= {2, 3}:
        raise CompileError(f"cross needs vectors of 2 or 3 elements: {describe(x)} and {describe(y)}",
                           kind=ValueError)
    part = lambda v, k: window(v, v.ndim - 1, k, k + 1)
    times = lambda i, j: apply_ufunc(np.multiply, part(x, i), part(y, j))
    if x.shape[-1] == y.shape[-1] == 2:                 # the third component alone
        found = times(0, 1) - times(1, 0)
        return reshape_to(found, found.shape[:-1])
    x, y = (v if v.shape[-1] == 3 else prim.concatenate(v, full_like(part(v, 0), 0), axis=v.ndim - 1) for v in (x, y))
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


# -- einsum --------------------------------------------------------------------------------------------------

def einsum_operand(*operands: Any) -> int:
    """The position of the first operand."""
    return 1 if isinstance(operands[0], str) else 0


def is_einsum_view(*operands: Any, dtype: Any = None, **options: Any) -> bool:
    """Whether einsum sums nothing: transposes and diagonals of one operand are views, which can be written."""
    subscripts, xs = _subscripts(operands)
    if len(xs) != 1 or not isinstance(xs[0], Sym):
        return False
    [labels], output = parse_subscripts(subscripts, [xs[0].ndim], xs)
    return bool(output) and set(labels) == set(output) and dtype in (None, xs[0].dtype)


def einsum_view(base: Any, new: Any, *subscripts: Any, **options: Any) -> Any:
    """The base with a diagonal replaced, where a label is repeated."""
    text, _ = _subscripts((*subscripts, base) if isinstance(subscripts[0], str) else (base, *subscripts))
    [labels], output = parse_subscripts(text, [base.ndim], [base])
    firsts = "".join(dict.fromkeys(labels))
    new = permute(new, [output.index(label) for label in firsts])
    if len(firsts) == base.ndim:
        return new
    first = [labels.index(label) == k for k, label in enumerate(labels)]
    new = reshape_to(new, [n if own else 1 for n, own in zip(base.shape, first)])
    on = [prim.eq(_places(base, labels.index(label)), _places(base, k))
          for k, label in enumerate(labels) if not first[k]]
    return prim.select(functools.reduce(prim.and_, on), broadcast_to(new, base.shape), base)


def _places(x: Any, axis: int) -> Any:
    """The index along an axis, for every element."""
    sizes = [n if k == axis else 1 for k, n in enumerate(x.shape)]
    return broadcast_to(reshape_to(iota_like(x, x.shape[axis]), sizes), x.shape)


@implements(np.einsum, static=("optimize", "dtype", "order", "casting"), view=einsum_view, operand=einsum_operand,
            when=is_einsum_view)
def einsum(*operands: Any, out: Any = None, optimize: Any = False, dtype: Any = None, order: str = "K",
           casting: str = "safe") -> Any:
    subscripts, values = _subscripts(operands)
    xs = common_arrays(values, dtype)
    inputs, output = parse_subscripts(subscripts, [x.ndim for x in xs], xs)
    return einsum_labels(xs, inputs, output)


def einsum_labels(xs: Sequence[Any], inputs: Sequence[str], output: str) -> Any:
    """Contract pair after pair, in the cheapest order."""
    sizes = _label_sizes(xs, inputs)
    terms = [_without_repeats(x, labels, sizes) for x, labels in zip(xs, inputs)]
    if len(terms) == 1:
        return _finish(*terms[0], output, sizes)
    for group in _path(terms, output):
        chosen = [terms[k] for k in group]
        terms = [t for k, t in enumerate(terms) if k not in group]
        while len(chosen) > 1:
            (x, xl), (y, yl) = chosen[:2]
            wanted = set(output).union(*(labels for _, labels in terms + chosen[2:]))
            last = not terms and len(chosen) == 2
            kept = output if last else "".join(dict.fromkeys(c for c in xl + yl if c in wanted))
            kept = "".join(c for c in kept if c in xl + yl)
            chosen = [(contract(x, xl, y, yl, kept), kept), *chosen[2:]]
        terms += chosen
    return _finish(*terms[0], output, sizes)


def _finish(x: Any, labels: str, output: str, sizes: dict[str, int]) -> Any:
    x, labels = drop_labels(x, labels, output)
    return spread(x, labels, output, sizes)


def _path(terms: list[tuple[Any, str]], output: str) -> list[tuple[int, ...]]:
    if len(terms) == 2:
        return [(0, 1)]
    given = [labels for _, labels in terms]
    subscripts = ",".join(given) + "->" + "".join(c for c in output if c in "".join(given))
    stand_ins = [np.broadcast_to(np.float64(0), x.shape) for x, _ in terms]
    return np.einsum_path(subscripts, *stand_ins, optimize="optimal" if len(terms) < 6 else "greedy")[0][1:]


def _subscripts(operands: tuple) -> tuple[str, list[Any]]:
    """The subscripts as text, and the arrays; also of the form einsum(x, [0, 1], y, [1, 2], [0, 2])."""
    if not operands:
        raise CompileError("einsum needs subscripts and operands", kind=ValueError)
    if isinstance(operands[0], str):
        return operands[0].replace(" ", ""), list(operands[1:])
    pairs, rest = list(zip(operands[0::2], operands[1::2])), operands[len(operands) // 2 * 2:]
    text = ",".join(_labels_of(labels) for _, labels in pairs)
    return text + ("->" + _labels_of(rest[0]) if rest else ""), [x for x, _ in pairs]


def _labels_of(sublist: Any) -> str:
    return "".join("..." if item is Ellipsis else LETTERS[item] for item in sublist)


def parse_subscripts(text: str, ndims: Sequence[int], xs: Sequence[Any]) -> tuple[list[str], str]:
    """One letter for each axis of each operand, and for each axis of the result; an ellipsis becomes letters too."""
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ndims):
        raise CompileError(f"einsum {text!r} has {len(inputs)} operands, {len(ndims)} are given",
                           kind=ValueError)
    free = [c for c in LETTERS if c not in text]
    hidden = [n - len(labels.replace("...", "")) for labels, n in zip(inputs, ndims)]
    for labels, extra, x in zip(inputs, hidden, xs):
        named = labels.replace("...", "")
        if extra < 0 or extra and "..." not in labels or named and not named.isalpha():
            raise CompileError(f"einsum subscripts {labels!r} do not fit {describe(x)}", kind=ValueError)
    most = max((e for e, labels in zip(hidden, inputs) if "..." in labels), default=0)
    ellipsis = "".join(free[:most])
    hidden_labels = lambda extra: ellipsis[most - extra:] if extra else ""
    expanded = [labels.replace("...", hidden_labels(extra)) for labels, extra in zip(inputs, hidden)]
    if not arrow:
        letters = sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1)
        return expanded, ellipsis + "".join(letters)
    output = right.replace("...", ellipsis)
    if any(output.count(c) > 1 or not any(c in labels for labels in expanded) for c in output):
        raise CompileError(f"einsum output {right!r} has a label twice, or one that no operand has",
                           kind=ValueError)
    return expanded, output


def _label_sizes(xs: Sequence[Any], inputs: Sequence[str]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for x, labels in zip(xs, inputs):
        own = dict(zip(labels, x.shape))
        for label, n in zip(labels, x.shape):
            if own[label] != n:
                raise CompileError(f"einsum label {label!r} has sizes {n} and {own[label]}: {describe(x)}",
                                   kind=ValueError)
            if sizes.setdefault(label, n) != n and 1 not in (n, sizes[label]):
                raise CompileError(f"einsum label {label!r} has sizes {sizes[label]} and {n}: {describe(x)}",
                                   kind=ValueError)
            sizes[label] = max(sizes[label], n) if n != 0 else 0
    return sizes


def _without_repeats(x: Any, labels: str, sizes: dict[str, int]) -> tuple[Any, str]:
    """Repeated labels become diagonals; axes of size 1 that are to be broadcast are dropped."""
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            i = labels.index(label)
            j = labels.index(label, i + 1)
            x = diagonal(x, 0, i, j)
            labels = labels[:i] + labels[i + 1:j] + labels[j + 1:] + label
    small = [k for k, label in enumerate(labels) if x.shape[k] == 1 and sizes[label] != 1]
    x = reshape_to(x, [n for k, n in enumerate(x.shape) if k not in small])
    return x, "".join(c for k, c in enumerate(labels) if k not in small)


@implements(np.einsum_path)
def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: bool = False) -> Any:
    raise CompileError("einsum_path gives text and lists", "np.einsum chooses the order by itself",
                       kind=ValueError)


@implements(np.linalg.multi_dot)
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """The chain in the order that takes fewest multiplications."""
    xs = common_arrays(list(arrays))
    if len(xs) < 2:
        raise CompileError("multi_dot needs two arrays or more", kind=ValueError)
    labels, k = [], 0
    for place, x in enumerate(xs):
        if x.ndim > 2 or x.ndim < 2 and 0 < place < len(xs) - 1 or not x.ndim:
            raise CompileError(f"multi_dot needs matrices (the ends may be vectors), not {describe(x)}",
                               kind=ValueError)
        first = "" if place == 0 and x.ndim == 1 else LETTERS[k]
        last = "" if place == len(xs) - 1 and x.ndim == 1 else LETTERS[k + 1]
        labels.append(first + last)
        k += 1
    for (x, y) in zip(xs, xs[1:]):
        same_size(x, -1, y, 0, "multi_dot")
    ends = labels[0][:-1] + labels[-1][1:]
    return einsum_labels(xs, labels, ends)


# -- convolution ---------------------------------------------------------------------------------------------

def _vectors(a: Any, v: Any, name: str) -> list[Any]:
    xs = common_arrays((a, v))
    xs = [reshape_to(x, (1,)) if not x.ndim else x for x in xs]
    if any(x.ndim != 1 for x in xs):
        raise CompileError(f"{name} needs one dimension: {describe(xs[0])} and {describe(xs[1])}",
                           kind=ValueError)
    if not all(x.size for x in xs):
        raise CompileError(f"{name} of an empty array", kind=ValueError)
    return xs


@implements(np.convolve, static=("mode",))
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    x, y = _vectors(a, v, "convolve")
    if y.size > x.size:
        x, y = y, x
    return _slide(x, prim.flip(y, axes=(0,)), mode)


@implements(np.correlate, static=("mode",))
def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    x, y = _vectors(a, v, "correlate")
    y = conjugate(y)
    if y.size > x.size:                     # NumPy correlates the longer with the shorter, then turns the result round
        return prim.flip(_slide(y, x, mode), axes=(0,))
    return _slide(x, y, mode)


def _slide(x: Any, y: Any, mode: str) -> Any:
    """sum over k of x[i + k] y[k], for the places i that the mode asks for; x is the longer.

    Where only a part of y meets x, the rest of it does not count, be it infinite or nan. Products in half precision are
    added in float32, as NumPy does.
    """
    if x.dtype in HALF:
        return convert(_slide(*(convert(v, canonical(np.float32)) for v in (x, y)), mode), x.dtype)
    m = y.size
    if mode not in ("full", "same", "valid"):
        raise CompileError(f"mode must be one of 'full', 'same', 'valid', not {mode!r}", kind=ValueError)
    before, after = {"full": (m - 1, m - 1), "same": (m // 2, m - 1 - m // 2), "valid": (0, 0)}[mode]
    if is_bool(x.dtype):
        raise CompileError(f"{describe(x)} can't be convolved: convert it to integers", kind=TypeError)
    if before + after and m <= 8:
        return _sum_of_terms(x, y, before, x.size + before + after - m + 1)
    inside = _convolve(x, y) if m > 32 else _sum_of_terms(x, y, 0, x.size - m + 1)
    if not before + after:
        return inside
    back = prim.flip(y, axes=(0,))
    head = window(_beginning(window(x, 0, 0, m - 1), window(back, 0, 0, m - 1)), 0, m - 1 - before, m - 1)
    x, back = (prim.flip(window(v, 0, v.size - m + 1, v.size), axes=(0,)) for v in (x, back))
    tail = window(prim.flip(_beginning(x, back), axes=(0,)), 0, 0, after)
    return prim.concatenate(head, inside, tail, axis=0)


def _sum_of_terms(x: Any, y: Any, before: int, size: int) -> Any:
    """sum over k of x[i + k - before] y[k] for i < size."""
    return functools.reduce(operator.add, [_term(x, window(y, 0, k, k + 1), k - before, size) for k in range(y.size)])


def _term(x: Any, factor: Any, shift: int, size: int) -> Any:
    """x[i + shift] * factor for i < size; 0 where x has no such element: that is not multiplied, for 0 * inf is nan."""
    start, stop = max(shift, 0), min(shift + size, x.size)
    product = window(x, 0, start, stop) * broadcast_to(factor, (stop - start,))
    return product if stop - start == size else pad(product, (start - shift, shift + size - stop))


def _beginning(x: Any, y: Any) -> Any:
    """The first places of the convolution of two vectors of one length: sum over k <= i of x[i - k] y[k]."""
    size = x.size

    def step(k: Any, padded: Any, y: Any, total: Any) -> list:
        factor = broadcast_to(prim.dynamic_slice(y, k, sizes=(1,), drop=()), (size,))
        places = iota_like(k, size)
        inside = prim.ge(places, broadcast_to(convert(k, places.dtype), (size,)))
        term = prim.dynamic_slice(padded, size - k, sizes=(size,), drop=()) * factor
        return [total + prim.select(inside, term, full_like(term, 0))]
    return count_to(size, step, full_like(x, 0), fixed=(pad(x, (size, 0)), y))[0]


def _convolve(x: Any, y: Any) -> Any:
    """As one convolution of XLA."""
    one = lambda v: reshape_to(v, (1, 1, v.size))
    result = prim.conv(one(x), one(y), strides=(1,), padding=((0, 0),), lhs_dilation=(1,), rhs_dilation=(1,), groups=1)
    return ravel(result)
