"""Choosing, sorting, searching and counting elements."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_complex, is_integer, kind, short_name
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert, surely_fits
from ..core.arrays import (arrays, as_array, as_cast, as_dtype, builder_in, common_dtype, common_shape,
                           constant_like, constant_of, describe, dtype_of, element, full_like, iota_like,
                           is_python_number, normalize_axis, promoted, strong, strong_array, whole_number,
                           window)
from ..core.index import checked_index
from ..core.table import implements, prim, refuse
from .indexing import broadcast_value
from .joining import flat_or_axis, pad, resize
from .shapes import permute, ravel, reshape_to, take_static

DEPENDS = "the size of the result depends on data"
HINT = "keep the full size and mark elements with a mask: np.where(mask, x, 0)"

# -- choosing by a condition ---------------------------------------------------------------------------------


def truth_of(condition: Any) -> Any:
    x = strong(as_array(condition))
    return x if is_bool(x.dtype) else prim.ne(x, full_like(x, 0))


def rows_of(values: Any) -> list[Any]:
    """The items of a list, or of an array along its first axis."""
    if isinstance(values, (list, tuple)):
        return list(values)
    return [element(values, 0, k) for k in range(values.shape[0])]


def pick(condition: Any, x: Any, y: Any) -> Any:
    """np.where of three arrays, with promotion and broadcasting."""
    builder = builder_in(condition, x, y)
    dtype = common_dtype(*(v if not isinstance(v, (list, tuple)) else as_array(v, builder) for v in (x, y)))
    values = [as_cast(v, dtype, builder) for v in (x, y)]
    condition = truth_of(as_array(condition, builder))
    shape = common_shape(condition, *values)
    return prim.select(*(broadcast_to(v, shape) for v in (condition, *values)))


@implements(np.where, array=True)
def where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    if (x is None) != (y is None):
        raise CompileError("either both or neither of x and y should be given", kind=ValueError)
    if x is None:
        return places_of(condition, "np.where(condition)")
    return pick(condition, x, y)


def places_of(condition: Any, name: str) -> tuple:
    """np.nonzero of what is known now."""
    value = constant_of(condition)
    if value is None:
        raise CompileError(f"{DEPENDS}: {name}", HINT)
    return tuple(np.nonzero(value))


@implements(np.nonzero, method="nonzero")
def nonzero(a: Any) -> tuple:
    return places_of(a, "np.nonzero")


# In compiled code the front end gives these results of computed length (frontend/bounded/selection.py).
SIZED_BY_DATA = frozenset([np.flatnonzero, np.nonzero, np.where, np.argwhere, np.unique, np.extract, np.compress,
                           np.union1d, np.intersect1d, np.setdiff1d])


def _of_constants(function: Any) -> Any:
    """A function whose result has a length that depends on data, for data that are known now."""
    def compute(*args: Any, **kwargs: Any) -> Any:
        known = [constant_of(v) for v in args]
        named = {k: constant_of(v) for k, v in kwargs.items()}
        if any(v is None for v in (*known, *named.values())):
            raise CompileError(DEPENDS, HINT)
        return function(*known, **{k: v.item() if not v.ndim else v for k, v in named.items()})
    return compute


refuse(DEPENDS, np.flatnonzero, np.argwhere, np.unique, np.extract, np.union1d, np.intersect1d, np.setdiff1d, hint=HINT,
       instead=_of_constants)


@implements(np.select, array=True)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    if len(condlist) != len(choicelist) or not len(condlist):
        raise CompileError(f"select has {len(condlist)} conditions and {len(choicelist)} choices",
                           kind=ValueError)
    builder = builder_in(list(condlist), list(choicelist), default)
    choices = [c if not isinstance(c, (list, tuple)) else as_array(c, builder) for c in (*choicelist, default)]
    dtype = common_dtype(*choices)
    for choice in choices[:-1]:
        if not np.can_cast(dtype_of(choice), dtype, "same_kind"):
            raise CompileError(f"Cannot cast array data from {short_name(dtype_of(choice))} to {short_name(dtype)} "
                               "according to the rule 'same_kind'", f"convert it first: np.{dtype.name}(…)",
                               kind=TypeError)
    *choices, result = [as_cast(c, dtype, builder) for c in choices]
    conditions = [as_array(c, builder) for c in condlist]
    if not all(is_bool(c.dtype) for c in conditions):
        raise CompileError("the conditions of np.select must be bool", kind=TypeError)
    shape = common_shape(*conditions, *choices, result)
    result = broadcast_to(result, shape)
    for condition, choice in zip(conditions[::-1], choices[::-1]):
        result = prim.select(broadcast_to(condition, shape), broadcast_to(choice, shape), result)
    return result


@implements(np.piecewise, array=True)
def piecewise(x: Any, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> Any:
    """Functions are applied to all of x (NumPy applies them where the condition holds): they must be elementwise."""
    x = strong_array(x, builder_in(condlist if isinstance(condlist, (list, tuple)) else [condlist]))
    conditions = list(condlist) if isinstance(condlist, (list, tuple)) else [condlist]
    one_mask = not np.ndim(conditions[0]) and not isinstance(conditions[0], (Sym, list)) and x.ndim
    conditions = [conditions] if one_mask else conditions
    functions = list(funclist)
    if len(functions) not in (len(conditions), len(conditions) + 1):
        raise CompileError(f"piecewise has {len(conditions)} conditions and {len(functions)} functions",
                           kind=ValueError)
    value = lambda f: broadcast_to(as_dtype(f(x, *args, **kw) if callable(f) else f, x.dtype, builder_in(x)), x.shape)
    result = value(functions[len(conditions)]) if len(functions) > len(conditions) else full_like(x, 0)
    for condition, function in zip(conditions, functions):
        mask = broadcast_to(truth_of(as_array(condition, builder_in(x))), x.shape)
        result = prim.select(mask, value(function), result)
    return result


@implements(np.choose, static=("mode",), method="choose")
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    items = rows_of(choices)
    index, *items = arrays(a, *items)
    dtype = common_dtype(*items)
    items = [as_cast(v, dtype, builder_in(index, *items)) for v in items]
    shape = common_shape(index, *items)
    index = bounded_index(strong(index), len(items), mode, "choose")
    index = broadcast_to(index, shape)
    result = broadcast_to(items[-1], shape)
    for k in range(len(items) - 2, -1, -1):
        result = prim.select(prim.eq(index, full_like(index, k)), broadcast_to(items[k], shape), result)
    return result


def _clip_bounds(a_min: Any, a_max: Any, least: Any, most: Any) -> tuple[Any, Any]:
    return (least if a_min is None else a_min), (most if a_max is None else a_max)


def _within(bound: Any, dtype: np.dtype, upper: bool) -> Any:
    """A Python integer beyond what the array's dtype holds does not bound it (as in NumPy)."""
    if not is_integer(dtype) or bound is None or not is_python_number(bound) or not is_integer(dtype_of(bound)):
        return bound
    limits = np.iinfo(dtype)
    if type(bound) is int:
        return None if (bound >= limits.max if upper else bound <= limits.min) else bound
    if surely_fits(bound, dtype) or not np.can_cast(dtype, bound.dtype):
        return bound
    end = full_like(bound, limits.max if upper else limits.min)
    return prim.minimum(bound, end) if upper else prim.maximum(bound, end)


@implements(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, *, min: Any = None, max: Any = None,
         dtype: Any = None) -> Any:
    low, high = _clip_bounds(a_min, a_max, min, max)
    bounds = [v if v is None or not isinstance(v, (list, tuple)) else as_array(v) for v in (low, high)]
    bounds = [_within(v, dtype_of(a), k == 1) for k, v in enumerate(bounds)]
    given = [v for v in bounds if v is not None]
    builder = builder_in(a, *given)
    x = strong_array(a, builder)
    common = common_dtype(x, *given)
    operands = [x] + [as_array(v, builder) for v in given]
    shape = common_shape(*operands)
    x = broadcast_to(convert(x, common), shape)
    for value, name in ((bounds[0], "maximum"), (bounds[1], "minimum")):
        if value is not None:
            x = getattr(prim, name)(x, broadcast_to(as_dtype(value, common, builder), shape))
    return x if dtype is None else convert(x, dtype)


# -- taking and putting at indices ---------------------------------------------------------------------------

def bounded_index(index: Any, size: int, mode: str, name: str, axis: int = 0) -> Any:
    """Indices in range: negative ones wrap once; others are refused if they are known, else clamped."""
    if not is_integer(index.dtype) and not is_bool(index.dtype):
        raise CompileError(f"indices must be integers, not {describe(index)}", kind=IndexError)
    if mode not in ("raise", "wrap", "clip"):
        raise CompileError(f"mode must be one of 'raise', 'wrap', 'clip', not {mode!r}", kind=ValueError)
    index = convert(index, canonical(np.int64)) if not is_integer(index.dtype) else index
    known = constant_of(index)
    if known is not None and mode == "raise" and known.size and (known.min() < -size or known.max() >= size):
        worst = int(known.max() if known.max() >= size else known.min())
        raise CompileError(f"index {worst} is out of bounds for size {size} ({name})", kind=IndexError)
    if mode == "wrap":
        return prim.remainder(index, full_like(index, size))
    if mode == "clip":
        return prim.minimum(prim.maximum(index, full_like(index, 0)), full_like(index, size - 1))
    index = index if known is not None else checked_index(index, size, axis)
    if kind(index.dtype) == "u" or known is not None and (known >= 0).all():
        return index
    return prim.select(prim.lt(index, full_like(index, 0)), index + full_like(index, size), index)


@implements(np.take, static=("axis", "mode"), method="take")
def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    x, axis = flat_or_axis(a, axis)
    x, index = arrays(x, indices)
    index = bounded_index(strong(index), x.shape[axis], mode, "take", axis)
    known = constant_of(index)
    if known is not None and known.ndim == 0:
        return element(x, axis, int(known))
    if known is not None and known.ndim == 1:
        return take_static(x, known, axis)
    return prim.gather(x, index, axes=(axis,), at=axis)


def along(x: Any, index: Any, axis: int) -> tuple[Any, Any, list[int]]:
    """x and index, broadcast against each other off the axis, with the axis last; and the order that takes it there."""
    if x.ndim != index.ndim:
        raise CompileError(f"indices need the dimensions of the array: {describe(index)} for {describe(x)}",
                           kind=ValueError)
    order = [*(k for k in range(x.ndim) if k != axis), axis]
    x, index = permute(x, order), permute(index, order)
    lead = np.broadcast_shapes(x.shape[:-1], index.shape[:-1])
    return broadcast_to(x, (*lead, x.shape[-1])), broadcast_to(index, (*lead, index.shape[-1])), order


def unpermute(x: Any, order: Sequence[int]) -> Any:
    return permute(x, [int(k) for k in np.argsort(order)])


@implements(np.take_along_axis, static=("axis",))
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    x, axis = flat_or_axis(arr, axis)
    x, index = arrays(x, indices)
    index = bounded_index(strong(index), x.shape[axis], "raise", "take_along_axis", axis)
    x, index, order = along(x, index, axis)
    last = x.ndim - 1
    return unpermute(prim.gather(x, index, axes=(last,), batch=last), order)


@implements(np.put_along_axis, static=("axis",), writes=True)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> Any:
    base = strong_array(arr)
    x, axis = flat_or_axis(base, axis)
    x, index, values = arrays(x, indices, values)
    values = broadcast_to(convert(values, x.dtype), index.shape)
    index = bounded_index(strong(index), x.shape[axis], "raise", "put_along_axis", axis)
    moved, index, order = along(x, index, axis)
    last = moved.ndim - 1
    values = permute(values, order)
    return reshape_to(unpermute(prim.scatter(moved, values, index, axes=(last,), batch=last), order), base.shape)


@implements(np.put, static=("mode",), writes=True, method="put")
def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> Any:
    x, index, values = arrays(a, ind, v)
    index = ravel(bounded_index(strong(index), x.size, mode, "put"))
    values = cycled(ravel(convert(values, x.dtype)), index.size)
    return reshape_to(prim.scatter(ravel(x), values, index, axes=(0,)), x.shape)


def cycled(values: Any, size: int) -> Any:
    """The first `size` elements of a vector that is repeated."""
    return values if values.size == size else resize(values, (size,))


@implements(np.putmask, writes=True)
def putmask(a: Any, mask: Any, values: Any) -> Any:
    x, mask, values = arrays(a, mask, values)
    new = reshape_to(cycled(ravel(convert(values, x.dtype)), x.size), x.shape)
    return prim.select(broadcast_to(truth_of(mask), x.shape), new, x)


@implements(np.place, writes=True)
def place(arr: Any, mask: Any, vals: Any) -> Any:
    """The n-th marked element becomes the n-th value."""
    x, mask, values = arrays(arr, mask, vals)
    mask, values = ravel(truth_of(mask)), ravel(convert(values, x.dtype))
    rank = prim.cumsum(convert(mask, canonical(np.int64)), axis=0, reverse=False)
    rank = prim.remainder(prim.maximum(rank - 1, full_like(rank, 0)), full_like(rank, values.size))
    chosen = prim.gather(values, rank, axes=(0,))
    return reshape_to(prim.select(mask, chosen, ravel(x)), x.shape)


PYTHON_KINDS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}         # numbers of Python's become those of a kind not below


@implements(np.copyto, static=("casting",), writes=True)
def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> Any:
    x, new = arrays(dst, src)
    python = getattr(new, "weak", False) and PYTHON_KINDS[kind(new.dtype)] <= PYTHON_KINDS[kind(x.dtype)]
    if not np.can_cast(new.dtype, x.dtype, casting) and not python:
        raise CompileError(f"{describe(new)} can't be copied to {describe(x)} according to the rule {casting!r}",
                           kind=TypeError)
    new = broadcast_value(convert(new, x.dtype), x.shape)
    return new if where is True else pick(where, new, x)


@implements(np.fill_diagonal, static=("wrap",), writes=True)
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> Any:
    x, value = arrays(a, val)
    if x.ndim < 2 or x.ndim > 2 and len(set(x.shape)) > 1:
        raise CompileError(f"fill_diagonal needs a matrix or equal sides, not {describe(x)}", kind=ValueError)
    stand_in = np.zeros(x.shape, bool)
    np.fill_diagonal(stand_in, True, wrap)
    places = np.flatnonzero(stand_in)
    values = cycled(ravel(convert(value, x.dtype)), places.size)
    return reshape_to(prim.scatter(ravel(x), values, constant_like(x, places), axes=(0,)), x.shape)


@implements(np.compress, static=("axis",))
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    mask = constant_of(condition)
    if mask is None:
        raise CompileError(DEPENDS, HINT)
    x, axis = flat_or_axis(a, axis)
    if mask.ndim != 1:
        raise CompileError("the condition of compress must have one dimension", kind=ValueError)
    return take_static(x, np.flatnonzero(mask), axis)


# -- sorting -------------------------------------------------------------------------------------------------

SORTS = "qhms"          # first letters of the kinds that NumPy knows


def check_sorting(method: Any, order: Any, stable: Any) -> None:
    """All sorts are stable here; what NumPy would not take is refused all the same."""
    if order is not None:
        raise CompileError("order is for arrays with fields")
    if stable is not None and method is not None:
        raise CompileError("kind and stable can't be given at the same time", kind=ValueError)
    if method is not None and str(method)[:1].lower() not in SORTS:
        raise CompileError(f"sort kind must be one of 'quick', 'heap', or 'stable', not {method!r}",
                           kind=ValueError)


def check_selecting(a: Any, kth: Any, axis: int | None, method: str, order: Any) -> None:
    if order is not None:
        raise CompileError("order is for arrays with fields")
    if method != "introselect":
        raise CompileError(f"select kind must be 'introselect', not {method!r}", kind=ValueError)
    x, axis = flat_or_axis(a, axis)
    for k in np.atleast_1d(kth):
        if x.size and not -x.shape[axis] <= whole_number(k, "kth") < x.shape[axis]:
            raise CompileError(f"kth {k} is out of bounds for size {x.shape[axis]}", kind=ValueError)


@implements(np.sort, static=("axis", "kind", "order", "stable"))
def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    check_sorting(kind, order, stable)
    x, axis = flat_or_axis(a, axis)
    return prim.sort(x, axis=axis)


@implements(np.argsort, static=("axis", "kind", "order", "stable"), method="argsort")
def argsort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    check_sorting(kind, order, stable)
    x, axis = flat_or_axis(a, axis)
    return prim.argsort(x, axis=axis)


@implements(np.partition, static=("kth", "axis", "kind", "order"))
def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    check_selecting(a, kth, axis, kind, order)
    return sort(a, axis)


@implements(np.argpartition, static=("kth", "axis", "kind", "order"), method="argpartition")
def argpartition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    check_selecting(a, kth, axis, kind, order)
    return argsort(a, axis)


@implements(np.sort_complex)
def sort_complex(a: Any) -> Any:
    x = strong_array(a)
    wide = np.complex64 if x.dtype in (np.int8, np.int16, np.uint8, np.uint16, np.float32) else np.complex128
    return sort(x if is_complex(x.dtype) else convert(x, canonical(wide)))


@implements(np.lexsort, static=("axis",))
def lexsort(keys: Any, axis: int = -1) -> Any:
    """The last key counts first: sort stably by the first key, then by the second …"""
    items = [strong(x) for x in arrays(*rows_of(keys))]
    order = argsort(items[0], axis)
    for key in items[1:]:
        order = take_along_axis(order, argsort(take_along_axis(key, order, axis), axis), axis)
    return order


# -- searching -----------------------------------------------------------------------------------------------

@implements(np.searchsorted, static=("side",))
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    x, values = (strong(y) for y in arrays(a, v))
    if x.ndim != 1:
        raise CompileError(f"searchsorted needs a sorted vector, not {describe(x)}", kind=ValueError)
    if side not in ("left", "right"):
        raise CompileError(f"side must be 'left' or 'right', not {side!r}", kind=ValueError)
    if sorter is not None:
        x = take(x, sorter)
    x, values = promoted(x, values)
    return prim.searchsorted(x, values, side=side)


@implements(np.digitize, static=("right",))
def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    values, bins = (strong(v) for v in arrays(x, bins))
    side = "left" if right else "right"
    rising = lambda: searchsorted(bins, values, side)
    falling = lambda: full_like(first := searchsorted(prim.flip(bins, axes=(0,)), values, side), bins.shape[0]) - first
    known = constant_of(bins)
    if known is not None:
        steps = np.diff(known)
        if not ((steps >= 0).all() or (steps <= 0).all()):
            raise CompileError("bins must be monotonically increasing or decreasing", kind=ValueError)
        return rising() if (steps >= 0).all() else falling()
    down = prim.lt(element(bins, 0, bins.shape[0] - 1), element(bins, 0, 0))
    up = rising()
    return prim.select(broadcast_to(down, up.shape), falling(), up)


@implements(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    given = [strong(v) for v in arrays(x, xp, fp, *(v for v in (left, right, period) if v is not None))]
    points, xs, ys = given[:3]
    ends = iter(given[3:])
    left, right, period = (next(ends) if v is not None else None for v in (left, right, period))
    real = canonical(np.float64)
    points, xs = convert(points, real), convert(xs, real)
    ys = convert(ys, canonical(np.complex128) if is_complex(ys.dtype) else real)
    if xs.ndim != 1 or xs.shape != ys.shape or not xs.size:
        raise CompileError(f"interp needs xp and fp of one length: {describe(xs)} and {describe(ys)}",
                           kind=ValueError)
    if period is not None:
        points, xs, ys = _one_period(points, xs, ys, prim.abs(convert(period, real)))
        left = right = None
    return _interpolate(points, xs, ys, left, right)


def _one_period(x: Any, xs: Any, ys: Any, period: Any) -> tuple:
    """Points folded into one period, with one more at each end."""
    fold = lambda v: prim.remainder(v, broadcast_to(period, v.shape))
    x, xs = fold(x), fold(xs)
    order = prim.argsort(xs, axis=0)
    xs, ys = (prim.gather(v, order, axes=(0,)) for v in (xs, ys))
    n, shift = xs.shape[0], broadcast_to(period, (1,))
    join = lambda a, b, c: prim.concatenate(a, b, c, axis=0)
    return x, join(window(xs, 0, n - 1, n) - shift, xs, window(xs, 0, 0, 1) + shift), \
        join(window(ys, 0, n - 1, n), ys, window(ys, 0, 0, 1))


def _interpolate(x: Any, xs: Any, ys: Any, left: Any, right: Any) -> Any:
    n = xs.shape[0]
    first, last = element(ys, 0, 0), element(ys, 0, n - 1)
    everywhere = lambda v: broadcast_to(convert(v, ys.dtype), x.shape)
    at = lambda v, i: prim.gather(v, i, axes=(0,))
    if n > 1:
        j = prim.searchsorted(xs, x, side="right") - 1
        j = prim.minimum(prim.maximum(j, full_like(j, 0)), full_like(j, n - 2))
        gap = at(xs, j + 1) - at(xs, j)
        gap = prim.select(prim.eq(gap, full_like(gap, 0)), full_like(gap, 1), gap)
        slope = (at(ys, j + 1) - at(ys, j)) / convert(gap, ys.dtype)
        inside = slope * convert(x - at(xs, j), ys.dtype) + at(ys, j)
    else:
        inside = everywhere(first)
    end, start = (broadcast_to(element(xs, 0, k), x.shape) for k in (n - 1, 0))
    result = prim.select(prim.eq(x, end), everywhere(last), inside)
    result = prim.select(prim.gt(x, end), everywhere(last if right is None else right), result)
    result = prim.select(prim.lt(x, start), everywhere(first if left is None else left), result)
    return prim.select(prim.isnan(x), convert(x, ys.dtype), result)


@implements(np.isin, static=("assume_unique", "invert", "kind"), array=True)
def isin(element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *,
         kind: Any = None) -> Any:
    x, tests = promoted(*(strong(v) for v in arrays(element, test_elements)))
    tests = ravel(tests)
    if tests.size <= 16:
        shape = (*x.shape, tests.size)
        pairs = prim.eq(broadcast_to(reshape_to(x, (*x.shape, 1)), shape), broadcast_to(tests, shape))
        found = prim.reduce_any(pairs, axes=(x.ndim,))
    else:
        tests = prim.sort(tests, axis=0)
        j = prim.searchsorted(tests, x, side="left")
        j = prim.minimum(j, full_like(j, tests.size - 1))
        found = prim.eq(prim.gather(tests, j, axes=(0,)), x)
    return prim.not_(found) if invert else found


# -- indices of flattened arrays -----------------------------------------------------------------------------

@implements(np.unravel_index, static=("shape", "order"))
def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple:
    index = strong_array(indices)
    index = convert(index, canonical(np.int64))
    sizes = [shape] if np.ndim(shape) == 0 else list(shape)
    out = []
    for n in sizes[::-1] if order == "C" else sizes:
        out.append(prim.remainder(index, full_like(index, n)))
        index = prim.floor_divide(index, full_like(index, n))
    return tuple(out[::-1] if order == "C" else out)


@implements(np.ravel_multi_index, static=("dims", "mode", "order"))
def ravel_multi_index(multi_index: Any, dims: Any, mode: str = "raise", order: str = "C") -> Any:
    parts = [convert(strong(v), canonical(np.int64)) for v in arrays(*rows_of(multi_index))]
    shape = common_shape(*parts)
    inside = lambda v, n: broadcast_to(bounded_index(v, n, mode, "ravel_multi_index"), shape)
    parts = [inside(v, n) for v, n in zip(parts, dims, strict=True)]
    total = None
    for part, n in zip(parts, dims) if order == "C" else zip(parts[::-1], dims[::-1]):
        total = part if total is None else total * full_like(total, n) + part
    return total


@implements(np.unpackbits, static=("axis", "count", "bitorder"))
def unpackbits(a: Any, /, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Any:
    x, axis = flat_or_axis(a, axis)
    if x.dtype != np.uint8:
        raise CompileError(f"unpackbits needs bytes (uint8), not {describe(x)}", kind=TypeError)
    places = np.arange(8)[::-1] if bitorder == "big" else np.arange(8)
    shape = (*x.shape[:axis + 1], 8, *x.shape[axis + 1:])
    spread = broadcast_to(reshape_to(x, (*x.shape[:axis + 1], 1, *x.shape[axis + 1:])), shape)
    counts = places.astype(np.uint8).reshape([8 if k == axis + 1 else 1 for k in range(len(shape))])
    bits = prim.and_(prim.shift_right(spread, broadcast_to(constant_like(x, counts), shape)), full_like(spread, 1))
    bits = reshape_to(bits, (*x.shape[:axis], 8 * x.shape[axis], *x.shape[axis + 1:]))
    return bits if count is None else window(bits, axis, 0, count if count >= 0 else bits.shape[axis] + count)


@implements(np.packbits, static=("axis", "bitorder"))
def packbits(a: Any, /, axis: int | None = None, bitorder: str = "big") -> Any:
    x, axis = flat_or_axis(a, axis)
    missing = -x.shape[axis] % 8
    bits = convert(truth_of(x), np.uint8)
    bits = pad(bits, [(0, missing if k == axis else 0) for k in range(x.ndim)])
    size = bits.shape[axis] // 8
    groups = reshape_to(bits, (*x.shape[:axis], size, 8, *x.shape[axis + 1:]))
    places = np.arange(8)[::-1] if bitorder == "big" else np.arange(8)
    weights = (1 << places).astype(np.uint8).reshape([8 if k == axis + 1 else 1 for k in range(groups.ndim)])
    return prim.reduce_sum(groups * broadcast_to(constant_like(x, weights), groups.shape), axes=(axis + 1,))


# -- windows -------------------------------------------------------------------------------------------------

def windows(x: Any, size: int) -> Any:
    """The windows of a vector: row i is x[i:i + size]."""
    count = x.shape[0] - size + 1
    starts = broadcast_to(reshape_to(iota_like(x, count), (count, 1)), (count, size))
    return prim.gather(x, starts + broadcast_to(iota_like(x, size), (count, size)), axes=(0,))


@implements(np.lib.stride_tricks.sliding_window_view, static=("window_shape", "axis"),
            view="assignment destination is read-only")
def sliding_window_view(x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False,
                        writeable: bool = False) -> Any:
    x = strong_array(x)
    shape = tuple(np.atleast_1d(window_shape).tolist())
    axes = range(x.ndim) if axis is None else [normalize_axis(k, x.ndim, x) for k in np.atleast_1d(axis).tolist()]
    if len(shape) != len(axes):
        raise CompileError(f"window_shape has {len(shape)} sizes for {len(axes)} axes", kind=ValueError)
    for size, k in zip(shape, axes):
        count = x.shape[k] - size + 1
        if count < 1:
            raise CompileError(f"a window of {size} is larger than axis {k} of {describe(x)}",
                               kind=ValueError)
        index = np.arange(count)[:, None] + np.arange(size)
        gathered = prim.gather(x, constant_like(x, index), axes=(k,), at=k)
        x = permute(gathered, [*range(k + 1), *range(k + 2, gathered.ndim), k + 1])
    return x
