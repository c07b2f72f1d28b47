"""Elementwise primitives: operands of one dtype and shape.

jvp rules read (t, out, *inputs); transpose rules read (ct, *inputs). Conventions at kinks are JAX's: abs has
derivative 0 at 0; maximum and minimum share a tie equally; sqrt has inf at 0; pow has 0 where base or exponent
makes the formula 0 * inf.
"""

from __future__ import annotations

import math

from typing import Any

import numpy as np

from ..core.dtypes import canonical, complex_dtype, is_complex, kind, real_dtype
from ..core.errors import CompileError
from ..ir.primitive import Primitive
from ..ir.program import Type
from ._rules import (
    BOOL,
    bits,
    dtype_text,
    equal_types,
    floating,
    full,
    inexact,
    integers,
    numbers,
    pointwise,
    predicate,
    real_numbers,
    same,
)
from .lowering import complex as _complex
from .lowering.extremes import lower_extremum
from .lowering.common_forms import (
    lower_atan2,
    lower_cast,
    lower_compare,
    lower_conj,
    lower_copysign,
    lower_digamma,
    lower_floor_divide,
    lower_fmod,
    lower_integer_pow,
    lower_pow,
    lower_isfinite,
    lower_isinf,
    lower_isnan,
    lower_lgamma,
    lower_mul,
    lower_mul_or_zero,
    lower_popcount,
    lower_remainder,
    lower_rounding,
    lower_shift_right,
    lower_sign,
    lower_signbit,
    lower_trunc,
)
from .lowering.decimal import lower_round_decimal, python_round
from .lowering.exponentials import lower_cbrt, lower_logaddexp, lower_sigmoid
from .lowering.gamma import lower_gamma, lower_polygamma
from .lowering.scipy import special

LN2, LN10 = math.log(2.0), math.log(10.0)
TWO_OVER_SQRT_PI = 2 / math.sqrt(math.pi)


def mul_or_zero_value(x: Any, y: Any) -> Any:
    """x y, and 0 where x is 0, whatever y is: 0 times infinity is 0, as in the theory of measures."""
    return np.multiply(x, y, out=np.zeros_like(x), where=x != 0)


def cast_type(x: Type, *, dtype: np.dtype, weak: bool = False) -> Type:
    return Type(np.dtype(dtype), x.shape, weak)


def real_type(x: Type) -> Type:
    return Type(real_dtype(x.dtype), x.shape, x.weak)


def complex_type(re: Type, im: Type) -> Type:
    out = equal_types(re, im)
    if kind(out.dtype) != "f":
        raise CompileError(f"complex needs floating parts, not {out}", kind=TypeError)
    return Type(complex_dtype(out.dtype), out.shape, out.weak)


def complex_value(re: Any, im: Any) -> Any:
    """Part by part: re + 1j * im makes NaN of an infinite part."""
    re = np.asarray(re)
    out = np.empty(re.shape, complex_dtype(re.dtype))
    out.real, out.imag = re, im
    return out


def show_complex(call: Any) -> str:
    """Print a complex number from its two parts, so that infinite parts are preserved."""
    out = call.outputs[0].type
    if out.shape:
        return "_0 + 1j * _1"
    return "complex(_0, _1)" if out.weak else f"np.{out.dtype.name}(complex(_0, _1))"


def select_type(p: Type, x: Type, y: Type) -> Type:
    if p.dtype != BOOL or p.shape != x.shape:
        raise CompileError(
            f"select needs a condition bool[{','.join(map(str, x.shape))}], not {p}", kind=TypeError
        )
    return equal_types(x, y)


def cast_value(x: np.ndarray, *, dtype: np.dtype, weak: bool = False) -> np.ndarray:
    x = np.asarray(x)
    return (
        x.real if is_complex(x.dtype) and not is_complex(np.dtype(dtype)) and dtype != BOOL else x
    ).astype(dtype)


def cast_back(ct: Any, x: Any, *, dtype: Any, weak: Any = False) -> Any:
    """Transpose of a cast between inexact dtypes (complex to real takes the real part)."""
    if is_complex(x.dtype) and not is_complex(ct.dtype):
        ct = cast(ct, dtype=real_dtype(x.dtype))
        return complex_(ct, full(ct, 0))
    if is_complex(ct.dtype) and not is_complex(x.dtype):
        ct = real(ct)
    return cast(ct, dtype=x.dtype)


def abs_jvp(t: Any, y: Any, x: Any) -> Any:
    if not is_complex(x.dtype):
        return t * sign(x)
    safe = select(y == 0, full(y, 1), y)
    return (real(t) * real(x) + imag(t) * imag(x)) / safe


def larger_share(x: Any, y: Any) -> Any:
    """1 where x > y, 1/2 where they are equal, 0 elsewhere."""
    return select(x > y, full(x, 1), select(x == y, full(x, 0.5), full(x, 0)))


def pow_jvp_base(t: Any, out: Any, x: Any, y: Any) -> Any:
    return t * select(y == 0, full(x, 0), y * pow(x, select(y == 0, full(y, 1), y) - 1))


def pow_jvp_exponent(t: Any, out: Any, x: Any, y: Any) -> Any:
    return t * select(x == 0, full(x, 0), log(select(x == 0, full(x, 1), x)) * out)


def integer_pow_type(x: Type, *, exponent: int) -> Type:
    if exponent < 0 and kind(x.dtype) in "iu":
        raise CompileError(
            "integers to negative integer powers are not allowed",
            "convert with .astype(float)",
            kind=ValueError,
        )
    return numbers(x)


def integer_pow_value(x: Any, *, exponent: int) -> Any:
    return x ** np.asarray(exponent, x.dtype) if exponent >= 0 else 1 / x**-exponent


def integer_pow_jvp(t: Any, out: Any, x: Any, *, exponent: Any) -> Any:
    if exponent == 2:
        return t * (2 * x)
    if exponent in (0, 1):
        return t * exponent
    return t * (exponent * integer_pow(x, exponent=exponent - 1))


def show_cast(call: Any) -> str:
    dtype = np.dtype(call.param("dtype"))
    drops = is_complex(call.operands[0].type.dtype) and not is_complex(dtype) and dtype != BOOL
    return f"{'np.real(_0)' if drops else '_0'}.astype({dtype_text(dtype)})"


def sigmoid_value(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def apart(x: Any, y: Any) -> Any:
    """x - y, and 0 for equal infinities."""
    return select((x == y) & isinf(x), full(x, 0), x - y)


def int_value(x: np.ndarray) -> np.ndarray:
    return cast_value(np.trunc(x), dtype=canonical(np.int64))


def int_type(x: Type) -> Type:
    if kind(x.dtype) != "f":
        raise CompileError(f"to_int needs floats, not {x}")
    return Type(canonical(np.int64), x.shape, not x.shape)


def lower_int(emit: Any, x: Any, *, out: Any) -> Any:
    return lower_cast(emit, x, out=out, dtype=out.dtype)


def show_int(call: Any) -> str:
    """int() raises for NaN and infinities; where a batch is converted NumPy only warns."""
    return "_0.astype(int)" if call.operands[0].type.shape else "int(_0)"


def show_python_round(call: Any) -> str:
    """Python's round is not NumPy's, which an element of an array would call."""
    operand, digits = call.operands[0].type, call.param("digits")
    if operand.shape:
        return f"np.vectorize(lambda number: round(float(number), {digits}), otypes=[_0.dtype])(_0)"
    return f"round(_0, {digits})" if operand.weak else f"round(float(_0), {digits})"


def show_pow(call: Any) -> str:
    return f"_0 ** {call.param('exponent')}"


def own_dtype(function: Any) -> Any:
    """scipy's function in the dtype of its last operand: it computes the narrow ones in a wider one."""

    def value(*operands: Any) -> Any:
        dtype = np.asarray(operands[-1]).dtype
        wide = [np.asarray(x, np.float32) if dtype.itemsize == 2 else x for x in operands]
        return np.asarray(function(*wide)).astype(dtype)

    return value


def show_special(name: str) -> Any:
    def show(call: Any) -> str:
        dtype, names = call.outputs[0].type.dtype, ", ".join(f"_{k}" for k in range(len(call.operands)))
        exact = dtype == np.float64 or dtype == np.float32 and name != "polygamma"
        return f"special.{name}({names})" + ("" if exact else f".astype({dtype_text(dtype)})")

    return show


# fmt: off
# -- linear ------------------------------------------------------------------------------------------------------

neg = Primitive("neg", np.negative, numbers, "stablehlo.negate", pointwise, "linear", show="-_0",
                transpose=(lambda ct, x: -ct,))
add = Primitive("add", np.add, same, "stablehlo.add", pointwise, "linear", show="_0 + _1",
                transpose=(lambda ct, x, y: ct, lambda ct, x, y: ct))
sub = Primitive("sub", np.subtract, numbers, "stablehlo.subtract", pointwise, "linear", show="_0 - _1",
                transpose=(lambda ct, x, y: ct, lambda ct, x, y: -ct))
cast = Primitive("cast", cast_value, cast_type, lower_cast, pointwise, "linear", show=show_cast,
                 transpose=(cast_back,))
real = Primitive("real", np.real, real_type, "stablehlo.real", pointwise, "linear", show="np.real(_0)",
                 transpose=(lambda ct, x: complex_(ct, full(ct, 0)) if is_complex(x.dtype) else ct,))
imag = Primitive("imag", np.imag, real_type, "stablehlo.imag", pointwise, "linear", show="np.imag(_0)",
                 transpose=(lambda ct, x: complex_(full(ct, 0), -ct) if is_complex(x.dtype) else full(ct, 0),))
conj = Primitive("conj", np.conj, same, lower_conj, pointwise, "linear", show="np.conj(_0)",
                 transpose=(lambda ct, x: conj(ct),))
complex_ = Primitive("complex_", complex_value,
                     complex_type, "stablehlo.complex", pointwise, "linear", show=show_complex,
                     transpose=(lambda ct, re, im: real(ct), lambda ct, re, im: -imag(ct)))
select = Primitive("select", np.where, select_type, "stablehlo.select", pointwise, "linear",
                   show="np.where(_0, _1, _2)",
                   transpose=(None, lambda ct, p, x, y: select(p, ct, full(ct, 0)),
                              lambda ct, p, x, y: select(p, full(ct, 0), ct)))
copy = Primitive("copy", np.copy, same, lambda emit, x, *, out: x, pointwise, "linear", show="_0.copy()",
                 transpose=(lambda ct, x: ct,))

# -- multilinear -------------------------------------------------------------------------------------------------

mul = Primitive("mul", np.multiply, same, lower_mul, pointwise, "multilinear", show="_0 * _1",
                transpose=(lambda ct, x, y: ct * y, lambda ct, x, y: ct * x))
mul_or_zero = Primitive("mul_or_zero", mul_or_zero_value, inexact, lower_mul_or_zero, pointwise, "multilinear",
                        show="np.multiply(_0, _1, out=np.zeros_like(_0), where=_0 != 0)",
                        transpose=(lambda ct, x, y: mul_or_zero(ct, y), lambda ct, x, y: mul_or_zero(x, ct)))

# -- smooth ------------------------------------------------------------------------------------------------------

div = Primitive("div", np.true_divide, inexact, "stablehlo.divide", pointwise, "smooth", show="_0 / _1",
                jvp=(lambda t, out, x, y: t / y, lambda t, out, x, y: -(t * out) / y),       # backwards: (ct / y) * out
                transpose=(lambda ct, x, y: ct / y, None))
pow = Primitive("pow", np.power, numbers, lower_pow, pointwise, "smooth", show="_0 ** _1",
                jvp=(pow_jvp_base, pow_jvp_exponent))
integer_pow = Primitive("integer_pow", integer_pow_value, integer_pow_type, lower_integer_pow, pointwise, "smooth",
                        show=show_pow, jvp=(integer_pow_jvp,))
sin = Primitive("sin", np.sin, inexact, _complex.lower_sin, pointwise, "smooth", show="np.sin(_0)",
                jvp=(lambda t, y, x: t * cos(x),))
cos = Primitive("cos", np.cos, inexact, _complex.lower_cos, pointwise, "smooth", show="np.cos(_0)",
                jvp=(lambda t, y, x: -t * sin(x),))
tan = Primitive("tan", np.tan, inexact, _complex.lower_tan, pointwise, "smooth", show="np.tan(_0)",
                jvp=(lambda t, y, x: t * (1 + y ** 2),))
asin = Primitive("asin", np.arcsin, inexact, _complex.lower_asin, pointwise, "smooth", show="np.arcsin(_0)",
                 jvp=(lambda t, y, x: t / sqrt((1 - x) * (1 + x)),))
acos = Primitive("acos", np.arccos, inexact, _complex.lower_acos, pointwise, "smooth", show="np.arccos(_0)",
                 jvp=(lambda t, y, x: -t / sqrt((1 - x) * (1 + x)),))
atan = Primitive("atan", np.arctan, inexact, _complex.lower_atan, pointwise, "smooth", show="np.arctan(_0)",
                 jvp=(lambda t, y, x: t / (1 + x ** 2),))
sinh = Primitive("sinh", np.sinh, inexact, _complex.lower_sinh, pointwise, "smooth", show="np.sinh(_0)",
                 jvp=(lambda t, y, x: t * cosh(x),))
cosh = Primitive("cosh", np.cosh, inexact, _complex.lower_cosh, pointwise, "smooth", show="np.cosh(_0)",
                 jvp=(lambda t, y, x: t * sinh(x),))
tanh = Primitive("tanh", np.tanh, inexact, _complex.lower_tanh, pointwise, "smooth", show="np.tanh(_0)",
                 jvp=(lambda t, y, x: t * (1 - y ** 2),))
asinh = Primitive("asinh", np.arcsinh, inexact, _complex.lower_asinh, pointwise, "smooth", show="np.arcsinh(_0)",
                  jvp=(lambda t, y, x: t / sqrt(x ** 2 + 1),))
acosh = Primitive("acosh", np.arccosh, inexact, _complex.lower_acosh, pointwise, "smooth", show="np.arccosh(_0)",
                  jvp=(lambda t, y, x: t / (sqrt(x - 1) * sqrt(x + 1)),))
atanh = Primitive("atanh", np.arctanh, inexact, _complex.lower_atanh, pointwise, "smooth", show="np.arctanh(_0)",
                  jvp=(lambda t, y, x: t / ((1 - x) * (1 + x)),))
exp = Primitive("exp", np.exp, inexact, _complex.lower_exp, pointwise, "smooth", show="np.exp(_0)",
                jvp=(lambda t, y, x: t * y,))
sigmoid = Primitive("sigmoid", sigmoid_value, floating, lower_sigmoid, pointwise, "smooth",
                    show="1 / (1 + np.exp(-_0))", jvp=(lambda t, y, x: t * y * (1 - y),))
logaddexp = Primitive("logaddexp", np.logaddexp, floating, lower_logaddexp, pointwise, "smooth",
                      show="np.logaddexp(_0, _1)", jvp=(lambda t, out, x, y: t * sigmoid(apart(x, y)),
                                                        lambda t, out, x, y: t * sigmoid(apart(y, x))))
exp2 = Primitive("exp2", np.exp2, inexact, _complex.lower_exp2, pointwise, "smooth", show="np.exp2(_0)",
                 jvp=(lambda t, y, x: t * (LN2 * y),))
expm1 = Primitive("expm1", np.expm1, inexact, _complex.lower_expm1, pointwise, "smooth",
                  show="np.expm1(_0)", jvp=(lambda t, y, x: t * exp(x),))
log = Primitive("log", np.log, inexact, _complex.lower_log, pointwise, "smooth", show="np.log(_0)",
                jvp=(lambda t, y, x: t / x,))
log2 = Primitive("log2", np.log2, inexact, _complex.lower_log2, pointwise, "smooth", show="np.log2(_0)",
                 jvp=(lambda t, y, x: t / (LN2 * x),))
log10 = Primitive("log10", np.log10, inexact, _complex.lower_log10, pointwise, "smooth", show="np.log10(_0)",
                  jvp=(lambda t, y, x: t / (LN10 * x),))
log1p = Primitive("log1p", np.log1p, inexact, _complex.lower_log1p, pointwise, "smooth", show="np.log1p(_0)",
                  jvp=(lambda t, y, x: t / (1 + x),))
sqrt = Primitive("sqrt", np.sqrt, inexact, _complex.lower_sqrt, pointwise, "smooth", show="np.sqrt(_0)",
                 jvp=(lambda t, y, x: t / (2 * y),))
cbrt = Primitive("cbrt", np.cbrt, floating, lower_cbrt, pointwise, "smooth", show="np.cbrt(_0)",
                 jvp=(lambda t, y, x: t / (3 * y ** 2),))
abs = Primitive("abs", np.abs, real_type, _complex.lower_abs, pointwise, "smooth", show="np.abs(_0)", jvp=(abs_jvp,))
atan2 = Primitive("atan2", np.arctan2, floating, lower_atan2, pointwise, "smooth", show="np.arctan2(_0, _1)",
                  jvp=(lambda t, out, x, y: t * (y / (x ** 2 + y ** 2)),
                       lambda t, out, x, y: -t * (x / (x ** 2 + y ** 2))))
maximum = Primitive("maximum", np.maximum, same, lower_extremum("maximum"), pointwise, "smooth",
                    show="np.maximum(_0, _1)",
                    jvp=(lambda t, out, x, y: t * larger_share(x, y), lambda t, out, x, y: t * larger_share(y, x)))
minimum = Primitive("minimum", np.minimum, same, lower_extremum("minimum"), pointwise, "smooth",
                    show="np.minimum(_0, _1)",
                    jvp=(lambda t, out, x, y: t * larger_share(y, x), lambda t, out, x, y: t * larger_share(x, y)))
remainder = Primitive("remainder", np.remainder, real_numbers, lower_remainder, pointwise, "smooth", show="_0 % _1",
                      jvp=(lambda t, out, x, y: t, lambda t, out, x, y: -t * floor_divide(x, y)))
fmod = Primitive("fmod", np.fmod, real_numbers, lower_fmod, pointwise, "smooth", show="np.fmod(_0, _1)",
                 jvp=(lambda t, out, x, y: t, lambda t, out, x, y: -t * trunc(x / y)))
copysign = Primitive("copysign", np.copysign, floating, lower_copysign, pointwise, "smooth",
                     show="np.copysign(_0, _1)",
                     jvp=(lambda t, out, x, y: t * (sign(x) * copysign(full(x, 1), y)), None))
erf = Primitive("erf", own_dtype(special.erf), floating, "chlo.erf", pointwise, "smooth", show=show_special("erf"),
                jvp=(lambda t, y, x: t * (TWO_OVER_SQRT_PI * exp(-x ** 2)),))
erfc = Primitive("erfc", own_dtype(special.erfc), floating, "chlo.erfc", pointwise, "smooth",
                 show=show_special("erfc"), jvp=(lambda t, y, x: t * (-TWO_OVER_SQRT_PI * exp(-x ** 2)),))
erfinv = Primitive("erfinv", own_dtype(special.erfinv), floating, "chlo.erf_inv", pointwise, "smooth",
                   show=show_special("erfinv"), jvp=(lambda t, y, x: t * (exp(y ** 2) / TWO_OVER_SQRT_PI),))
gamma = Primitive("gamma", own_dtype(special.gamma), floating, lower_gamma, pointwise, "smooth",
                  show=show_special("gamma"), jvp=(lambda t, y, x: t * (y * digamma(x)),))
lgamma = Primitive("lgamma", own_dtype(special.gammaln), floating, lower_lgamma, pointwise, "smooth",
                   show=show_special("gammaln"), jvp=(lambda t, y, x: t * digamma(x),))
digamma = Primitive("digamma", own_dtype(special.digamma), floating, lower_digamma, pointwise, "smooth",
                    show=show_special("digamma"), jvp=(lambda t, y, x: t * polygamma(full(x, 1), x),))
polygamma = Primitive("polygamma", own_dtype(special.polygamma), floating, lower_polygamma, pointwise, "smooth",
                      show=show_special("polygamma"), jvp=(None, lambda t, out, n, x: t * polygamma(n + 1, x)))

# -- discrete ----------------------------------------------------------------------------------------------------

floor_divide = Primitive("floor_divide", np.floor_divide, real_numbers, lower_floor_divide, pointwise, "discrete",
                         show="_0 // _1")
to_int = Primitive("to_int", int_value, int_type, lower_int, pointwise, "discrete", show=show_int)
sign = Primitive("sign", np.sign, numbers, lower_sign, pointwise, "discrete", show="np.sign(_0)")
floor = Primitive("floor", np.floor, real_numbers, lower_rounding("stablehlo.floor"), pointwise, "discrete",
                  show="np.floor(_0)")
ceil = Primitive("ceil", np.ceil, real_numbers, lower_rounding("stablehlo.ceil"), pointwise, "discrete",
                 show="np.ceil(_0)")
round = Primitive("round", np.rint, floating, "stablehlo.round_nearest_even", pointwise, "discrete",
                  show="np.rint(_0)")
round_decimal = Primitive("round_decimal", python_round, floating, lower_round_decimal, pointwise, "discrete",
                          show=show_python_round)
trunc = Primitive("trunc", np.trunc, real_numbers, lower_trunc, pointwise, "discrete", show="np.trunc(_0)")
nextafter = Primitive("nextafter", np.nextafter, floating, "chlo.next_after", pointwise, "discrete",
                      show="np.nextafter(_0, _1)")
isnan = Primitive("isnan", np.isnan, predicate, lower_isnan, pointwise, "discrete", show="np.isnan(_0)")
isinf = Primitive("isinf", np.isinf, predicate, lower_isinf, pointwise, "discrete", show="np.isinf(_0)")
isfinite = Primitive("isfinite", np.isfinite, predicate, lower_isfinite, pointwise, "discrete",
                     show="np.isfinite(_0)")
signbit = Primitive("signbit", np.signbit, predicate, lower_signbit, pointwise, "discrete", show="np.signbit(_0)")
eq = Primitive("eq", np.equal, predicate, lower_compare("EQ"), pointwise, "discrete", show="_0 == _1")
ne = Primitive("ne", np.not_equal, predicate, lower_compare("NE"), pointwise, "discrete", show="_0 != _1")
lt = Primitive("lt", np.less, predicate, lower_compare("LT"), pointwise, "discrete", show="_0 < _1")
le = Primitive("le", np.less_equal, predicate, lower_compare("LE"), pointwise, "discrete", show="_0 <= _1")
gt = Primitive("gt", np.greater, predicate, lower_compare("GT"), pointwise, "discrete", show="_0 > _1")
ge = Primitive("ge", np.greater_equal, predicate, lower_compare("GE"), pointwise, "discrete", show="_0 >= _1")
not_ = Primitive("not_", np.invert, bits, "stablehlo.not", pointwise, "discrete", show="~_0")
and_ = Primitive("and_", np.bitwise_and, bits, "stablehlo.and", pointwise, "discrete", show="_0 & _1")
or_ = Primitive("or_", np.bitwise_or, bits, "stablehlo.or", pointwise, "discrete", show="_0 | _1")
xor = Primitive("xor", np.bitwise_xor, bits, "stablehlo.xor", pointwise, "discrete", show="_0 ^ _1")
shift_left = Primitive("shift_left", np.left_shift, integers, "stablehlo.shift_left", pointwise, "discrete",
                       show="_0 << _1")
shift_right = Primitive("shift_right", np.right_shift, integers, lower_shift_right, pointwise, "discrete",
                        show="_0 >> _1")
popcount = Primitive("popcount", np.bitwise_count, lambda x: Type(np.dtype(np.uint8), x.shape), lower_popcount,
                     pointwise, "discrete", show="np.bitwise_count(_0)")
# fmt: on
