"""NumPy's ufuncs: one implementation for all, which asks NumPy for the loop's dtypes, and a table for its
meaning.

A row of the table computes the loop on operands of the loop's input dtypes and of one shape.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from ...core.dtypes import bfloat16, canonical, is_bool, is_inexact, is_integer, kind, settings, short_name
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym, bounds_of, broadcast_shapes, broadcast_to, convert, surely_fits
from ...ir.program import Type
from ..core.arrays import (
    Casting,
    array_dtype,
    as_array,
    as_dtype,
    builder_in,
    constant_of,
    dtype_of,
    full_like,
    is_python_number,
    type_of,
)
from ..core.loops import repeat_while
from ..core.python_numbers import raise_if
from ..core.table import implements, prim, refuse

WEAK = {"i": int, "f": float, "c": complex}
COMPARISONS = {
    np.less: "lt",
    np.less_equal: "le",
    np.greater: "gt",
    np.greater_equal: "ge",
    np.equal: "eq",
    np.not_equal: "ne",
}

# -- which loop ----------------------------------------------------------------------------------------------


@functools.lru_cache(None)
def resolve(
    ufunc: np.ufunc, inputs: tuple, dtype: np.dtype | None, x64: bool, casting: Casting = "same_kind"
) -> tuple[np.dtype, ...]:
    """The dtypes of the loop that NumPy would run, inputs first. `inputs`: dtypes, or int, float, complex if weak."""
    if bfloat16 in inputs:  # NumPy takes float32 as soon as a Python float joins in
        inputs = tuple(bfloat16 if d is float else d for d in inputs)
    if not any(isinstance(d, np.dtype) for d in inputs):
        inputs = tuple(np.dtype(d) for d in inputs)
    types = (*inputs, *[None] * ufunc.nout)
    try:
        if dtype is None:
            loop = ufunc.resolve_dtypes(types, casting=casting)
        else:
            signature = (None,) * ufunc.nin + (dtype,) * ufunc.nout
            loop = ufunc.resolve_dtypes(types, signature=signature, casting=casting)
    except TypeError as error:
        names = ", ".join(short_name(canonical(d)) for d in inputs)
        raise CompileError(
            f"np.{ufunc.__name__} is not defined for {names}",
            str(error).partition(", and ")[0],
            kind=TypeError,
        ) from None
    return tuple(canonical(d) for d in loop)


def loop_dtypes(
    ufunc: np.ufunc, inputs: tuple, dtype: Any = None, casting: Casting = "same_kind"
) -> tuple[np.dtype, ...]:
    keys = tuple([promotion_key(x) for x in inputs])
    return resolve(ufunc, keys, None if dtype is None else array_dtype(dtype), settings.enable_x64, casting)


def promotion_key(x: Any) -> Any:
    if type(x) is Sym and not x.weak:
        return x.dtype
    dtype = dtype_of(x)
    return WEAK.get(kind(dtype), dtype) if is_python_number(x) else dtype


# -- the one implementation ----------------------------------------------------------------------------------


def apply_ufunc(
    ufunc: np.ufunc,
    *inputs: Any,
    dtype: Any = None,
    where: Any = True,
    out: Any = None,
    casting: Casting = "same_kind",
) -> Any:
    """ufunc(*inputs): an array, or a tuple of arrays.

    Args:
        where: where it is false the result is `out`.
        out: gives the dtype of the result, and its values where `where` is false; the caller writes it back.
    """
    if len(inputs) != ufunc.nin:
        raise CompileError(
            f"np.{ufunc.__name__} takes {ufunc.nin} arguments, {len(inputs)} are given", kind=TypeError
        )
    if where is not True and out is not None:
        inputs = tuple([_harmless(ufunc, x, where) for x in inputs])
    results = _special_case(ufunc, inputs) if dtype is None and casting == "same_kind" else None
    if results is None:
        results = _run_loop(ufunc, inputs, loop_dtypes(ufunc, inputs, dtype, casting))
    results = results if isinstance(results, tuple) else (results,)
    if out is None and where is True:
        return results if ufunc.nout > 1 else results[0]
    outs = (out if isinstance(out, tuple) else (out,)) if out is not None else (None,) * len(results)
    results = tuple(_merge(r, o, where, ufunc, casting) for r, o in zip(results, outs))
    return results if ufunc.nout > 1 else results[0]


# where the function of 1 has no derivative
HARMLESS: dict[Any, float] = {np.arcsin: 0.5, np.arccos: 0.5, np.arctanh: 0.5, np.arccosh: 2.0}


def _harmless(ufunc: np.ufunc, x: Any, where: Any) -> Any:
    """x, with numbers that have a finite derivative where nothing is computed: zero times infinity is NaN."""
    if kind(dtype_of(x)) not in ("fci" if ufunc is np.power else "fc") or is_python_number(x):
        return x
    where, x = (as_array(v, builder_in(where, x)) for v in (where, x))
    shape = broadcast_shapes(*map(type_of, (where, x)))
    where, x = broadcast_to(convert(where, bool), shape), broadcast_to(x, shape)
    return prim.select(where, x, full_like(x, HARMLESS.get(ufunc, 1)))


def _special_case(ufunc: np.ufunc, inputs: tuple) -> Any:
    if ufunc in COMPARISONS:
        return _compare_python_integer(ufunc, inputs)
    return power_of_static(inputs) if ufunc is np.power else None


def _run_loop(ufunc: np.ufunc, inputs: tuple, loop: tuple[np.dtype, ...]) -> tuple:
    builder = builder_in(*inputs)
    operands = [as_dtype(x, d, builder) for x, d in zip(inputs, loop)]
    shape = operands[0].shape
    if any([o.shape != shape for o in operands]):
        shape = broadcast_shapes(*[Type(dtype_of(x), o.shape) for x, o in zip(inputs, operands)])
        operands = [broadcast_to(x, shape) for x in operands]
    results = LOOPS[ufunc](*operands)
    results = results if isinstance(results, tuple) else (results,)
    return tuple([convert(r, d) for r, d in zip(results, loop[ufunc.nin :])])


def _merge(result: Any, out: Any, where: Any, ufunc: np.ufunc, casting: Casting) -> Any:
    if out is not None:
        if not np.can_cast(result.dtype, out.dtype, casting):
            raise CompileError(
                f"np.{ufunc.__name__} gives {short_name(result.dtype)}, "
                f"which can't be written to an array of {short_name(out.dtype)}"
            )
        result = convert(result, out.dtype)
    if where is True:
        return result
    if out is None:
        raise CompileError(
            f"np.{ufunc.__name__} with where= needs out=", "without it the other elements are undefined"
        )
    where, result, out = (as_array(x, builder_in(where, result, out)) for x in (where, result, out))
    shape = broadcast_shapes(*map(type_of, (where, result, out)))
    return prim.select(*(broadcast_to(x, shape) for x in (convert(where, bool), result, out)))


def _compare_python_integer(ufunc: np.ufunc, inputs: tuple) -> Any:
    """Integers beside a Python int that their dtype may not hold are compared by value (NEP 50).

    With an int that is known and does not fit the answer is the same everywhere.
    """
    for k, value in enumerate(inputs):
        other = inputs[1 - k]
        if is_python_number(other) or not is_integer(dtype_of(other)):
            continue
        if isinstance(value, Sym) and value.weak and is_integer(value.dtype):
            if value.is_const:
                value = int(value.value)
            else:
                return None if surely_fits(value, dtype_of(other)) else _compare_wide(ufunc, inputs, k)
        if type(value) is not int:
            continue
        limits = np.iinfo(dtype_of(other))
        if not limits.min <= value <= limits.max:
            sample = int(limits.min), value
            other = as_array(other)
            return full_like(other, ufunc(*(sample if k else sample[::-1])), bool)
    return None


def _compare_wide(ufunc: np.ufunc, inputs: tuple, k: int) -> tuple:
    """A comparison in the dtype of Python's integers; with unsigned 64-bit integers by value."""
    wide = canonical(np.int64)
    keep = np.can_cast(dtype_of(inputs[1 - k]), wide)
    loop = [wide if n == k or keep else dtype_of(inputs[n]) for n in range(2)]
    return _run_loop(ufunc, inputs, (*loop, np.dtype(bool)))


NEGATIVE_POWER = "Integers to negative integer powers are not allowed."


def check_exponents(ufunc: np.ufunc, inputs: Sequence, where: Any = True) -> None:
    """Raises ValueError where NumPy does: for integers to negative integer powers. `where`: what is computed."""
    if ufunc is not np.power or any([kind(dtype_of(x)) not in "biu" for x in inputs]):
        return
    exponent = inputs[1]
    known = constant_of(exponent)
    if kind(dtype_of(exponent)) != "i" or known is not None and (known >= 0).all():
        return
    if kind(loop_dtypes(ufunc, tuple(inputs))[1]) != "i" or is_surely_natural(exponent):
        return
    if known is not None and where is True and np.size(inputs[0]):
        if type(exponent) is int and kind(loop_dtypes(ufunc, tuple(inputs))[1]) == "u":
            return
        raise CompileError(NEGATIVE_POWER.lower().rstrip("."), "make the base a float", kind=ValueError)
    negative = prim.lt(y := as_array(exponent, builder_in(*inputs)), full_like(y, 0))
    if where is not True:
        mask = convert(as_array(where, builder_in(*inputs)), bool)
        shape = broadcast_shapes(type_of(mask), type_of(negative))
        negative = prim.and_(broadcast_to(mask, shape), broadcast_to(negative, shape))
    axes = tuple(range(negative.ndim))
    raise_if(prim.reduce_any(negative, axes=axes) if axes else negative, ValueError, NEGATIVE_POWER)


def is_surely_natural(x: Any) -> bool:
    return isinstance(x, Sym) and not x.ndim and bounds_of(x)[0] >= 0


def power_of_static(inputs: tuple) -> Any:
    """x ** n for an integer n known now: repeated multiplication. NumPy takes square roots of single and double
    precision."""
    base, value = inputs[0], constant_of(inputs[1])
    if value is None or value.ndim or kind(value.dtype) not in "iuf":
        return None
    if value != np.rint(value) and value != 0.5:
        return None
    dtype, dtype2, _ = loop_dtypes(np.power, inputs)
    root = value == 0.5
    if root and dtype not in (np.float32, np.float64):
        return None
    if is_inexact(dtype) and not -64 <= value <= 64 or is_integer(dtype) and not holds(dtype, value):
        return None
    if not is_inexact(dtype) and value < 0:
        raise CompileError(NEGATIVE_POWER.lower().rstrip("."), "make the base a float", kind=ValueError)
    if dtype != dtype2 or constant_of(base) is not None:
        return None
    base = as_dtype(base, dtype, builder_in(base))
    return prim.sqrt(base) if root else prim.integer_pow(base, exponent=int(value))


def holds(dtype: np.dtype, value: Any) -> bool:
    return np.iinfo(dtype).min <= value <= np.iinfo(dtype).max


# -- rows: the meaning of a loop -----------------------------------------------------------------------------

NAMES = {
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "power": "pow",
    "divide": "div",
    "float_power": "pow",
}
SAME = """sin cos tan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p sqrt cbrt copysign nextafter floor_divide
          remainder fmod"""


def primitive_loop(name: str) -> Callable[..., Any]:
    return lambda *xs: TABLE[name](*xs)


def by_kind(default: Callable | str, **special: Callable | str) -> Callable[..., Any]:
    """A loop that differs by the kind of its operands: b i u f c."""
    rows = {k: primitive_loop(f) if isinstance(f, str) else f for k, f in special.items()}
    rest = primitive_loop(default) if isinstance(default, str) else default
    return lambda *xs: rows.get(kind(xs[0].dtype), rest)(*xs)


def itself(x: Any) -> Any:
    return x


def truth(x: Any) -> Any:
    return x if is_bool(x.dtype) else prim.ne(x, full_like(x, 0))


def logical(name: str) -> Callable[..., Any]:
    return lambda *xs: getattr(prim, name)(*map(truth, xs))


def always(value: bool) -> Callable[..., Any]:
    return lambda x: full_like(x, value, bool)


def scale_by(factor: float) -> Callable[..., Any]:
    return lambda x: x * full_like(x, factor)


def compare(name: str) -> Callable[..., Any]:
    """Comparison; signed with unsigned 64-bit integers by value, as NumPy does."""

    def loop(x: Any, y: Any) -> Any:
        if x.dtype == y.dtype:
            return getattr(prim, name)(x, y)
        if kind(y.dtype) == "i":
            swapped = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.get(name, name)
            return compare(swapped)(y, x)
        below = full_like(x, name in ("lt", "le", "ne"), bool)
        return prim.select(prim.lt(x, full_like(x, 0)), below, getattr(prim, name)(convert(x, y.dtype), y))

    return loop


def extremum(real: str, boolean: str, compare: str) -> Callable[..., Any]:
    """maximum or minimum: logical on bools, lexicographic on complex numbers, NaN wins."""

    def on_complex(x: Any, y: Any) -> Any:
        return prim.select(prim.or_(getattr(prim, compare)(x, y), prim.isnan(x)), x, y)

    return by_kind(real, b=boolean, c=on_complex)


def ignoring_nan(ufunc: np.ufunc) -> Callable[..., Any]:
    """fmax or fmin: a NaN loses."""

    def loop(x: Any, y: Any) -> Any:
        if not is_inexact(x.dtype):
            return LOOPS[ufunc](x, y)
        return prim.select(prim.isnan(x), y, prim.select(prim.isnan(y), x, LOOPS[ufunc](x, y)))

    return loop


def hypot(x: Any, y: Any) -> Any:
    """Without overflow: the larger times sqrt(1 + ratio^2), which is smooth also where both are of one size. Numbers of
    16 bits are rounded once, from float32."""
    if x.dtype.itemsize == 2:
        return convert(hypot(convert(x, np.dtype(np.float32)), convert(y, np.dtype(np.float32))), x.dtype)
    first = prim.ge(prim.abs(x), prim.abs(y))
    large, small = prim.select(first, x, y), prim.select(first, y, x)
    safe = prim.select(prim.eq(large, full_like(x, 0)), full_like(x, 1), large)
    length = prim.abs(large) * prim.sqrt(1 + (small / safe) ** 2)
    infinite = prim.or_(prim.isinf(x), prim.isinf(y))
    return prim.select(infinite, full_like(x, np.inf), length)


def log_add(log1p: Callable, exp: str) -> Callable[..., Any]:
    """The larger, and a correction by the gap. Either order is the whole function, so ties keep all derivatives."""

    def loop(x: Any, y: Any) -> Any:
        first = prim.ge(x, y)
        endless = prim.and_(prim.eq(x, y), prim.isinf(x))  # equal infinities: no NaN
        gap = prim.select(endless, full_like(x, 0), prim.select(first, y - x, x - y))
        larger = prim.select(endless, prim.maximum(x, y), prim.select(first, x, y))
        return larger + log1p(getattr(prim, exp)(gap))

    return loop


def direction(z: Any) -> Any:
    """The sign of a complex number: z / |z|, 0 of 0, and of an infinite number that of its infinite part."""
    re, im = prim.real(z), prim.imag(z)
    infinite = prim.isinf(re), prim.isinf(im)
    one = prim.ne(*infinite)
    zero = full_like(re, 0)
    re, im = (prim.select(one, prim.select(i, prim.sign(v), zero), v) for i, v in zip(infinite, (re, im)))
    size = prim.abs(prim.complex_(re, im))
    none = prim.eq(size, zero)
    safe = prim.select(none, full_like(size, 1), size)
    return prim.complex_(*(prim.select(none, zero, v) / safe for v in (re, im)))


def heaviside(x: Any, at_zero: Any) -> Any:
    step = prim.select(prim.lt(x, full_like(x, 0)), full_like(x, 0), full_like(x, 1))
    step = prim.select(prim.eq(x, full_like(x, 0)), at_zero, step)
    return prim.select(prim.isnan(x), x, step)


def truncate(x: Any) -> Any:
    return prim.trunc(x) if is_inexact(x.dtype) else x


def modf(x: Any) -> tuple:
    infinite = prim.isinf(x)
    rest = prim.fmod(prim.select(infinite, full_like(x, 0), x), full_like(x, 1))
    return prim.select(infinite, prim.copysign(full_like(x, 0), x), rest), prim.trunc(x)


def divmod_loop(x: Any, y: Any) -> tuple:
    return prim.floor_divide(x, y), prim.remainder(x, y)


def reciprocal(x: Any) -> Any:
    if is_inexact(x.dtype):
        return full_like(x, 1) / x
    unit = prim.or_(
        prim.eq(x, full_like(x, 1)),
        prim.eq(x, full_like(x, -1)) if kind(x.dtype) == "i" else always(False)(x),
    )
    return prim.select(unit, x, full_like(x, 0))


def by_parts(name: str) -> Callable[..., Any]:
    """A real function applied to the real and the imaginary part."""
    return lambda x: prim.complex_(getattr(prim, name)(prim.real(x)), getattr(prim, name)(prim.imag(x)))


def power_of_two(exponent: Any, dtype: np.dtype) -> Any:
    """2 ** exponent in two factors, so that results at both ends of the range are reached."""
    half = prim.floor_divide(exponent, full_like(exponent, 2))
    return [prim.exp2(convert(e, dtype)) for e in (half, exponent - half)]


def ldexp(x: Any, exponent: Any) -> Any:
    """(0 is multiplied by one factor: XLA combines constant ones, and their product may be infinite.)"""
    most = ml_dtypes.finfo(x.dtype).maxexp - 1
    finite = prim.maximum(prim.minimum(exponent, full_like(exponent, most)), full_like(exponent, -most))
    alone = x * prim.exp2(convert(finite, x.dtype))
    return prim.select(prim.eq(x, full_like(x, 0)), alone, scaled(x, exponent))


def scaled(x: Any, exponent: Any) -> Any:
    """x * 2 ** exponent, in four factors."""
    info = ml_dtypes.finfo(x.dtype)
    most = info.maxexp - info.minexp + info.nmant + 1  # takes any number to infinity, or to 0
    exponent = prim.maximum(prim.minimum(exponent, full_like(exponent, most)), full_like(exponent, -most))
    thirds = prim.floor_divide(exponent, full_like(exponent, 4))
    factor = prim.exp2(convert(thirds, x.dtype))
    rest = prim.exp2(convert(exponent - 3 * thirds, x.dtype))
    return x * factor * factor * factor * rest


def frexp(x: Any) -> tuple:
    """Mantissa in [1/2, 1) and exponent, which is read from the bits; subnormal numbers are scaled first."""
    info = ml_dtypes.finfo(x.dtype)
    number = prim.and_(prim.isfinite(x), prim.ne(x, full_like(x, 0)))
    small = prim.and_(number, prim.lt(prim.abs(x), full_like(x, info.tiny)))
    safe = prim.select(number, prim.select(small, x * full_like(x, 2.0**info.nmant), x), full_like(x, 1))
    bits = prim.bitcast(safe, dtype=np.dtype(f"u{x.dtype.itemsize}"))
    bits = prim.and_(prim.shift_right(bits, full_like(bits, info.nmant)), full_like(bits, 2**info.nexp - 1))
    exponent = convert(bits, np.int32) - (2 ** (info.nexp - 1) - 2)
    mantissa = scaled(safe, -exponent)
    exponent = prim.select(small, exponent - info.nmant, exponent)
    return prim.select(number, mantissa, x), prim.select(number, exponent, full_like(exponent, 0))


def spacing(x: Any) -> Any:
    """The distance to the next number away from 0; in NumPy's half precision, to the next larger one."""
    lowest, highest = (full_like(x, edge) for edge in (-np.inf, np.inf))
    outward = highest if x.dtype == np.float16 else prim.select(prim.lt(x, full_like(x, 0)), lowest, highest)
    after = prim.nextafter(x, outward)
    gap = after - prim.nextafter(after, -outward)  # after - x, but a constant to derivatives
    return prim.select(prim.isinf(x), full_like(x, np.nan), gap)


def gcd(x: Any, y: Any) -> Any:
    """Euclid's algorithm on all elements at once."""
    going = lambda a, b: prim.reduce_any(prim.ne(b, full_like(b, 0)), axes=tuple(range(b.ndim)))

    def step(a: Any, b: Any) -> tuple:
        done = prim.eq(b, full_like(b, 0))
        safe = prim.select(done, full_like(b, 1), b)
        return prim.select(done, a, b), prim.select(done, b, prim.remainder(a, safe))

    return prim.abs(repeat_while(going, step, prim.abs(x), prim.abs(y))[0])  # |-128| is -128 in int8


def lcm(x: Any, y: Any) -> Any:
    divisor = gcd(x, y)
    none = prim.eq(divisor, full_like(divisor, 0))
    safe = prim.select(none, full_like(divisor, 1), divisor)
    if kind(x.dtype) != "i":
        return prim.floor_divide(x, safe) * y
    x, safe, y = (prim.bitcast(prim.abs(v), dtype=np.dtype(f"u{v.dtype.itemsize}")) for v in (x, safe, y))
    return prim.bitcast(prim.floor_divide(x, safe) * y, dtype=divisor.dtype)  # wraps as NumPy's does


def shift(name: str) -> Callable[..., Any]:
    """Shifts by the width of the dtype or more give 0 (or -1: the sign), as in NumPy."""

    def loop(x: Any, y: Any) -> Any:
        bits = x.dtype.itemsize * 8
        wide = (
            prim.ge(y, full_like(y, bits))
            if kind(y.dtype) == "u"
            else prim.or_(prim.ge(y, full_like(y, bits)), prim.lt(y, full_like(y, 0)))
        )
        by = y if settings.faults else prim.select(wide, full_like(y, 0), y)  # `passes.checks` looks at it
        shifted = getattr(prim, name)(x, by)
        emptied = full_like(x, 0)
        if name == "shift_right" and kind(x.dtype) == "i":
            emptied = prim.shift_right(x, full_like(x, bits - 1))
        return prim.select(wide, emptied, shifted)

    def checked(x: Any, y: Any) -> Any:
        count = constant_of(y)
        if count is not None and (0 <= count).all() and (count < x.dtype.itemsize * 8).all():
            return getattr(prim, name)(x, y)
        return loop(x, y)

    return checked


LOOPS: dict[np.ufunc, Callable[..., Any]] = {getattr(np, n): primitive_loop(n) for n in SAME.split()}
LOOPS |= {getattr(np, n): primitive_loop(p) for n, p in NAMES.items()}
LOOPS |= {u: compare(p) for u, p in COMPARISONS.items()}
LOOPS |= {
    np.add: by_kind("add", b="or_"),
    np.subtract: primitive_loop("sub"),
    np.multiply: by_kind("mul", b="and_"),
    np.negative: primitive_loop("neg"),
    np.positive: itself,
    np.absolute: by_kind("abs", b=itself, u=itself),
    np.fabs: primitive_loop("abs"),
    np.square: lambda x: LOOPS[np.multiply](x, x),
    np.reciprocal: reciprocal,
    np.sign: by_kind("sign", c=direction),
    np.maximum: extremum("maximum", "or_", "ge"),
    np.minimum: extremum("minimum", "and_", "le"),
    np.fmax: ignoring_nan(np.maximum),
    np.fmin: ignoring_nan(np.minimum),
    np.conjugate: by_kind(itself, c="conj"),
    np.rint: by_kind("round", c=by_parts("round")),
    np.floor: by_kind("floor", b=itself, i=itself, u=itself),
    np.ceil: by_kind("ceil", b=itself, i=itself, u=itself),
    np.trunc: truncate,
    np.deg2rad: scale_by(np.pi / 180),
    np.radians: scale_by(np.pi / 180),
    np.rad2deg: scale_by(180 / np.pi),
    np.degrees: scale_by(180 / np.pi),
    np.hypot: hypot,
    np.logaddexp: primitive_loop("logaddexp"),
    np.logaddexp2: log_add(lambda x: prim.log1p(x) * full_like(x, 1 / np.log(2)), "exp2"),
    np.heaviside: heaviside,
    np.divmod: divmod_loop,
    np.modf: modf,
    np.frexp: frexp,
    np.ldexp: ldexp,
    np.spacing: spacing,
    np.gcd: gcd,
    np.lcm: lcm,
    np.logical_and: logical("and_"),
    np.logical_or: logical("or_"),
    np.logical_xor: logical("xor"),
    np.logical_not: logical("not_"),
    np.bitwise_and: primitive_loop("and_"),
    np.bitwise_or: primitive_loop("or_"),
    np.bitwise_xor: primitive_loop("xor"),
    np.invert: primitive_loop("not_"),
    np.left_shift: shift("shift_left"),
    np.right_shift: shift("shift_right"),
    np.bitwise_count: lambda x: prim.popcount(prim.abs(x) if kind(x.dtype) == "i" else x),
    np.isnan: by_kind("isnan", b=always(False), i=always(False), u=always(False)),
    np.isinf: by_kind("isinf", b=always(False), i=always(False), u=always(False)),
    np.isfinite: by_kind(
        lambda x: prim.isfinite(x),
        b=always(True),
        i=always(True),
        u=always(True),
        c=lambda x: prim.and_(prim.isfinite(prim.real(x)), prim.isfinite(prim.imag(x))),
    ),
    np.signbit: primitive_loop("signbit"),
}


def ufunc_host(ufunc: np.ufunc) -> Callable[..., Any]:
    """The implementation of a ufunc as a function with NumPy's keywords."""

    def implementation(
        *inputs: Any,
        out: Any = None,
        where: Any = True,
        dtype: Any = None,
        casting: Casting = "same_kind",
        order: str = "K",
        subok: bool = True,
    ) -> Any:
        if dtype is None and len(inputs) == ufunc.nin:
            check_exponents(ufunc, inputs, where)
        return apply_ufunc(ufunc, *inputs, dtype=dtype, where=where, out=out, casting=casting)

    implementation.__name__ = ufunc.__name__
    return implementation


for _ufunc in LOOPS:
    implements(_ufunc, static=("dtype", "casting", "order", "subok"))(ufunc_host(_ufunc))
refuse("there are no dates", np.isnat)
