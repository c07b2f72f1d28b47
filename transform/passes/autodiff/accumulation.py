"""Accumulation of cotangents: in-place sums, signs moved outwards, and equal summands combined.

    x_bar + put_slice(0, t, place)          =>      x_bar[place] += t
    x_bar + dot(neg(a), b)                  =>      x_bar - dot(a, b)
    x_bar + t + t, of one call              =>      x_bar + 2 * t
    zeros; [:k] = s; [k:] = t               =>      concatenate([s, t])

A sign moves outwards through calls that are linear in the negated operand, so that sums become differences
and equal products are recognised. (Signs of zeros may change.)
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...analysis.affine import READ_OF, is_distance
from ...analysis.constants import uniform
from ...core.dtypes import is_inexact, settings
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Atom, Call, Const, Var
from ..simplify.naming import is_of_primitive

COMMUTATIVE = frozenset(["add", "mul"])

Bar = Sym | None  # None: zero


def with_twins(back: Builder, call: Call, bars: list[Any]) -> list[Any]:
    """Two equal cotangents of one operand, as twice the first: the adjoint of y = x * x is x_bar += 2 * (y_bar * x)."""
    bars = list(bars)
    for k, bar in enumerate(bars):
        for j in range(k):
            if (
                call.operands[j] == call.operands[k]
                and isinstance(bar, Sym)
                and isinstance(bars[j], Sym)
                and is_inexact(bar.dtype)
                and same(back, bars[j].atom, bar.atom)
            ):
                bars[j], bars[k] = 2 * bars[j], None
                break
    return bars


def same(back: Builder, a: Atom, b: Atom, depth: int = 2) -> bool:
    """Whether two values were computed alike, by the latest calls."""
    if a == b or not depth:
        return a == b
    one, other = (defining(back, Sym(back, x)) for x in (a, b))
    if one is None or other is None or one.primitive is not other.primitive or one.params != other.params:
        return False
    if one.primitive.multiple or one.primitive.effect:
        return False
    orders = [other.operands] + [other.operands[::-1]] * (one.primitive.name in COMMUTATIVE)
    alike = lambda x, y: same(back, x, y, depth - 1)
    return any(all(map(alike, one.operands, operands)) for operands in orders)


RECENT = 64  # calls: how far back a value is looked up


def accumulate(back: Builder, total: Bar, new: Sym) -> Sym:
    """total + new; where `new` is a window in zeros, the window of `total` is added to in place."""
    new = with_sign_outermost(back, back.lift(new))
    if total is None:
        return new
    call = defining(back, new)
    if call is None or not call.operands or not is_zero(back, call.operands[0]):
        like = like_terms(back, total, new)
        return total + new if like is None else like
    operands = [Sym(back, o) for o in call.operands[1:]]
    if call.primitive.name == "scatter_add":
        return back.bind(call.primitive, [total, *operands], dict(call.params))
    if call.primitive.name in READ_OF:
        return add_to_window(back, total, call, operands)
    return total + new


class Product(NamedTuple):
    """A number times values, in any order."""

    number: float
    factors: tuple[Sym, ...]


def like_terms(back: Builder, a: Sym, b: Sym) -> Bar:
    """a * x + b * x ⇒ (a + b) * x for numbers a and b: the adjoint of 0.5 * x * x is x, not 0.5 * x twice"""
    if a.type.update(weak=False) != b.type.update(weak=False) or a.dtype.kind != "f":
        return None
    calls = [defining(back, x) for x in (a, b)]
    if any(call is None or call.primitive.name not in PRODUCTS for call in calls):
        return None
    one, other = product(back, a), product(back, b)
    names = [sorted(str(f.atom) for f in p.factors) for p in (one, other)]
    if names[0] != names[1] or any(f.shape not in ((), a.shape) for f in one.factors) or not one.factors:
        return None
    if settings.any_size and not (is_written(one.number) and is_written(other.number)):
        return None
    total = math.prod(
        sorted(one.factors, key=lambda f: f.ndim)[1:], start=min(one.factors, key=lambda f: f.ndim)
    )
    if total.shape != a.shape:
        return None
    number = one.number + other.number
    return total if number == 1 else -total if number == -1 else np.asarray(number, a.dtype) * total


def is_written(number: float) -> bool:
    """Does a number look like one of the user's (0.01, 0.5, 3), and like no size? Those are above 100."""
    return abs(number) <= SMALL and (float(number * SMALL).is_integer() or float(number * 100).is_integer())


SMALL = 16
PRODUCTS = frozenset(["mul", "neg", "dot"])
MANY = 6  # factors: longer products are not compared


def product(back: Builder, value: Sym) -> Product:
    """A value as a product, as far as the calls here and in the forward sweep tell."""
    number = number_of(back, value)
    if number is not None:
        return Product(float(number), ())
    call = defining(back, value) or captured_call(back, value)
    name = "" if call is None else call.primitive.name
    if call is not None and name == "neg":
        inner = product(back, Sym(back, call.operands[0]))
        return Product(-inner.number, inner.factors)
    if call is None or name not in PRODUCTS or name == "dot" and not is_scaling(call):
        return Product(1.0, (value,))
    parts = [product(back, Sym(back, o)) for o in call.operands]
    found = Product(parts[0].number * parts[1].number, parts[0].factors + parts[1].factors)
    return found if len(found.factors) <= MANY else Product(1.0, (value,))


def is_scaling(call: Call) -> bool:
    """Whether it is a product of an array and a number."""
    plain = call.param("contract") == call.param("batch") == ((), ())
    return plain and any(not o.type.shape for o in call.operands)


def in_forward_sweep(back: Builder, value: Sym) -> Call | None:
    """The call there, in terms of its variables, that a captured value comes from."""
    outer = next((var for var, inner in back.captured.items() if inner.atom == value.atom), None)
    return None if outer is None or back.parent is None else defining(back.parent, Sym(back.parent, outer))


def captured_call(back: Builder, value: Sym) -> Call | None:
    """The call of the forward sweep that a value comes from, as if it were of the backward one: a product of what that
    has captured too, or of numbers."""
    call = in_forward_sweep(back, value)
    if call is None or call.primitive.name not in PRODUCTS or back.parent is None:
        return None
    operands: list[Atom] = []
    for o in call.operands:
        number = number_of(back.parent, Sym(back.parent, o))
        if number is not None:
            operands.append(Const(np.broadcast_to(np.asarray(number, o.type.dtype), o.type.shape), o.type))
        elif type(o) is Var and o in back.captured:
            operands.append(back.captured[o].atom)
        else:
            return None
    return Call(call.outputs, call.primitive, tuple(operands), call.params, call.span)


def with_sign_outermost(back: Builder, value: Sym, depth: int = 6) -> Sym:
    """The value, as neg(…) where an operand of linear calls is one: dot(neg(a), b) ⇒ neg(dot(a, b)).

    The cotangent of a variable of the user's keeps its sign: x_bar is never that of -x.
    """
    if type(value.atom) is Const:
        return value
    seen, name = index_of(back).signed, value.atom.name
    if seen.get(name, -1) >= depth:
        return value
    found = signed_outermost(back, value, depth)
    if found.atom == value.atom:
        seen[name] = depth
    return found


def signed_outermost(back: Builder, value: Sym, depth: int) -> Sym:
    call = defining(back, value) if depth and not is_users(back, value) else None
    if call is None or call.primitive.multiple:
        return value
    if call.primitive.name == "neg":
        old = Sym(back, call.operands[0])
        new = with_sign_outermost(back, old, depth - 1)
        return value if new.atom == old.atom and operand_of_neg(back, old) is None else negative(back, new)
    operands, minus = [Sym(back, o) for o in call.operands], False
    for k in linear_operands(call):
        inner = operand_of_neg(back, with_sign_outermost(back, operands[k], depth - 1))
        if inner is not None:
            operands[k], minus = inner, not minus
    cancelled = CANCELS.get(call.primitive.name, nothing)(back, operands)
    if cancelled is not None:
        found = with_sign_outermost(back, cancelled, depth - 1)
        return negative(back, found) if minus else found
    if all(new.atom is old for new, old in zip(operands, call.operands)):
        return value
    found = back.bind(call.primitive, operands, dict(call.params))
    return -found if minus else found


def operand_of_neg(back: Builder, value: Sym) -> Bar:
    """x of neg(x)"""
    call = None if is_users(back, value) else defining(back, value)
    return Sym(back, call.operands[0]) if call is not None and call.primitive.name == "neg" else None


def is_users(back: Builder, value: Sym) -> bool:
    """Whether it is the cotangent of a variable of the user's, and not of a value that a primitive has lent
    its name."""
    name = back.hint(value)
    return name is not None and name.endswith("_bar") and not is_of_primitive(name)


def negative(back: Builder, value: Sym) -> Sym:
    inner = operand_of_neg(back, value)
    return -value if inner is None else inner


def nothing(back: Builder, operands: list[Sym]) -> Bar:
    return None


def quotient(back: Builder, operands: list[Sym]) -> Bar:
    """(t * x) / x ⇒ t, at any depth of products: the derivative of x * log(x) is log(x) + 1"""
    above, below = operands
    return without_factor(back, above, {below.atom, unspread(back, below)})


def without_factor(back: Builder, value: Sym, factors: set[Atom], depth: int = 5) -> Bar:
    """A product without one of these factors: t / y * z for t * x / y * z."""
    call = defining(back, value) if depth else None
    name = "" if call is None else call.primitive.name
    if call is None or name not in ("mul", "div", "dot", "neg", "broadcast", "reshape"):
        return None
    operands = [Sym(back, o) for o in call.operands]
    if name == "mul":
        for x, y in (operands, operands[::-1]):
            if y.atom in factors or unspread(back, y) in factors:
                return x
    for k, x in enumerate(operands[: 2 if name in ("mul", "dot") else 1]):
        found = without_factor(back, x, factors, depth - 1)
        if found is not None:
            return back.bind(call.primitive, [*operands[:k], found, *operands[k + 1 :]], dict(call.params))
    return None


def unspread(back: Builder, value: Sym) -> Atom:
    """The number that a value is everywhere, computed here or by the forward sweep."""
    call = defining(back, value)
    if call is None:
        made = in_forward_sweep(back, value)
        inner = made.operands[0] if made is not None and made.primitive.name == "broadcast" else None
        if type(inner) is Var and inner in back.captured:
            return back.captured[inner].atom
    return call.operands[0] if call is not None and call.primitive.name == "broadcast" else value.atom


def inverse(back: Builder, operands: list[Sym]) -> Bar:
    """t / x * x ⇒ t: the derivative of log(exp(z)) is 1;  t / abs(x) * sign(x) ⇒ t / x: that of log(abs(x)) is 1 / x;
    t / (2 * s) * (2 * x) ⇒ t / s * x: that of sqrt(x ** 2) is x / sqrt(x ** 2)"""
    for x, y in (operands, operands[::-1]):
        if is_number(back, y, 2) and is_inexact(y.dtype) and (found := double_value(back, x)) is not None:
            return found
        twice = half_of_product(back, y)
        if twice is None:
            continue
        number = twice_number(back, x)
        half = double_value(back, x) if number is None else number
        if half is not None:
            return half * twice
    for x, y in (operands, operands[::-1]):
        over, sign = defining(back, x), defining(back, y)
        if over is not None and over.primitive.name == "div" and over.operands[1] == y.atom:
            return Sym(back, over.operands[0])
        if over is None or sign is None or over.primitive.name != "div" or sign.primitive.name != "sign":
            continue
        if is_size_of(back, over.operands[1], sign.operands[0]):
            return back.bind(over.primitive, [Sym(back, over.operands[0]), Sym(back, sign.operands[0])], {})
    return None


def half_of_product(back: Builder, value: Sym) -> Bar:
    """x of 2 * x, a product of floating numbers."""
    call = defining(back, value)
    if call is None or call.primitive.name != "mul" or not is_inexact(value.dtype):
        return None
    x, y = (Sym(back, o) for o in call.operands)
    return y if is_number(back, x, 2) else x if is_number(back, y, 2) else None


def twice_number(back: Builder, value: Sym) -> Bar:
    """Twice a value that is a number, where that stands for itself and for no size."""
    number = None if settings.any_size else number_of(back, value)
    return (
        None
        if number is None
        else back.lift(np.broadcast_to(np.asarray(2 * number, value.dtype), value.shape))
    )


def double_value(back: Builder, value: Sym, depth: int = 4) -> Bar:
    """Twice a value, by leaving out a factor of one half: x / y for x / (2 * y), at any depth of products."""
    call = defining(back, value) if depth else None
    if call is None:
        return None
    operands = [Sym(back, o) for o in call.operands]
    name = call.primitive.name
    if name == "div" and (below := half_of_product(back, operands[1])) is not None:
        return operands[0] / below
    if name == "div" and (number := number_of(back, operands[1])) is not None and not settings.any_size:
        return operands[0] / np.asarray(number / 2, value.dtype)
    if name == "mul":
        for x, y in (operands, operands[::-1]):
            if is_number(back, x, 0.5):
                return y
            if is_number(back, x, -0.5):
                return -y
    for k, x in enumerate(operands[: 2 if name in ("mul", "dot") else 1]):
        if name not in ("mul", "dot", "div", "neg", "broadcast", "reshape"):
            return None
        found = double_value(back, x, depth - 1)
        if found is not None:
            return back.bind(call.primitive, [*operands[:k], found, *operands[k + 1 :]], dict(call.params))
    return None


def is_number(back: Builder, value: Sym, number: float) -> bool:
    """Whether a value is this number everywhere, as far as the latest calls tell."""
    found = number_of(back, value)
    return found is not None and bool(found == number)


def number_of(back: Builder, value: Sym, depth: int = 3) -> Any:
    """The number that a value is everywhere, as far as the latest calls tell: 0.25 for 1.0 / 4.0, spread."""
    if type(value.atom) is Const:
        return uniform(value.atom, {})
    call = defining(back, value) if depth else None
    if call is None or call.primitive.name not in FOLDED:
        return None
    numbers = [number_of(back, Sym(back, o), depth - 1) for o in call.operands]
    if any(n is None for n in numbers):
        return None
    with np.errstate(all="ignore"):
        return numbers[0] if call.primitive.name == "broadcast" else call.primitive.numpy(*numbers)


FOLDED = frozenset(["broadcast", "mul", "div", "neg"])


def is_size_of(back: Builder, size: Atom, x: Atom) -> bool:
    """Whether a value is abs(x), computed here or by the forward sweep."""
    outer = {inner.atom: var for var, inner in back.captured.items()}
    call = defining(back, Sym(back, size))
    if call is None and size in outer and back.parent is not None:
        call, x = defining(back.parent, Sym(back.parent, outer[size])), outer.get(x, x)
    return call is not None and call.primitive.name == "abs" and call.operands[0] == x


def product_without(back: Builder, operands: list[Sym]) -> Bar:
    found = inverse(back, operands)
    return in_terms_of_weights(back, operands) if found is None else found


def in_terms_of_weights(back: Builder, operands: list[Sym]) -> Bar:
    """(t / s - sum(t / s * p)) * x ⇒ (t - sum(t * p)) * p where p = x / s is there, and s is one number for all that is
    added up: the pullback of softmax(z) for x = exp(z), in terms of its result."""
    for change, x in (operands, operands[::-1]):
        scaled, spread = parts_of_difference(back, change)
        quotient = None if scaled is None else defining(back, scaled)
        way = [] if spread is None else steps_to_sum(back, spread)
        if scaled is None or quotient is None or quotient.primitive.name != "div" or not way:
            continue
        below, weighted = Sym(back, quotient.operands[1]), defining(back, Sym(back, way[-1].operands[0]))
        if weighted is None or weighted.primitive.name != "mul":
            continue
        for one, other in (weighted.operands, weighted.operands[::-1]):
            p = Sym(back, other)
            if not same(back, one, scaled.atom) or not is_quotient(back, p, x, below):
                continue
            if not is_spread_as(back, below, way[0]):
                continue
            total = Sym(back, quotient.operands[0])
            found = total * p
            for call in reversed(way):
                found = back.bind(call.primitive, [found], dict(call.params))
            return (total - found) * p
    return None


def parts_of_difference(back: Builder, value: Sym) -> tuple[Bar, Bar]:
    """x and y of x - y, or of x + -y."""
    call = defining(back, value)
    if call is not None and call.primitive.name == "sub":
        return Sym(back, call.operands[0]), Sym(back, call.operands[1])
    if call is not None and call.primitive.name == "add":
        for x, y in (call.operands, call.operands[::-1]):
            inner = operand_of_neg(back, Sym(back, y))
            if inner is not None:
                return Sym(back, x), inner
    return None, None


def steps_to_sum(back: Builder, value: Sym) -> list[Call]:
    """The calls from a sum that is spread again, the last first: broadcast(reduce_sum(x))."""
    way: list[Call] = []
    while (call := defining(back, value)) is not None and call.primitive.name in SPREADING:
        way.append(call)
        if call.primitive.name == "reduce_sum":
            return way if len(way) > 1 else []
        value = Sym(back, call.operands[0])
    return []


SPREADING = ("broadcast", "reshape", "reduce_sum")


def is_quotient(back: Builder, p: Sym, x: Sym, below: Sym) -> bool:
    """Whether p is known to be x / below."""
    here = defining(back, p)
    if here is not None:
        return here.primitive.name == "div" and here.operands == (x.atom, below.atom)
    made = in_forward_sweep(back, p)
    if made is None or made.primitive.name != "div":
        return False
    captured = [
        back.captured[o].atom if type(o) is Var and o in back.captured else None for o in made.operands
    ]
    return captured == [x.atom, below.atom]


def is_spread_as(back: Builder, value: Sym, call: Call) -> bool:
    """Whether a value is spread over an array as the result of this call is."""
    made = defining(back, value) or in_forward_sweep(back, value)
    return made is not None and made.primitive.name == call.primitive.name and made.params == call.params


# primitive -> what a call of it is without what cancels
CANCELS = {"div": quotient, "mul": product_without}


def linear_operands(call: Call) -> list[int]:
    """The operands in which a call is linear, each alone."""
    rules = call.primitive.transpose
    found = [k for k in range(len(call.operands)) if rules is not None and rules[k] is not None]
    return found if call.primitive.kind == "multilinear" or len(found) == 1 else []


def add_to_window(back: Builder, total: Sym, call: Call, operands: list[Sym]) -> Sym:
    """total with operands[0] added to the window that a call writes. Where the window has just been set to zero it is
    set, and where it gets back what it held nothing is done: the adjoint of a[i] -= e leaves a_bar[i] alone."""
    new, starts = with_sign_outermost(back, operands[0]), operands[1:]
    read, params = TABLE[READ_OF[call.primitive.name]], dict(call.params)
    cleared = defining(back, total)
    if (
        cleared is not None
        and cleared.primitive is call.primitive
        and cleared.params == call.params
        and cleared.operands[2:] == call.operands[2:]
        and is_zero(back, cleared.operands[1])
    ):
        total = Sym(back, cleared.operands[0])
        held = defining(back, new)
        if (
            held is not None
            and held.primitive is read
            and held.params == call.params
            and held.operands == (total.atom, *call.operands[2:])
        ):
            return total
        return back.bind(call.primitive, [total, new, *starts], params)
    if is_untouched(back, total, call):
        parts = parts_of_all(back, total, call, new)
        if parts is not None:
            return back.bind(TABLE["concatenate"], parts[0], {"axis": parts[1]})
        return back.bind(call.primitive, [total, new, *starts], params)
    return back.bind(
        call.primitive, [total, back.bind(read, [total, *starts], params) + new, *starts], params
    )


def in_good_order(back: Builder, total: Bar, parts: list[tuple[Sym, Call]]) -> list[tuple[Sym, Call]]:
    """Cotangents of parts of an array, and the calls that read these: first the part that has just been set to zero.

    So the adjoint of u[1:-1] += e(u[:-2], u[1:-1], u[2:]) adds to u_bar[1:-1] what it holds, and does not clear it.
    """
    cleared = None if total is None else defining(back, total)
    if cleared is None or cleared.primitive.name not in READ_OF or not is_zero(back, cleared.operands[1]):
        return parts

    def is_cleared(bar: Sym) -> bool:
        call = defining(back, bar)
        same = call is not None and call.primitive is cleared.primitive and call.params == cleared.params
        return same and call is not None and call.operands[2:] == cleared.operands[2:]

    return sorted(parts, key=lambda part: not is_cleared(part[0]))


def is_untouched(back: Builder, total: Sym, call: Call) -> bool:
    """Whether there are zeros in the window of a call: whether `total` is made of zeros by writes to other
    windows of known places."""
    made = defining(back, total)
    while made is not None and made.primitive.name == "put_slice" and are_disjoint(made, call):
        total = Sym(back, made.operands[0])
        made = defining(back, total)
    return call.primitive.name == "put_slice" and is_zero(back, total.atom)


def parts_of_all(back: Builder, total: Sym, call: Call, new: Sym) -> tuple[list[Sym], int] | None:
    """The parts written into zeros, in the order of an axis, if they are all of the array: the adjoint of
    np.split."""
    written, made = [(call, new.atom)], defining(back, total)
    while made is not None and made.primitive.name == "put_slice":
        written.append((made, made.operands[1]))
        made = defining(back, Sym(back, made.operands[0]))
    if len(written) < 2 or any(c.param("drop") or set(c.param("strides")) != {1} for c, _ in written):
        return None
    windows = [tuple(zip(c.param("starts"), c.param("limits"), strict=True)) for c, _ in written]
    whole = [(0, n) for n in total.shape]
    cut = [k for k, full in enumerate(whole) if any(w[k] != full for w in windows)]
    if len(cut) != 1:
        return None
    (axis,) = cut
    order = sorted(range(len(written)), key=lambda n: windows[n][axis])
    ends = [0, *(windows[n][axis][1] for n in order)]
    fits = ends[-1] == total.shape[axis] and all(windows[n][axis][0] == e for n, e in zip(order, ends))
    return ([Sym(back, written[n][1]) for n in order], axis) if fits else None


def are_disjoint(a: Call, b: Call) -> bool:
    """Whether two windows of known places have no element in common."""
    if b.primitive.name != "put_slice":
        return False
    first, second = [zip(c.param("starts"), c.param("limits")) for c in (a, b)]
    gaps = [max(begin - end, start - stop) for (start, end), (begin, stop) in zip(first, second, strict=True)]
    sizes = a.outputs[0].type.shape
    return any(gap >= 0 and (is_distance(gap) or n <= SHORT) for gap, n in zip(gaps, sizes, strict=True))


SHORT = 4  # an axis up to here is meant so, also where a text is for all sizes


def defining(back: Builder, value: Sym) -> Call | None:
    """The call of this builder, among the latest, that a value comes from."""
    if type(value.atom) is Const:
        return None
    place = index_of(back).place(back.body, value.atom.name)
    return None if place is None or place < len(back.body) - RECENT else back.body[place]


def index_of(back: Builder) -> Index:
    if back.index is None:
        back.index = Index()
    return back.index


class Index:
    """The positions in the body of a builder, which grows, where variables are made; and those from which
    `with_sign_outermost` takes no sign, by how deep it has looked."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.count = 0
        self.last: Call | None = None
        self.signed: dict[str, int] = {}

    def place(self, body: list[Call], name: str) -> int | None:
        if self.count and (self.count > len(body) or body[self.count - 1] is not self.last):
            self.places, self.count = {}, 0  # calls have been removed
        for k in range(self.count, len(body)):
            self.places.update(dict.fromkeys([v.name for v in body[k].outputs], k))
        self.count, self.last = len(body), body[-1] if body else None
        return self.places.get(name)


def is_zero(back: Builder, atom: Atom) -> bool:
    if isinstance(atom, Const):
        return not np.any(atom.value)
    call = defining(back, Sym(back, atom))
    return (
        call is not None
        and call.primitive.name == "broadcast"
        and isinstance(call.operands[0], Const)
        and not np.any(call.operands[0].value)
    )
