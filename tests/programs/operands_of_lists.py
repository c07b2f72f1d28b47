"""Operators of lists, and of objects that are sequences, beside arrays and NumPy's numbers: they give arrays."""
import numpy as np


class Pair:
    def __init__(self, one, two):
        self.items = [one, two]

    def __len__(self):
        return 2

    def __getitem__(self, k):
        return self.items[k]

    def __mul__(self, factor):
        return Pair(factor * self.items[0], factor * self.items[1])

    __rmul__ = __mul__

    def __eq__(self, other):
        return True


class Ranked(Pair):
    __array_priority__ = 10.0


class Opaque(Pair):
    __array_ufunc__ = None


class Converted:
    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return np.array([self.x, 2 * self.x])

    def __rmul__(self, factor):
        return Converted(factor * self.x)


class Held:
    def __init__(self):
        self.values = [1, 2]


def augmented(x):
    values, same = [1, 2], [1, 2]
    values += x
    same *= 3 * x
    return values, same


def augmented_in_places(x):
    held, kept = Held(), {"a": [1.0, 2.0], "b": [0, 1]}
    held.values += x
    kept["a"] += x
    kept["b"] += [2]
    return held.values, kept["a"], kept["b"]


def repeated(x):
    items, number = [1.0, x[0]], np.int64(2)
    same = items
    items *= number
    rows = [[1], [x[0]]]
    rows[0] *= np.int8(3)
    return items, same, rows


def scaled(x):
    return x[0] * Pair(1.0, x[1]), (2.0 * Pair(1.0, x[1])).items, x * Pair(1.0, 2.0), x == Pair(1.0, 2.0)


def said_otherwise(x):
    return (x[0] * Ranked(x[0], 2.0)).items, (x[0] * Opaque(x[0], 2.0)).items, x * Converted(x[0])


def rounded(x):
    return np.round(x, 2), x.round(1), np.round(x[0], 3), np.round(100 * x, -1)


def examples():
    x = np.array([3.0, 2.5])
    for f in (augmented, augmented_in_places, scaled, said_otherwise):
        yield f, (x,)
    yield repeated, (np.array([3.0]),)
    yield augmented, (np.array([3, 4]),)
    yield rounded, (np.random.default_rng(5).normal(size=200) * 10,)
