"""What sizes have to fulfil for the text to hold: the comparisons of sizes that the reading took.

>>> log = lambda n: [("Gt", n, 100, None), ("Eq", n - 1, n - 1, None), ("Lt", n, 1, None)]
>>> conditions([log(101), log(198)], {"⟨n⟩": (101, 198)})
[('n > 100', None)]
"""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from .fits import Rows, expression_text, shown
from .unify import Differs

OPERATORS = {"Eq": ("==", operator.eq), "NotEq": ("!=", operator.ne), "Lt": ("<", operator.lt),
             "LtE": ("<=", operator.le), "Gt": (">", operator.gt), "GtE": (">=", operator.ge)}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
TRIED = (*range(1, 400), *(10 ** k for k in range(3, 10)))         # sizes that conditions are tried for
TINIEST = 5                                                         # of the sizes that programs are compared for


def conditions(logs: Sequence[Sequence[tuple]], rows: Rows) -> list[tuple[str, Any]]:
    """(condition, place) for every comparison whose outcome might be another for other sizes.

    Raises:
        Differs: the outcome is another in the samples already, or is no expression of the sizes.
    """
    if len({len(log) for log in logs}) > 1:
        raise Differs("how often something is compared depends on it")
    found = (condition(entries, rows) for entries in zip(*logs))
    return list(dict.fromkeys(c for c in found if c))


def condition(entries: Sequence[tuple], rows: Rows) -> tuple[str, Any] | None:
    """One comparison, as it came out in all samples."""
    op, _, _, place = entries[0]
    if any((e[0], e[3]) != (op, place) for e in entries):
        raise Differs(f"another comparison at {place}")
    op, soft = op.rstrip("?"), op.endswith("?")
    left, right = (tuple(e[k] for e in entries) for k in (1, 2))
    if left == right or len(set(zip(left, right))) == 1:
        return None
    symbol, holds = OPERATORS[op]
    outcomes = {holds(a, b) for a, b in zip(left, right)}
    texts = [expression_text(rows, side) for side in (left, right)]
    if soft and len(outcomes) > 1:
        return None
    if len(outcomes) > 1 or None in texts:
        raise Differs(f"what is done depends on it ({place})")
    symbol = symbol if True in outcomes else OPPOSITE[symbol]
    text = " ".join([texts[0], symbol, texts[1]])
    return None if always(text, rows, TRIED[TINIEST - 1:] if soft else TRIED) else (shown(text), place)


def always(text: str, rows: Rows, tried: Sequence[int]) -> bool:
    """Whether a condition on one size holds for all of its values."""
    named = [n for n in rows if n in text]
    plain = shown(text)
    return len(named) == 1 and all(eval(plain, {shown(named[0]): value}) for value in tried)
