"""Elementwise functions of NumPy that are not ufuncs, and other short compositions."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np

from ...core.dtypes import canonical, is_bool, is_complex, is_float, is_inexact, is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import (
    arrays,
    as_array,
    as_dtype,
    builder_in,
    common_dtype,
    constant_like,
    describe,
    dtype_of,
    full_like,
    inexact_dtype,
    is_python_number,
    normalize_axes,
    normalize_axis,
    promote_arrays,
    strong,
    strong_array,
    whole_number,
    window,
)
from ..core.table import implements, prim
from .creation import vander
from .padding import pad
from .linear_algebra import eigvals, inv, lstsq
from .operators import round_digits, to_bool as python_bool, to_float
from .products.convolution import convolve
from .products.matmul import dot
from .reductions import all_, cumsum, diff
from .shapes import reshape_to, transpose
from .ufuncs import apply_ufunc, truncate

# -- rounding ------------------------------------------------------------------------------------------------


@implements(np.round, np.around, static=("decimals",))
def round_(a: Any, decimals: int = 0, out: Any = None) -> Any:
    """Half to even."""
    x, decimals = strong_array(a), whole_number(decimals, "decimals")
    if is_complex(x.dtype):
        return prim.complex_(round_(prim.real(x), decimals), round_(prim.imag(x), decimals))
    if is_inexact(x.dtype):
        return round_digits(x, decimals)
    if is_bool(x.dtype):
        if decimals:
            raise CompileError("Cannot cast ufunc output from float64 to bool", kind=TypeError)
        return convert(x, np.float16)
    if decimals >= 0:
        return x
    unit = 10**-decimals
    return convert(prim.round(convert(x, canonical(np.float64)) / unit) * float(unit), x.dtype)


@implements(np.fix)
def fix(x: Any, out: Any = None) -> Any:
    x = strong_array(x)
    return truncate(x)


# -- complex numbers -----------------------------------------------------------------------------------------


@implements(np.angle, static=("deg",))
def angle(z: Any, deg: bool = False) -> Any:
    x = strong_array(z)
    if is_complex(x.dtype):
        result = prim.atan2(prim.imag(x), prim.real(x))
    else:
        result = apply_ufunc(np.arctan2, 0, x)
    return result * full_like(result, 180 / np.pi) if deg else result


@implements(np.iscomplex)
def iscomplex(x: Any) -> Any:
    x = strong_array(x)
    return (
        prim.ne(prim.imag(x), full_like(prim.imag(x), 0))
        if is_complex(x.dtype)
        else full_like(x, False, bool)
    )


@implements(np.isreal)
def isreal(x: Any) -> Any:
    return prim.not_(iscomplex(x))


@implements(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    return is_complex(as_array(x).dtype)


@implements(np.isrealobj)
def isrealobj(x: Any) -> bool:
    return not iscomplexobj(x)


# -- infinities and closeness --------------------------------------------------------------------------------


def _infinite(x: Any, sign: int) -> Any:
    x = strong_array(x)
    if is_complex(x.dtype):
        raise CompileError(f"{describe(x)} is complex: infinities have no sign", kind=TypeError)
    return prim.eq(x, full_like(x, sign * np.inf)) if is_inexact(x.dtype) else full_like(x, False, bool)


@implements(np.isposinf)
def isposinf(x: Any, out: Any = None) -> Any:
    return _infinite(x, 1)


@implements(np.isneginf)
def isneginf(x: Any, out: Any = None) -> Any:
    return _infinite(x, -1)


@implements(np.nan_to_num, static=("copy",))
def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    if not copy:
        raise CompileError(
            "nan_to_num with copy=False is not supported", "assign the result: x[...] = np.nan_to_num(x)"
        )
    x = strong_array(x)
    if is_complex(x.dtype):
        return prim.complex_(
            *(
                nan_to_num(part, nan=nan, posinf=posinf, neginf=neginf)
                for part in (prim.real(x), prim.imag(x))
            )
        )
    if not is_inexact(x.dtype):
        return x
    limits = _float_limits(x.dtype)
    large, small = (limits[1] if posinf is None else posinf), (limits[0] if neginf is None else neginf)
    value = lambda v: broadcast_to(as_dtype(v, x.dtype, builder_in(x)), x.shape)
    result = prim.select(prim.isnan(x), value(nan), x)
    result = prim.select(_infinite(x, 1), value(large), result)
    return prim.select(_infinite(x, -1), value(small), result)


def _float_limits(dtype: np.dtype) -> tuple[Any, Any]:
    info = ml_dtypes.finfo(dtype)
    return info.min, info.max


@implements(np.isclose, static=("equal_nan",))
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False) -> Any:
    builder = builder_in(a, b, rtol, atol)
    x, y, rtol, atol = (v if is_python_number(v) else as_array(v, builder) for v in (a, b, rtol, atol))
    y = _inexact(y)
    bound = apply_ufunc(np.add, atol, apply_ufunc(np.multiply, rtol, apply_ufunc(np.absolute, y)))
    near = apply_ufunc(np.less_equal, apply_ufunc(np.absolute, apply_ufunc(np.subtract, x, y)), bound)
    near = apply_ufunc(np.logical_and, near, apply_ufunc(np.isfinite, y))
    result = apply_ufunc(np.logical_or, near, apply_ufunc(np.equal, x, y))
    if not equal_nan:
        return result
    both = apply_ufunc(np.logical_and, apply_ufunc(np.isnan, x), apply_ufunc(np.isnan, y))
    return apply_ufunc(np.logical_or, result, both)


def _inexact(x: Any) -> Any:
    """An array of integers as floats; a Python number stays one."""
    if not is_python_number(x):
        return convert(x, inexact_dtype(x.dtype))
    return x if is_inexact(dtype_of(x)) else to_float(x) if isinstance(x, Sym) else float(x)


@implements(np.allclose, static=("equal_nan",))
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False) -> Any:
    return python_bool(all_(isclose(a, b, rtol, atol, equal_nan)))


@implements(np.array_equal, static=("equal_nan",))
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    x, y = (strong(v) for v in arrays(a1, a2))
    if x.shape != y.shape:
        return False
    equal = apply_ufunc(np.equal, x, y)
    if equal_nan and is_inexact(x.dtype) and is_inexact(y.dtype):
        equal = prim.or_(equal, prim.and_(prim.isnan(x), prim.isnan(y)))
    return python_bool(all_(equal))


@implements(np.array_equiv)
def array_equiv(a1: Any, a2: Any) -> Any:
    x, y = (strong(v) for v in arrays(a1, a2))
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        return False
    return python_bool(all_(apply_ufunc(np.equal, x, y)))


# -- functions of one variable -------------------------------------------------------------------------------


@implements(np.sinc)
def sinc(x: Any) -> Any:
    x = strong_array(x)
    x = convert(x, inexact_dtype(x.dtype))
    y = full_like(x, np.pi) * x
    size = prim.abs(y)
    small = prim.lt(size, full_like(size, 0.25))  # there by its series, for derivatives at 0
    safe = prim.select(small, full_like(x, 1), y)
    square, series = y * y, full_like(x, 0)
    for k in range(6, -1, -1):
        series = series * square + full_like(x, (-1) ** k / math.factorial(2 * k + 1))
    return prim.select(small, series, prim.sin(safe) / safe)


@implements(np.unwrap, static=("axis",))
def unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * np.pi) -> Any:
    x = strong_array(p, builder_in(period, discont))
    axis = normalize_axis(axis, x.ndim, x)
    dtype = common_dtype(x, as_array(period, builder_in(x)))
    if not x.shape[axis]:
        return convert(x, dtype)
    steps = convert(diff(x, axis=axis), dtype)  # small integers wrap around here
    x = convert(x, dtype)
    like_steps = lambda v: broadcast_to(as_dtype(v, dtype, builder_in(x)), steps.shape)
    whole = like_steps(period)
    half = prim.floor_divide(whole, full_like(whole, 2)) if is_integer(dtype) else whole / full_like(whole, 2)
    folded = prim.remainder(steps + half, whole) - half
    at_low = prim.and_(prim.eq(folded, -half), prim.gt(steps, full_like(steps, 0)))
    if is_integer(dtype):  # an odd period has no place between its two ends
        even = prim.eq(prim.remainder(whole, full_like(whole, 2)), full_like(whole, 0))
        at_low = prim.and_(at_low, even)
    folded = prim.select(at_low, half, folded)
    jump = half if discont is None else like_steps(discont)
    fix_by = prim.select(prim.lt(prim.abs(steps), jump), full_like(steps, 0), folded - steps)
    first = window(x, axis, 0, 1)
    return prim.concatenate(first, window(x, axis, 1, x.shape[axis]) + cumsum(fix_by, axis), axis=axis)


I0_SMALL = [
    -4.41534164647933937950e-18,
    3.33079451882223809783e-17,
    -2.43127984654795469359e-16,
    1.71539128555513303061e-15,
    -1.16853328779934516808e-14,
    7.67618549860493561688e-14,
    -4.85644678311192946090e-13,
    2.95505266312963983461e-12,
    -1.72682629144155570723e-11,
    9.67580903537323691224e-11,
    -5.18979560163526290666e-10,
    2.65982372468238665035e-9,
    -1.30002500998624804212e-8,
    6.04699502254191894932e-8,
    -2.67079385394061173391e-7,
    1.11738753912010371815e-6,
    -4.41673835845875056359e-6,
    1.64484480707288970893e-5,
    -5.75419501008210370398e-5,
    1.88502885095841655729e-4,
    -5.76375574538582365885e-4,
    1.63947561694133579842e-3,
    -4.32430999505057594430e-3,
    1.05464603945949983183e-2,
    -2.37374148058994688156e-2,
    4.93052842396707084878e-2,
    -9.49010970480476444210e-2,
    1.71620901522208775349e-1,
    -3.04682672343198398683e-1,
    6.76795274409476084995e-1,
]
I0_LARGE = [
    -7.23318048787475395456e-18,
    -4.83050448594418207126e-18,
    4.46562142029675999901e-17,
    3.46122286769746109310e-17,
    -2.82762398051658348494e-16,
    -3.42548561967721913462e-16,
    1.77256013305652638360e-15,
    3.81168066935262242075e-15,
    -9.55484669882830764870e-15,
    -4.15056934728722208663e-14,
    1.54008621752140982691e-14,
    3.85277838274214270114e-13,
    7.18012445138366623367e-13,
    -1.79417853150680611778e-12,
    -1.32158118404477131188e-11,
    -3.14991652796324136454e-11,
    1.18891471078464383424e-11,
    4.94060238822496958910e-10,
    3.39623202570838634515e-9,
    2.26666899049817806459e-8,
    2.04891858946906374183e-7,
    2.89137052083475648297e-6,
    6.88975834691682398426e-5,
    3.36911647825569408990e-3,
    8.04490411014108831608e-1,
]


def chebyshev(x: Any, coefficients: list[float]) -> Any:
    """Clenshaw's recurrence, as Cephes has it."""
    b0, b1, b2 = full_like(x, coefficients[0]), full_like(x, 0), full_like(x, 0)
    for c in coefficients[1:]:
        b0, b1, b2 = x * b0 - b1 + full_like(x, c), b0, b1
    return full_like(x, 0.5) * (b0 - b2)


def magnitude(x: Any) -> Any:
    """|x| for what is even in x: at 0 all derivatives are those from the right, where those of abs are 0."""
    return prim.select(prim.ge(x, full_like(x, 0)), x, -x)


@implements(np.i0, array=True)
def i0(x: Any) -> Any:
    """The modified Bessel function of the first kind, order 0 (Cephes: Chebyshev series below and above 8)."""
    x = strong_array(x)
    if is_complex(x.dtype):
        raise CompileError("i0 not supported for complex values", kind=TypeError)
    dtype = inexact_dtype(x.dtype)
    x = magnitude(convert(x, canonical(np.float64) if is_float(dtype) else dtype))
    large, edge = prim.gt(x, full_like(x, 8)), full_like(x, 8)
    far, near = prim.select(large, x, edge), prim.select(large, edge, x)
    above = chebyshev(32 / far - 2, I0_LARGE) / prim.sqrt(far)
    return convert(prim.exp(x) * prim.select(large, above, chebyshev(near / 2 - 2, I0_SMALL)), dtype)


# -- gradient ------------------------------------------------------------------------------------------------


@implements(np.gradient, static=("axis", "edge_order"))
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Second-order differences inside, of first or second order at the ends."""
    x = strong_array(f, builder_in(*varargs))
    axes = normalize_axes(axis, x.ndim, x)
    if isinstance(axis, (tuple, list)):
        axes = tuple(normalize_axis(a, x.ndim, x) for a in axis)
    spacings = list(varargs) if len(varargs) > 1 else list(varargs or [1.0]) * len(axes)
    if len(spacings) != len(axes):
        raise CompileError(f"{len(spacings)} spacings for {len(axes)} axes", kind=ValueError)
    if is_bool(x.dtype):
        raise CompileError("truth values have no difference: convert them to integers", kind=TypeError)
    x = convert(x, inexact_dtype(x.dtype))
    results = tuple(convert(_gradient_along(x, a, h, edge_order), x.dtype) for a, h in zip(axes, spacings))
    return results[0] if len(results) == 1 else results


def _gradient_along(x: Any, axis: int, spacing: Any, edge_order: int) -> Any:
    n = x.shape[axis]
    if n < edge_order + 1:
        raise CompileError(
            f"gradient needs {edge_order + 1} elements along axis {axis} of {describe(x)}", kind=ValueError
        )
    h = as_array(spacing, builder_in(x))
    at = lambda start, stop: window(x, axis, start, stop)
    like_x = lambda v: reshape_to(v, [v.size if k == axis else 1 for k in range(x.ndim)])
    times = lambda c, v: v * broadcast_to(c, v.shape) if hasattr(c, "dtype") else v * full_like(v, c)
    if h.ndim:
        gaps = diff(convert(h, inexact_dtype(h.dtype)))
        dtype = common_dtype(x, gaps)
        x, gaps = convert(x, dtype), convert(gaps, dtype)
        before, after = like_x(window(gaps, 0, 0, n - 2)), like_x(window(gaps, 0, 1, n - 1))
        weights = (
            -after / (before * (before + after)),
            (after - before) / (before * after),
            before / (after * (before + after)),
        )
        edges = (
            [like_x(window(gaps, 0, k, k + 1)) for k in (0, 1, n - 3, n - 2)]
            if n > 2
            else [like_x(window(gaps, 0, 0, 1))] * 4
        )
    else:
        h = convert(h, x.dtype)
        h = reshape_to(h, (1,) * x.ndim)
        weights = (-0.5 / h, None, 0.5 / h)
        edges = [h] * 4
    middle = times(weights[0], at(0, n - 2)) + times(weights[2], at(2, n))
    if weights[1] is not None:
        middle = middle + times(weights[1], at(1, n - 1))
    first, last = _gradient_edges(at, times, n, edges, edge_order)
    return prim.concatenate(first, middle, last, axis=axis)


def _gradient_edges(at: Any, times: Any, n: int, edges: list[Any], edge_order: int) -> tuple[Any, Any]:
    a, b, c, d = edges
    if edge_order == 1:
        return times(1 / a, at(1, 2) - at(0, 1)), times(1 / d, at(n - 1, n) - at(n - 2, n - 1))
    first = (
        times(-(2 * a + b) / (a * (a + b)), at(0, 1))
        + times((a + b) / (a * b), at(1, 2))
        + times(-a / (b * (a + b)), at(2, 3))
    )
    last = (
        times(d / (c * (c + d)), at(n - 3, n - 2))
        + times(-(d + c) / (c * d), at(n - 2, n - 1))
        + times((2 * d + c) / (d * (c + d)), at(n - 1, n))
    )
    return first, last


# -- polynomials (highest power first) -----------------------------------------------------------------------


@implements(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    p, x = arrays(p, x)
    if p.shape[0] == 0:
        return full_like(strong(x), 0)
    p, x = promote_arrays(strong(p), strong(x))
    rows = p.shape[1:]  # usually none: a number for each power
    x = broadcast_to(x, np.broadcast_shapes(x.shape, rows))
    result = full_like(x, 0)
    for k in range(p.shape[0]):
        result = result * x + broadcast_to(reshape_to(window(p, 0, k, k + 1), rows), x.shape)
    return result


@implements(np.polyder, static=("m",))
def polyder(p: Any, m: int = 1) -> Any:
    p = strong_array(p)
    for _ in range(m):
        n = p.shape[0] - 1
        powers = constant_like(p, np.arange(n, 0, -1).astype(canonical(np.int64)))
        p = apply_ufunc(np.multiply, window(p, 0, 0, max(n, 0)), powers)
    return p


@implements(np.polyint, static=("m",))
def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    p = strong_array(p, builder_in(k))
    constants = [0] * m if k is None else list(k) if isinstance(k, (list, tuple)) else [k] * m
    constants = constants * m if len(constants) == 1 else constants
    p = convert(p, canonical(np.promote_types(p.dtype, np.float64))) if m else p  # quotients by int64
    for c in constants[:m]:
        powers = constant_like(p, np.arange(p.shape[0], 0, -1).astype(p.dtype))
        last = reshape_to(as_dtype(c, p.dtype, builder_in(p)), (1,))
        p = prim.concatenate(p / powers, last, axis=0)
    return p


def _align_operands(a1: Any, a2: Any) -> list[Any]:
    xs = [strong(v) if v.ndim else reshape_to(strong(v), (1,)) for v in arrays(a1, a2)]
    size = max(x.shape[0] for x in xs)
    if any(x.ndim > 1 and x.shape[0] < size for x in xs):
        raise CompileError(f"shapes differ: {describe(xs[0])} and {describe(xs[1])}", kind=ValueError)
    return [pad(x, (size - x.shape[0], 0)) if x.shape[0] < size else x for x in xs]


@implements(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Any:
    return apply_ufunc(np.add, *_align_operands(a1, a2))


@implements(np.polysub)
def polysub(a1: Any, a2: Any) -> Any:
    return apply_ufunc(np.subtract, *_align_operands(a1, a2))


@implements(np.polymul)
def polymul(a1: Any, a2: Any) -> Any:
    xs = [strong(v) for v in arrays(a1, a2)]
    return convolve(*[x if x.size else full_like(x, 0, shape=(1,)) for x in xs])


@implements(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """The coefficients of the polynomial with these roots, or with the eigenvalues of a matrix as roots."""
    roots = strong_array(seq_of_zeros)
    if roots.ndim == 2 and not is_complex(roots.dtype):  # the eigenvalues are pairs of conjugates
        return prim.real(poly(eigvals(roots)))
    if roots.ndim == 2:
        roots = eigvals(roots)
    dtype = canonical(np.float64) if roots.dtype == np.float16 else inexact_dtype(roots.dtype)
    roots = convert(reshape_to(roots, (roots.size,)), dtype)
    result = full_like(roots, 1, shape=(1,))
    for k in range(roots.shape[0]):
        root = window(roots, 0, k, k + 1)
        result = convolve(result, prim.concatenate(full_like(root, 1), -root, axis=0))
    return result


@implements(np.polyfit, static=("deg", "full", "cov"))
def polyfit(
    x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: bool = False
) -> Any:
    """Least squares on scaled powers."""
    given = [strong(v) for v in arrays(x, y, *([] if w is None else [w]))]
    given = [convert(v, canonical(np.result_type(v.dtype, np.float64))) for v in given]
    matrix, right = vander(given[0], deg + 1), given[1]
    if w is not None:
        weights = given[2]
        matrix = apply_ufunc(np.multiply, matrix, reshape_to(weights, (weights.size, 1)))
        right = apply_ufunc(
            np.multiply, right, reshape_to(weights, (weights.size,) + (1,) * (right.ndim - 1))
        )
    scale = prim.sqrt(prim.reduce_sum(matrix * matrix, axes=(0,)))
    matrix = matrix / broadcast_to(scale, matrix.shape)
    rcond = given[0].size * np.finfo(np.float64).eps if rcond is None else rcond
    solution, residuals, rank, singular = lstsq(*promote_arrays(matrix, right), rcond)
    found = apply_ufunc(np.divide, solution, reshape_to(scale, scale.shape + (1,) * (solution.ndim - 1)))
    if full:
        return found, residuals, rank, singular, rcond
    if not cov:
        return found
    return found, _covariance(matrix, scale, residuals, right.ndim == 1, cov)


def _covariance(matrix: Any, scale: Any, residuals: Any, is_one: bool, cov: Any) -> Any:
    """The covariance of the coefficients of one series, or of several; "unscaled": for weights that are
    reciprocal deviations."""
    size, order = matrix.shape
    products = apply_ufunc(np.multiply, reshape_to(scale, (order, 1)), scale)
    base = inv(dot(transpose(matrix), matrix)) / products
    if cov == "unscaled":
        return base if is_one else reshape_to(base, (*base.shape, 1))
    if size <= order:
        message = "the number of data points must exceed order to scale the covariance matrix"
        raise CompileError(message, kind=ValueError)
    factor = residuals / full_like(residuals, size - order)
    if is_one:
        return base * broadcast_to(factor, base.shape)
    return apply_ufunc(np.multiply, reshape_to(base, (*base.shape, 1)), factor)
