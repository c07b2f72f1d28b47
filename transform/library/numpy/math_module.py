"""The math and cmath modules on dynamic scalars: Python numbers in, Python numbers out.

Where Python raises ValueError or OverflowError (math.sqrt(-1)) the result is NaN or infinity.
"""

from __future__ import annotations

import cmath
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_integer, settings
from ...core.errors import CompileError, must_be_known
from ...ir.builder import Sym, bounds_of
from ..core.arrays import arrays, builder_in, describe, element, full_like, is_python_number, strong
from ..core.loops import repeat_while
from ..core.python_numbers import python_integer, python_number, raise_if
from ..core.table import implements, prim, refuse
from .joining import stack
from .operators import _items, as_index, binary_operator, to_complex, to_float
from .selection.at_indices import take
from .ufuncs import LOOPS

UNARY = {
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "sqrt": np.sqrt,
    "cbrt": np.cbrt,
    "fabs": np.fabs,
    "degrees": np.degrees,
    "radians": np.radians,
}
BINARY = {
    "pow": np.power,
    "atan2": np.arctan2,
    "copysign": np.copysign,
    "fmod": np.fmod,
    "nextafter": np.nextafter,
}


def floats(*values: Any) -> list[Any]:
    """The arguments as Python floats of one builder."""
    builder = builder_in(*values)
    return [to_float(builder.lift(v) if builder else v) for v in values]


def enter(module: Any, name: str, loop: Callable[..., Any], convert: Callable[..., list], dtype: Any) -> None:
    def implementation(*values: Any) -> Any:
        return python_number(loop(*convert(*values)), dtype)

    implementation.__name__ = name
    implements(getattr(module, name))(implementation)


for _name, _ufunc in {**UNARY, **BINARY}.items():
    enter(math, _name, LOOPS[_ufunc], floats, np.float64)
for _name in ("erf", "erfc", "gamma", "lgamma"):
    enter(math, _name, lambda x, _name=_name: getattr(prim, _name)(x), floats, np.float64)
for _name in ("isnan", "isinf", "isfinite"):
    enter(math, _name, lambda x, _name=_name: getattr(prim, _name)(x), floats, bool)


@implements(math.log)
def log(x: Any, base: Any = None) -> Any:
    values = floats(x) if base is None else floats(x, base)
    logs = [prim.log(v) for v in values]
    return logs[0] if base is None else prim.div(*logs)


def is_exact_float(x: Any) -> bool:
    """Whether it is known to be an integer that float64 holds."""
    if is_bool(x.dtype):
        return True
    if not is_integer(x.dtype):
        return False
    low, high = bounds_of(x) if isinstance(x, Sym) else (np.iinfo(x.dtype).min, np.iinfo(x.dtype).max)
    return -(2**53) <= low and high <= 2**53


def _rounding(name: str, primitive: str) -> None:
    def implementation(x: Any) -> Any:
        own, x = is_python_number(x), x if isinstance(x, Sym) else np.asarray(x)
        real = to_float(x)  # NumPy's integers have no floor of their own: they become floats first
        if is_exact_float(x) or own and is_integer(x.dtype):
            return python_number(x, np.int64)
        return python_integer(getattr(prim, primitive)(real))

    implementation.__name__ = name
    special = "__trunc__" if name == "trunc" else None  # floor and ceil make do with __float__
    implements(getattr(math, name), special=special)(implementation)


for _name in ("floor", "ceil", "trunc"):
    _rounding(_name, _name)


@implements(math.remainder)
def remainder(x: Any, y: Any) -> Any:
    """IEEE 754: x - n*y with n the integer nearest to x/y, a tie going to the even one; exact."""
    x, y = floats(x, y)
    size = prim.abs(y)
    rest = prim.fmod(prim.abs(x), size)
    other = size - rest
    odd = prim.ne(prim.fmod(prim.abs(x) - rest, size * 2), full_like(x, 0))
    back = prim.or_(prim.gt(rest, other), prim.and_(prim.eq(rest, other), odd))
    result = prim.select(back, -other, rest)
    result = prim.select(prim.lt(x, full_like(x, 0)), -result, result)
    return python_number(prim.select(prim.and_(prim.isinf(y), prim.isfinite(x)), x, result), np.float64)


@implements(math.modf)
def modf(x: Any) -> tuple:
    return tuple(python_number(v, np.float64) for v in LOOPS[np.modf](*floats(x)))


@implements(math.frexp)
def frexp(x: Any) -> tuple:
    mantissa, exponent = LOOPS[np.frexp](*floats(x))
    return python_number(mantissa, np.float64), python_number(exponent, np.int64)


@implements(math.ldexp)
def ldexp(x: Any, i: Any) -> Any:
    if isinstance(i, (Sym, np.ndarray, np.generic)) and not is_python_number(i):
        raise CompileError(
            f"TypeError: Expected an int as second argument to ldexp, not {describe(i)}", "int(…)"
        )
    builder = builder_in(x, i)
    x, i = (builder.lift(v) if builder else v for v in (x, i))
    return python_number(LOOPS[np.ldexp](to_float(x), as_index(i)), np.float64)


@implements(math.ulp)
def ulp(x: Any) -> Any:
    size = prim.abs(*floats(x))
    gap = prim.abs(LOOPS[np.spacing](size))
    return python_number(prim.select(prim.eq(size, full_like(size, np.inf)), size, gap), np.float64)


@implements(math.hypot)
def hypot(*coordinates: Any) -> Any:
    values = floats(*coordinates)
    if len(values) == 2:
        return python_number(LOOPS[np.hypot](*values), np.float64)
    return _length([prim.abs(v) for v in values])


def _length(sizes: list[Any]) -> Any:
    """The largest times the root of the sum of squared ratios: no overflow. Infinite where one is, whatever the others
    are."""
    if not sizes:
        return 0.0
    largest, infinity = sizes[0], full_like(sizes[0], np.inf)
    for size in sizes[1:]:
        largest = prim.maximum(largest, size)
    infinite = functools.reduce(operator.or_, [prim.eq(size, infinity) for size in sizes])
    safe = prim.select(infinite | prim.eq(largest, full_like(largest, 0)), full_like(largest, 1), largest)
    total = full_like(largest, 0)
    for size in sizes:
        total = total + (size / safe) ** 2
    return python_number(prim.select(infinite, infinity, largest * prim.sqrt(total)), np.float64)


@implements(math.dist)
def dist(p: Any, q: Any) -> Any:
    ps, qs = _numbers(p), _numbers(q)
    if len(ps) != len(qs):
        raise CompileError("both points must have the same number of dimensions", kind=ValueError)
    values = floats(*ps, *qs)
    return _length([prim.abs(a - b) for a, b in zip(values, values[len(ps) :])])


def _numbers(values: Any) -> list[Any]:
    """The elements of a list, or of a vector."""
    if isinstance(values, (list, tuple)):
        return list(values)
    return [element(values, 0, k) for k in range(values.shape[0])]


@implements(math.fsum)
def fsum(seq: Any) -> Any:
    items = _items((seq,))
    if not isinstance(seq, (list, tuple)):
        if items[0].ndim != 1:
            raise CompileError(
                f"fsum of {describe(items[0])}: only 0-dimensional arrays can be converted to Python scalars",
                "np.sum adds the elements of all rows",
                kind=TypeError,
            )
        values = strong(items[0]).astype(np.float64)
    elif not items:
        return 0.0
    else:
        values = stack([strong(v) for v in floats(*items)])
    exact = prim.exact_sum if settings.enable_x64 else prim.reduce_sum
    return python_number(exact(values, axes=(0,)), np.float64)


PLAIN = frozenset((bool, int, float))


def sumprod(p: Any, q: Any) -> Any:
    total: Any = 0
    for a, b in zip(_numbers(p), _numbers(q), strict=True):
        known = type(a) in PLAIN and type(b) in PLAIN
        total = binary_operator("+", total, a * b if known else binary_operator("*", a, b))
    return total


if hasattr(math, "sumprod"):  # since Python 3.12
    implements(math.sumprod)(sumprod)


@implements(math.prod)
def prod(iterable: Any, /, *, start: Any = 1) -> Any:
    if isinstance(iterable, (list, tuple)):
        for item in iterable:
            start = binary_operator("*", start, item)
        return start
    x = iterable
    return binary_operator("*", start, prim.reduce_prod(x, axes=(0,)))


def _fold_integers(name: str, ufunc: np.ufunc, empty: int) -> None:
    def implementation(*integers: Any) -> Any:
        builder = builder_in(*integers)
        values = [as_index(builder.lift(v) if builder else v) for v in integers] or [empty]
        result = values[0] if len(values) > 1 else prim.abs(values[0])
        for value in values[1:]:
            result = LOOPS[ufunc](*(strong(v) for v in (result, value)))
        return python_number(result, np.int64)

    implementation.__name__ = name
    implements(getattr(math, name))(implementation)


_fold_integers("gcd", np.gcd, 0)
_fold_integers("lcm", np.lcm, 1)


# -- counting: exact up to 2**63 - 1, an OverflowError beyond -------------------------------------------------------


def most() -> int:
    return int(np.iinfo(canonical(np.int64)).max)


def factorials() -> np.ndarray:
    return np.array(
        [math.factorial(n) for n in range(21) if math.factorial(n) <= most()], canonical(np.int64)
    )


def check_count(n: Any, what: str) -> Any:
    """An integer that is not negative."""
    n = strong(as_index(n)).astype(canonical(np.int64))
    raise_if(prim.lt(n, full_like(n, 0)), ValueError, f"{what} must be a non-negative integer", native=False)
    return n


def refuse_large(overflows: Any, name: str) -> None:
    raise_if(
        overflows, OverflowError, f"math.{name}: the result does not fit into an integer of 64 bits", False
    )


@implements(math.factorial)
def factorial(n: Any, /) -> Any:
    """Table lookup. An argument or loop index that may exceed the table is static, the result a Python integer."""
    high, last = bounds_of(n)[1] if isinstance(n, Sym) else 0, len(factorials()) - 1
    if last < high and n.origins:
        what = f"the argument of math.factorial, which may be greater than {last},"
        raise must_be_known(what, describe(n), n.origins)
    n = check_count(n, "the argument of factorial()")
    refuse_large(prim.gt(n, full_like(n, last)), "factorial")
    inside = prim.maximum(prim.minimum(n, full_like(n, last)), full_like(n, 0))
    return python_number(take(factorials(), inside), np.int64)


@implements(math.perm)
def perm(n: Any, k: Any = None, /) -> Any:
    """n · (n - 1) · … · (n - k + 1)"""
    if k is None:
        return factorial(n)
    builder = builder_in(n, k)
    n, k = (builder.lift(v) if builder else v for v in (n, k))
    n, k = check_count(n, "n"), check_count(k, "k")

    def body(n: Any, k: Any, i: Any, result: Any, fits: Any) -> tuple:
        factor = prim.maximum(n - i, full_like(i, 1))
        return i + 1, result * factor, prim.le(result, prim.floor_divide(full_like(result, most()), factor))

    goes_on = lambda n, k, i, result, fits: prim.and_(prim.lt(i, k), fits)
    _, result, fits = repeat_while(
        goes_on, body, full_like(n, 0), full_like(n, 1), prim.eq(n, n), fixed=(n, k)
    )
    none = prim.gt(k, n)
    refuse_large(prim.and_(prim.not_(fits), prim.not_(none)), "perm")
    return python_number(prim.select(none, full_like(n, 0), result), np.int64)


@implements(math.comb)
def comb(n: Any, k: Any, /) -> Any:
    """The product of (n - k + i) / i, each step of which is a binomial coefficient too. Dividing first by what the
    factors have in common keeps every number below the result."""
    builder = builder_in(n, k)
    n, k = (builder.lift(v) if builder else v for v in (n, k))
    n, k = check_count(n, "n"), check_count(k, "k")
    few = prim.minimum(k, n - k)

    def body(n: Any, few: Any, i: Any, result: Any, fits: Any) -> tuple:
        common = LOOPS[np.gcd](result, i)
        factor = prim.floor_divide(n - few + i, prim.floor_divide(i, common))
        result = prim.floor_divide(result, common)
        fits = prim.le(
            result, prim.floor_divide(full_like(result, most()), prim.maximum(factor, full_like(i, 1)))
        )
        return i + 1, result * factor, fits

    goes_on = lambda n, few, i, result, fits: prim.and_(prim.le(i, few), fits)
    _, result, fits = repeat_while(
        goes_on, body, full_like(n, 1), full_like(n, 1), prim.eq(n, n), fixed=(n, few)
    )
    refuse_large(prim.not_(fits), "comb")
    return python_number(prim.select(prim.gt(k, n), full_like(n, 0), result), np.int64)


@implements(math.isqrt)
def isqrt(n: Any, /) -> Any:
    """The floor of the square root: of the float, corrected by one either way."""
    n = strong(as_index(n))
    raise_if(prim.lt(n, full_like(n, 0)), ValueError, "isqrt() argument must be nonnegative", native=False)
    root = prim.floor(prim.sqrt(n.astype(np.float64))).astype(n.dtype)
    one = full_like(root, 1)
    root = prim.select(prim.gt(root, prim.floor_divide(n, prim.maximum(root, one))), root - one, root)
    up = root + one
    root = prim.select(prim.le(up, prim.floor_divide(n, up)), up, root)
    return python_number(root, np.int64)


@implements(math.isclose)
def isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    a, b, relative, absolute = floats(a, b, rel_tol, abs_tol)
    allowed = prim.maximum(relative * prim.maximum(prim.abs(a), prim.abs(b)), absolute)
    finite = prim.and_(prim.isfinite(a), prim.isfinite(b))
    near = prim.and_(finite, prim.le(prim.abs(a - b), allowed))
    return python_number(prim.or_(prim.eq(a, b), near), bool)


# -- cmath ---------------------------------------------------------------------------------------------------


def complexes(*values: Any) -> list[Any]:
    builder = builder_in(*values)
    return [to_complex(builder.lift(v) if builder else v) for v in values]


for _name in (
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "sqrt",
    "log10",
):
    enter(cmath, _name, LOOPS[UNARY[_name]], complexes, np.complex128)
for _name in ("isnan", "isinf", "isfinite"):
    enter(cmath, _name, LOOPS[getattr(np, _name)], complexes, bool)


@implements(cmath.log)
def complex_log(z: Any, base: Any = None) -> Any:
    logs = [prim.log(v) for v in (complexes(z) if base is None else complexes(z, base))]
    return logs[0] if base is None else prim.div(*logs)


@implements(cmath.phase)
def phase(z: Any) -> Any:
    (z,) = complexes(z)
    return prim.atan2(prim.imag(z), prim.real(z))


@implements(cmath.polar)
def polar(z: Any) -> tuple:
    return prim.abs(*complexes(z)), phase(z)


@implements(cmath.rect)
def rect(r: Any, phi: Any) -> Any:
    r, phi = floats(r, phi)
    return prim.complex_(r * prim.cos(phi), r * prim.sin(phi))


@implements(cmath.isclose)
def complex_isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    a, b = complexes(a, b)
    relative, absolute = floats(*arrays(rel_tol, abs_tol, builder=builder_in(a)))
    allowed = prim.maximum(relative * prim.maximum(prim.abs(a), prim.abs(b)), absolute)
    finite = prim.and_(LOOPS[np.isfinite](a), LOOPS[np.isfinite](b))
    near = prim.and_(finite, prim.le(prim.abs(a - b), allowed))
    return python_number(prim.or_(prim.eq(a, b), near), bool)


if hasattr(math, "fma"):  # since Python 3.13
    refuse("XLA rounds a product before it is added to", math.fma, hint="write x * y + z, which rounds twice")
