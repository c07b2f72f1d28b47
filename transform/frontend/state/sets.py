"""Static sets: their members, immutable, in Python's iteration order.

That order depends on the history of additions and removals, so the steps are kept and repeated on a Python
set where the order matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any


class Set(frozenset):
    """The members of a set, and how a set with them is made: calls of methods of an empty set. `of`: the set itself,
    of one from outside.

    >>> Set([1]) | frozenset([1]), Set() - {1}, Set([1]) == {1}
    ({1}, set(), True)
    >>> Set([8, 1]).after("add", 3)
    ({8, 1, 3}, None)
    """

    __slots__ = ("of", "steps")
    steps: tuple[tuple, ...]

    def __new__(
        cls, items: Iterable[Any] = (), steps: tuple[tuple, ...] | None = None, of: set | None = None
    ) -> "Set":
        given = (
            items.own()
            if isinstance(items, Set)
            else items
            if isinstance(items, (set, dict))
            else tuple(items)
        )
        made = super().__new__(cls, given)
        made.steps, made.of = (("update", given),) if steps is None else steps, of
        return made

    def own(self) -> set:
        """A set of Python's with these members."""
        made: set = set()
        for name, *args in self.steps:
            result = getattr(made, name)(*args)
            made = result if isinstance(result, set) else made
        return made

    def after(self, name: str, *args: Any) -> "tuple[Set, Any]":
        """The members behind a call of a method that changes a set; and what it gives."""
        made = self.own()
        result = getattr(made, name)(*args)
        return Set(made, (*self.steps, (name, *args))), result

    def __iter__(self) -> Iterator:
        return iter(self.own())

    def __repr__(self) -> str:
        return repr(self.own())


def giving_sets(name: str) -> Callable[..., Any]:
    """The operator of frozensets, whose result is a set."""

    def method(self: Set, other: Any) -> Any:
        other = other.own() if isinstance(other, Set) else other
        result = getattr(self.own(), name)(other)
        return Set(result, (*self.steps, (name, other))) if isinstance(result, set) else result

    method.__name__ = name
    return method


OPERATORS = ("__or__", "__and__", "__sub__", "__xor__")
for _name in OPERATORS:
    setattr(Set, _name, giving_sets(_name))
