"""The functions of scipy.special; SciPy is not imported here."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_complex, is_float, is_integer, settings
from ...core.errors import CompileError
from ...ir.builder import broadcast_to, convert
from ..core.arrays import (
    arrays,
    common_dtype,
    dtype_of,
    full_like,
    inexact_dtype,
    is_python_number,
    normalize_axes,
    promote_arrays,
    strong,
    strong_array,
)
from ..core.table import implements, prim
from ..numpy.elementwise import I0_LARGE, I0_SMALL, chebyshev, magnitude
from ..numpy.reductions import keep_axes
from ..numpy.shapes import insert_axes

# -- how functions are entered -------------------------------------------------------------------------------

IN_OWN_DTYPE: dict[str, Callable] = {}  # of functions of scipy.special: computed in the dtype of the operands


def operands(*values: Any) -> list[Any]:
    """Arguments in their common floating dtype, broadcast."""
    xs = promote_arrays(*(v if not isinstance(v, (list, tuple)) else strong(v) for v in arrays(*values)))
    dtype = inexact_dtype(xs[0].dtype)
    shape = np.broadcast_shapes(*(x.shape for x in xs))
    return [broadcast_to(convert(x, dtype), shape) for x in xs]


def loop_operands(name: str, *values: Any) -> list[Any]:
    """Arguments in the dtype of the loop that a ufunc of scipy.special takes for them, broadcast."""
    dtype = loop_dtype(name, tuple([(dtype_of(v), is_python_number(v)) for v in values]))
    if dtype is None:
        return operands(*values)
    xs = arrays(*values)
    shape = np.broadcast_shapes(*(x.shape for x in xs))
    return [broadcast_to(convert(x, canonical(dtype)), shape) for x in xs]


@functools.lru_cache(None)
def loop_dtype(name: str, given: tuple[tuple[np.dtype, bool], ...]) -> np.dtype | None:
    """The dtype of what a ufunc of scipy.special gives for operands of (dtype, is it a Python number?). None: it has no
    such loop, or SciPy isn't loaded."""
    ufunc: Any = sys.modules.get("scipy.special")
    for part in name.split("."):
        ufunc = getattr(ufunc, part, None)
    if not isinstance(ufunc, np.ufunc):
        return None
    types = [WEAK.get(dtype.kind, dtype) if weak else dtype for dtype, weak in given]
    try:
        return ufunc.resolve_dtypes((*types, *[None] * ufunc.nout))[-1]
    except TypeError:
        return None


WEAK = {"i": int, "f": float, "c": complex}


def special(*names: str, wide: bool = False) -> Callable:
    """Enter an elementwise function of scipy.special; `wide`: of narrower floats it is computed in float64."""

    def enter(loop: Callable) -> Callable:
        compute = functools.partial(in_double, loop) if wide else loop

        def implementation(*values: Any) -> Any:
            return compute(*loop_operands(names[0], *values))

        implementation.__name__ = names[0]
        implements(*(f"scipy.special.{name}" for name in names))(implementation)
        IN_OWN_DTYPE.update({name: lambda *values: compute(*operands(*values)) for name in names})
        return loop

    return enter


def in_double(loop: Callable, *xs: Any) -> Any:
    """A function computed in float64, and rounded to the dtype of its operands."""
    if not is_float(xs[0].dtype) or not settings.enable_x64:
        return loop(*xs)
    return convert(loop(*(convert(x, np.dtype(np.float64)) for x in xs)), xs[0].dtype)


def where(condition: Any, x: Any, y: Any) -> Any:
    """select, of which one or both values may be numbers."""
    like = x if hasattr(x, "dtype") else y
    value = lambda v: v if hasattr(v, "dtype") else full_like(like, v)
    return prim.select(condition, value(x), value(y))


def polynomial(x: Any, coefficients: list[float]) -> Any:
    """Horner, highest power first."""
    result = full_like(x, coefficients[0])
    for c in coefficients[1:]:
        result = result * x + full_like(x, c)
    return result


for _name, _primitive in {
    "erf": "erf",
    "erfc": "erfc",
    "erfinv": "erfinv",
    "gamma": "gamma",
    "gammaln": "lgamma",
    "digamma": "digamma",
    "psi": "digamma",
    "exp2": "exp2",
    "expm1": "expm1",
    "log1p": "log1p",
    "cbrt": "cbrt",
}.items():
    special(_name)(lambda x, _primitive=_primitive: getattr(prim, _primitive)(x))

# -- logistic and entropy ------------------------------------------------------------------------------------


@special("expit")
def expit(x: Any) -> Any:
    """1 / (1 + exp(-x)), by the exponential that can't overflow. (A select, not abs: its derivative at 0 is right.)"""
    positive = prim.ge(x, full_like(x, 0))
    small = prim.exp(prim.select(positive, -x, x))
    return where(positive, 1, small) / (1 + small)


@special("logit")
def logit(x: Any) -> Any:
    return prim.log(x) - prim.log1p(-x)


@special("log_expit")
def log_expit(x: Any) -> Any:
    positive = prim.ge(x, full_like(x, 0))
    small = prim.log1p(prim.exp(prim.select(positive, -x, x)))
    return where(positive, 0, x) - small


@special("xlogy")
def xlogy(x: Any, y: Any) -> Any:
    none = prim.and_(prim.eq(x, full_like(x, 0)), prim.not_(proper(y, 0)))
    return where(none, 0, x * prim.log(where(none, 1, y)))


def proper(y: Any, least: float) -> Any:
    """Whether y has a finite logarithm, or it is NaN. x * log(y) is then what it should be at x = 0 too, and
    its derivative."""
    inside = prim.and_(prim.gt(y, full_like(y, least)), prim.lt(y, full_like(y, np.inf)))
    return prim.or_(inside, prim.isnan(y))


@special("xlog1py")
def xlog1py(x: Any, y: Any) -> Any:
    none = prim.and_(prim.eq(x, full_like(x, 0)), prim.not_(proper(y, -1)))
    return where(none, 0, x * prim.log1p(where(none, 0, y)))


@special("entr")
def entr(x: Any) -> Any:
    result = -xlogy(x, where(prim.lt(x, full_like(x, 0)), 1, x))
    return where(prim.lt(x, full_like(x, 0)), -np.inf, result)


@special("rel_entr")
def rel_entr(x: Any, y: Any) -> Any:
    inside = prim.and_(prim.gt(x, full_like(x, 0)), prim.gt(y, full_like(y, 0)))
    none = prim.and_(prim.eq(x, full_like(x, 0)), prim.ge(y, full_like(y, 0)))
    p, q = where(inside, x, 1), where(inside, y, 1)
    ratio, bounds = p / q, np.finfo(x.dtype)
    near = prim.and_(prim.ge(ratio, full_like(x, bounds.tiny)), prim.le(ratio, full_like(x, bounds.max)))
    value = p * prim.select(near, prim.log(where(near, ratio, 1)), prim.log(p) - prim.log(q))
    result = where(inside, value, where(none, 0, full_like(x, np.inf)))
    return where(prim.or_(prim.isnan(x), prim.isnan(y)), np.nan, result)


@special("kl_div", wide=True)
def kl_div(x: Any, y: Any) -> Any:
    """kl_div, by a series in u = (x - y) / y for x near y: (1 + u) log(1 + u) - u = u² / 2 - u³ / 6 + …"""
    result = rel_entr(x, y)
    finite = prim.isfinite(result)
    value = where(finite, where(finite, result, 0) - x + y, result)
    value = where(prim.isinf(y), prim.select(prim.gt(x, full_like(x, 0)), value + np.nan, value), value)
    near = prim.and_(prim.gt(y, full_like(y, 0)), prim.lt(prim.abs(x - y), y * 0.05))
    safe = where(near, y, 1)
    u = where(near, x - y, 0) / safe
    return prim.select(near, safe * (u * u) * polynomial(u, KL_SERIES), value)


KL_SERIES = [(-1) ** k / (k * (k - 1)) for k in range(14, 1, -1)]


# -- softmax and its kin -------------------------------------------------------------------------------------


def floating(a: Any) -> Any:
    x = strong_array(a)
    return convert(x, inexact_dtype(x.dtype))


def shift_of(x: Any, axes: tuple[int, ...]) -> Any:
    """The largest element along the axes, to be subtracted before exponentials; 0 where it is infinite."""
    top = prim.reduce_max(prim.real(x) if is_complex(x.dtype) else x, axes=axes) if axes else x
    top = where(prim.isfinite(top), top, 0)
    return convert(broadcast_to(insert_axes(top, axes), x.shape), x.dtype)


@implements("scipy.special.logsumexp", static=("axis", "keepdims", "return_sign"), named=True)
def logsumexp(
    a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False
) -> Any:
    xs = arrays(a) if b is None else arrays(a, b)
    dtype = inexact_dtype(common_dtype(*(strong(x) for x in xs)))
    xs = [convert(x, dtype) for x in xs]
    shape = np.broadcast_shapes(*(x.shape for x in xs))
    x = broadcast_to(xs[0], shape)
    axes = normalize_axes(axis, x.ndim, x)
    top = shift_of(x, axes)
    terms = prim.exp(x - top)
    if b is not None:
        terms = terms * broadcast_to(xs[1], shape)
    total = prim.reduce_sum(terms, axes=axes) if axes else terms
    first = prim.reduce_max(top, axes=axes) if axes and not is_complex(dtype) else top
    if is_complex(dtype):
        first = convert(prim.reduce_max(prim.real(top), axes=axes), dtype)
    sign = prim.sign(total)
    result = prim.log(prim.abs(total) if return_sign else total) + first
    result = keep_axes(x, result, axes, keepdims)
    return (result, keep_axes(x, sign, axes, keepdims)) if return_sign else result


def shift_of_softmax(x: Any, axes: tuple[int, ...]) -> Any:
    """The largest element, also where it is infinite."""
    top = prim.reduce_max(x, axes=axes) if axes else x
    return broadcast_to(insert_axes(top, axes), x.shape)


def below_largest(x: Any, axes: tuple[int, ...], shift: Callable) -> Any:
    """x minus its largest element, in the dtype of NumPy's exponential; integers are subtracted as integers."""
    if is_bool(x.dtype):
        raise CompileError("numpy boolean subtract, the `-` operator, is not supported", kind=TypeError)
    if is_integer(x.dtype):
        return convert(x - shift_of_softmax(x, axes), canonical(np.exp.resolve_dtypes((x.dtype, None))[1]))
    return x - (shift_of(x, axes) if is_complex(x.dtype) else shift(x, axes))


@implements("scipy.special.softmax", static=("axis",), named=True)
def softmax(x: Any, axis: Any = None) -> Any:
    x = strong_array(x)
    axes = normalize_axes(axis, x.ndim, x)
    terms = prim.exp(below_largest(x, axes, shift_of_softmax))
    return terms / broadcast_to(insert_axes(prim.reduce_sum(terms, axes=axes), axes), x.shape)


@implements("scipy.special.log_softmax", static=("axis",), named=True)
def log_softmax(x: Any, axis: Any = None) -> Any:
    x = strong_array(x)
    axes = normalize_axes(axis, x.ndim, x)
    shifted = below_largest(x, axes, shift_of)
    total = prim.reduce_sum(prim.exp(shifted), axes=axes)
    return shifted - broadcast_to(insert_axes(prim.log(total), axes), x.shape)


# -- the normal distribution ---------------------------------------------------------------------------------


@special("ndtr")
def ndtr(x: Any) -> Any:
    """erfc where it keeps digits that 1 + erf would lose."""
    z = x * math.sqrt(0.5)
    tail = prim.gt(prim.abs(z), full_like(z, 1))
    outer = 0.5 * prim.erfc(prim.select(prim.gt(z, full_like(z, 0)), z, -z))
    outer = prim.select(prim.gt(z, full_like(z, 0)), 1 - outer, outer)
    return prim.select(tail, outer, 0.5 + 0.5 * prim.erf(z))


@special("log_ndtr", wide=True)
def log_ndtr(x: Any) -> Any:
    """The logarithm of the normal distribution function, by an asymptotic series below -20."""
    low, high = prim.lt(x, full_like(x, -20)), prim.gt(x, full_like(x, 5))
    middle = prim.log(ndtr(prim.select(prim.or_(low, high), full_like(x, 0), x)))
    upper = prim.log1p(-ndtr(-where(high, x, 5)))
    y = where(low, x, -20)
    series, term = full_like(y, 1), full_like(y, 1)
    for k in range(1, 11):
        term = term * (-(2 * k - 1)) / (y * y)
        series = series + term
    lower = -0.5 * y * y - prim.log(-y) - 0.5 * math.log(2 * math.pi) + prim.log(series)
    return prim.select(low, lower, prim.select(high, upper, middle))


NDTRI_MIDDLE = (
    [
        -5.99633501014107895267e1,
        9.80010754185999661536e1,
        -5.66762857469070293439e1,
        1.39312609387279679503e1,
        -1.23916583867381258016e0,
    ],
    [
        1.0,
        1.95448858338141759834e0,
        4.67627912898881538453e0,
        8.63602421390890590575e1,
        -2.25462687854119370527e2,
        2.00260212380060660359e2,
        -8.20372256168333339912e1,
        1.59056225126211695515e1,
        -1.18331621121330003142e0,
    ],
)
NDTRI_NEAR = (
    [
        4.05544892305962419923e0,
        3.15251094599893866154e1,
        5.71628192246421288162e1,
        4.40805073893200834700e1,
        1.46849561928858024014e1,
        2.18663306850790267539e0,
        -1.40256079171354495875e-1,
        -3.50424626827848203418e-2,
        -8.57456785154685413611e-4,
    ],
    [
        1.0,
        1.57799883256466749731e1,
        4.53907635128879210584e1,
        4.13172038254672030440e1,
        1.50425385692907503408e1,
        2.50464946208309415979e0,
        -1.42182922854787788574e-1,
        -3.80806407691578277194e-2,
        -9.33259480895457427372e-4,
    ],
)
NDTRI_FAR = (
    [
        3.23774891776946035970e0,
        6.91522889068984211695e0,
        3.93881025292474443415e0,
        1.33303460815807542389e0,
        2.01485389549179081538e-1,
        1.23716634817820021358e-2,
        3.01581553508235416007e-4,
        2.65806974686737550832e-6,
        6.23974539184983293730e-9,
    ],
    [
        1.0,
        6.02427039364742014255e0,
        3.67983563856160859403e0,
        1.37702099489081330271e0,
        2.16236993594496635890e-1,
        1.34204006088543189037e-2,
        3.28014464682127739104e-4,
        2.89247864745380683936e-6,
        6.79019408009981274425e-9,
    ],
)


@special("ndtri", wide=True)
def ndtri(p: Any) -> Any:
    """The quantile of the normal distribution (Cephes: rational functions in the middle and in the tails)."""
    tail = math.exp(-2)
    upper = prim.gt(p, full_like(p, 1 - tail))
    low = prim.select(upper, 1 - p, p)
    inside = prim.and_(prim.gt(low, full_like(p, 0)), prim.lt(low, full_like(p, 1)))
    middle = prim.gt(low, full_like(p, tail))
    w = where(middle, low, 0.5) - 0.5
    above, below = NDTRI_MIDDLE
    center = (w + w * (w * w) * polynomial(w * w, above) / polynomial(w * w, below)) * math.sqrt(2 * math.pi)
    x = prim.sqrt(-2 * prim.log(where(prim.and_(inside, prim.not_(middle)), low, tail)))
    z = 1 / x
    near, far = (polynomial(z, a) / polynomial(z, b) for a, b in (NDTRI_NEAR, NDTRI_FAR))
    outer = (x - prim.log(x) / x) - z * prim.select(prim.lt(x, full_like(x, 8)), near, far)
    result = prim.select(middle, center, prim.select(upper, outer, -outer))
    result = where(prim.eq(p, full_like(p, 0)), -np.inf, where(prim.eq(p, full_like(p, 1)), np.inf, result))
    outside = prim.or_(prim.lt(p, full_like(p, 0)), prim.gt(p, full_like(p, 1)))
    return where(prim.or_(outside, prim.isnan(p)), np.nan, result)


# -- Bessel functions ----------------------------------------------------------------------------------------

I1_SMALL = [
    2.77791411276104639959e-18,
    -2.11142121435816608115e-17,
    1.55363195773620046921e-16,
    -1.10559694773538630805e-15,
    7.60068429473540693410e-15,
    -5.04218550472791168711e-14,
    3.22379336594557470981e-13,
    -1.98397439776494371520e-12,
    1.17361862988909016308e-11,
    -6.66348972350202774223e-11,
    3.62559028155211703701e-10,
    -1.88724975172282928790e-9,
    9.38153738649577178388e-9,
    -4.44505912879632808065e-8,
    2.00329475355213526229e-7,
    -8.56872026469545474066e-7,
    3.47025130813767847674e-6,
    -1.32731636560394358279e-5,
    4.78156510755005422638e-5,
    -1.61760815825896745588e-4,
    5.12285956168575772895e-4,
    -1.51357245063125314899e-3,
    4.15642294431288815669e-3,
    -1.05640848946261981558e-2,
    2.47264490306265168283e-2,
    -5.29459812080949914269e-2,
    1.02643658689847095384e-1,
    -1.76416518357834055153e-1,
    2.52587186443633654823e-1,
]
I1_LARGE = [
    7.51729631084210481353e-18,
    4.41434832307170791151e-18,
    -4.65030536848935832153e-17,
    -3.20952592199342395980e-17,
    2.96262899764595013876e-16,
    3.30820231092092828324e-16,
    -1.88035477551078244854e-15,
    -3.81440307243700780478e-15,
    1.04202769841288027642e-14,
    4.27244001671195135429e-14,
    -2.10154184277266431302e-14,
    -4.08355111109219731823e-13,
    -7.19855177624590851209e-13,
    2.03562854414708950722e-12,
    1.41258074366137813316e-11,
    3.25260358301548823856e-11,
    -1.89749581235054123450e-11,
    -5.58974346219658380687e-10,
    -3.83538038596423702205e-9,
    -2.63146884688951950684e-8,
    -2.51223623787020892529e-7,
    -3.88256480887769039346e-6,
    -1.10588938762623716291e-4,
    -9.76109749136146840777e-3,
    7.78576235018280120474e-1,
]


def bessel(x: Any, small: list[float], large: list[float]) -> Any:
    """Cephes' two Chebyshev series, for exp(-x) I(x) with x >= 0 (of order 1: below 8 it is divided by x)."""
    outer = prim.gt(x, full_like(x, 8))
    far, near = where(outer, x, 8), where(outer, 8, x)
    return prim.select(outer, chebyshev(32 / far - 2, large) / prim.sqrt(far), chebyshev(near / 2 - 2, small))


@special("i0e", wide=True)
def i0e(x: Any) -> Any:
    return bessel(prim.abs(x), I0_SMALL, I0_LARGE)


@special("i0", wide=True)
def i0(x: Any) -> Any:
    size = magnitude(x)
    return prim.exp(size) * bessel(size, I0_SMALL, I0_LARGE)


@special("i1e", wide=True)
def i1e(x: Any) -> Any:
    return _scaled_i1(x, prim.abs(x))


def _scaled_i1(x: Any, size: Any) -> Any:
    """exp(-|x|) I1(x)."""
    value = bessel(size, I1_SMALL, I1_LARGE)
    inner = prim.le(size, full_like(x, 8))
    return prim.select(inner, value * x, prim.select(prim.lt(x, full_like(x, 0)), -value, value))


@special("i1", wide=True)
def i1(x: Any) -> Any:
    size = magnitude(x)
    return prim.exp(size) * _scaled_i1(x, size)
