"""Facts about integer scalars: provenance, interval, and affine relations to each other.

They show that an index is in range (no wrap, no clamp) or that a slice has a static length (x[i:i + 5]), and
name the argument or loop index that would have to be static where a dynamic value is used as a static one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_integer
from ...ir.builder import Facts, Sym
from .values import Array


def facts_of(value: Any) -> Facts | None:
    """The facts about an integer scalar, static or dynamic; None for anything else."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return Facts(frozenset(), int(value), int(value), (), int(value))
    if not isinstance(value, Sym) or value.ndim or not is_integer(value.dtype):
        return None
    if value.is_const:
        return facts_of(int(value.value))
    return value.facts or Facts(terms=((value.atom.name, 1),))


def facts_of_index(index: Sym, lo: Any, hi: Any, step: int, loop: int) -> Facts:
    """The facts about the index of a loop over range(lo, hi, step)."""
    first, last = facts_of(lo), facts_of(hi)
    low, high = (first, last) if step > 0 else (last, first)
    shift = 0 if step > 0 else 1
    highest = None if high is None or high.hi is None else high.hi - 1 + shift
    if step > 1 and type(lo) is int and type(hi) is int:
        highest = lo + (hi - 1 - lo) // step * step
    return Facts(
        frozenset([loop]),
        None if low is None or low.lo is None else low.lo + shift,
        highest,
        ((index.atom.name, 1),),
        0,
        plus_constant(low, shift),
        plus_constant(high, shift - 1),
    )


def sources_of(value: Any) -> frozenset | None:
    """The arguments and loop indices that a scalar is computed from, if from nothing else."""
    if not isinstance(value, Sym):
        return None if isinstance(value, Array) else frozenset()
    if value.is_const:
        return frozenset()
    return value.facts.sources if value.facts else None


def origins_of(value: Any) -> frozenset | None:
    """The arguments and loop indices, floats among them, that a scalar is computed from; None if from data."""
    if isinstance(value, Array):
        return None
    return value.origins if isinstance(value, Sym) else frozenset()


def only_arguments(numbers: list[Sym]) -> bool:
    """Whether they are computed from integer arguments alone. Those become static: a length is known for each
    value."""
    parts = [facts_of(n) for n in numbers]
    return all(
        f is not None and f.sources is not None and all(isinstance(s, tuple) for s in f.sources)
        for f in parts
    )


def note_sources(result: Any, *operands: Any) -> Any:
    """A condition comes from where its operands come from."""
    if isinstance(result, Sym) and not result.is_const and not result.ndim and not result.facts:
        parts = [sources_of(o) for o in operands]
        if all(p is not None for p in parts):
            result.builder.site.facts[result.atom.name] = Facts(frozenset().union(*parts))
    return result


def interval(value: Any) -> tuple[int | None, int | None]:
    """Bounds of an integer scalar, None where unknown."""
    facts = facts_of(value)
    return (facts.lo, facts.hi) if facts else (None, None)


def learn(result: Any, op: str, x: Any, y: Any) -> Any:
    """Note what follows for the result of an operation on two integer scalars."""
    if not isinstance(result, Sym) or result.is_const or result.ndim or not is_integer(result.dtype):
        return result
    a, b = facts_of(x), facts_of(y)
    if a is None or b is None:
        return result
    sources = None if a.sources is None or b.sources is None else a.sources | b.sources
    lo, hi = INTERVALS.get(op, _unknown)(a, b)
    terms, const = AFFINE.get(op, _not_affine)(a, b)
    if terms is None:
        terms, const = ((result.atom.name, 1),), 0
    lo, hi = _narrower(terms, const, lo, hi, result.builder.site.facts)
    result.builder.site.facts[result.atom.name] = Facts(sources, lo, hi, terms, const)
    return result


def _narrower(
    terms: tuple, const: int, lo: int | None, hi: int | None, known: dict[str, Facts]
) -> tuple[int | None, int | None]:
    """An interval, or a part of it where the affine form says more."""
    least = most = const
    for name, coefficient in terms:
        facts = known.get(name)
        ends = (facts.lo, facts.hi) if facts else (None, None)
        low, high = ends if coefficient > 0 else ends[::-1]
        least = None if least is None or low is None else least + coefficient * low
        most = None if most is None or high is None else most + coefficient * high
    return _best(max, lo, least), _best(min, hi, most)


def difference(x: Any, y: Any) -> int | None:
    """x - y where it is the same in every run."""
    a, b = facts_of(x), facts_of(y)
    if a is None or b is None:
        return None
    terms, const = _affine_sub(a, b)
    return const if terms == () else None


def plus_constant(facts: Facts | None, by: int) -> Facts | None:
    """The affine form of an integer plus a constant."""
    return None if facts is None or facts.terms is None else facts._replace(const=facts.const + by)


def surely_at_least(x: Any, y: Any, known: dict[str, Facts]) -> bool:
    """Whether x >= y in every run. By intervals, and by the loops that the integers in it count.

    Args:
        known: what is known of variables, by name.
    """
    a, b = facts_of(x), facts_of(y)
    if a is None or b is None:
        return False
    if a.lo is not None and b.hi is not None and a.lo >= b.hi:
        return True
    terms, const = _affine_sub(a, b)
    return terms is not None and _never_negative(dict(terms), const, known, 4)


def _never_negative(terms: dict[str, int], const: int, known: dict[str, Facts], depth: int) -> bool:
    """Whether an affine form is never below 0. Where intervals don't say, a loop index is replaced by its
    bound."""
    if not terms:
        return const >= 0
    least = const
    for name, coefficient in terms.items():
        facts = known.get(name)
        end = facts and (facts.lo if coefficient > 0 else facts.hi)
        least = None if least is None or end is None else least + coefficient * end
    if least is not None and least >= 0:
        return True
    for name, coefficient in terms.items() if depth else ():
        facts = known.get(name)
        end = facts and (facts.floor if coefficient > 0 else facts.ceiling)
        if not end or end.terms is None:
            continue
        other = {n: c for n, c in terms.items() if n != name}
        for n, c in end.terms:
            other[n] = other.get(n, 0) + coefficient * c
        left = {n: c for n, c in other.items() if c}
        if _never_negative(left, const + coefficient * end.const, known, depth - 1):
            return True
    return False


def _unknown(a: Facts, b: Facts) -> tuple[None, None]:
    return None, None


def _not_affine(a: Facts, b: Facts) -> tuple[None, int]:
    return None, 0


def _plus(x: int | None, y: int | None) -> int | None:
    return None if x is None or y is None else x + y


def _minus(x: int | None, y: int | None) -> int | None:
    return None if x is None or y is None else x - y


def _products(a: Facts, b: Facts) -> tuple[int | None, int | None]:
    if None in (a.lo, a.hi, b.lo, b.hi):
        return (0, None) if None not in (a.lo, b.lo) and a.lo >= 0 and b.lo >= 0 else (None, None)
    corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return min(corners), max(corners)


def _quotients(a: Facts, b: Facts) -> tuple[int | None, int | None]:
    if b.lo is None or b.lo != b.hi or b.lo <= 0:
        return None, None
    return (None if a.lo is None else a.lo // b.lo), (None if a.hi is None else a.hi // b.lo)


def _remainders(a: Facts, b: Facts) -> tuple[int | None, int | None]:
    if b.lo is None or b.lo <= 0:
        return None, None
    if None not in (a.lo, a.hi) and 0 <= a.lo and a.hi < b.lo:
        return a.lo, a.hi
    return 0, None if b.hi is None else b.hi - 1


def _powers(a: Facts, b: Facts) -> tuple[int | None, int | None]:
    """The interval of a non-negative number to a small constant power."""
    if b.lo is None or b.lo != b.hi or not 0 <= b.lo <= 8 or a.lo is None or a.lo < 0:
        return None, None
    return a.lo**b.lo, None if a.hi is None else a.hi**b.lo


INTERVALS: dict[str, Callable] = {
    "Add": lambda a, b: (_plus(a.lo, b.lo), _plus(a.hi, b.hi)),
    "Sub": lambda a, b: (_minus(a.lo, b.hi), _minus(a.hi, b.lo)),
    "Mult": _products,
    "Pow": _powers,
    "FloorDiv": _quotients,
    "Mod": _remainders,
    "max": lambda a, b: (_best(max, a.lo, b.lo), None if None in (a.hi, b.hi) else max(a.hi, b.hi)),
    "min": lambda a, b: (None if None in (a.lo, b.lo) else min(a.lo, b.lo), _best(min, a.hi, b.hi)),
}


def _best(choose: Callable, x: int | None, y: int | None) -> int | None:
    return y if x is None else x if y is None else choose(x, y)


def _combine(a: Facts, b: Facts, sign: int) -> tuple[tuple | None, int]:
    if a.terms is None or b.terms is None:
        return None, 0
    total = dict(a.terms)
    for name, coefficient in b.terms:
        total[name] = total.get(name, 0) + sign * coefficient
    return tuple(sorted((n, c) for n, c in total.items() if c)), a.const + sign * b.const


def _affine_sub(a: Facts, b: Facts) -> tuple[tuple | None, int]:
    return _combine(a, b, -1)


def _affine_mul(a: Facts, b: Facts) -> tuple[tuple | None, int]:
    if b.terms == ():
        a, b = b, a
    if a.terms != () or b.terms is None:
        return None, 0
    return tuple((n, c * a.const) for n, c in b.terms if a.const), b.const * a.const


AFFINE: dict[str, Callable] = {"Add": lambda a, b: _combine(a, b, 1), "Sub": _affine_sub, "Mult": _affine_mul}
