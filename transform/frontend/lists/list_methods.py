"""Common methods of the models of Python's list."""

from __future__ import annotations

from typing import Any

from ..interpreter import Interpreter
from ..model_operations import called_in_models

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


@called_in_models
def apart_from(interp: Interpreter, items: Any, values: Any) -> Any:
    """The items by which a list is lengthened; of the list itself a copy."""
    return interp.call_method(items, "copy", []) if interp.read(values) is items else values


def index_between(items, value, start, stop, absent):
    """`index` of lists and deques; `absent`: what is said if there is no such item between the bounds."""
    first, last = start, len(items)
    if start < 0:
        first = max(start + last, 0)
    if stop is not None:
        last = min(stop, last) if stop >= 0 else stop + last
    for k in range(first, last):
        if items[k] == value:
            return k
    raise ValueError(absent)


class ListMethods:
    def extend(self, values):
        for value in apart_from(self, values):
            self.append(value)

    def count(self, value):
        found = 0
        for item in self:
            if item == value:
                found += 1
        return found

    def remove(self, value):
        try:
            place = self.index(value)
        except ValueError:
            raise ValueError("list.remove(x): x not in list") from None
        self.pop(place)

    def __add__(self, other):
        both = self.copy()
        both.extend(other)
        return both

    def __radd__(self, other):  # of a list of Python's
        if not isinstance(other, list):
            return NotImplemented
        both = self.copy()
        both.clear()
        both.extend(other)
        both.extend(self)
        return both
