"""The order of the keys of dicts among the arguments, which C++ does not see.

C++ takes dicts for the same that have equal keys, and sorts keywords. Where a program depends on their order
(`list(d.values())`, `**options`), calls in which it is another one than that of sorted keys carry it as a static
argument more, `ORDER`. So do those with keys that are equal to others, True and 1.0.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any

from recto.runtime import pytree
from recto.transform.core.keys import are_sorted, has_order

from .._convention.stores import LEAVES

ORDER = " order"  # a name that no argument has


def key_orders(args: tuple, kwargs: dict, keywords: bool) -> list[list]:
    """The keys of each dict among the arguments in which they have an order, or are numbers. `keywords`: the keywords
    as well."""
    found = [list(kwargs)] if keywords and len(kwargs) > 1 else []
    for value in (*args, *(kwargs[name] for name in sorted(kwargs))):
        found += [list(d) for d in dicts_in(value) if has_order(d)]
    return found


def dicts_in(value: Any) -> Iterator[dict]:
    """The dicts in a tree, from outside in."""
    if type(value) in (dict, collections.OrderedDict):
        yield value
        for key in sorted(value) if type(value) is dict else value:
            yield from dicts_in(value[key])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from dicts_in(item)
    elif type(value) not in LEAVES:  # an object that may be a tree
        is_dict = lambda part: type(part) in (dict, collections.OrderedDict)
        for part in filter(is_dict, pytree.leaves(value, is_leaf=is_dict)):
            yield from dicts_in(part)


def order_beside_sorted(orders: list[list]) -> dict[str, str]:
    """The argument that tells these orders; none where all keys are sorted."""
    return {} if all(map(are_sorted, orders)) else {ORDER: repr(orders)}
