"""Functions that live in other modules, under several kinds of names."""
import math as m
from math import exp, pi

import numpy
import numpy as np
import numpy.linalg as la
from numpy import cos, fft
from numpy import sum as total

from . import _helpers
from . import _helpers as tools
from ._helpers import Accumulator, smooth as smoothing, twice

SETTINGS = {"levels": 3, "offset": 0.5}
TABLE = [[1, 2], [3, 4]]


def smoothed_twice(x):
    return _helpers.smooth(smoothing(x)) + tools.WEIGHTS.sum()


def many_names(x):
    return np.sin(x) + numpy.sin(x) + cos(x) * m.pi + total(x) + la.norm(x) + abs(fft.fft(x)[0]) + pi * exp(0)


def default_from_elsewhere(mass):
    return tools.weight_of(mass) - tools.weight_of(mass, g=1.62), _helpers.GRAVITY


def mutates_through_helper(x, n):
    for i in range(n):
        _helpers.bump_in_place(x, i, by=i / 2)
    tools.bump_in_place(x, slice(None))


def returns_early_in_helper(x, levels):
    places = np.zeros(len(levels), dtype=np.int64)
    for k, level in enumerate(levels):
        places[k] = tools.first_above(x, level)
    return places


@twice
def doubled(x, y):
    return x * y


def decorated_call(x):
    return doubled(x, 3.0) + twice(smoothing)(np.array([1.0, 2.0, 4.0]))[0]


def foreign_class(x):
    return Accumulator().add(x).add(2 * x).total, tools.Accumulator(x.sum()).add(1).total


def module_settings(x):
    """Globals that are containers."""
    for level in range(SETTINGS["levels"]):
        x = x / 2 + SETTINGS["offset"] * TABLE[level % 2][1]
    return x


def parity_by_recursion(x, n):
    return x if _helpers.even(n) else -x


def imports_inside(x):
    import math
    from functools import reduce

    return reduce(lambda a, b: a * b, [x, math.e, 2])


def imports_inside_under_other_names(x):
    import numpy.linalg as la

    from . import _helpers as others
    from ._helpers import GRAVITY as g, twice as again

    return others.smooth(x) * others.GRAVITY + again(np.sin)(x)[0] * g + la.norm(x)


def helper_as_argument(x, levels):
    def apply(f, *args, **kwargs):
        return f(*args, **kwargs)

    return apply(tools.first_above, x, levels[0]) + apply(tools.weight_of, 2.0, g=levels[1])


def examples():
    rng = np.random.default_rng(38)
    x = rng.normal(size=6)
    yield smoothed_twice, (x,)
    yield smoothed_twice, (np.arange(5),)
    yield many_names, (x,)
    yield many_names, (np.ones(1),)
    yield default_from_elsewhere, (2.0,)
    yield default_from_elsewhere, (x,)
    yield mutates_through_helper, (x, 4)
    yield mutates_through_helper, (np.zeros(2), 0)
    yield returns_early_in_helper, (x, np.array([-9.0, 0.0, 0.5, 9.0]))
    yield returns_early_in_helper, (np.array([1, 5]), np.array([4]))
    yield decorated_call, (x,)
    yield decorated_call, (2,)
    yield doubled, (x, x)
    yield doubled, (2, 5)
    yield foreign_class, (x,)
    yield foreign_class, (np.arange(2),)
    yield module_settings, (x,)
    yield module_settings, (1.0,)
    yield parity_by_recursion, (x, 4)
    yield parity_by_recursion, (x, 3)
    yield imports_inside, (1.5,)
    yield imports_inside, (x,)
    yield imports_inside_under_other_names, (x,)
    yield helper_as_argument, (x, (0.0, 3.0))
    yield helper_as_argument, (np.array([5.0]), [9.0, 1.0])
