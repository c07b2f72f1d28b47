"""Preconditions on sizes: conditions under which source printed for some sizes holds for others, from the
decisions of the reading (core/decisions.py).

Comparisons must come out as they did. Any other arithmetic on sizes (n // 2, min(n, 5), abs(n - 3), n in (2,
3), the end of x[:5]) has become an expression of the sizes in the text, or one number. It is computed again
for many sizes; if the text gives another value for a size, the text does not hold there.

>>> log = lambda n: [Decision(operator.gt, (n, 100), {}, True), Decision(max, (n, 50), {}, n)]
>>> conditions([log(101), log(198)], {"⟨n⟩": (101, 198)})
[('n > 100', None), ('n >= 50', None)]
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.decisions import Decision, numbers, replace_numbers
from .fits import Rows, expression_text, placeholder, without_brackets
from .unify import Differs

COMPARISONS = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
TRIED = (*range(400), *(10**k for k in range(3, 10)))  # sizes that conditions are tried for
TRIED_TOGETHER = (0, 1, 2, 3, 4, 7, 12, 50, 101, 399, 1000, 10**6)  # of several sizes
MOST_TOGETHER = 3  # sizes in one condition
FEW = 4  # single sizes that a condition leaves out
POSITIVE = re.compile(r"^(?:(\w+) (?:>|!=) 0|0 (?:<|!=) (\w+))$")
UNCHANGED = "unchanged"  # what is the same in all samples
KNOWN = {"min": min, "max": max, "float": float}  # what expressions of sizes call


def conditions(logs: Sequence[Sequence[Decision]], rows: Rows) -> list[tuple[str, Any]]:
    """(condition, place) for everything that might come out in another way for other sizes.

    Raises:
        Differs: something came out in another way in the samples already, or is no expression of the sizes.
    """
    if len({len(log) for log in logs}) > 1:
        raise Differs("how often something is compared depends on it")
    return [c for entries in zip(*logs) for c in of_decision(entries, rows)]


def strongest(found: Sequence[tuple[str, Any]], rows: Rows) -> list[tuple[str, Any]]:
    """Every condition once, without those that follow from others: of n >= 2 and n > 5 the second."""
    left = list({text: (text, place) for text, place in reversed(found)}.values())[::-1]
    for name in map(without_brackets, rows):
        own = [
            c for c in left if [n for n in rows if without_brackets(n) in words(c[0])] == [placeholder(name)]
        ]
        bounds = {
            int(word) + k for text, _ in own for word in words(text) if word.isdigit() for k in (-1, 0, 1)
        }
        tried = sorted({*TRIED, *(b for b in bounds if b >= 0)})
        holding = {text: {v for v in tried if value_of(text, {name: v})} for text, _ in own}
        for condition in own[::-1]:
            others = [holding[text] for text, _ in left if text in holding and text != condition[0]]
            if others and set.intersection(*others) <= holding[condition[0]]:
                left.remove(condition)
    return left


def words(text: str) -> list[str]:
    """The names and numbers in an expression."""
    return re.findall(r"\w+", text)


def of_decision(entries: Sequence[Decision], rows: Rows) -> Iterator[tuple[str, Any]]:
    """The conditions of one decision, as it came out in all samples."""
    first = entries[0]
    if any((e.function, e.place) != (first.function, first.place) for e in entries):
        raise Differs(f"another comparison at {first.place}")
    columns = [tuple(numbers((e.args, e.kwargs))) for e in entries]
    if len({len(c) for c in columns}) > 1:
        raise Differs(f"what is done depends on it ({first.place})")
    given = [text_of(row, rows) for row in zip(*columns)]
    if all(text == UNCHANGED for text in given):
        return
    is_comparison = first.function in COMPARISONS and is_row(first.args)
    found = (
        comparison_conditions(entries, given, rows)
        if is_comparison
        else value_conditions(entries, given, rows)
    )
    yield from ((at_least_one(without_brackets(text)), first.place) for text in found)


def at_least_one(condition: str) -> str:
    """n >= 1 for what means that of a size: n > 0, 0 < n, n != 0."""
    return POSITIVE.sub(lambda found: f"{found[1] or found[2]} >= 1", condition)


def text_of(row: tuple[Any, ...], rows: Rows) -> str | None:
    """The expression of sizes that an argument is in the samples; UNCHANGED; None: there is no such expression."""
    if len({key_of(v) for v in row}) == 1:
        return UNCHANGED
    return expression_text(rows, row) if is_row(row) else None


def key_of(value: Any) -> Any:
    return (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else repr(value)


def is_row(values: tuple[Any, ...]) -> bool:
    return all(type(v) in (int, float) for v in values)


# -- comparisons ---------------------------------------------------------------------------------------------


def comparison_conditions(
    entries: Sequence[Decision], given: Sequence[str | None], rows: Rows
) -> Iterator[str]:
    """A comparison, the way that it came out."""
    outcomes = {bool(e.result) for e in entries}
    if len(outcomes) > 1 or None in given:
        raise Differs(f"what is done depends on it ({entries[0].place})")
    symbol = COMPARISONS[entries[0].function]
    sides = [repr(v) if text == UNCHANGED else str(text) for v, text in zip(entries[0].args, given)]
    text = f"{sides[0]} {symbol if True in outcomes else OPPOSITE[symbol]} {sides[1]}"
    if not always(text, sides, symbol, rows):
        yield text


def always(text: str, sides: Sequence[str], symbol: str, rows: Rows) -> bool:
    """Whether a condition on one size holds for all of its values."""
    named = names_in(text, rows)
    if len(named) != 1:
        return False
    put = [{without_brackets(named[0]): value} for value in TRIED]
    if symbol in ("==", "!="):  # one size may be the exception: which side is the larger one?
        left, right = ([value_of(side, sizes) for sizes in put] for side in sides)
        if not any(all(map(order, left, right)) for order in (operator.lt, operator.gt)):
            return False
    return all(value_of(text, sizes) for sizes in put)


def names_in(text: str, rows: Rows) -> list[str]:
    return [n for n in rows if n in text]


def value_of(text: str, sizes: Mapping[str, int]) -> Any:
    return eval(without_brackets(text), {"__builtins__": {}, **KNOWN}, dict(sizes))


# -- anything else -------------------------------------------------------------------------------------------


def value_conditions(entries: Sequence[Decision], given: Sequence[str | None], rows: Rows) -> Iterator[str]:
    """For which sizes a function gives what the text has for its result."""
    results = list(zip(*(tuple(numbers(e.result)) for e in entries)))
    same = len({len(tuple(numbers(e.result))) for e in entries}) == 1
    wanted = [text_of(r, rows) for r in results]
    if not same or None in wanted or None in given and any(text != UNCHANGED for text in wanted):
        return  # the text shows it, or what is computed of it
    if None in given:
        raise Differs(f"what is done depends on it ({entries[0].place})")
    texts, results_wanted = [str(text) for text in given], [str(text) for text in wanted]
    agrees = agreement(entries[0], texts, results_wanted)
    named = [n for n in rows if any(n in text for text in texts)]
    if len(named) == 1:
        yield from intervals(
            named[0], lambda value: agrees({without_brackets(named[0]): value}), critical(entries[0])
        )
    else:
        constants = numbers((entries[0].args, entries[0].kwargs))
        sides = [repr(v) if text == UNCHANGED else text for v, text in zip(constants, texts)]
        yield from joint_condition(rows, named, agrees, sides, str(entries[0].place))


def agreement(
    entry: Decision, given: Sequence[str], wanted: Sequence[str]
) -> Callable[[Mapping[str, int]], bool]:
    """sizes: does the function give what is wanted? What it refuses, the user's function refuses, too."""
    first = list(numbers((entry.args, entry.kwargs)))

    def agrees(sizes: Mapping[str, int]) -> bool:
        values = [v if text == UNCHANGED else value_of(text, sizes) for v, text in zip(first, given)]
        try:
            args, kwargs = replace_numbers((entry.args, entry.kwargs), iter(values))
            result = entry.function(*args, **kwargs)
        except Exception:
            return True
        values = [
            v if text == UNCHANGED else value_of(text, sizes)
            for v, text in zip(numbers(entry.result), wanted)
        ]
        return same_result(result, replace_numbers(entry.result, iter(values)))

    return agrees


def same_result(got: Any, wanted: Any) -> bool:
    """Whether all numbers are the same, but for rounding."""
    if isinstance(got, range):
        return bool(got == wanted)
    pairs = list(zip(numbers(got), numbers(wanted)))
    close = lambda a, b: is_row((a, b)) and (a == b or math.isclose(a, b, rel_tol=1e-12))
    return len(pairs) == len(list(numbers(wanted))) and all(
        close(a, b) or key_of(a) == key_of(b) for a, b in pairs
    )


def critical(entry: Decision) -> list[int]:
    """Sizes to try: those around the numbers that are among the arguments, too, where something may change."""
    constants = {v for v in numbers((entry.args, entry.kwargs)) if type(v) is int and 0 < v < TRIED[-1]}
    return sorted({*TRIED, *(max(1, c + k) for c in constants for k in (-1, 0, 1))})


def intervals(name: str, agrees: Callable[[int], bool], tried: Sequence[int]) -> Iterator[str]:
    """The conditions on one size: n >= 3, n <= 500, n != 7."""
    runs = [
        (good, [v for v, _ in run])
        for good, run in itertools.groupby([(v, agrees(v)) for v in tried], key=lambda pair: pair[1])
    ]
    for k, (good, values) in enumerate(runs):
        if good:
            continue
        if not runs[:k]:
            yield f"{name} >= {boundary(agrees, values[-1], runs[k + 1][1][0])}" if runs[k + 1 :] else "False"
        elif not runs[k + 1 :]:
            yield f"{name} <= {boundary(agrees, values[0], runs[k - 1][1][-1])}"
        elif len(values) <= FEW:
            yield from (f"{name} != {v}" for v in values)
        else:
            raise Differs(
                f"what is done depends on it, for {without_brackets(name)} from {values[0]} to {values[-1]}"
            )


def boundary(agrees: Callable[[int], bool], bad: int, good: int) -> int:
    """The good value next to the bad ones."""
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if agrees(middle) else (good, middle)
    return good


def joint_condition(
    rows: Rows, named: list[str], agrees: Callable[..., Any], given: Sequence[str], place: str
) -> Iterator[str]:
    """A comparison of two arguments that several sizes have to fulfil, if there has to be one."""
    names = [without_brackets(n) for n in named[:MOST_TOGETHER]]
    points = [dict(zip(names, v)) for v in itertools.product(TRIED_TOGETHER, repeat=len(names))]
    bad = [p for p in points if len(named) > MOST_TOGETHER or not agrees(p)]
    if not bad:
        return
    sides = [text for text in dict.fromkeys((*given, "0")) if names_in(text, rows) or text.isdigit()]
    for left, right in itertools.permutations(sides, 2):
        for symbol in (">=", "!=", ">"):
            text = f"{left} {symbol} {right}"
            excludes = names_in(left, rows) and not any(value_of(text, p) for p in bad)
            if excludes and any(value_of(text, p) for p in points):
                yield text
                return
    raise Differs(f"what is done depends on it ({place})")
