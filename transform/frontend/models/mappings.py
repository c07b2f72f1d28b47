"""The dicts of collections: defaultdict, Counter, OrderedDict."""

from __future__ import annotations

import collections
import collections.abc
import itertools

from .model import Model, register
from .number_dicts import DictUnions, add_item, new_dict, present_item


class Mapping(DictUnions, Model):
    """The methods of dict and its derived classes, with a dict."""

    content = "recto_items"

    def __getitem__(self, key):
        if key in self.recto_items:
            return self.recto_items[key]
        return self.__missing__(key)

    def __missing__(self, key):
        return self.recto_items[key]

    def __setitem__(self, key, value):
        self.recto_items[key] = value

    def __delitem__(self, key):
        del self.recto_items[key]

    def __contains__(self, key):
        return key in self.recto_items

    def __len__(self):
        return len(self.recto_items)

    def __iter__(self):
        return iter(self.recto_items)

    def __reversed__(self):
        return reversed(self.recto_items)

    def __eq__(self, other):
        return isinstance(other, dict) and self.recto_items == dict(other)

    def keys(self):
        return self.recto_items.keys()

    def values(self):
        return self.recto_items.values()

    def items(self):
        return self.recto_items.items()

    def get(self, key, default=None):
        return self.recto_items.get(key, default)

    def pop(self, key, *default):
        return self.recto_items.pop(key, *default)

    def popitem(self):
        return self.recto_items.popitem()

    def setdefault(self, key, default=None):
        return self.recto_items.setdefault(key, default)

    def update(self, *others, **named):
        self.recto_items.update(*others, **named)

    def clear(self):
        self.recto_items.clear()

    def __copy__(self):
        return self.copy()


@register
class DefaultDict(Mapping):
    __recto_class__ = collections.defaultdict
    default_factory = None

    def __init__(self, default_factory=None, *others, **named):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        self.recto_items = new_dict(*others, **named)

    def __getitem__(self, key):
        if self.default_factory is None:
            return self.recto_items[key]
        if key not in self.recto_items:
            add_item(self.recto_items, key, self.default_factory())
        return present_item(self.recto_items, key)

    def __missing__(self, key):
        if self.default_factory is None:
            return self.recto_items[key]
        self.recto_items[key] = self.default_factory()
        return self.recto_items[key]

    def copy(self):
        return self.__class__(self.default_factory, self.recto_items)


@register
class OrderedDict(Mapping):
    __recto_class__ = collections.OrderedDict

    def __init__(self, *others, **named):
        self.recto_items = new_dict(*others, **named)

    def copy(self):
        return self.__class__(self.recto_items)

    def popitem(self, last=True):
        if len(self.recto_items) == 0:
            raise KeyError("dictionary is empty")
        key = next(reversed(self.recto_items) if last else iter(self.recto_items))
        return key, self.recto_items.pop(key)

    def move_to_end(self, key, last=True):
        value = self.recto_items.pop(key)
        others = {} if last else dict(self.recto_items)
        if not last:
            self.recto_items.clear()
        self.recto_items[key] = value
        self.recto_items.update(others)

    def __eq__(self, other):
        same = isinstance(other, dict) and self.recto_items == dict(other)
        if isinstance(other, collections.OrderedDict):
            return same and list(self.recto_items) == list(other)
        return same


@register
class Counter(Mapping):
    __recto_class__ = collections.Counter

    def __init__(self, iterable=None, /, **named):
        self.recto_items = new_dict()
        self.update(iterable, **named)

    def __missing__(self, key):
        return 0

    def __delitem__(self, key):
        if key in self.recto_items:
            del self.recto_items[key]

    def update(self, iterable=None, /, **named):
        for counts in (iterable, named):
            if isinstance(counts, collections.abc.Mapping) and len(self.recto_items) == 0:
                self.recto_items.update(counts)
            elif isinstance(counts, collections.abc.Mapping):
                for key, count in counts.items():
                    self.recto_items[key] = count + self.recto_items.get(key, 0)
            elif counts is not None:
                for key in counts:
                    self.recto_items[key] = self.recto_items.get(key, 0) + 1

    def subtract(self, iterable=None, /, **named):
        for counts in (iterable, named):
            if isinstance(counts, collections.abc.Mapping):
                for key, count in counts.items():
                    self.recto_items[key] = self.recto_items.get(key, 0) - count
            elif counts is not None:
                for key in counts:
                    self.recto_items[key] = self.recto_items.get(key, 0) - 1

    def most_common(self, n=None):
        ordered = sorted(self.recto_items.items(), key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[: max(n, 0)]

    def elements(self):
        return itertools.chain.from_iterable(itertools.starmap(itertools.repeat, self.recto_items.items()))

    def total(self):
        return sum(self.recto_items.values())

    def copy(self):
        return self.__class__(self.recto_items)

    def __eq__(self, other):
        if not isinstance(other, collections.Counter):
            return isinstance(other, dict) and self.recto_items == other
        return all(self[k] == other[k] for k in [*self.recto_items, *other])

    def __le__(self, other):
        return all(self[k] <= other[k] for k in [*self.recto_items, *other])

    def __lt__(self, other):
        return self <= other and self != other

    def __ge__(self, other):
        return other <= self

    def __gt__(self, other):
        return other < self

    def __add__(self, other):
        return positive({k: self[k] + other[k] for k in dict.fromkeys([*self.recto_items, *other])})

    def __sub__(self, other):
        return positive({k: self[k] - other[k] for k in dict.fromkeys([*self.recto_items, *other])})

    def __or__(self, other):
        return positive({k: max(self[k], other[k]) for k in dict.fromkeys([*self.recto_items, *other])})

    def __and__(self, other):
        return positive({k: min(self[k], other[k]) for k in self.recto_items})

    def __pos__(self):
        return positive(self.recto_items)

    def __neg__(self):
        return positive({k: -self.recto_items[k] for k in self.recto_items})

    def __iadd__(self, other):
        for key, count in other.items():
            self.recto_items[key] = self[key] + count
        return kept_positive(self)

    def __isub__(self, other):
        for key, count in other.items():
            self.recto_items[key] = self[key] - count
        return kept_positive(self)

    def __ior__(self, other):
        for key, count in other.items():
            if count > self[key]:
                self.recto_items[key] = count
        return kept_positive(self)

    def __iand__(self, other):
        for key in self.recto_items:
            if other[key] < self.recto_items[key]:
                self.recto_items[key] = other[key]
        return kept_positive(self)


def positive(counts):
    """A Counter of the counts that are greater than 0."""
    made = collections.Counter()
    for key, count in counts.items():
        if count > 0:
            made[key] = count
    return made


def kept_positive(counter):
    """The Counter without the counts that are not greater than 0."""
    for key in list(counter):
        if not counter[key] > 0:
            del counter[key]
    return counter
