"""NumPy's functions on bounded arrays: the table that selects an implementation."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import highest, is_bool, is_complex, lowest
from ...core.errors import CompileError, NeedsStatic
from ...ir.builder import Sym
from ...ir.unions import python_bool
from ...library import METHODS, find_host
from ...library.core.table import entered_name
from ...library.numpy.selection.by_condition import DEPENDS, SIZED_BY_DATA
from .. import sized_functions
from ..interpreter import Interpreter
from ..state.integer_facts import only_arguments
from ..state.values import Array, HostMethod, describe
from .contractions import contract, compact_operand, matmul as product
from .elementwise import ZERO_FUNCTIONS, as_declared, elementwise, holds_sliced, stack_list, stacked
from .extents import (
    BoundedExtent,
    BoundedArray,
    bound_count,
    count,
    equal,
    make,
    mask_of,
    mask_outside,
    minus,
    not_below,
    shape_of,
    assert_full_window,
    to_front,
    unsupported,
    within,
    array_under,
)

RULES: dict[Any, Callable] = {}
ELEMENTWISE = [
    np.where,
    np.clip,
    np.round,
    np.around,
    np.real,
    np.imag,
    np.angle,
    np.nan_to_num,
    np.isclose,
    np.sinc,
    np.fix,
    np.copy,
    np.i0,
    abs,
    round,
]


def rule(*functions: Any) -> Callable:
    def enter(function: Callable) -> Callable:
        RULES.update(dict.fromkeys(functions, function))
        return function

    return enter


def sized_by_data(interp: Interpreter, function: Any, args: list, kwargs: dict) -> bool:
    """Whether it is a function whose result has a length that depends on what is in an array."""
    if function is np.bincount:
        if interp.sizes.known is None and len(args) < 3 and "minlength" not in kwargs:
            return False
        args = args[:1]  # not what the weights are
    elif function is np.repeat:
        args = [*args[1:2], *[v for k, v in kwargs.items() if k == "repeats"]]  # how often
        args = [a for a in args if not (isinstance(a, Sym) and only_arguments([a]))]  # they become static
    elif function is np.delete:
        places = [*args[1:2], *[v for k, v in kwargs.items() if k == "obj"]]
        if any(isinstance(a, slice) for a in places):
            return any(
                isinstance(v, Sym) and not v.is_const for a in places for v in (a.start, a.stop, a.step)
            )
        return any(isinstance(a, Array) and a.ndim == 1 and not interp.sym(a).is_const for a in places)
    elif function is np.ix_:
        args = [a for a in args if isinstance(a, Array) and is_bool(a.dtype)]
    elif function in (np.histogram, np.histogram_bin_edges):
        args = args[:1] if any(isinstance(v, str) for v in (*args[1:2], kwargs.get("bins"))) else []
    elif function not in SIZED_BY_DATA or function is np.where and len(args) != 1:
        return False
    else:
        args = [*args, *kwargs.values()]
    return any(isinstance(a, Array | Sym) and not interp.sym(a).is_const for a in args)


def call_sliced(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """function(*args, **kwargs), some of which are slices of computed length.

    What no slice of computed length has is done to windows of constant length all the same: they have to fit then.
    """
    try:
        return by_rule(interp, function, args, dict(kwargs))
    except NeedsStatic as error:
        if error.sources is not None:
            raise
        whole = [
            assert_full_window(interp, v) if isinstance(v, BoundedArray) else v
            for v in (*args, *kwargs.values())
        ]
        made_of_else = any(
            w is None and isinstance(v, BoundedArray) for v, w in zip((*args, *kwargs.values()), whole)
        )
        had_none = not holds_sliced(args) and not holds_sliced(kwargs)
        if had_none or made_of_else or holds_sliced(whole):
            raise
    return interp.call_host(function, whole[: len(args)], dict(zip(kwargs, whole[len(args) :])))


def read_sized(interp: Interpreter, name: str, plain: Callable, *args: Any) -> Any:
    """plain(*args), read in place of a function of NumPy, whose result has a length that depends on data."""
    try:
        return interp.call(plain, list(args), {})
    except NeedsStatic as error:
        if error.sources is not None:
            raise
        hint = "a call with arrays, not with types, finds out the size"
        raise CompileError(f"{DEPENDS}: {name}", hint) from error


def by_rule(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    found = RULES.get(function) or RULES.get(entered_name(function))
    if found is not None:
        args, kwargs = bound(function, found, args, kwargs)
        args, kwargs = stacked(interp, function, args, kwargs)
        refusal = unsupported(f"this use of {name_of(function)}", *singly(args, kwargs))
        args = as_declared(interp, rule_signature(found), args, kwargs, refusal)
    out, error = kwargs.pop("out", None), interp.registers["error"]
    if found is not None:
        result = as_numpy_has_it(interp, function, found(interp, *args, **kwargs))
    elif is_elementwise(function):
        result = call_elementwise(interp, function, args, kwargs)
    else:
        raise unsupported(f"{name_of(function)}", *singly(args, kwargs))
    if out is not None:
        if isinstance(out, BoundedArray):
            check_same_kind(result.data if isinstance(result, BoundedArray) else interp.sym(result), out.data)
            interp.unchanged_if_raised(out.data, error, lambda: interp.write_sliced(out, result))
            return out
        return interp.write_out(out, result, error)
    return result


def as_numpy_has_it(interp: Interpreter, function: Any, result: Any) -> Any:
    """A number where NumPy's function gives a number, not an array without axes."""
    host = find_host(function)
    alone = isinstance(result, Array) and result.base is None and not result.shape
    return interp.get_item(result, ()) if alone and host is not None and not host.array else result


def check_same_kind(result: Any, out: Array) -> None:
    """Check the cast of a result into out=: narrower numbers are allowed, another kind is not."""
    if not np.can_cast(result.dtype, out.dtype, "same_kind"):
        cast = f"from {result.type} to {out.type}"
        raise CompileError(
            f"Cannot cast ufunc output {cast} with casting rule 'same_kind'",
            f"give out= the dtype {result.dtype}",
            kind=TypeError,
        )


def singly(args: Any, kwargs: dict) -> list:
    """The arguments, and those in lists of arguments."""
    return [v for a in (*args, *kwargs.values()) for v in (a if isinstance(a, (list, tuple)) else [a])]


@functools.cache
def signature_of(function: Any) -> inspect.Signature | None:
    """The signature of a function of NumPy; None where it has none, or takes any number of arguments."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    return None if any(p.kind is p.VAR_POSITIONAL for p in found.parameters.values()) else found


rule_signature = functools.cache(inspect.signature)


def bound(function: Any, found: Callable, args: list, kwargs: dict) -> tuple[list, dict]:
    """Arguments of a function of NumPy for its rule, by NumPy's names for them.

    What a rule does not know may have its default only.
    """
    signature, own = signature_of(function), rule_signature(found)
    if any(p.kind is p.VAR_POSITIONAL for p in own.parameters.values()):
        return args, kwargs
    try:
        given = {} if signature is None else signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        raise CompileError(f"TypeError: {name_of(function)}() {error}") from None
    if signature is not None:
        kwargs = {**given.pop("kwargs", {}), **given}
        args = [kwargs.pop(next(iter(signature.parameters)))]
        for name in [n for n in kwargs if n not in (*own.parameters, "out")]:
            if not is_default(kwargs[name], signature.parameters.get(name)):
                raise unsupported(f"{name}= of {name_of(function)}", *singly(args, kwargs))
            del kwargs[name]
    try:
        own.bind(None, *args, **{k: v for k, v in kwargs.items() if k != "out"})
    except TypeError:
        raise unsupported(f"these arguments of {name_of(function)}", *singly(args, kwargs)) from None
    return args, kwargs


def is_default(value: Any, parameter: inspect.Parameter | None) -> bool:
    """Whether an argument says what the function does without it."""
    default = None if parameter is None else parameter.default
    return (
        value is default
        or isinstance(value, (int, str))
        and type(value) is type(default)
        and value == default
    )


def name_of(function: Any) -> str:
    name = getattr(function, "__name__", str(function))
    return f"np.{name}" if hasattr(np, name) else name


def is_elementwise(function: Any) -> bool:
    if isinstance(function, np.ufunc):
        return function.signature is None
    module = getattr(function, "__module__", None) or ""
    return any(function is f for f in ELEMENTWISE) or module.startswith("scipy.special")


def call_elementwise(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    host, convert = find_host(function), interp.library_value()
    args = [stack_list(interp, a) for a in args]
    arrays = [k for k, a in enumerate(args) if isinstance(a, (BoundedArray, Array, Sym, int, float, complex))]
    if any(shape_of(v) for v in kwargs.values() if isinstance(v, (BoundedArray, Array, list, tuple))):
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


def run(interp: Interpreter, function: Any, *args: Any, **kwargs: Any) -> Any:
    return interp.call_host(function, list(args), kwargs)


def arithmetic(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    return interp.binary(op, x, y)


def axis_of(interp: Interpreter, axis: Any, rank: int) -> int:
    """An axis of a value with so many, counted from the front."""
    k = known_integer(interp, axis, "an axis")
    if not -rank <= k < rank:
        raise CompileError(f"AxisError: axis {k} is out of bounds for array of dimension {rank}")
    return k % rank


def known_integer(interp: Interpreter, value: Any, what: str) -> int:
    """An argument that is an integer, known while compiling."""
    known = interp.static(value, what)
    if not isinstance(known, (int, np.integer)):
        raise CompileError(f"TypeError: {what} is an integer, not {describe(known)}")
    return int(known)


def axes_of(interp: Interpreter, value: BoundedArray, axis: Any) -> tuple[int, ...]:
    """The axes that a reduction goes over."""
    if axis is None:
        return tuple(range(value.ndim))
    return tuple(axis_of(interp, a, value.ndim) for a in (axis if isinstance(axis, tuple) else (axis,)))


def flat_unless(interp: Interpreter, value: Any, axis: Any) -> tuple[Any, Any]:
    """The value in one axis and this axis, where no axis is given, as most functions of NumPy have it."""
    return (value, axis) if axis is not None else (run(interp, np.ravel, value), 0)


def number_of(interp: Interpreter, value: BoundedArray, axes: tuple[int, ...]) -> Any:
    """The number of elements along the axes."""
    extents = value.extents
    total: Any = math.prod(value.data.shape[a] for a in axes if a not in extents)
    for a in axes:
        if a in extents:
            n = count(interp, extents[a])
            total = n if equal(total, 1) else arithmetic(interp, "Mult", total, n)
    return total


def reduction_result(
    interp: Interpreter,
    value: BoundedArray,
    result: Any,
    axes: tuple[int, ...],
    keepdims: bool,
    before: int = 0,
) -> Any:
    """The result of a reduction, with the extents of the axes that are left (behind so many others)."""
    left: dict[int, BoundedExtent] = {}
    for k, extent in value.extents.items():
        if k not in axes:
            left[before + (k if keepdims else k - sum(a < k for a in axes))] = extent
    return make(interp, result, left, safe=True) if left else result


def refuse_empty(
    interp: Interpreter, value: BoundedArray, axes: tuple[int, ...], message: str, error: type = ValueError
) -> None:
    """An error at the end of the call if there is nothing along the axes."""
    for a in axes:
        extent = value.extents.get(a)
        if extent is not None:
            n = count(interp, extent)
            if not not_below(interp, n, 1):
                interp.fail_if(interp.sym(interp.compare("Lt", n, 1)), error, (message,))


# -- reductions ----------------------------------------------------------------------------------------------------


def reduction(function: Any, fill: Callable[[Any], Any], empty: bool = True) -> None:
    def reduce(
        interp: Interpreter,
        a: BoundedArray,
        axis: Any = None,
        dtype: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = None,
    ) -> Any:
        if where is not None:
            a = run(interp, np.where, where, a, fill(a.dtype))
        axes = axes_of(interp, a, axis)
        if not empty and initial is None:
            name = {"max": "maximum", "min": "minimum", "nanmax": "fmax", "nanmin": "fmin"}[function.__name__]
            refuse_empty(
                interp, a, axes, f"zero-size array to reduction operation {name} which has no identity"
            )
        content = interp.array(mask_outside(interp, a, fill(a.dtype)))
        given = {"dtype": dtype, "initial": initial}
        named = {k: v for k, v in given.items() if v is not None}
        result = run(
            interp, function, content, axis=axes if axis is not None else None, keepdims=keepdims, **named
        )
        return reduction_result(interp, a, result, axes, bool(keepdims))

    RULES[function] = reduce


for function, fill, empty in (
    (np.sum, lambda t: 0, True),
    (np.prod, lambda t: 1, True),
    (np.any, lambda t: 0, True),
    (np.all, lambda t: 1, True),
    (np.count_nonzero, lambda t: 0, True),
    (np.max, lowest, False),
    (np.min, highest, False),
    (np.nansum, lambda t: 0, True),
):
    reduction(function, fill, empty)
RULES[np.amax], RULES[np.amin] = RULES[np.max], RULES[np.min]


@rule(math.prod)
def product_of_items(interp: Interpreter, iterable: Any, start: Any = 1) -> Any:
    """The product is taken in the dtype of the items, as theirs one by one is, not in a wider one as np.prod's."""
    one = arithmetic(interp, "Mult", start, interp.get_item(run(interp, np.ones, 1, iterable.dtype), 0))
    return arithmetic(interp, "Mult", start, run(interp, np.prod, iterable, dtype=one.dtype))


@rule(math.fsum)
def exact_sum(interp: Interpreter, seq: Any) -> Any:
    return run(interp, math.fsum, interp.array(mask_outside(interp, seq)))


def extreme_place(function: Any, fill: Callable[[Any], Any]) -> None:
    def place(interp: Interpreter, a: BoundedArray, axis: Any = None, keepdims: Any = False) -> Any:
        if axis is None and a.ndim > 1 and not keepdims:
            return place(interp, run(interp, np.ravel, a))
        if axis is None and a.ndim > 1:
            raise unsupported(f"{name_of(function)} over all axes", a)
        k = axes_of(interp, a, axis)[0]
        extent = a.extents.get(k)
        if extent is not None and extent.mask is not None:
            return place(interp, to_front(interp, a, k), axis, keepdims)
        refuse_empty(interp, a, (k,), f"attempt to get {function.__name__} of an empty sequence")
        content = interp.array(mask_outside(interp, a, fill(a.dtype)))
        result = run(interp, function, content, axis=k, keepdims=keepdims)
        if extent is not None and not equal(extent.lo, 0):
            result = arithmetic(interp, "Sub", run(interp, np.maximum, result, extent.lo), extent.lo)
        if extent is not None and not result.shape:
            result = within(interp, result, 0, minus(interp, count(interp, extent), 1))
        return reduction_result(interp, a, result, (k,), bool(keepdims))

    RULES[function] = place


extreme_place(np.argmax, lowest)
extreme_place(np.argmin, highest)


# -- products ------------------------------------------------------------------------------------------------------


@rule(np.matmul)
def matmul(interp: Interpreter, x1: Any, x2: Any) -> Any:
    return product(interp, stack_list(interp, x1), stack_list(interp, x2))


@rule(np.dot)
def dot(interp: Interpreter, a: Any, b: Any) -> Any:
    a, b = stack_list(interp, a), stack_list(interp, b)
    if len(shape_of(b)) > 2 or len(shape_of(a)) > 2 and len(shape_of(b)) > 1:
        raise unsupported("np.dot of stacks of matrices", a, b)
    if not shape_of(a) or not shape_of(b):
        return arithmetic(interp, "Mult", a, b)
    return product(interp, a, b)


@rule(np.outer)
def outer(interp: Interpreter, a: Any, b: Any) -> Any:
    a, b = (run(interp, np.ravel, stack_list(interp, v)) for v in (a, b))
    return contract(interp, "i,j->ij", [a, b], lambda x, y: run(interp, np.outer, x, y))


@rule(np.inner)
def inner(interp: Interpreter, a: Any, b: Any) -> Any:
    a, b = stack_list(interp, a), stack_list(interp, b)
    if len(shape_of(a)) != 1 or len(shape_of(b)) != 1:
        raise unsupported("np.inner of several axes", a, b)
    return dot(interp, a, b)


@rule(np.vdot)
def vdot(interp: Interpreter, a: Any, b: Any) -> Any:
    a = run(interp, np.ravel, stack_list(interp, a))
    return inner(interp, run(interp, np.conjugate, a) if is_complex(a.dtype) else a, b)


@rule(np.array_equal)
def array_equal(interp: Interpreter, a1: Any, a2: Any) -> Any:
    """Whether two arrays have the same shape and equal elements."""
    values = [to_fronts(interp, compact_operand(interp, stack_list(interp, v))) for v in (a1, a2)]
    if len({len(shape_of(v)) for v in values}) > 1:
        return False
    shapes = [lengths_of(interp, v) for v in values]
    short = [min(sizes) for sizes in zip(*map(shape_of, values))]
    arrays = [array_under(v) for v in values]
    parts = [run(interp, np.copy, interp.array_item(v, tuple(map(slice, short)))) for v in arrays]
    extents = {k: BoundedExtent(size, 0, n) for k, (size, n) in enumerate(zip(short, shapes[0]))}
    there = mask_of(interp, extents, tuple(short))
    differs = interp.array(interp.sym(interp.compare("NotEq", *parts)) & there)
    result = interp.compare("Eq", run(interp, np.count_nonzero, differs), 0)
    for n, m in zip(*shapes):
        result = interp.both(interp.compare("Eq", n, m), result)
    return python_bool(result)


def lengths_of(interp: Interpreter, value: Any) -> list:
    """The lengths of the axes."""
    return list(
        sliced_attribute(interp, value, "shape") if isinstance(value, BoundedArray) else shape_of(value)
    )


def to_fronts(interp: Interpreter, value: Any) -> Any:
    """The same elements, beginning at position 0 of every axis."""
    for axis in list(value.extents) if isinstance(value, BoundedArray) else ():
        value = to_front(interp, value, axis)
    return value


@rule(np.allclose)
def allclose(
    interp: Interpreter, a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False
) -> Any:
    return python_bool(run(interp, np.all, run(interp, np.isclose, a, b, rtol, atol, equal_nan)))


@rule(np.einsum)
def einsum(interp: Interpreter, subscripts: Any, *operands: Any) -> Any:
    text = interp.static(subscripts, "the subscripts of np.einsum").replace(" ", "")
    if "." in text:
        raise unsupported("an ellipsis in np.einsum", *operands)
    if "->" not in text:
        letters = sorted(set(text) - {","})
        text += "->" + "".join(c for c in letters if text.count(c) == 1)
    return contract(interp, text, list(operands), lambda *xs: run(interp, np.einsum, text, *xs))


@rule(np.shape)
def shape(interp: Interpreter, a: Any) -> Any:
    return sliced_attribute(interp, stacked_first(interp, a), "shape")


@rule(np.ndim)
def ndim(interp: Interpreter, a: Any) -> Any:
    return len(shape_of(stacked_first(interp, a)))


@rule(np.size)
def size(interp: Interpreter, a: BoundedArray, axis: Any = None) -> Any:
    a = stacked_first(interp, a)
    return number_of(interp, a, axes_of(interp, a, axis))


def stacked_first(interp: Interpreter, a: Any) -> Any:
    return run(interp, np.array, a) if isinstance(a, (list, tuple)) else a


# -- attributes and methods ----------------------------------------------------------------------------------------


def length(interp: Interpreter, value: BoundedArray, axis: int) -> Any:
    """The length of an axis: an int, or a dynamic Python number."""
    extent = value.extents.get(axis)
    return (
        value.data.shape[axis] if extent is None else bound_count(interp, count(interp, extent), extent.size)
    )


def sliced_attribute(interp: Interpreter, value: BoundedArray, name: str) -> Any:
    if name == "shape":
        return tuple(length(interp, value, k) for k in range(value.ndim))
    if name == "size":
        return number_of(interp, value, tuple(range(value.ndim)))
    if name in ("ndim", "dtype", "itemsize"):
        return getattr(value.data.type, name) if name != "itemsize" else value.dtype.itemsize
    if name == "nbytes":
        return arithmetic(interp, "Mult", sliced_attribute(interp, value, "size"), value.dtype.itemsize)
    if name == "T":
        return run(interp, np.transpose, value)
    if name in ("real", "imag"):
        return run(interp, getattr(np, name), value)
    if name in METHODS or name in ("copy", "sort", "fill", "item"):
        return HostMethod(name, value)
    raise CompileError(f"a slice of computed length has no attribute {name!r} in compiled code")


def call_method_sliced(interp: Interpreter, name: str, value: BoundedArray, args: list, kwargs: dict) -> Any:
    """A method of an array, by the function of NumPy that does the same."""
    if name == "flatten":
        return run(interp, np.copy, run(interp, np.ravel, value, *args, **kwargs))
    if name == "copy":
        return elementwise(interp, lambda x: x, [value], True)
    if name == "fill":
        return interp.write_sliced(value, interp.cast_stored(value, args[0]))
    if name in ("sort", "partition"):
        return interp.write_sliced(value, run(interp, getattr(np, name), value, *args, **kwargs))
    if name == "astype":
        dtype = args[0] if args else kwargs["dtype"]
        return elementwise(interp, lambda x: METHODS["astype"](x, dtype), [value], True)
    if name == "item":
        return one_element(interp, value, args)
    if name == "tolist":
        listed = sized_functions.listed if value.ndim == 1 else sized_functions.rows_listed
        return interp.call(listed, [value], {})
    function = getattr(np, {"conj": "conjugate"}.get(name, name), None)
    if function is None or name in METHODS and METHODS[name].writes or name == "resize":
        raise unsupported(f"the method {name}", value)
    if name in ("reshape", "transpose") and len(args) > 1:
        args = [tuple(args)]
    if name == "compress":  # np.compress(condition, a)
        args, value = [value, *args[1:]], args[0] if args else kwargs.pop("condition")
    return call_sliced(interp, function, [value, *args], kwargs)


def one_element(interp: Interpreter, value: BoundedArray, index: list) -> Any:
    """An element as a Python number."""
    if not index or len(index) == 1 and not isinstance(index[0], tuple) and value.ndim > 1:
        raise unsupported("the method item", value)
    return interp.item(value, *index)
