"""Cancellation analysis: values on which no result depends, because they cancel.

    m = max(x)
    e = exp(x - m)              # e is proportional to exp(-m) …
    p = e / sum(e)              # … and so is the sum: p does not depend on m

The derivative with respect to such a value is zero in exact arithmetic: neither sweep of a derivative need go through
it. The usual case is the maximum that softmax, logsumexp and their like subtract so that nothing overflows.

For each candidate m, every value is described by how it depends on m: not at all; as g + a * m (*shifted* by a); or as
g * exp(a * m) (*scaled* by a). A coefficient a is a number times powers of scalars that do not depend on m.

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]"):
...     m = prim.reduce_max(x, axes=(0,))
...     wide = prim.broadcast(m, shape=(3,), axes=())
...     gap = prim.sub(x, wide)
...     e = prim.exp(gap)
...     total = prim.reduce_sum(e, axes=(0,))
...     log = prim.log(total)
...     y = prim.add(m, log)
...     return y
... ''')
>>> cancelled_values(program, program.results)
{'m'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ..ir.program import Atom, Call, Program, Var
from .constants import constant, uniform
from .def_use import behind, makers

CANDIDATES = frozenset(["reduce_max", "reduce_min", "maximum", "minimum", "select", "cummax", "cummin"])


class Coefficient(NamedTuple):
    """A number times powers of scalars, by name."""

    number: float
    powers: frozenset[tuple[str, int]] = frozenset()

    def __mul__(self, other: Any) -> Coefficient:
        counts = dict(self.powers)
        for name, n in other.powers:
            counts[name] = counts.get(name, 0) + n
        return Coefficient(self.number * other.number, frozenset((n, k) for n, k in counts.items() if k))

    def inverse(self) -> Coefficient:
        return Coefficient(1 / self.number, frozenset((n, -k) for n, k in self.powers))


class Dependence(NamedTuple):
    """The dependence of a value on m: `scaled` by exp(a * m), or else shifted by a * m.

    axes: for each axis of the value, the axis of m that it is; None along which m is the same.
    """

    a: Coefficient
    scaled: bool
    axes: tuple[int | None, ...]


class Depends(Exception):
    """A value depends on m in another way."""


Known = dict[Atom, Dependence]


def cancelled_values(program: Program, wanted: Iterable[Atom]) -> set[str]:
    """The names of the values that no wanted result depends on, although these are computed from them."""
    candidates = [c for c in program.body if c.primitive.name in CANDIDATES and _is_real(c.outputs[0])]
    if not candidates or not any(c.primitive.name in ("exp", "sigmoid", "log") for c in program.body):
        return set()
    wanted, made = set(wanted), makers(program.body)
    return {c.outputs[0].name for c in candidates if _cancels(program, c, wanted, made)}


def _is_real(x: Atom) -> bool:
    return x.type.dtype.kind == "f"


def _cancels(program: Program, candidate: Call, wanted: set[Atom], made: dict[str, Call]) -> bool:
    (m,) = candidate.outputs
    known: Known = {m: Dependence(Coefficient(1.0), False, tuple(range(len(m.type.shape))))}
    if m in wanted:
        return False
    used = False
    for call in program.body[program.body.index(candidate) + 1 :]:
        if any(o in known for o in call.operands):
            used = True
            try:
                found = _dependence(call, known, made)
            except Depends:
                return False
            if found is not None and found.a.number:
                known[call.outputs[0]] = found
                if call.outputs[0] in wanted:
                    return False
    return used


def _dependence(call: Call, known: Known, made: dict[str, Call]) -> Dependence | None:
    """The dependence of the output of a call on m; None if there is none, or only by jumps."""
    if call.primitive.kind == "discrete":
        return None
    rule = RULES.get(call.primitive.name)
    if rule is None or call.primitive.multiple:
        raise Depends
    return rule(call, [known.get(o) for o in call.operands], made)


# -- rules: (call, how its operands depend on m, makers) -> how its output does ------------------------------------

Given = list[Dependence | None]


def _unchanged(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    """cast(x), copy(x)"""
    (x,) = given
    assert x is not None
    if not _is_real(call.outputs[0]):
        raise Depends
    return x


def _neg(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    return x if x.scaled else x._replace(a=x.a * Coefficient(-1.0))


def _sum(sign: float) -> Callable[..., Any]:
    """x + y, x - y: shifts add up; both scaled alike, or with zero."""

    def rule(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
        x, y = given
        if x and y:
            _same_axes(x, y)
            if x.scaled and y.scaled and x.a == y.a:
                return x
            if x.scaled or y.scaled:
                raise Depends
            return x._replace(a=_total(x.a, y.a * Coefficient(sign)))
        one, other = (x, call.operands[1]) if x else (y, call.operands[0])
        assert one is not None
        if one.scaled and uniform(other, made) != 0:
            raise Depends
        return one if one is x or one.scaled else one._replace(a=one.a * Coefficient(sign))

    return rule


def _total(a: Coefficient, b: Coefficient) -> Coefficient:
    if a.powers != b.powers:
        raise Depends
    return Coefficient(a.number + b.number, a.powers)


def _same_axes(x: Dependence, y: Dependence) -> None:
    if x.axes != y.axes:
        raise Depends


def _product(power: int) -> Callable[..., Any]:
    """x * y, x / y: scales add up; a shift may be scaled by a scalar."""

    def rule(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
        x, y = given
        if x and y:
            _same_axes(x, y)
            if not x.scaled or not y.scaled:
                raise Depends
            return x._replace(a=_total(x.a, y.a * Coefficient(float(power))))
        one, other = (x, call.operands[1]) if x else (y, call.operands[0])
        assert one is not None
        if one.scaled:
            return one if one is x else one._replace(a=one.a * Coefficient(float(power)))
        if one is y and power < 0:
            raise Depends
        factor = _scalar(other, made)
        return one._replace(a=one.a * (factor if power > 0 else factor.inverse()))

    return rule


def _scalar(atom: Atom, made: dict[str, Call]) -> Coefficient:
    """A number, or a scalar that is the same everywhere."""
    value = uniform(atom, made)
    if value is not None and value:
        return Coefficient(float(value))
    inner = behind(atom, made, "broadcast")
    if type(inner) is not Var or inner.type.shape:
        raise Depends
    call = made.get(inner.name)
    factors = [_scalar(o, made) for o in call.operands] if call and call.primitive.name in FACTORS else []
    match call.primitive.name if factors and call else "":
        case "neg":
            return factors[0] * Coefficient(-1.0)
        case "mul":
            return factors[0] * factors[1]
        case "div":
            return factors[0] * factors[1].inverse()
    return Coefficient(1.0, frozenset([(inner.name, 1)]))


FACTORS = ("neg", "mul", "div")


def _exp(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    if x.scaled:
        raise Depends
    return x._replace(scaled=True)


def _log(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    if not x.scaled:
        raise Depends
    return x._replace(scaled=False)


def _power(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    if not x.scaled:
        raise Depends
    return x._replace(a=x.a * Coefficient(float(call.param("exponent"))))


def _alike(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    """maximum(x, y) and select(p, x, y) of values that depend on m alike; zeros can be scaled, infinities shifted."""
    pairs = list(zip(call.operands, given, strict=True))[-2:]
    if len(given) == 3 and given[0]:
        raise Depends
    found = [x for _, x in pairs if x]
    if not found:
        raise Depends
    for atom, x in pairs:
        if x is None and not _absorbs(found[0], atom, made) or x and x != found[0]:
            raise Depends
    return found[0]


def _absorbs(x: Dependence, atom: Atom, made: dict[str, Call]) -> bool:
    """Whether a constant stays what it is if it is scaled or shifted."""
    value = constant(atom, made)
    if value is None:
        return False
    return not np.any(value.value) if x.scaled else bool(np.all(np.isinf(value.value)))


def _reduced(scaled_only: bool) -> Callable[..., Any]:
    """Reductions along axes on which m is the same: a sum of scaled values, a maximum of either kind."""

    def rule(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
        (x,) = given
        assert x is not None
        axes = call.param("axes")
        if scaled_only and not x.scaled or any(x.axes[a] is not None for a in axes):
            raise Depends
        return x._replace(axes=tuple(m for a, m in enumerate(x.axes) if a not in axes))

    return rule


def _dot(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    """A product of arrays, one of which is scaled alike along the axes that are summed."""
    contract, batch = call.param("contract"), call.param("batch")
    axes: list[int | None] = []
    sides = [x for x in given if x]
    if len(sides) != 1 or not sides[0].scaled:
        raise Depends
    k = given.index(sides[0])
    own = sides[0].axes
    if any(own[a] is not None for a in contract[k]):
        raise Depends
    axes += [own[a] for a in batch[k]]
    for j, o in enumerate(call.operands):
        free = [a for a in range(len(o.type.shape)) if a not in contract[j] and a not in batch[j]]
        axes += [own[a] if j == k else None for a in free]
    return sides[0]._replace(axes=tuple(axes))


def _broadcast(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    axes: list[int | None] = [None] * len(call.outputs[0].type.shape)
    for place, m in zip(call.param("axes"), x.axes):
        axes[place] = m
    return x._replace(axes=tuple(axes))


def _transpose(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    x = _unchanged(call, given, made)
    return x._replace(axes=tuple(x.axes[a] for a in call.param("axes")))


def _reshape(call: Call, given: Given, made: dict[str, Call]) -> Dependence:
    """Axes of length 1 come and go."""
    x = _unchanged(call, given, made)
    old, new = call.operands[0].type.shape, call.outputs[0].type.shape
    kept = [m for n, m in zip(old, x.axes) if n != 1]
    if [n for n in old if n != 1] != [n for n in new if n != 1]:
        raise Depends
    return x._replace(axes=tuple(None if n == 1 else kept.pop(0) for n in new))


RULES: dict[str, Callable[[Call, Given, dict[str, Call]], Dependence]] = {
    "cast": _unchanged,
    "copy": _unchanged,
    "neg": _neg,
    "add": _sum(1.0),
    "sub": _sum(-1.0),
    "mul": _product(1),
    "div": _product(-1),
    "exp": _exp,
    "log": _log,
    "integer_pow": _power,
    "maximum": _alike,
    "minimum": _alike,
    "select": _alike,
    "reduce_sum": _reduced(True),
    "reduce_max": _reduced(False),
    "reduce_min": _reduced(False),
    "dot": _dot,
    "broadcast": _broadcast,
    "transpose": _transpose,
    "reshape": _reshape,
}
