"""Order the keys of a dict as the leaves of a tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import CompileError


def sorted_keys(keys: Iterable[Any], which: str = "a tree") -> list:
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
            f"the keys of a dict in {which} can't be sorted: {given}", "use keys of one type", kind=TypeError
        ) from None
