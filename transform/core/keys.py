"""Order the keys of a dict as the leaves of a tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from .errors import CompileError

NUMBERS = (int, float, complex, np.generic)


def has_order(keys: Collection[Any]) -> bool:
    """Whether there is more to the keys of a dict than which they are: an order, or the classes of numbers,
    of which 1, 1.0 and True are equal.

    >>> has_order(["a"]), has_order(["a", "b"]), has_order([True])
    (False, True, True)
    """
    return len(keys) > 1 or not all(map(is_no_number, keys))


def is_no_number(key: Any) -> bool:
    return all(map(is_no_number, key)) if isinstance(key, tuple) else not isinstance(key, NUMBERS)


def are_sorted(keys: list[Any]) -> bool:
    """Whether they are sorted, and none is a number of another class than int that may be equal to one."""
    try:
        return keys == sorted(keys) and all(map(is_common, keys))
    except TypeError:
        return False


def is_common(key: Any) -> bool:
    return all(map(is_common, key)) if isinstance(key, tuple) else type(key) is int or is_no_number(key)


def sorted_keys(keys: Iterable[Any], which: str = "a tree") -> list[Any]:
    """The keys sorted, as leaves are. Raises CompileError for keys that can't be compared.

    >>> sorted_keys({"b": 1, "a": 2})
    ['a', 'b']
    """
    keys = list(keys)
    try:
        return sorted(keys)
    except TypeError:
        kinds = {type(k).__name__: k for k in reversed(keys)}
        given = ", ".join(f"{key!r} ({kind})" for kind, key in reversed(kinds.items()))
        raise CompileError(
            f"the keys of a dict in {which} can't be sorted: {given}",
            "use texts or numbers, members of an IntEnum or a StrEnum",
            kind=TypeError,
        ) from None
