"""Selection by a condition: where, select, piecewise, clip; results sized by data are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_bool, is_integer, short_name
from ....core.errors import CompileError
from ....ir.builder import Sym, broadcast_to, convert, surely_fits
from ...core.arrays import (
    Casting,
    as_array,
    as_cast,
    as_dtype,
    builder_in,
    common_dtype,
    common_shape,
    constant_of,
    dtype_of,
    element,
    full_like,
    is_python_number,
    strong,
    strong_array,
)
from ...core.table import implements, prim, refuse
from ...core.versions import WHERE_REFUSES_LARGE_INTEGERS

DEPENDS = "the size of the result depends on data"
HINT = "keep the full size and mark elements with a mask: np.where(mask, x, 0)"


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
    cast = as_dtype if WHERE_REFUSES_LARGE_INTEGERS else as_cast
    values = [cast(v, dtype, builder) for v in (x, y)]
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
SIZED_BY_DATA = frozenset(
    [
        np.flatnonzero,
        np.nonzero,
        np.where,
        np.argwhere,
        np.unique,
        np.extract,
        np.compress,
        np.union1d,
        np.intersect1d,
        np.setdiff1d,
    ]
)


def _of_constants(function: Any) -> Any:
    """A function whose result has a length that depends on data, for data that are known now."""

    def compute(*args: Any, **kwargs: Any) -> Any:
        known = [constant_of(v) for v in args]
        named = {k: constant_of(v) for k, v in kwargs.items()}
        if any(v is None for v in (*known, *named.values())):
            raise CompileError(DEPENDS, HINT)
        return function(*known, **{k: v.item() if not v.ndim else v for k, v in named.items()})

    return compute


refuse(
    DEPENDS,
    np.flatnonzero,
    np.argwhere,
    np.unique,
    np.extract,
    np.union1d,
    np.intersect1d,
    np.setdiff1d,
    hint=HINT,
    instead=_of_constants,
)


@implements(np.select, array=True)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    if len(condlist) != len(choicelist) or not len(condlist):
        raise CompileError(
            f"select has {len(condlist)} conditions and {len(choicelist)} choices", kind=ValueError
        )
    builder = builder_in(list(condlist), list(choicelist), default)
    choices = [
        c if not isinstance(c, (list, tuple)) else as_array(c, builder) for c in (*choicelist, default)
    ]
    dtype = common_dtype(*choices)
    for choice in choices[:-1]:
        if not np.can_cast(dtype_of(choice), dtype, "same_kind"):
            raise CompileError(
                f"Cannot cast array data from {short_name(dtype_of(choice))} to {short_name(dtype)} "
                "according to the rule 'same_kind'",
                f"convert it first: np.{dtype.name}(…)",
                kind=TypeError,
            )
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
        raise CompileError(
            f"piecewise has {len(conditions)} conditions and {len(functions)} functions", kind=ValueError
        )
    value = lambda f: broadcast_to(
        as_dtype(f(x, *args, **kw) if callable(f) else f, x.dtype, builder_in(x)), x.shape
    )
    result = value(functions[len(conditions)]) if len(functions) > len(conditions) else full_like(x, 0)
    for condition, function in zip(conditions, functions):
        mask = broadcast_to(truth_of(as_array(condition, builder_in(x))), x.shape)
        result = prim.select(mask, value(function), result)
    return result


def _clip_bounds(a_min: Any, a_max: Any, least: Any, most: Any) -> tuple[Any, Any]:
    return (least if a_min is None else a_min), (most if a_max is None else a_max)


def _within(bound: Any, dtype: np.dtype, upper: bool) -> Any:
    """A Python integer beyond what the array's dtype holds does not bound it (as in NumPy)."""
    if (
        not is_integer(dtype)
        or bound is None
        or not is_python_number(bound)
        or not is_integer(dtype_of(bound))
    ):
        return bound
    limits = np.iinfo(dtype)
    if type(bound) is int:
        return None if (bound >= limits.max if upper else bound <= limits.min) else bound
    if surely_fits(bound, dtype) or not np.can_cast(dtype, bound.dtype):
        return bound
    end = full_like(bound, limits.max if upper else limits.min)
    return prim.minimum(bound, end) if upper else prim.maximum(bound, end)


@implements(np.clip, static=("casting",))
def clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,
    max: Any = None,
    dtype: Any = None,
    casting: Casting = "same_kind",
) -> Any:
    low, high = _clip_bounds(a_min, a_max, min, max)
    bounds = [v if v is None or not isinstance(v, (list, tuple)) else as_array(v) for v in (low, high)]
    bounds = [_within(v, dtype_of(a), k == 1) for k, v in enumerate(bounds)]
    given = [v for v in bounds if v is not None]
    builder = builder_in(a, *given)
    x = strong_array(a, builder)
    common = common_dtype(x, *given)
    other = lambda v: is_python_number(v) and dtype_of(v).kind != common.kind
    numbers = casting == "equiv" and any(map(other, given))  # which NumPy refuses to cast so
    pairs = ((x.dtype, common), (common, dtype or common))
    if numbers or not all(np.can_cast(before, after, casting) for before, after in pairs):
        raise CompileError(
            f"Cannot cast ufunc 'clip' from {x.dtype} to {canonical(dtype or common)} with casting rule {casting!r}",
            "convert the array before: x.astype(…)",
            kind=TypeError,
        )
    operands = [x] + [as_array(v, builder) for v in given]
    shape = common_shape(*operands)
    x = broadcast_to(convert(x, common), shape)
    for value, name in ((bounds[0], "maximum"), (bounds[1], "minimum")):
        if value is not None:
            x = getattr(prim, name)(x, broadcast_to(as_dtype(value, common, builder), shape))
    return x if dtype is None else convert(x, dtype)
