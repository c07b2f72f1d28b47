"""Python's operators and number functions on dynamic values.

Python numbers (weak) combine by Python's rules: int / int is a float, True + True is 2, the result is a
Python number again. If an array or a NumPy scalar takes part, the operator is NumPy's ufunc. Python's
integers have 64 bits here.
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_bool, is_complex, is_integer, kind
from ...core.errors import CompileError
from ...ir.builder import Sym, bounds_of, broadcast_to, convert
from ...ir.program import Type
from ...ir.unions import Side, decide_member, join_sides, several, side_of, with_members
from ..core.arrays import (
    arrays,
    as_array,
    as_dtype,
    builder_in,
    common_dtype,
    constant_of,
    describe,
    dtype_of,
    element,
    full_like,
    is_python_number,
    type_of,
    whole_number,
)
from ..core.loops import repeat_while
from ..core.python_numbers import python_integer, python_number, raise_if
from ..core.table import implements, prim
from .products.matmul import matmul
from .ufuncs import apply_ufunc, check_exponents, shift
from .wide_integers import as_float, compare_wide, extreme_of_wide, is_wide, refuse_wide, with_wide

SYMBOLS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "MatMult": "@",
    "LShift": "<<",
    "RShift": ">>",
    "BitOr": "|",
    "BitXor": "^",
    "BitAnd": "&",
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
    "UAdd": "+",
    "USub": "-",
    "Invert": "~",
    "Not": "not",
}
UFUNCS = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.true_divide,
    "//": np.floor_divide,
    "%": np.remainder,
    "**": np.power,
    "<<": np.left_shift,
    ">>": np.right_shift,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
    "&": np.bitwise_and,
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
PYTHON = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "//": "floor_divide",
    "%": "remainder",
    "<<": "shift_left",
    ">>": "shift_right",
    "|": "or_",
    "^": "xor",
    "&": "and_",
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
}
COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])
BITWISE = frozenset(["|", "^", "&"])


def binary_operator(op: str, x: Any, y: Any) -> Any:
    """x op y. `op` is a symbol or the name of its ast class: "+" or "Add"."""
    op = SYMBOLS.get(op, op)
    if op == "@":
        return matmul(x, y)
    if op in COMPARISONS and not is_no_number(x) and not is_no_number(y) and with_wide(x, y):
        return compare_wide(op, x, y, binary_operator)
    if is_python_number(x) and is_python_number(y):
        return _python_binary(op, x, y)
    if is_no_number(x) or is_no_number(y):
        return _unlike(op, x, y)
    if op == "**":
        return power(x, y)
    return apply_ufunc(UFUNCS[op], x, y)


compare_operator = binary_operator


def unary_operator(op: str, x: Any) -> Any:
    """op x, for + - ~ not."""
    op = SYMBOLS.get(op, op)
    if op == "not":
        return prim.not_(to_bool(x))
    if not is_python_number(x):
        return apply_ufunc({"+": np.positive, "-": np.negative, "~": np.invert}[op], x)
    x = python_number(x, np.int64) if is_bool(dtype_of(x)) else as_array(x)
    if op == "~" and not is_integer(x.dtype):
        raise CompileError(f"~ is not defined for a Python {_python_name(x)}", kind=TypeError)
    return {"+": lambda v: v, "-": lambda v: prim.neg(v), "~": lambda v: prim.not_(v)}[op](x)


def is_no_number(value: Any) -> bool:
    return isinstance(value, (str, type(None), dict, set))


def _unlike(op: str, x: Any, y: Any) -> Any:
    """Operands of which one is no number at all: only (in)equality has a meaning."""
    if op not in ("==", "!="):
        names = [type(v).__name__ if not isinstance(v, Sym) else describe(v) for v in (x, y)]
        raise CompileError(f"{op} is not defined for {names[0]} and {names[1]}", kind=TypeError)
    number = x if isinstance(x, (Sym, np.ndarray)) else y
    return full_like(number, op == "!=", bool)


# -- Python numbers among themselves -------------------------------------------------------------------------


def _python_name(x: Any) -> str:
    return {"b": "bool", "i": "int", "f": "float", "c": "complex"}[kind(dtype_of(x))]


def _common(op: str, x: Any, y: Any) -> list[Any]:
    """Both operands in the type Python computes in; bools are ints, except for & | ^ and comparisons."""
    kinds = ["i" if is_wide(v) else kind(dtype_of(v)) for v in (x, y)]
    common = builtins.max(kinds, key="bifc".index)
    if common == "b" and op not in BITWISE and op not in COMPARISONS:
        common = "i"
    dtype = {"b": bool, "i": np.int64, "f": np.float64, "c": np.complex128}[common]
    if common in "fc":
        x, y = (as_float(v) if is_wide(v) else v for v in (x, y))
    refuse_wide(x, y)
    builder = builder_in(x, y)
    return [python_number(builder.lift(v) if builder else v, dtype) for v in (x, y)]


def _python_binary(op: str, x: Any, y: Any) -> Any:
    if op == "**":
        return _python_power(x, y)
    a, b = _common(op, x, y)
    _refuse_python(op, a, b)
    if op in ("/", "//", "%") and _is_zero(y):
        raise CompileError("division by zero", kind=ZeroDivisionError)
    if op == "/":
        a, b = (python_number(v, np.float64) if is_integer(v.dtype) else v for v in (a, b))
        return prim.div(a, b)
    if op in ("<<", ">>"):
        return _python_shift(op, a, b)
    return getattr(prim, PYTHON[op])(a, b)


def _refuse_python(op: str, a: Any, b: Any) -> None:
    k = kind(a.dtype)
    undefined = {"c": ("//", "%", "<", "<=", ">", ">=", "<<", ">>", *BITWISE), "f": ("<<", ">>", *BITWISE)}
    if op in undefined.get(k, ()):
        raise CompileError(f"{op} is not defined for Python {_python_name(a)}s", kind=TypeError)


def _python_shift(op: str, a: Any, b: Any) -> Any:
    count = constant_of(b)
    if count is not None and count < 0:
        raise CompileError("ValueError: negative shift count")
    if count is None and bounds_of(b)[0] < 0:
        raise_if(prim.lt(b, full_like(b, 0)), ValueError, "negative shift count", native=False)
    result = shift(PYTHON[op])(a, b)
    return python_number(result, np.int64)


def _is_zero(x: Any) -> bool:
    value = constant_of(x)
    return value is not None and value.ndim == 0 and not value


def _python_power(x: Any, y: Any) -> Any:
    a, b = _common("**", x, y)
    value = constant_of(y)
    if is_integer(a.dtype):
        if value is not None and value < 0:
            return _python_power(python_number(a, np.float64), y)
        return prim.integer_pow(a, exponent=int(value)) if value is not None else _integer_power(a, b)
    if (
        value is not None
        and kind(value.dtype) in "bif"
        and value == np.rint(value)
        and builtins.abs(value) <= 64
    ):
        return prim.integer_pow(a, exponent=int(value))
    if value is not None and value == 0.5 and not is_complex(a.dtype):
        return prim.sqrt(a)
    return prim.pow(a, b)


def _integer_power(a: Any, b: Any) -> Any:
    """A dynamic exponent; NumPy's and XLA's power of integers, for exponents >= 0."""
    return prim.pow(a, b)


def power(x: Any, y: Any) -> Any:
    """x ** y where an array takes part: as np.power, with NumPy's short cuts for square roots, and for the squares of
    truth values, which are int8."""
    value = constant_of(y)
    if type(y) is int and y == 2 and is_bool(dtype_of(x)) and np.ndim(x):
        return apply_ufunc(np.square, x)
    if (
        value is not None
        and value.ndim == 0
        and is_python_number(y)
        and value == 0.5
        and not is_complex(dtype_of(x))
    ):
        return apply_ufunc(np.sqrt, x) if kind(dtype_of(x)) == "f" else apply_ufunc(np.power, x, y)
    check_exponents(np.power, (x, y))
    return apply_ufunc(np.power, x, y)


# -- conversions ---------------------------------------------------------------------------------------------


def _scalar(x: Any, what: str) -> Any:
    """The one element of an array, as a scalar."""
    x = as_array(x)
    if x.size != 1:
        raise CompileError(
            f"{what} of {describe(x)}: only one element can become a Python number",
            "np.any, np.all or an index say which is meant",
            kind=ValueError,
        )
    return x if x.ndim == 0 else prim.reshape(x, shape=())


def _number(x: Any, what: str) -> Any:
    """A value without axes. (An array of one element is none.)"""
    x = as_array(x)
    if x.ndim:
        reason = (
            "only 0-dimensional arrays can be converted to Python scalars"
            if x.size == 1
            else "only one element can become a Python number"
        )
        raise CompileError(
            f"{what} of {describe(x)}: {reason}",
            "x.item() of the one element" if x.size == 1 else "np.any, np.all or an index say which is meant",
            kind=TypeError,
        )
    return x


@implements(bool)
def to_bool(x: Any = False) -> Any:
    """The truth of a value: a Python bool."""
    x = _scalar(x, "the truth value")
    if not is_bool(x.dtype):
        x = prim.ne(x, full_like(x, 0))
    return python_number(x, bool)


def to_condition(x: Any) -> Any:
    """The truth of a value as bool[], for a cond or a loop."""
    x = _scalar(x, "the truth value")
    return x if is_bool(x.dtype) else prim.ne(x, full_like(x, 0))


@implements(int)
def to_int(x: Any = 0) -> Any:
    """Toward zero."""
    return python_integer(_real_number(x, "int"))


@implements(float)
def to_float(x: Any = 0.0) -> Any:
    return python_number(_real_number(x, "float"), np.float64)


@implements(complex)
def to_complex(real: Any = 0.0, imag: Any = 0.0) -> Any:
    value = python_number(_number(real, "complex"), np.complex128)
    if constant_of(imag) is not None and not constant_of(imag):
        return value
    other = _number(imag, "complex")
    if other.dtype == np.complex64:
        raise CompileError(
            "complex takes only the real part of a complex64 as its second argument",
            "say which is meant: z.real, or complex(z)",
            kind=TypeError,
        )
    if is_complex(dtype_of(real)) or is_complex(other.dtype):  # real + imag * 1j, without 0 * inf
        other = python_number(other, np.complex128)
        parts = [prim.sub(prim.real(value), prim.imag(other)), prim.add(prim.imag(value), prim.real(other))]
    else:
        parts = [as_dtype(_number(x, "complex"), np.float64, builder_in(real, imag)) for x in (real, imag)]
    return python_number(prim.complex_(*parts), np.complex128)


def _real_number(x: Any, what: str) -> Any:
    x = as_array(x)
    if is_complex(x.dtype) and x.size == 1:
        raise CompileError(f"{what} of a complex number", "take its real part: z.real", kind=TypeError)
    return _number(x, what)


def as_index(x: Any) -> Any:
    """operator.index: an integer scalar, as a Python int."""
    x = as_array(x)
    if x.ndim or not (is_integer(x.dtype) or is_python_number(x) and is_bool(x.dtype)):
        raise CompileError(f"an integer is needed, not {describe(x)}", kind=TypeError)
    return python_number(x, np.int64)


# -- number functions ----------------------------------------------------------------------------------------


@implements(abs, operator.abs)
def abs_(x: Any) -> Any:
    if not is_python_number(x):
        return apply_ufunc(np.absolute, x)
    return prim.abs(python_number(x, np.int64) if is_bool(dtype_of(x)) else as_array(x))


@implements(divmod)
def divmod_(x: Any, y: Any) -> tuple:
    if not (is_python_number(x) and is_python_number(y)):
        return apply_ufunc(np.divmod, x, y)
    return _python_binary("//", x, y), _python_binary("%", x, y)


@implements(round, static=("ndigits",), special="__round__")
def round_(number: Any, ndigits: int | None = None) -> Any:
    """Half to even. A float without ndigits becomes an int."""
    if dtype_of(number) is not None and as_array(number).ndim:
        raise CompileError(
            f"round is not defined for {describe(as_array(number))}", "use np.round", kind=TypeError
        )
    x = as_array(number)
    if is_complex(x.dtype):
        raise CompileError("round of a complex number", kind=TypeError)
    weak = is_python_number(number)
    ndigits = None if ndigits is None else whole_number(ndigits, "ndigits")
    if kind(x.dtype) in "biu":
        rounded = python_number(x, np.int64)
        rounded = rounded if ndigits is None or ndigits >= 0 else _round_integer(rounded, -ndigits)
        return rounded if weak or ndigits is None else convert(rounded, x.dtype)
    if ndigits is None:
        return python_integer(prim.round(x))
    return round_decimal(x, ndigits) if weak else round_digits(x, ndigits)


def round_decimal(x: Any, digits: int) -> Any:
    """Python's round of a float: the decimal number nearest to its exact value, a tie going to the even digit."""
    if digits == 0:
        return prim.round(x)
    if builtins.abs(digits) > (22 if x.dtype.itemsize == 8 else 10):
        raise CompileError(
            f"round to {digits} digits", "powers of ten beyond 10**22 are not floats: use np.round"
        )
    return prim.round_decimal(x, digits=digits)


def round_digits(x: Any, digits: int) -> Any:
    """NumPy's decimal rounding: scale, round half to even, scale back."""
    if digits == 0:
        return prim.round(x)
    scale = full_like(x, 10.0 ** builtins.abs(digits))
    return prim.round(x * scale) / scale if digits > 0 else prim.round(x / scale) * scale


def _round_integer(x: Any, digits: int) -> Any:
    """To a multiple of 10**digits, half to even."""
    unit = 10**digits
    quotient, rest = prim.floor_divide(x, full_like(x, unit)), prim.remainder(x, full_like(x, unit))
    odd = prim.ne(prim.remainder(quotient, full_like(x, 2)), full_like(x, 0))
    half = full_like(x, unit // 2)
    up = prim.or_(prim.gt(rest, half), prim.and_(prim.eq(rest, half), odd))
    return prim.mul(prim.add(quotient, prim.cast(up, dtype=x.dtype, weak=True)), full_like(x, unit))


@implements(pow, static=("mod",))
def pow_(base: Any, exp: Any, mod: int | None = None) -> Any:
    if mod is None:
        return binary_operator("**", base, exp)
    base, exp = as_index(base), as_index(exp)
    if mod == 0:
        raise CompileError("pow: the modulus is 0", kind=ValueError)
    if mod.bit_length() > 31:
        raise CompileError("pow with a modulus of more than 31 bits", "products would not fit into 64 bits")
    builder = builder_in(base, exp)
    base, exp = (builder.lift(v) if builder else np.asarray(v) for v in (base, exp))
    return python_number(_modular_power(base, exp, mod), np.int64)


def _modular_power(base: Any, exponent: Any, mod: int) -> Any:
    """Square and multiply."""
    base, exponent = convert(base, np.int64), convert(exponent, np.int64)
    modulo = lambda v: prim.remainder(v, full_like(v, mod))

    def step(result: Any, power: Any, n: Any) -> tuple:
        odd = prim.ne(prim.and_(n, full_like(n, 1)), full_like(n, 0))
        return (
            prim.select(odd, modulo(result * power), result),
            modulo(power * power),
            prim.shift_right(n, full_like(n, 1)),
        )

    going = lambda result, power, n: prim.gt(n, full_like(n, 0))
    return repeat_while(going, step, modulo(full_like(base, 1)), modulo(base), exponent)[0]


# -- min, max, sum, any, all of Python -----------------------------------------------------------------------


def _items(arguments: tuple) -> list[Any]:
    """The things to go through: several arguments, the items of a list, or of an array along its first axis."""
    if len(arguments) > 1:
        return list(arguments)
    only = arguments[0]
    if isinstance(only, (list, tuple)):
        return list(only)
    only = as_array(only)
    if only.ndim == 0:
        raise CompileError(f"{describe(only)} is a scalar: there is nothing to go through", kind=TypeError)
    return [only]


def _choose(better: str, arguments: tuple) -> Any:
    """Python's max or min: a later item wins only if it compares as better (so the place of a NaN matters)."""
    items = _items(arguments)
    if not items:
        raise CompileError("max() or min() of nothing", kind=ValueError)
    if len(items) == 1 and len(arguments) == 1 and not isinstance(arguments[0], (list, tuple)):
        return _choose_along(better, items[0])
    result = items[0]
    for item in items[1:]:
        result = _pick(better, item, result)
    return result


def _pick(better: str, item: Any, result: Any) -> Any:
    if with_wide(item, result):
        return extreme_of_wide(better, item, result, _pick)
    wins = to_condition(binary_operator(better, decide_member(item), decide_member(result)))
    if is_python_number(item) and is_python_number(result):
        a, b = _common("<", item, result)
        both = join_sides(side_of(item), side_of(result))
        assert both is not None
        return with_members(prim.select(wins, a, b), several(both))
    a, b = arrays(item, result)
    joined = (
        None
        if type_of(a).shape or type_of(b).shape
        else join_sides(side_of(item), side_of(result))
        or _of_either_sign(better, side_of(item), side_of(result))
    )
    dtype = common_dtype(item, result) if joined is None else joined.type.dtype
    whole = joined is not None and is_integer(dtype)  # what does not fit wraps around, and is not chosen
    a, b = (v.astype(dtype) if whole else convert(v, dtype) for v in (a, b))
    chosen = prim.select(broadcast_to(wins, a.shape), *(broadcast_to(v, a.shape) for v in (a, b)))
    return chosen if joined is None else with_members(chosen, several(joined))


def _of_either_sign(better: str, a: Side, b: Side) -> Side | None:
    """The dtype that holds the greater (or lesser) of an integer with a sign and one of uint64, which no dtype holds
    both: the greater one is not negative, and the lesser one fits int64."""
    if not all(is_integer(side.type.dtype) for side in (a, b)):
        return None
    return Side(Type(np.dtype(np.uint64 if better == ">" else np.int64)), a.members | b.members)


def _choose_along(better: str, x: Any) -> Any:
    """max(array): NaNs count only in the first place."""
    if x.ndim != 1:
        raise CompileError(f"max or min of {describe(x)}: the rows have no order", "use np.max or np.min")
    if not x.size:
        raise CompileError("max() or min() of nothing", kind=ValueError)
    reduce = prim.reduce_max if better == ">" else prim.reduce_min
    if kind(x.dtype) != "f":
        return reduce(x, axes=(0,))
    worst = full_like(x, -np.inf if better == ">" else np.inf)
    best = reduce(prim.select(prim.isnan(x), worst, x), axes=(0,))
    first = element(x, 0, 0)
    return prim.select(prim.isnan(first), first, best)


@implements(max)
def max_(*arguments: Any) -> Any:
    return _choose(">", arguments)


@implements(min)
def min_(*arguments: Any) -> Any:
    return _choose("<", arguments)


@implements(sum)
def sum_(iterable: Any, start: Any = 0) -> Any:
    items = _items((iterable,))
    if not isinstance(iterable, (list, tuple)):
        x = items[0]
        items = [prim.reduce_sum(convert(x, np.int64) if is_bool(x.dtype) else x, axes=(0,))]
    total = start
    for item in items:
        from_zero = type(total) is int and total == 0 and not is_bool(dtype_of(item))
        total = item if from_zero else binary_operator("+", total, item)
    return total


def _fold(name: str, arguments: tuple, empty: bool) -> Any:
    items = _items(arguments)
    if not isinstance(arguments[0], (list, tuple)):
        if items[0].ndim != 1:
            raise CompileError(
                f"the truth value of the rows of {describe(items[0])} is not defined", kind=ValueError
            )
        x = prim.ne(items[0], full_like(items[0], 0)) if not is_bool(items[0].dtype) else items[0]
        return python_number(
            getattr(prim, "reduce_any" if name == "or_" else "reduce_all")(x, axes=(0,)), bool
        )
    result = empty
    for k, item in enumerate(items):
        truth = to_bool(item) if isinstance(item, Sym) else bool(item)
        result = truth if k == 0 else getattr(prim, name)(result, truth)
    return result


@implements(any)
def any_(iterable: Any) -> Any:
    return _fold("or_", (iterable,), False)


@implements(all)
def all_(iterable: Any) -> Any:
    return _fold("and_", (iterable,), True)


def contains(item: Any, container: Any) -> Any:
    """item in container, for an array or a list of numbers: a Python bool."""
    if isinstance(container, (list, tuple)):
        return _fold("or_", ([binary_operator("==", c, item) for c in container],), False)
    equal = binary_operator("==", container, item)
    return python_number(prim.reduce_any(equal, axes=tuple(range(equal.ndim))), bool)


# -- the operator module -------------------------------------------------------------------------------------


def _as_function(op: str, unary: bool = False) -> Callable[..., Any]:
    if unary:
        return lambda a: unary_operator(op, a)
    return lambda a, b: binary_operator(op, a, b)


OPERATOR_MODULE = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "lshift": "<<",
    "rshift": ">>",
    "or_": "|",
    "xor": "^",
    "and_": "&",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
for _name, _op in OPERATOR_MODULE.items():
    implements(getattr(operator, _name))(_as_function(_op))
for _name, _op in {"neg": "-", "pos": "+", "invert": "~", "not_": "not"}.items():
    implements(getattr(operator, _name))(_as_function(_op, unary=True))
implements(operator.index)(as_index)
implements(operator.truth)(lambda a: to_bool(a))
implements(operator.contains)(lambda a, b: contains(b, a))
