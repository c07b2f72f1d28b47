"""NumPy's functions on slices of computed length."""
from __future__ import annotations

import math
from typing import Any, Callable

import numpy as np

from ..build import Sym
from ..dtypes import is_complex, is_inexact
from ..errors import CompileError, NeedsStatic
from ..library import METHODS, find_host
from ..library.selecting import SIZED_BY_DATA
from .extents import (Extent, Sliced, bounded, count, equal, make, masked, minus, not_below, positions, taken_as_whole,
                      to_front, unsupported, within)
from .sliced_operations import ZERO_FUNCTIONS, elementwise, listed, shape_of
from .values import Array

RULES: dict[Any, Callable] = {}
ELEMENTWISE = [np.where, np.clip, np.round, np.around, np.real, np.imag, np.angle, np.nan_to_num, np.isclose, np.sinc,
               np.fix, np.copy, np.i0, abs, round]


def rule(*functions: Any) -> Callable:
    def enter(function: Callable) -> Callable:
        RULES.update(dict.fromkeys(functions, function))
        return function
    return enter


def holds_sliced(args: Any) -> bool:
    """Is there a slice of computed length among arguments, or in a list of them?"""
    values = args.values() if isinstance(args, dict) else args
    return any(isinstance(a, Sliced) or isinstance(a, (list, tuple)) and any(isinstance(v, Sliced) for v in a)
               for a in values)


def sized_by_data(interp: Any, function: Any, args: list) -> bool:
    """Is it a function whose result has a length that depends on what is in an array?"""
    if function not in SIZED_BY_DATA or function is np.where and len(args) != 1:
        return False
    return any(isinstance(a, Array) and not interp.sym(a).is_const for a in args)


def call_sliced(interp: Any, function: Any, args: list, kwargs: dict) -> Any:
    """function(*args, **kwargs), some of which are slices of computed length.

    What no slice of computed length has is done to windows of constant length all the same: they have to fit then.
    """
    from .calls import call_host
    try:
        return by_rule(interp, function, args, dict(kwargs))
    except NeedsStatic as error:
        if error.sources is not None:
            raise
        whole = [taken_as_whole(interp, v) if isinstance(v, Sliced) else v for v in (*args, *kwargs.values())]
        made_of_else = any(w is None and isinstance(v, Sliced) for v, w in zip((*args, *kwargs.values()), whole))
        if made_of_else or holds_sliced(whole):
            raise
    return call_host(interp, function, whole[:len(args)], dict(zip(kwargs, whole[len(args):])))


def by_rule(interp: Any, function: Any, args: list, kwargs: dict) -> Any:
    from .calls import write_out
    found = RULES.get(function)
    given = [v for a in (*args, *kwargs.values()) for v in (a if isinstance(a, (list, tuple)) else [a])]
    out = kwargs.pop("out", None)
    if found is not None:
        try:
            result = found(interp, *args, **kwargs)
        except TypeError as error:
            if "argument" in str(error):
                raise unsupported(f"these arguments of {name_of(function)}", *given) from error
            raise
    elif is_elementwise(function):
        result = call_elementwise(interp, function, args, kwargs)
    else:
        raise unsupported(f"{name_of(function)}", *given)
    if out is not None:
        from .sliced_writes import write_sliced
        if isinstance(out, Sliced):
            write_sliced(interp, out, result)
            return out
        return write_out(interp, out, result)
    return result


def name_of(function: Any) -> str:
    name = getattr(function, "__name__", str(function))
    return f"np.{name}" if hasattr(np, name) else name


def is_elementwise(function: Any) -> bool:
    if isinstance(function, np.ufunc):
        return function.signature is None
    module = getattr(function, "__module__", None) or ""
    return any(function is f for f in ELEMENTWISE) or module.startswith("scipy.special")


def call_elementwise(interp: Any, function: Any, args: list, kwargs: dict) -> Any:
    from .calls import library_value
    host, convert = find_host(function), library_value(interp)
    arrays = [k for k, a in enumerate(args) if isinstance(a, (Sliced, Array, Sym, int, float, complex))]
    if any(isinstance(v, Sliced) for v in kwargs.values()):
        arrays = [k for k in arrays if isinstance(args[k], Sliced)]
        if not arrays or any(isinstance(v, Sliced) for v in kwargs.values()):
            raise unsupported(f"this use of {name_of(function)}", *args, *kwargs.values())
    named = {k: convert(v) for k, v in kwargs.items()}
    if host.builder:
        named["builder"] = interp.builder

    def run(*values: Any) -> Any:
        full = [convert(a) if k not in arrays else None for k, a in enumerate(args)]
        for k, v in zip(arrays, values):
            full[k] = v
        return host(*full, **named)
    return elementwise(interp, run, [args[k] for k in arrays], function in ZERO_FUNCTIONS)


# -- helpers -------------------------------------------------------------------------------------------------------

def run(interp: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
    from .calls import call_host
    return call_host(interp, function, list(args), kwargs)


def arithmetic(interp: Any, op: str, x: Any, y: Any) -> Any:
    from .operations import binary
    return binary(interp, op, x, y)


def axes_of(interp: Any, value: Sliced, axis: Any) -> tuple[int, ...]:
    """The axes that a reduction goes over."""
    if axis is None:
        return tuple(range(value.ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    return tuple(int(interp.static(a, "an axis")) % value.ndim for a in axes)


def number_of(interp: Any, value: Sliced, axes: tuple[int, ...]) -> Any:
    """How many elements there are along the axes."""
    extents = value.extents
    total: Any = math.prod(value.data.shape[a] for a in axes if a not in extents)
    for a in axes:
        if a in extents:
            n = count(interp, extents[a])
            total = n if equal(total, 1) else arithmetic(interp, "Mult", total, n)
    return total


def reduced(interp: Any, value: Sliced, result: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """The result of a reduction, with the extents of the axes that are left."""
    left: dict[int, Extent] = {}
    for k, extent in value.extents.items():
        if k not in axes:
            left[k if keepdims else k - sum(a < k for a in axes)] = extent
    return make(interp, result, left, safe=True) if left else result


def refuse_empty(interp: Any, value: Sliced, axes: tuple[int, ...], message: str) -> None:
    """A ValueError at the end of the call if there is nothing along the axes."""
    from .operations import compare
    for a in axes:
        extent = value.extents.get(a)
        if extent is not None:
            n = count(interp, extent)
            if not not_below(interp, n, 1):
                interp.fail_if(interp.sym(compare(interp, "Lt", n, 1)), ValueError, (message,))


# -- reductions ----------------------------------------------------------------------------------------------------

def lowest(dtype: Any) -> Any:
    return -np.inf if is_inexact(dtype) else False if dtype == bool else np.iinfo(dtype).min


def highest(dtype: Any) -> Any:
    return np.inf if is_inexact(dtype) else True if dtype == bool else np.iinfo(dtype).max


def reduction(function: Any, fill: Callable[[Any], Any], empty: bool = True) -> None:
    def reduce(interp: Any, a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None,
               where: Any = None) -> Any:
        if not isinstance(a, Sliced) or isinstance(where, Sliced):
            raise unsupported(f"this use of {name_of(function)}", a, where)
        axes = axes_of(interp, a, axis)
        if not empty and initial is None:
            name = {"max": "maximum", "min": "minimum"}.get(function.__name__.removeprefix("a"), function.__name__)
            refuse_empty(interp, a, axes, f"zero-size array to reduction operation {name} which has no identity")
        content = interp.array(masked(interp, a, fill(a.dtype)))
        given = {"dtype": dtype, "initial": initial, "where": where}
        named = {k: v for k, v in given.items() if v is not None}
        result = run(interp, function, content, axis=axes if axis is not None else None, keepdims=keepdims, **named)
        return reduced(interp, a, result, axes, bool(keepdims))
    RULES[function] = reduce


for function, fill, empty in ((np.sum, lambda t: 0, True), (np.prod, lambda t: 1, True), (np.any, lambda t: 0, True),
                              (np.all, lambda t: 1, True), (np.count_nonzero, lambda t: 0, True),
                              (np.max, lowest, False), (np.min, highest, False), (np.nansum, lambda t: 0, True)):
    reduction(function, fill, empty)
RULES[np.amax], RULES[np.amin] = RULES[np.max], RULES[np.min]


@rule(np.mean, np.average)
def mean(interp: Any, a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, weights: Any = None) -> Any:
    if weights is not None:
        product = arithmetic(interp, "Mult", a, weights)
        total, weight = (run(interp, np.sum, v, axis=axis) for v in (product, weights))
        return arithmetic(interp, "Div", total, weight)
    named = {} if dtype is None else {"dtype": dtype}
    total = run(interp, np.sum, a, axis=axis, keepdims=keepdims, **named)
    n = number_of(interp, a, axes_of(interp, a, axis))
    result = arithmetic(interp, "Div", total, n)
    kept = result.dtype == a.dtype or not is_inexact(a.dtype)
    return result if kept else run(interp, np.asarray, result, dtype=a.dtype)


@rule(np.var)
def var(interp: Any, a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    off = arithmetic(interp, "Sub", a, mean(interp, a, axis, dtype, True))
    size = run(interp, np.absolute, off) if is_complex(a.dtype) else off
    total = run(interp, np.sum, arithmetic(interp, "Mult", size, size), axis=axis, keepdims=keepdims)
    n = number_of(interp, a, axes_of(interp, a, axis))
    return arithmetic(interp, "Div", total, n if equal(ddof, 0) else arithmetic(interp, "Sub", n, ddof))


@rule(np.std)
def std(interp: Any, a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    return run(interp, np.sqrt, var(interp, a, axis, dtype, ddof, keepdims))


@rule(np.ptp)
def ptp(interp: Any, a: Any, axis: Any = None) -> Any:
    return arithmetic(interp, "Sub", run(interp, np.max, a, axis=axis), run(interp, np.min, a, axis=axis))


@rule(np.linalg.norm)
def norm(interp: Any, x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    axes = axes_of(interp, x, axis)
    if ord not in (None, 2, 1, 0, "fro", np.inf) or ord == 2 and len(axes) > 1:
        raise unsupported("this norm", x)
    if ord == np.inf:
        refuse_empty(interp, x, axes, "zero-size array to reduction operation maximum which has no identity")
    named = {k: v for k, v in (("ord", ord), ("axis", axis)) if v is not None}
    result = run(interp, np.linalg.norm, interp.array(masked(interp, x)), keepdims=keepdims, **named)
    return reduced(interp, x, result, axes, bool(keepdims))


def extreme_place(function: Any, fill: Callable[[Any], Any]) -> None:
    def place(interp: Any, a: Any, axis: Any = None, keepdims: Any = False) -> Any:
        if axis is None and a.ndim > 1:
            raise unsupported(f"{name_of(function)} over all axes", a)
        k = axes_of(interp, a, axis)[0]
        extent = a.extents.get(k)
        if extent is not None and extent.mask is not None:
            return place(interp, to_front(interp, a, k), axis, keepdims)
        refuse_empty(interp, a, (k,), f"attempt to get {function.__name__} of an empty sequence")
        content = interp.array(masked(interp, a, fill(a.dtype)))
        result = run(interp, function, content, axis=k, keepdims=keepdims)
        if extent is not None and not equal(extent.lo, 0):
            result = arithmetic(interp, "Sub", run(interp, np.maximum, result, extent.lo), extent.lo)
        if extent is not None and not result.shape:
            result = within(interp, result, 0, minus(interp, count(interp, extent), 1))
        return reduced(interp, a, result, (k,), bool(keepdims))
    RULES[function] = place


extreme_place(np.argmax, lowest)
extreme_place(np.argmin, highest)


# -- products ------------------------------------------------------------------------------------------------------

@rule(np.matmul)
def matmul(interp: Any, x1: Any, x2: Any) -> Any:
    from .sliced_contractions import matmul
    return matmul(interp, listed(interp, x1), listed(interp, x2))


@rule(np.dot)
def dot(interp: Any, a: Any, b: Any) -> Any:
    from .sliced_contractions import matmul
    a, b = listed(interp, a), listed(interp, b)
    if len(shape_of(b)) > 2 or len(shape_of(a)) > 2 and len(shape_of(b)) > 1:
        raise unsupported("np.dot of stacks of matrices", a, b)
    if not shape_of(a) or not shape_of(b):
        return arithmetic(interp, "Mult", a, b)
    return matmul(interp, a, b)


@rule(np.outer)
def outer(interp: Any, a: Any, b: Any) -> Any:
    from .sliced_contractions import contract
    return contract(interp, "i,j->ij", [a, b], lambda x, y: run(interp, np.outer, x, y))


@rule(np.inner)
def inner(interp: Any, a: Any, b: Any) -> Any:
    a, b = listed(interp, a), listed(interp, b)
    if len(shape_of(a)) != 1 or len(shape_of(b)) != 1:
        raise unsupported("np.inner of several axes", a, b)
    return dot(interp, a, b)


@rule(np.vdot)
def vdot(interp: Any, a: Any, b: Any) -> Any:
    a = listed(interp, a)
    return inner(interp, run(interp, np.conjugate, a) if is_complex(a.dtype) else a, b)


@rule(np.array_equal)
def array_equal(interp: Any, a1: Any, a2: Any) -> Any:
    """Of as many elements as the other, each the same?"""
    from .operations import both, compare
    from .sliced_moving import at_the_front
    from .subscripts import array_item
    a, b = (listed(interp, v) for v in (a1, a2))
    if len(shape_of(a)) != 1 or len(shape_of(b)) != 1:
        raise unsupported("np.array_equal of several axes", a, b)
    (a, n), (b, m) = (at_the_front(interp, v) for v in (a, b))
    short = min(shape_of(a)[0], shape_of(b)[0])
    first, second = (run(interp, np.copy, array_item(interp, v, slice(short))) for v in (a, b))
    there = positions(interp, Extent(short, 0, n))
    differs = interp.array(interp.sym(compare(interp, "NotEq", first, second)) & there)
    alike = compare(interp, "Eq", run(interp, np.count_nonzero, differs), 0)
    return both(interp, compare(interp, "Eq", n, m), alike)


@rule(np.einsum)
def einsum(interp: Any, subscripts: Any, *operands: Any) -> Any:
    from .sliced_contractions import contract
    text = interp.static(subscripts, "the subscripts of np.einsum").replace(" ", "")
    if "." in text:
        raise unsupported("an ellipsis in np.einsum", *operands)
    if "->" not in text:
        letters = sorted(set(text) - {","})
        text += "->" + "".join(c for c in letters if text.count(c) == 1)
    return contract(interp, text, list(operands), lambda *xs: run(interp, np.einsum, text, *xs))


# -- attributes and methods ----------------------------------------------------------------------------------------

def length(interp: Any, value: Sliced, axis: int) -> Any:
    """How long an axis is: an int, or a dynamic Python number."""
    extent = value.extents.get(axis)
    return value.data.shape[axis] if extent is None else bounded(interp, count(interp, extent), extent.size)


def sliced_attribute(interp: Any, value: Sliced, name: str) -> Any:
    from .values import HostMethod
    if name == "shape":
        return tuple(length(interp, value, k) for k in range(value.ndim))
    if name == "size":
        return number_of(interp, value, tuple(range(value.ndim)))
    if name in ("ndim", "dtype", "itemsize"):
        return getattr(value.data.type, name) if name != "itemsize" else value.dtype.itemsize
    if name == "T":
        return run(interp, np.transpose, value)
    if name in ("real", "imag"):
        return run(interp, getattr(np, name), value)
    if name in METHODS or name in ("copy", "sort", "fill"):
        return HostMethod(name, value)
    raise CompileError(f"a slice of computed length has no attribute {name!r} in compiled code")


def call_method_sliced(interp: Any, name: str, value: Sliced, args: list, kwargs: dict) -> Any:
    """A method of an array, by the function of NumPy that does the same."""
    from .sliced_writes import write_sliced
    if name == "flatten":
        return run(interp, np.copy, run(interp, np.ravel, value))
    if name == "copy":
        return elementwise(interp, lambda x: x, [value], True)
    if name == "fill":
        return write_sliced(interp, value, args[0])
    if name == "sort":
        return write_sliced(interp, value, run(interp, np.sort, value, *args, **kwargs))
    if name == "astype":
        dtype = args[0] if args else kwargs["dtype"]
        return elementwise(interp, lambda x: METHODS["astype"](x, dtype), [value], True)
    function = getattr(np, {"conj": "conjugate"}.get(name, name), None)
    if function is None:
        raise unsupported(f"the method {name}", value)
    if name in ("reshape", "transpose") and len(args) > 1:
        args = [tuple(args)]
    return call_sliced(interp, function, [value, *args], kwargs)
