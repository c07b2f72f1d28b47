"""Algebraic identities of the primitives: rules that hold bit by bit, for all values of all types they apply
to.

x * 0 ⇒ 0 is none for floating numbers (x may be NaN, or negative), nor is x + 0.0 ⇒ x (x may be -0.0).

>>> from ....ir.builder import Builder
>>> b = Builder()
>>> x = b.parameter(Type(np.dtype(float), (3,)), "x")
>>> from ....ir.stages import through
>>> from ... import dead_code, simplify
>>> print(through(b.finish([-(-(x * 1.0 - 0.0)).astype(float) / 1.0], "f"), [simplify, dead_code]))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[3]"):
    return x
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....analysis.def_use import maker
from ....analysis.comparisons import COMPARE, OPPOSITE, SWAPPED, are_opposite
from ....core.dtypes import is_complex, is_float, is_inexact, kind, settings
from ....ir.program import Atom, Call, Const, Type, Var
from ....primitives._rules import pointwise
from ..naming import is_of_primitive
from ..rewriter import Rewriter
from ..rule_table import instead, pointwise_rule, rule
from ..speculation import is_risky

OFFSETS = ("add", "sub")  # calls of which `offset` tells by what constant they move a number
MANTISSA = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53, "complex64": 24, "complex128": 53}
EXPONENT = {"float16": 5, "bfloat16": 8, "float32": 8, "float64": 11, "complex64": 8, "complex128": 11}


# -- what is known of an atom --------------------------------------------------------------------------------------


def number(scope: Rewriter, atom: Atom) -> Any:
    """The value of a constant that is the same number everywhere, also if it is broadcast; None if it is none."""
    if type(atom) is Var:
        call = scope.made.get(atom.name)
        if call is None or call.primitive.name != "broadcast" or type(call.operands[0]) is Var:
            return None
        atom = call.operands[0]
    value = atom.value
    if (
        not 0 < value.size <= settings.fold_limit
        or value.size > 1
        and value.tobytes() != value.flat[0].tobytes() * value.size
    ):
        return None
    return value.flat[0].item() if value.dtype.kind != "V" else float(value.flat[0])


def sides(call: Call) -> tuple[tuple[Atom, Atom], tuple[Atom, Atom]]:
    """The operands of a commutative call, both ways round."""
    x, y = call.operands
    return (x, y), (y, x)


def dtype_of(call: Call) -> np.dtype:
    return call.operands[0].type.dtype


def fill_output(call: Call, value: Any) -> Const | Call:
    """The output, if it is this number everywhere."""
    kind = call.outputs[0].type
    constant = Const(np.asarray(value, kind.dtype), Type(kind.dtype, (), kind.weak))
    return constant if not kind.shape else instead(call, "broadcast", constant, shape=kind.shape, axes=())


def same_atom(x: Atom, y: Atom) -> bool:
    return x.name == y.name if type(x) is type(y) is Var else type(x) is type(y) and x == y


# -- conversions ---------------------------------------------------------------------------------------------------


def is_exact(source: np.dtype, target: np.dtype) -> bool:
    """Whether the target holds every value of the source."""
    kinds = kind(source), kind(target)
    if source == target or kinds[0] == "b":
        return True
    if kinds[1] == "b" or (kinds[0] == "c" and kinds[1] != "c"):
        return False
    if kinds[1] in "fc":
        bits = MANTISSA.get(source.name) or source.itemsize * 8 - (kinds[0] == "i")
        return bits <= MANTISSA[target.name] and EXPONENT.get(source.name, 0) <= EXPONENT[target.name]
    return kinds[0] in "iu" and np.can_cast(source, target, "safe")


@rule("cast")
def cast(scope: Rewriter, call: Call) -> Atom | Call | None:
    """cast(x: f64, f64) ⇒ x;  cast(cast(x: i32, f64), f32) ⇒ cast(x, f32)"""
    (x,), target = call.operands, call.outputs[0].type.dtype
    if x.type.dtype == target:
        return x
    inner = scope.maker(x, "cast")
    if inner is None or not is_exact(dtype_of(inner), x.type.dtype):
        return None
    truncates = is_inexact(x.type.dtype) and kind(target) in "iu"
    if truncates and not (kind(dtype_of(inner)) in "biu" and is_exact(dtype_of(inner), target)):
        return None
    return instead(call, "cast", *inner.operands, **dict(call.params))


@rule("copy")
def copy(scope: Rewriter, call: Call) -> Atom:
    """copy(x) ⇒ x"""
    return call.operands[0]


@rule("real", "conj")
def real_part(scope: Rewriter, call: Call) -> Atom | None:
    """real(x: f64) ⇒ x;  conj(x: f64) ⇒ x;  real(complex_(x, y)) ⇒ x;  conj(conj(x)) ⇒ x"""
    (x,) = call.operands
    if not is_complex(x.type.dtype):
        return x
    inner = scope.maker(x, "complex_" if call.primitive.name == "real" else "conj")
    return inner.operands[0] if inner else None


@rule("imag")
def imag(scope: Rewriter, call: Call) -> Atom | None:
    """imag(complex_(x, y)) ⇒ y"""
    inner = scope.maker(call.operands[0], "complex_")
    return inner.operands[1] if inner else None


@rule("complex_")
def join_complex_parts(scope: Rewriter, call: Call) -> Atom | None:
    """complex_(real(z), imag(z)) ⇒ z"""
    re, im = scope.maker(call.operands[0], "real"), scope.maker(call.operands[1], "imag")
    if re is None or im is None or not same_atom(re.operands[0], im.operands[0]):
        return None
    return re.operands[0] if dtype_of(re) == call.outputs[0].type.dtype else None


# -- arithmetic ----------------------------------------------------------------------------------------------------


@rule("neg")
def neg(scope: Rewriter, call: Call) -> Atom | Call | None:
    """neg(neg(x)) ⇒ x"""
    inner = scope.maker(call.operands[0], "neg")
    return inner.operands[0] if inner else None


@rule("abs")
def abs_of_sign(scope: Rewriter, call: Call) -> Atom | Call | None:
    """abs(neg(x)) ⇒ abs(x);  abs(abs(x)) ⇒ abs(x);  abs(x: u8) ⇒ x"""
    (x,) = call.operands
    if kind(x.type.dtype) in "bu":
        return x
    inner = scope.maker(x, "neg")
    if inner:
        return instead(call, "abs", *inner.operands)
    return x if scope.maker(x, "abs") and not is_complex(x.type.dtype) else None


@rule("add")
def add(scope: Rewriter, call: Call) -> Atom | Call | None:
    """x + 0 ⇒ x;  x + (-0.0) ⇒ x;  float(n) + 0.0 ⇒ float(n);  x + neg(y) ⇒ x - y"""
    for x, y in sides(call):
        if is_zero(scope, y, -1) or is_zero(scope, y, 1) and is_no_minus_zero(scope, x):
            return x
        inner = without_sign(scope, y)
        if inner is not None:
            return instead(call, "sub", x, inner)
    return sum_of_integers(scope, call)


def without_sign(scope: Rewriter, atom: Atom) -> Atom | None:
    """x for neg(x), broadcast(x) for broadcast(neg(x))"""
    inner = scope.maker(atom, "neg")
    if inner:
        return inner.operands[0]
    spread = scope.maker(atom, "broadcast")
    few = scope.maker(spread.operands[0], "neg") if spread else None
    if spread is None or few is None:
        return None
    return scope.emit("broadcast", *few.operands, like=spread, **dict(spread.params))


def is_no_minus_zero(scope: Rewriter, atom: Atom) -> bool:
    """Is it known not to be -0.0? So are converted integers and truth values."""
    cast = scope.maker(atom, "cast")
    return cast is not None and kind(cast.operands[0].type.dtype) in "biu"


def is_zero(scope: Rewriter, atom: Atom, sign: int) -> bool:
    """Whether it is 0, of this sign if it is floating. Complex zeros, which have two, are not asked."""
    value, dtype = number(scope, atom), atom.type.dtype
    if value is None or value != 0 or is_complex(dtype):
        return False
    return not is_float(dtype) or math.copysign(1, value) == sign


@rule("sub")
def sub(scope: Rewriter, call: Call) -> Atom | Call | None:
    """x - 0 ⇒ x;  x - 0.0 ⇒ x;  n - n ⇒ 0;  x - neg(y) ⇒ x + y;  0 - n ⇒ neg(n)"""
    x, y = call.operands
    exact = not is_inexact(dtype_of(call))
    if is_zero(scope, y, 1):
        return x
    inner = without_sign(scope, y)
    if inner is not None:
        return instead(call, "add", x, inner)
    if exact and same_atom(x, y):
        return fill_output(call, 0)
    if exact and number(scope, x) == 0:
        return instead(call, "neg", y)
    return sum_of_integers(scope, call)


def sum_of_integers(scope: Rewriter, call: Call) -> Call | None:
    """(n + 1) - 3 ⇒ n - 2, for integer scalars, which wrap around."""
    dtype = dtype_of(call)
    outer = offset(call) if dtype.kind in "iu" and not call.outputs[0].type.shape else None
    maker = scope.made.get(outer[0].name) if outer else None
    inner = offset(maker) if maker and maker.primitive.name in OFFSETS else None
    if outer is None or inner is None:
        return None
    total, like = outer[1] + inner[1], inner[0].type
    if abs(total) > np.iinfo(dtype).max:
        return None
    return instead(call, "add" if total >= 0 else "sub", inner[0], Const(np.asarray(abs(total), dtype), like))


def offset(call: Call) -> tuple[Var, int] | None:
    """The variable and the constant of n + 1, 1 + n or n - 1."""
    x, y = call.operands
    if type(x) is Const and call.primitive.name == "add":
        x, y = y, x
    if type(x) is Const or type(y) is Var:
        return None
    return x, int(y.value) * (1 if call.primitive.name == "add" else -1)


@rule("mul")
def mul(scope: Rewriter, call: Call) -> Atom | Call | None:
    """x * 1 ⇒ x;  n * 0 ⇒ 0;  x * (-1) ⇒ neg(x);  neg(x) * neg(y) ⇒ x * y;  neg(x) * y ⇒ neg(x * y)"""
    dtype = dtype_of(call)
    if is_complex(dtype):  # 1 is 1 + 0j, and 0 * inf is NaN
        return None
    for x, y in sides(call):
        value = number(scope, y)
        if value is not None:
            if value == 1:
                return x
            if value == -1:
                return instead(call, "neg", x)
            if value == 0 and not is_float(dtype):
                return y
    first, second = (scope.maker(o, "neg") for o in call.operands)
    if first and second:
        return instead(call, "mul", first.operands[0], second.operands[0])
    return move_sign_out(scope, call, [first, second]) or (
        scaled_twice(scope, call) if is_float(dtype) else None
    )


def move_sign_out(scope: Rewriter, call: Call, inner: list[Call | None]) -> Call | None:
    """The negative product or quotient, where one of the operands is a negative: so that equal ones meet."""
    if not any(inner):
        return None
    operands = [made.operands[0] if made else o for made, o in zip(inner, call.operands)]
    name = call.outputs[0].name
    called = name if name.endswith("_bar") and is_of_primitive(name) else None  # t_bar may have either sign
    return instead(call, "neg", scope.emit(call.primitive.name, *operands, like=call, called=called))


def scaled_twice(scope: Rewriter, call: Call) -> Call | None:
    """3 * (2 * x) => 6 * x, where the inner number is a power of two, so that it rounds nothing, and none is below 1.

    2 * x may overflow; then 6 * x does too. 0.25 * (2 * x) stays, for 0.5 * x might not.
    """
    for x, outer in sides(call):
        inner = scope.maker(x, "mul")
        if inner is None:
            continue
        for y, factor in sides(inner):
            first, second = number(scope, factor), number(scope, outer)
            if type(factor) is type(outer) is Const and first and second and abs(second) >= 1:
                with np.errstate(over="ignore"):
                    product = np.multiply(outer.value, factor.value)
                if first >= 1 and math.frexp(first)[0] == 0.5 and np.isfinite(product).all():
                    whole = Const(np.asarray(product, outer.value.dtype), outer.type)
                    return instead(
                        call, "mul", *((y, whole) if type(inner.operands[0]) is Var else (whole, y))
                    )
    return None


@rule("div")
def div(scope: Rewriter, call: Call) -> Atom | Call | None:
    """x / 1 ⇒ x;  neg(x) / neg(y) ⇒ x / y;  neg(x) / y ⇒ neg(x / y)"""
    if is_complex(dtype_of(call)):
        return None
    if number(scope, call.operands[1]) == 1:
        return call.operands[0]
    above, below = (scope.maker(o, "neg") for o in call.operands)
    if above and below:
        return instead(call, "div", above.operands[0], below.operands[0])
    return move_sign_out(scope, call, [above, below])


@rule("integer_pow")
def integer_pow(scope: Rewriter, call: Call) -> Atom | Call | None:
    """x ** 1 ⇒ x;  x ** 0 ⇒ 1;  neg(x) ** 2 ⇒ x ** 2"""
    (x,), exponent = call.operands, call.param("exponent")
    if exponent == 0:
        return fill_output(call, 1)
    if is_complex(x.type.dtype):  # (-0j) ** 1 is 0j
        return None
    if exponent == 1:
        return x
    inner = scope.maker(x, "neg")
    if inner and exponent % 2 == 0 and exponent > 0:
        return instead(call, "integer_pow", *inner.operands, exponent=exponent)
    return None


@rule("pow")
def pow(scope: Rewriter, call: Call) -> Atom | None:
    """x ** 1.0 ⇒ x"""
    x, y = call.operands
    return x if number(scope, y) == 1 and is_float(x.type.dtype) else None


@rule("maximum", "minimum", "and_", "or_")
def idempotent(scope: Rewriter, call: Call) -> Atom | None:
    """maximum(x, x) ⇒ x;  p & p ⇒ p"""
    x, y = call.operands
    return x if same_atom(x, y) else None


@rule("floor", "ceil", "trunc")
def rounding(scope: Rewriter, call: Call) -> Atom | None:
    """floor(n) ⇒ n"""
    return call.operands[0] if kind(dtype_of(call)) in "iu" else None


@rule("floor_divide")
def floor_divide(scope: Rewriter, call: Call) -> Atom | None:
    """n // 1 ⇒ n"""
    return call.operands[0] if kind(dtype_of(call)) in "iu" and number(scope, call.operands[1]) == 1 else None


@rule("remainder")
def remainder(scope: Rewriter, call: Call) -> Const | Call | None:
    """n % 1 ⇒ 0"""
    return (
        fill_output(call, 0)
        if kind(dtype_of(call)) in "iu" and number(scope, call.operands[1]) == 1
        else None
    )


@rule("shift_left", "shift_right")
def shift(scope: Rewriter, call: Call) -> Atom | None:
    """n << 0 ⇒ n"""
    return call.operands[0] if number(scope, call.operands[1]) == 0 else None


# -- comparisons and logic -----------------------------------------------------------------------------------------


@rule(*COMPARE)
def compare(scope: Rewriter, call: Call) -> Const | Call | Atom | None:
    """n <= n ⇒ True;  x < x ⇒ False;  p == True ⇒ p;  unsigned >= 0 ⇒ True;  n - m == 0 ⇒ n == m"""
    (x, y), name = call.operands, call.primitive.name
    dtype = x.type.dtype
    if same_atom(x, y) and (name in ("lt", "gt") or not is_inexact(dtype)) and not is_complex(dtype):
        return fill_output(call, name in ("le", "ge", "eq"))
    if kind(dtype) == "u" and name in ("lt", "ge") and number(scope, y) == 0:
        return fill_output(call, name == "ge")
    if kind(dtype) == "b" and name in ("eq", "ne"):
        for p, q in sides(call):
            value = number(scope, q)
            if value is not None:
                return p if value == (name == "eq") else instead(call, "not_", p)
    if kind(dtype) == "i" and name in ("eq", "ne"):
        for difference, zero in sides(call):
            made = scope.maker(difference, "sub") if number(scope, zero) == 0 else None
            if made is not None and all(o.type == difference.type for o in made.operands):
                return instead(call, name, *made.operands)
    return None


@rule(*COMPARE)
def compare_choice(scope: Rewriter, call: Call) -> Call | None:
    """select(p, 1, 2) == 2 ⇒ select(p, False, True);  select(p, 1, n) == 1 ⇒ select(p, True, n == 1), for scalars"""
    (x, y), compare = call.operands, call.primitive.name
    if call.outputs[0].type.shape or is_complex(x.type.dtype):
        return None
    for choice, other, name in ((x, y, compare), (y, x, SWAPPED[compare])):
        inner = scope.maker(choice, "select")
        if inner is None or type(other) is Var:
            continue
        known = [type(o) is Const for o in inner.operands[1:]]
        if all(known) or any(known) and name in ("eq", "ne"):
            answers = [scope.emit(name, o, other, like=call) for o in inner.operands[1:]]
            return instead(call, "select", inner.operands[0], *answers)
    return None


@rule("not_")
def not_(scope: Rewriter, call: Call) -> Atom | Call | None:
    """~~p ⇒ p;  ~(n < m) ⇒ n >= m;  ~(x == y) ⇒ x != y"""
    (p,) = call.operands
    inner = maker(p, scope.made)
    if inner is None:
        return None
    name = inner.primitive.name
    if name == "not_":
        return inner.operands[0]
    if name in ("eq", "ne") or name in OPPOSITE and kind(dtype_of(inner)) in "biu":  # not so of NaN
        return instead(call, OPPOSITE[name], *inner.operands)
    return None


def opposite(scope: Rewriter, predicate: Atom, *names: str) -> Var | None:
    """n == m for n != m, and n < m for n >= m, of integers, if that is known already; with names, for comparisons of
    these only."""
    made = maker(predicate, scope.made, *(names or OPPOSITE))
    if made is None or predicate.type.shape:
        return None
    if made.primitive.name not in ("eq", "ne") and kind(dtype_of(made)) not in "biu":  # not so of NaN
        return None
    known = scope.find(instead(made, OPPOSITE[made.primitive.name], *made.operands))
    twin = known[0] if known else None
    return twin if type(twin) is Var else None


@rule("and_", "or_", "xor")
def bits(scope: Rewriter, call: Call) -> Atom | Call | None:
    """p & True ⇒ p;  p & False ⇒ False;  p | False ⇒ p;  p | True ⇒ True;  n ^ 0 ⇒ n;  p ^ True ⇒ ~p"""
    name, dtype = call.primitive.name, dtype_of(call)
    ones = True if kind(dtype) == "b" else -1 if kind(dtype) == "i" else int(np.iinfo(dtype).max)
    for x, y in sides(call):
        value = number(scope, y)
        if value is None:
            continue
        if value == ones:
            return x if name == "and_" else y if name == "or_" else instead(call, "not_", x)
        if value == 0:
            return y if name == "and_" else x
    return None


@rule("and_", "or_")
def contradiction(scope: Rewriter, call: Call) -> Const | Call | None:
    """p & ~p ⇒ False;  p | ~p ⇒ True;  n == m | n != m ⇒ True"""
    if kind(dtype_of(call)) != "b":
        return None
    for x, y in sides(call):
        inner, other = maker(y, scope.made, "not_", *OPPOSITE), maker(x, scope.made, *OPPOSITE)
        if inner and inner.primitive.name == "not_":
            excluded = same_atom(inner.operands[0], x)
        else:
            excluded = bool(inner and other and are_opposite(inner, other))
        if excluded:
            return fill_output(call, call.primitive.name == "or_")
    return None


@rule("and_")
def finite_and_infinite(scope: Rewriter, call: Call) -> Const | Call | None:
    """(x == 0) & isinf(x) ⇒ False"""
    for p, q in sides(call):
        equal, infinite = scope.maker(p, "eq"), scope.maker(q, "isinf")
        for x, y in sides(equal) if equal and infinite else ():
            value = number(scope, y)
            if infinite and same_atom(x, infinite.operands[0]) and value is not None and np.isfinite(value):
                return fill_output(call, False)
    return None


@rule("isnan", "isinf", "isfinite")
def integers_are_finite(scope: Rewriter, call: Call) -> Const | Call | None:
    """isnan(n) ⇒ False;  isfinite(n) ⇒ True"""
    return None if is_inexact(dtype_of(call)) else fill_output(call, call.primitive.name == "isfinite")


@rule("select")
def select(scope: Rewriter, call: Call) -> Atom | Call | None:
    """select(True, x, y) ⇒ x;  select(p, x, x) ⇒ x;  select(~p, x, y) ⇒ select(p, y, x)"""
    p, x, y = call.operands
    value = number(scope, p)
    if value is not None:
        return x if value else y
    if same_atom(x, y):
        return x
    inner = scope.maker(p, "not_")
    if inner:
        return instead(call, "select", *inner.operands, y, x)
    twin = opposite(scope, p)
    for k, choice in enumerate([scope.maker(o, "select") for o in (x, y)]):
        for side, same in ((k, p), (1 - k, twin)):
            if choice and same is not None and same_atom(choice.operands[0], same):
                both = [x, y]
                both[k] = choice.operands[1 + side]
                return instead(call, "select", p, *both)
    if twin is not None and scope.maker(p, "ne"):
        return instead(call, "select", twin, y, x)
    return None


@rule("select")
def select_of_less(scope: Rewriter, call: Call) -> Atom | None:
    """select(x == y, False, x < y) ⇒ x < y, as tuples are compared"""
    equal, then, orelse = call.operands
    one, other = scope.maker(equal, "eq"), maker(orelse, scope.made, "lt", "gt", "ne")
    same = one is not None and other is not None and one.operands in (other.operands, other.operands[::-1])
    value = number(scope, then)
    is_false = value is not None and not value
    return orelse if same and is_false and orelse.type == call.outputs[0].type else None


@rule("select")
def select_constant(scope: Rewriter, call: Call) -> Call | None:
    """select(p, x * select(p, 1.0, 0.0), y) ⇒ select(p, x * 1.0, y): of the other constant nothing is seen. (A choice
    between variables stays: it keeps derivatives finite.)"""
    p, *sides = call.operands
    new = [chosen_constant(scope, x, p, k, call) for k, x in enumerate(sides)]
    if all(x is None for x in new):
        return None
    return instead(call, "select", p, *(b if a is None else a for a, b in zip(new, sides)))


def chosen_constant(scope: Rewriter, x: Atom, p: Atom, side: int, like: Call, depth: int = 3) -> Atom | None:
    """x, computed with the constants that choices by p give on one side; None if it has no such choice."""
    made = scope.made.get(x.name) if type(x) is Var else None
    if made is None:
        return None
    if made.primitive.name == "select" and same_atom(made.operands[0], p):
        known = made.operands[1 + side]
        return (
            None if number(scope, known) is None or number(scope, made.operands[2 - side]) is None else known
        )
    if not depth or made.primitive.batch is not pointwise or is_risky(made):
        return None
    new = [chosen_constant(scope, o, p, side, like, depth - 1) for o in made.operands]
    if all(o is None for o in new):
        return None
    operands = [a if a is not None else b for a, b in zip(new, made.operands)]
    return scope.emit(made.primitive.name, *operands, like=like, **dict(made.params))


@rule("select")
def select_bool(scope: Rewriter, call: Call) -> Atom | Call | None:
    """select(p, True, False) ⇒ p;  select(p, True, True) ⇒ True;  select(p, x, False) ⇒ p & x;  select(p, True, x) ⇒
    p | x"""
    p, x, y = call.operands
    if kind(x.type.dtype) != "b":
        return None
    values = number(scope, x), number(scope, y)
    if None not in values and values[0] == values[1]:  # a constant, and what is found to be one
        return x
    if None not in values:
        return p if values[0] else instead(call, "not_", p)
    if any(is_risky(made) for o in (x, y) if type(o) is Var and (made := scope.made.get(o.name))):
        return None  # a[i] = v if i is in range else a[i]: it is known in this form
    if values[1] is False:
        return instead(call, "and_", p, x)
    return instead(call, "or_", p, y) if values[0] is True else None


# -- elementwise, on arrays that are few numbers -------------------------------------------------------------------


@pointwise_rule
def spread_later(scope: Rewriter, call: Call) -> Call | None:
    """broadcast(x) * broadcast(y) ⇒ broadcast(x * y)"""
    if not call.outputs[0].type.shape:
        return None
    made = [c for o in call.operands if (c := scope.maker(o, "broadcast")) is not None]
    if len(made) < len(call.operands):
        return None
    widest = max(made, key=lambda c: len(c.param("axes")))
    axes, shape = widest.param("axes"), widest.operands[0].type.shape
    if any(c.param("axes") not in ((), axes) for c in made) or shape == call.outputs[0].type.shape:
        return None
    spread = lambda x: (
        x if x.type.shape == shape else scope.emit("broadcast", x, like=call, shape=shape, axes=())
    )
    few = scope.emit(
        call.primitive.name, *(spread(c.operands[0]) for c in made), like=call, **dict(call.params)
    )
    return instead(call, "broadcast", few, shape=call.outputs[0].type.shape, axes=axes)
