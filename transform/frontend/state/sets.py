"""A set of the user's, of values known while compiling. Changing it is refused, so that it can be a frozenset."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Set(frozenset):
    """What a set display, a set comprehension, set(…) and a set from outside are.

    >>> Set([1]) | frozenset([1]), Set() - {1}, Set([1]) == {1}
    ({1}, set(), True)
    """
    __slots__ = ()

    def __repr__(self) -> str:
        return repr(set(self))


def giving_sets(name: str) -> Callable[..., Any]:
    """The operator of frozensets, whose result is a set."""
    operation = getattr(frozenset, name)

    def method(self: Set, other: Any) -> Any:
        result = operation(self, other)
        return Set(result) if isinstance(result, frozenset) else result
    method.__name__ = name
    return method


for _name in ("__or__", "__and__", "__sub__", "__xor__"):
    setattr(Set, _name, giving_sets(_name))
