"""collections.deque, and list as the base of classes.

class Individual(list): ...     ⇒       type("Individual", (ListBase,), {...})
"""

from __future__ import annotations

import collections

from ..lists.list_methods import index_between
from .model import Model, register
from .operations import called_by_deque, new_list, stands_in_rows


def names_item(method):
    """Whether this version of Python names the item that a deque does not have."""
    try:
        getattr(collections.deque(), method)(0)
    except ValueError as error:
        return str(error) == "0 is not in deque"


INDEX_NAMES_IT, REMOVE_NAMES_IT = names_item("index"), names_item("remove")


class Sequence(Model):
    """The base class of deques and lists: the items stand in a list, and these methods are its."""

    content = "entries"

    def clear(self):
        self.entries.clear()

    def reverse(self):
        self.entries.reverse()

    def count(self, value):
        return self.entries.count(value)

    def __len__(self):
        return len(self.entries)

    def __contains__(self, value):
        return value in self.entries

    def __iter__(self):
        return iter(self.entries)

    def __reversed__(self):
        return reversed(self.entries)

    def __delitem__(self, index):
        del self.entries[index]


def lacks(entries, index):
    """Whether it is a Python list without such an item. (It raises by itself for what is no integer, and so
    do lists that are one array.)"""
    if stands_in_rows(entries) or not isinstance(index, int):
        return False
    return not -len(entries) <= index < len(entries)


@register
class Deque(Sequence):
    """A list that is cut to `maxlen` items where it gets longer."""

    __recto_class__ = collections.deque
    maxlen = None

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self.entries = new_list()
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, value):
        self.entries.append(value)
        if self.maxlen is not None and len(self.entries) > self.maxlen:
            self.entries.pop(0)

    def appendleft(self, value):
        self.entries.insert(0, value)
        if self.maxlen is not None and len(self.entries) > self.maxlen:
            self.entries.pop()

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def extendleft(self, values):
        for value in list(values):
            self.appendleft(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self):
        if lacks(self.entries, -1):
            raise IndexError("pop from an empty deque")
        return called_by_deque(self.entries, "pop")

    def popleft(self):
        if lacks(self.entries, 0):
            raise IndexError("pop from an empty deque")
        return called_by_deque(self.entries, "pop", 0)

    def insert(self, index, value):
        if self.maxlen is not None and len(self.entries) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.entries.insert(index, value)

    def remove(self, value):
        if value not in self.entries:
            raise ValueError(
                f"{value!r} is not in deque" if REMOVE_NAMES_IT else "deque.remove(x): x not in deque"
            )
        self.entries.remove(value)

    def rotate(self, n=1):
        place = len(self.entries) - n % len(self.entries) if len(self.entries) else 0
        self.entries = self.entries[place:] + self.entries[:place]

    def copy(self):
        return (
            self.__class__(self.entries) if self.maxlen is None else self.__class__(self.entries, self.maxlen)
        )

    def __copy__(self):
        return self.copy()

    def index(self, value, start=0, stop=None):
        absent = f"{value!r} is not in deque" if INDEX_NAMES_IT else "deque.index(x): x not in deque"
        return index_between(self.entries, value, start, stop, absent)

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if lacks(self.entries, index):
            raise IndexError("deque index out of range")
        return called_by_deque(self.entries, "__getitem__", index)

    def __setitem__(self, index, value):
        if lacks(self.entries, index):
            raise IndexError("deque index out of range")
        called_by_deque(self.entries, "__setitem__", index, value)

    def __add__(self, other):
        if not isinstance(other, collections.deque):
            return NotImplemented
        both = self.copy()
        both.extend(other)
        return both

    def __mul__(self, times):
        made = self.copy()
        made.clear()
        for _ in range(times):
            made.extend(self.entries)
        return made

    def __rmul__(self, times):
        return self * times

    def __imul__(self, times):
        once = list(self.entries)
        self.entries.clear()
        for _ in range(times):
            self.extend(once)
        return self

    def __eq__(self, other):
        return isinstance(other, collections.deque) and list(self.entries) == list(other)

    def __lt__(self, other):
        if not isinstance(other, collections.deque):
            return NotImplemented
        return list(self.entries) < list(other)

    def __le__(self, other):
        if not isinstance(other, collections.deque):
            return NotImplemented
        return list(self.entries) <= list(other)

    def __gt__(self, other):
        if not isinstance(other, collections.deque):
            return NotImplemented
        return list(self.entries) > list(other)

    def __ge__(self, other):
        if not isinstance(other, collections.deque):
            return NotImplemented
        return list(self.entries) >= list(other)


class ListBase(Sequence):
    """list, as the base of a class. What it holds is there before its __init__ runs."""

    __recto_class__ = list

    def __init__(self, iterable=()):
        self.entries[:] = iterable

    def append(self, value):
        self.entries.append(value)

    def extend(self, values):
        self.entries.extend(values)

    def insert(self, index, value):
        self.entries.insert(index, value)

    def remove(self, value):
        self.entries.remove(value)

    def pop(self, *index):
        return self.entries.pop(*index)

    def index(self, value, *bounds):
        return self.entries.index(value, *bounds)

    def sort(self, *, key=None, reverse=False):
        self.entries.sort(key=key, reverse=reverse)

    def copy(self):
        return self.entries.copy()

    def __getitem__(self, index):
        return self.entries[index]

    def __setitem__(self, index, value):
        self.entries[index] = value

    def __add__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self.entries + list(other)

    def __radd__(self, other):  # of list: both sides are taken as lists
        if not isinstance(other, list):
            return NotImplemented
        return list(other) + self.entries

    def __iadd__(self, values):
        self.entries.extend(values)
        return self

    def __mul__(self, times):
        return self.entries * times

    def __rmul__(self, times):
        return self.entries * times

    def __imul__(self, times):
        self.entries *= times
        return self

    def __eq__(self, other):
        return isinstance(other, list) and self.entries == list(other)

    def __lt__(self, other):
        return self.entries < list(other) if isinstance(other, list) else NotImplemented

    def __le__(self, other):
        return self.entries <= list(other) if isinstance(other, list) else NotImplemented

    def __gt__(self, other):
        return self.entries > list(other) if isinstance(other, list) else NotImplemented

    def __ge__(self, other):
        return self.entries >= list(other) if isinstance(other, list) else NotImplemented
