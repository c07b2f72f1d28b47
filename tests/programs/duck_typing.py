"""hasattr and getattr of every kind of value: arrays, scalars, texts, generators, functions, objects with slots."""

import collections.abc
import functools

import numpy as np


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1.0


class Failing:
    @property
    def missing(self):
        return self.nothing


NAMES = ("__len__", "__iter__", "__next__", "__call__", "__name__", "__array__", "__add__", "__getitem__", "shape",
         "dtype", "real", "upper", "func", "__code__", "__self__", "append", "is_integer", "a", "b", "nothing")


def as_list(values):
    """The idiom that takes numbers and sequences alike."""
    return list(values) if hasattr(values, "__len__") else [values]


def numbers_or_sequences(x):
    return as_list(x), as_list(x[0]), as_list([x[1], 2.0]), as_list(x[x > 0.5])


def dimension(value):
    return getattr(value, "ndim", -1), getattr(value, "shape", ()), hasattr(value, "__iter__")


def dimensions(x):
    return dimension(x), dimension(x[0]), dimension(float(x[0])), dimension([x[0]]), dimension(x[x > 0.5])[0]


def kinds(x):
    def inner(v):
        return v

    inner.mark = x[0]
    values = [x, x[0], float(x[0]), int(x[1]), 1j * x[0], f"{x[0]}", inner, lambda v: v, functools.partial(inner, 1),
              (v for v in x), zip(x, x), map(abs, x), enumerate(x), range(int(x[1])), x[x > 0.5], {1, 2}, Slotted(),
              np.sin, None, Slotted, [x], {"a": x}]
    return [[bool(hasattr(v, name)) for name in NAMES] for v in values], hasattr(inner, "mark")


def slots(x):
    slotted = Slotted()
    before = hasattr(slotted, "b")
    if x[0] > 0.5:
        slotted.b = x[0]
    return before, hasattr(slotted, "b"), getattr(slotted, "b", -1.0)


def of_a_property(x):
    return getattr(Failing(), "missing", x[0]), hasattr(Failing(), "missing")


def callables(x):
    found = []
    for value in (found.append, x.sum, np.sin, Slotted, Slotted(), x, functools.partial(np.sum, x), lambda: x):
        found.append((callable(value), isinstance(value, collections.abc.Callable), type(value).__name__))
    return found


def classes(x):
    part = functools.partial(np.add, x)
    return type(part) is functools.partial, type(Slotted().__init__).__name__, type(x).__name__, type(x[0]).__name__


def examples():
    for x in ([0.2, 0.7, 0.6], [0.9, 3.0, 0.1]):
        for function in (numbers_or_sequences, dimensions, kinds, slots, of_a_property, callables, classes):
            yield function, (np.array(x),)
