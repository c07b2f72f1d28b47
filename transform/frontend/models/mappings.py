"""The dicts of collections: defaultdict, Counter, OrderedDict."""
from __future__ import annotations

import collections
import collections.abc
import itertools

from ..bounded.lists import item_at
from .model import Model, register
from .number_dicts import has_computed_keys, new_dict


class Mapping(Model):
    """What dict and all that derive from it do, with a dict."""
    content = "data"

    def __getitem__(self, key):
        if has_computed_keys(self.data):
            place = self.data.place_of(key)
            return self.__missing__(key) if place < 0 else item_at(self.data.entries, place)
        if key in self.data:
            return self.data[key]
        return self.__missing__(key)

    def __missing__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __reversed__(self):
        return reversed(self.data)

    def __eq__(self, other):
        return isinstance(other, dict) and self.data == dict(other)

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def get(self, key, default=None):
        return self.data.get(key, default)

    def pop(self, key, *default):
        return self.data.pop(key, *default)

    def popitem(self):
        return self.data.popitem()

    def setdefault(self, key, default=None):
        return self.data.setdefault(key, default)

    def update(self, *others, **named):
        self.data.update(*others, **named)

    def clear(self):
        self.data.clear()

    def __copy__(self):
        return self.copy()

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        made = self.copy()
        made.clear()
        made.update(other)
        made.update(self.data)
        return made


@register
class DefaultDict(Mapping):
    __recto_class__ = collections.defaultdict

    def __init__(self, default_factory=None, *others, **named):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        self.data = new_dict(*others, **named)

    def __missing__(self, key):
        if self.default_factory is None:
            return self.data[key]
        value = self.default_factory()
        self.data[key] = value
        return value

    def copy(self):
        return collections.defaultdict(self.default_factory, self.data)


@register
class OrderedDict(Mapping):
    __recto_class__ = collections.OrderedDict

    def __init__(self, *others, **named):
        self.data = new_dict(*others, **named)

    def copy(self):
        return collections.OrderedDict(self.data)

    def popitem(self, last=True):
        if len(self.data) == 0:
            raise KeyError("dictionary is empty")
        key = next(reversed(self.data) if last else iter(self.data))
        return key, self.data.pop(key)

    def move_to_end(self, key, last=True):
        value = self.data.pop(key)
        others = {} if last else dict(self.data)
        if not last:
            self.data.clear()
        self.data[key] = value
        self.data.update(others)

    def __eq__(self, other):
        same = isinstance(other, dict) and self.data == dict(other)
        if isinstance(other, collections.OrderedDict):
            return same and list(self.data) == list(other)
        return same


@register
class Counter(Mapping):
    __recto_class__ = collections.Counter

    def __init__(self, iterable=None, /, **named):
        self.data = new_dict()
        self.update(iterable, **named)

    def __missing__(self, key):
        return 0

    def __delitem__(self, key):
        if key in self.data:
            del self.data[key]

    def update(self, iterable=None, /, **named):
        for counts in (iterable, named):
            if isinstance(counts, collections.abc.Mapping) and len(self.data) == 0:
                self.data.update(counts)
            elif isinstance(counts, collections.abc.Mapping):
                for key, count in counts.items():
                    self.data[key] = count + self.data.get(key, 0)
            elif counts is not None:
                for key in counts:
                    self.data[key] = self.data.get(key, 0) + 1

    def subtract(self, iterable=None, /, **named):
        for counts in (iterable, named):
            if isinstance(counts, collections.abc.Mapping):
                for key, count in counts.items():
                    self.data[key] = self.data.get(key, 0) - count
            elif counts is not None:
                for key in counts:
                    self.data[key] = self.data.get(key, 0) - 1

    def most_common(self, n=None):
        ordered = sorted(self.data.items(), key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[:max(n, 0)]

    def elements(self):
        return itertools.chain.from_iterable(itertools.starmap(itertools.repeat, self.data.items()))

    def total(self):
        return sum(self.data.values())

    def copy(self):
        return collections.Counter(self.data)

    def __eq__(self, other):
        if not isinstance(other, collections.Counter):
            return isinstance(other, dict) and self.data == other
        return all(self[k] == other[k] for k in [*self.data, *other])

    def __le__(self, other):
        return all(self[k] <= other[k] for k in [*self.data, *other])

    def __lt__(self, other):
        return self <= other and self != other

    def __ge__(self, other):
        return other <= self

    def __gt__(self, other):
        return other < self

    def __add__(self, other):
        return positive({k: self[k] + other[k] for k in dict.fromkeys([*self.data, *other])})

    def __sub__(self, other):
        return positive({k: self[k] - other[k] for k in dict.fromkeys([*self.data, *other])})

    def __or__(self, other):
        return positive({k: max(self[k], other[k]) for k in dict.fromkeys([*self.data, *other])})

    def __and__(self, other):
        return positive({k: min(self[k], other[k]) for k in self.data})

    def __pos__(self):
        return positive(self.data)

    def __neg__(self):
        return positive({k: -self.data[k] for k in self.data})

    def __iadd__(self, other):
        for key, count in other.items():
            self.data[key] = self[key] + count
        return kept_positive(self)

    def __isub__(self, other):
        for key, count in other.items():
            self.data[key] = self[key] - count
        return kept_positive(self)

    def __ior__(self, other):
        for key, count in other.items():
            if count > self[key]:
                self.data[key] = count
        return kept_positive(self)

    def __iand__(self, other):
        for key in self.data:
            if other[key] < self.data[key]:
                self.data[key] = other[key]
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
