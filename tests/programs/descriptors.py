"""Attributes that classes compute: descriptors, cached properties, properties of bases."""
import functools

import numpy as np


class Doubled:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner):
        return getattr(obj, self.name) * 2

    def __set__(self, obj, value):
        setattr(obj, self.name, value + 1)


class Constant:
    def __get__(self, obj, owner):
        return 7


class Model:
    scale = Doubled()
    constant = Constant()

    def __init__(self, values):
        self.values = values

    @functools.cached_property
    def total(self):
        return self.values.sum()

    def __getattr__(self, name):
        return len(name)


def data_descriptor(x, n):
    m = Model(x)
    m.scale = n
    m.scale += 1
    return m.scale


def other_descriptor(x):
    m = Model(x)
    before = m.constant
    m.constant = 5
    return before, m.constant


def computed_once(x):
    m = Model(x)
    before = m.total
    m.values = x * 10
    return before, m.total, Model(m.values).total


def missing(x):
    m = Model(x)
    return m.abc, getattr(m, "abcd", 0), hasattr(m, "ab")


def examples():
    x = np.array([1.0, 2.0, 3.0])
    yield data_descriptor, (x, 2)
    for f in (other_descriptor, computed_once, missing):
        yield f, (x,)
