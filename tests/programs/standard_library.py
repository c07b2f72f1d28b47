"""Functions and classes of Python's standard library: statistics, singledispatch, fractions, enumerations."""
import enum
import fractions
import functools
import math
import statistics

import numpy as np


class Color(enum.Enum):
    RED = 1
    GREEN = 2

    def weight(self):
        return {Color.RED: 0.5, Color.GREEN: 2.0}[self]


class Flags(enum.IntFlag):
    A = 1
    B = 2
    C = 4


@functools.singledispatch
def area(shape):
    return 0.0


@area.register
def area_of_number(shape: float):
    return shape * 2


@area.register(tuple)
def area_of_pair(shape):
    return shape[0] * shape[1]


@area.register(np.ndarray)
def area_of_array(shape):
    return shape.sum()


def dispatched(x):
    return area((x, 2.0)), area([1, 2]), area("abc"), area(x), area(np.ones(3) * x)


def moments(x):
    values = x.tolist()
    return (statistics.mean(x), statistics.mean(values), statistics.fmean(values), statistics.variance(x),
            statistics.pvariance(values), statistics.stdev(values), statistics.pstdev(x, 0.5),
            statistics.variance(values, 1.0), statistics.median(x), statistics.median_low(x),
            statistics.quantiles(x), statistics.covariance(x, 2 * x), statistics.mean(v for v in x))


def means(x):
    return statistics.geometric_mean(x), statistics.harmonic_mean(x), statistics.mean(x.astype(np.float32))


def known(x):
    return x * statistics.mean([1, 2, 6]), statistics.mean([1, 2]), statistics.stdev([1.0, 2.0, 3.0]), x + \
        float(fractions.Fraction(1, 3) + fractions.Fraction(1, 6)), fractions.Fraction(3, 6).denominator


def of_integers(n):
    return (statistics.mean(n), statistics.variance(n), math.isqrt(n[0]), math.gcd(n[0], n[1]), math.prod(n),
            math.fsum(n))


def enumerated(x):
    return (x * Color.RED.weight() + Color["GREEN"].value + Color(2).value, Color(1) is Color.RED,
            Color(1) in [Color.RED], len(list(Color)), int(Flags.A | Flags.C), Flags.B in (Flags.A | Flags.B),
            Flags(3) & Flags.A == 1)


def of_nothing(x):
    return statistics.mean(x[:0])


def special_methods(x):
    """Methods behind Python's operators, as functions: sorted(…, key=x.__getitem__)."""
    items, table, grown = [v * 2 for v in x], {k: x[k] for k in range(3)}, []
    for v in x:
        if v > 0:
            grown.append(v)
    return (sorted(range(len(x)), key=x.__getitem__), max(range(len(items)), key=items.__getitem__),
            min(table, key=table.__getitem__), sorted(range(len(grown)), key=grown.__getitem__), table.__contains__(3),
            items.__len__(), list(map(x.__getitem__, [2, 0])), x.__mul__(2.0), x[0].__abs__(), x.__lt__(0.0))


def examples():
    x = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
    for f in (dispatched, enumerated):
        yield f, (3.0,)
    for f in (moments, known, special_methods):
        yield f, (x,)
    yield means, (x + 10.0,)
    yield means, (x,)
    yield of_integers, (np.array([12, 8, 3]),)
    yield of_nothing, (x,)
