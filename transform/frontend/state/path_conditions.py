"""Path conditions: facts about integers that hold while a branch is read. In `if i > 0: out[i - 1]` the index
is not negative. Used for bounded lists (see lists/growing.py).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...ir.builder import Facts, Sym
from .integer_facts import facts_of

if TYPE_CHECKING:
    from ..interpreter import Interpreter

OPPOSITE = {"Lt": "GtE", "GtE": "Lt", "Gt": "LtE", "LtE": "Gt", "Eq": "NotEq", "NotEq": "Eq"}
TURNED = {"Lt": "Gt", "Gt": "Lt", "LtE": "GtE", "GtE": "LtE", "Eq": "Eq", "NotEq": "NotEq"}


def note_comparison(interp: Interpreter, result: Any, op: str, x: Any, y: Any = None) -> Any:
    """Keep what a condition compares: x op y, not x, or x and y."""
    if (interp.growing is not None or interp.options) and isinstance(result, Sym) and not result.is_const:
        interp.compared[result.atom.name] = op, x, y
    return result


@contextlib.contextmanager
def under_condition(interp: Interpreter, condition: Sym, truth: bool) -> Iterator[None]:
    """While this path is read, the condition is known to hold, or not to."""
    known, before, present = interp.builder.site.facts, {}, interp.present
    interp.present = present | set(flags_given(interp, condition, truth)) if interp.options else present
    for name, facts in (
        integers_under_condition(interp, condition, truth) if interp.growing is not None else ()
    ):
        before.setdefault(name, known.get(name))
        known[name] = facts
    try:
        yield
    finally:
        for name, facts in before.items():
            if facts is None:
                known.pop(name, None)
            else:
                known[name] = facts
        interp.present = present


@contextlib.contextmanager
def assuming_given(interp: Interpreter, flags: set[Any]) -> Iterator[None]:
    """While this is read, the values of these flags are known not to be None."""
    before, interp.present = interp.present, interp.present | flags
    try:
        yield
    finally:
        interp.present = before


def flags_given(interp: Interpreter, condition: Any, truth: bool) -> Iterator[Any]:
    """The flags of values that are not None under a condition."""
    known = isinstance(condition, Sym) and not condition.is_const
    op, x, y = interp.compared.get(condition.atom.name, ("", None, None)) if known else ("", None, None)
    if op == "Not":
        yield from flags_given(interp, x, not truth)
    elif op == ("And" if truth else "Or"):
        yield from flags_given(interp, x, truth)
        yield from flags_given(interp, y, truth)
    elif op == "Given" and truth:
        yield x


def integers_under_condition(interp: Interpreter, condition: Any, truth: bool) -> Iterator[tuple[str, Facts]]:
    """The integers that a condition says something about, by name, and what is known of them under it."""
    known = isinstance(condition, Sym) and not condition.is_const
    op, x, y = interp.compared.get(condition.atom.name, ("", None, None)) if known else ("", None, None)
    if op == "Not":
        yield from integers_under_condition(interp, x, not truth)
    elif op == "And":
        for part in (x, y) if truth else ():
            yield from integers_under_condition(interp, part, True)
    elif op in OPPOSITE:
        op = op if truth else OPPOSITE[op]
        for value, other, relation in ((x, y, op), (y, x, TURNED[op])):
            a, b = facts_of(value), facts_of(other)
            if a is not None and b is not None and isinstance(value, Sym) and not value.is_const:
                yield from narrow_fact(interp, value, a, *interval(relation, a, b))


def interval(op: str, a: Facts, b: Facts) -> tuple[int | None, int | None]:
    """Ends for a where a op b."""
    lo, hi = a.lo, a.hi
    if op in ("Lt", "LtE", "Eq") and b.hi is not None:
        most = b.hi - (op == "Lt")
        hi = most if hi is None else min(hi, most)
    if op in ("Gt", "GtE", "Eq") and b.lo is not None:
        least = b.lo + (op == "Gt")
        lo = least if lo is None else max(lo, least)
    if op == "NotEq" and b.lo is not None and b.lo == b.hi:
        lo, hi = lo if lo != b.lo else lo + 1, hi if hi != b.lo else hi - 1
    return lo, hi


def narrow_fact(
    interp: Interpreter, value: Sym, facts: Facts, lo: int | None, hi: int | None
) -> Iterator[tuple[str, Facts]]:
    """The narrower interval of a value, and that of the one integer that it is computed from by adding a constant."""
    if (lo, hi) == (facts.lo, facts.hi):
        return
    yield value.atom.name, facts._replace(lo=lo, hi=hi)
    if (
        not facts.terms
        or len(facts.terms) != 1
        or facts.terms[0][1] != 1
        or facts.terms[0][0] == value.atom.name
    ):
        return
    name = facts.terms[0][0]
    base = interp.builder.site.facts.get(name)
    if base is not None:
        low, high = (None if end is None else end - facts.const for end in (lo, hi))
        yield (
            name,
            base._replace(
                lo=base.lo if low is None else low if base.lo is None else max(low, base.lo),
                hi=base.hi if high is None else high if base.hi is None else min(high, base.hi),
            ),
        )
