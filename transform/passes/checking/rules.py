"""The table of faults: for each primitive, what can go wrong in a call, and the test for it.

A rule is given a call with its operands and results, and says where it went wrong: a bool for each element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import is_complex, is_inexact, is_integer, kind
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call
from ...primitives._rules import full, pointwise

BOUNDS, NAN, OVERFLOW, DIVISION, ALWAYS = "bounds", "nan", "overflow", "division", "always"
F64, I64 = np.dtype(np.float64), np.dtype(np.int64)

# NaN comes out of these only where it goes in. What moves data (`Primitive.access`) does not make any either.
QUIET = frozenset(
    "neg cast real imag conj complex_ select select_region copy reshape broadcast transpose concatenate flip pad shift "
    "constrain fence maximum minimum abs sign floor ceil round trunc copysign nextafter exp exp2 expm1 tanh sinh cosh "
    "sigmoid atan asinh erf erfc cbrt sort reduce_max reduce_min cummax cummin reduce_window_max reduce_window_min "
    "bitcast checked_index".split()
)
# The same operation in float64 shows whether integers overflow.
SHADOWED = frozenset(
    "add sub mul neg abs integer_pow pow reduce_sum reduce_prod cumsum cumprod dot conv scatter_add "
    "scatter_mul reduce_window_sum".split()
)
DIVISIONS = ("div", "floor_divide", "remainder", "fmod")
SYMBOLS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "floor_divide": "//",
    "remainder": "%",
    "pow": "**",
    "shift_left": "<<",
}
NAMES = {
    "reduce_sum": "sum",
    "reduce_prod": "prod",
    "dot": "a product of matrices",
    "conv": "a convolution",
    "reduce_window_sum": "a sum",
    "scatter_add": "a sum",
    "scatter_mul": "a product",
    "add": "a sum",
    "sub": "a difference",
    "mul": "a product",
    "div": "a quotient",
    "remainder": "a remainder",
    "pow": "a power",
    "integer_pow": "a power",
    "neg": "a negation",
    "shift_left": "a shift",
}


class Slot(NamedTuple):
    """A value in the text of a fault, that is known when it happens."""

    name: str


Text = tuple[str | Slot, ...]


class Wrong(NamedTuple):
    """A fault: where something is wrong, the exception that is raised for it, its text, and for its slots
    values of the shape of `where`.

    `number`: of what the program raises by itself there.
    """

    where: Sym
    exception: type
    text: Text = ()
    values: Mapping[str, Any] = MappingProxyType({})
    number: int = 0


class Done(NamedTuple):
    """A call that has been made in a builder."""

    call: Call
    operands: list[Sym]
    outs: Sequence[Sym]

    @property
    def name(self) -> str:
        return self.call.primitive.name


def wrongs(b: Builder, done: Done, kinds: Sequence[str]) -> Iterator[Wrong]:
    """The faults that one call can have, in the order in which they count."""
    for kind_, rule in RULES.get(done.name, ()):
        if kind_ in kinds or kind_ == ALWAYS:
            found = rule(b, done)
            if found is not None:
                yield found


# -- what Python raises by itself ----------------------------------------------------------------------------------


def failure(b: Builder, done: Done) -> Wrong:
    """It is noted anyway: here it takes its place among the faults, the first of which counts."""
    return Wrong(done.operands[1], Exception, number=done.call.param("failure"))


# -- bounds --------------------------------------------------------------------------------------------------------


def out_of_bounds(b: Builder, done: Done) -> Wrong:
    (i,), size, axis = done.operands, done.call.param("size"), done.call.param("axis")
    wide = i.astype(I64) if i.dtype != I64 else i
    wrong = wide >= full(wide, size)
    if i.dtype.kind != "u":
        wrong = TABLE["or_"](wide < full(wide, -size), wrong)
    return Wrong(
        wrong,
        IndexError,
        ("index ", Slot("left"), f" is out of bounds for axis {axis} with size {size}"),
        {"left": wide},
    )


# -- division ------------------------------------------------------------------------------------------------------


def zero_divisor(b: Builder, done: Done) -> Wrong | None:
    x, y = done.operands
    zero = "0.0" if is_inexact(y.dtype) else "0"
    text = ("division by zero: ", *number_slot(x, "left"), f" {SYMBOLS.get(done.name, '%')} {zero}")
    return Wrong(y == full(y, 0), ZeroDivisionError, text, slots(left=x))


def zero_to_negative(b: Builder, done: Done) -> Wrong | None:
    """0 to a negative power."""
    x = done.operands[0]
    if done.name == "integer_pow":
        exponent = done.call.param("exponent")
        if exponent >= 0:
            return None
        return Wrong(x == full(x, 0), ZeroDivisionError, (f"division by zero: 0 ** {exponent}",), {})
    y = done.operands[1]
    if is_complex(x.dtype):
        return None
    wrong = TABLE["and_"](x == full(x, 0), y < full(y, 0))
    return Wrong(
        wrong, ZeroDivisionError, ("division by zero: 0 ** ", *number_slot(y, "left")), slots(left=y)
    )


# -- overflow ------------------------------------------------------------------------------------------------------


def overflow(b: Builder, done: Done) -> Wrong | None:
    """An integer result that is not what the same operation gives in float64, give or take rounding."""
    (out,) = done.outs
    if not is_integer(out.dtype):
        return None
    count = 2 if done.name.startswith("scatter") else len(done.operands)
    operands = [TABLE["cast"](x, dtype=F64) if k < count else x for k, x in enumerate(done.operands)]
    exact = b.bind(done.call.primitive, operands, dict(done.call.params))
    off = TABLE["abs"](exact - TABLE["cast"](out, dtype=F64))
    wrong = off >= full(off, 2.0 ** (8 * out.dtype.itemsize - 1))
    elementwise = done.call.primitive.batch is pointwise
    values = dict(zip(("left", "right"), done.operands)) if elementwise and out.dtype != np.uint64 else {}
    return Wrong(
        wrong, OverflowError, (f"{out.dtype.name} overflow: ", *expression(done, bool(values))), values
    )


def quotient_overflow(b: Builder, done: Done) -> Wrong | None:
    """The least integer // -1."""
    x, y = done.operands
    if x.dtype.kind != "i":
        return None
    least = int(np.iinfo(x.dtype).min)
    wrong = TABLE["and_"](x == full(x, least), y == full(y, -1))
    return Wrong(wrong, OverflowError, (f"{x.dtype.name} overflow: {least} // -1",), {})


def shifted_out(b: Builder, done: Done) -> Wrong | None:
    """Bits of a signed number that are lost, and shifts by as many bits as there are or more."""
    (x, by), (out,) = done.operands, done.outs
    bits = 8 * x.dtype.itemsize
    wrong = by >= full(by, bits)
    if x.dtype.kind == "i":
        kept = TABLE["shift_right"](out, by)
        wrong = TABLE["or_"](wrong, TABLE["and_"](kept != x, by >= full(by, 0)))
    values = {"left": x, "right": by} if x.dtype != np.uint64 else {}
    return Wrong(
        wrong, OverflowError, (f"{x.dtype.name} overflow: ", *expression(done, bool(values))), values
    )


def unfit(b: Builder, done: Done) -> Wrong | None:
    """A floating number, without its fraction, that an integer dtype does not hold; NaN is none."""
    (x,), (out,) = done.operands, done.outs
    if kind(x.dtype) != "f" or not is_integer(out.dtype):
        return None
    limits, wide = np.iinfo(out.dtype), TABLE["trunc"](TABLE["cast"](x, dtype=F64))
    fits = TABLE["and_"](
        wide >= full(wide, float(limits.min)),
        wide < full(wide, float(limits.max) + 1.0)
        if limits.max > 2**53
        else wide <= full(wide, float(limits.max)),
    )
    return Wrong(TABLE["not_"](fits), OverflowError, (Slot("x"), f" does not fit {out.dtype.name}"), {"x": x})


# -- NaN -----------------------------------------------------------------------------------------------------------


def makes_nan(call: Call) -> bool:
    """Whether the call may give NaN although its operands hold none."""
    primitive = call.primitive
    if primitive.kind == "control":
        return any([makes_nan(c) for p in call.programs() for c in p.body])
    inexact = all([any([is_inexact(x.type.dtype) for x in atoms]) for atoms in (call.operands, call.outputs)])
    return inexact and primitive.name not in QUIET and primitive.access is None


def number_slot(x: Sym, slot: str) -> Text:
    """A number in a text: floats have slots of their own."""
    if is_complex(x.dtype) or x.dtype == np.uint64:
        return ("…",)
    return (Slot({"left": "x", "right": "y"}[slot] if is_inexact(x.dtype) else slot),)


def slots(**values: Sym) -> dict[str, Sym]:
    """The values for texts made by `number_slot`."""
    found = {}
    for slot, x in values.items():
        (part,) = number_slot(x, slot)
        if isinstance(part, Slot):
            found[part.name] = x
    return found


def expression(done: Done, with_values: bool) -> Text:
    """The call in words: with its operands, or by its name."""
    name = done.name
    if not with_values or len(done.operands) > 2:
        return (NAMES.get(name, name),)
    texts = [number_slot(x, slot) for x, slot in zip(done.operands, ("left", "right"))]
    if name == "integer_pow":
        return (*texts[0], f" ** {done.call.param('exponent')}")
    if name == "neg":
        return ("-(", *texts[0], ")")
    if name in SYMBOLS:
        return (*texts[0], f" {SYMBOLS[name]} ", *texts[1])
    return (f"{name}(", *texts[0], *((", ", *texts[1]) if len(texts) > 1 else ()), ")")


RULES: dict[str, tuple[tuple[str, Callable[[Builder, Done], Wrong | None]], ...]] = {
    **dict.fromkeys(SHADOWED, ((OVERFLOW, overflow),)),
    **dict.fromkeys(DIVISIONS, ((DIVISION, zero_divisor),)),
    "floor_divide": ((DIVISION, zero_divisor), (OVERFLOW, quotient_overflow)),
    "integer_pow": ((DIVISION, zero_to_negative), (OVERFLOW, overflow)),
    "pow": ((DIVISION, zero_to_negative), (OVERFLOW, overflow)),
    "shift_left": ((OVERFLOW, shifted_out),),
    "cast": ((OVERFLOW, unfit),),
    "checked_index": ((BOUNDS, out_of_bounds),),
    "note_failure": ((ALWAYS, failure),),
}
