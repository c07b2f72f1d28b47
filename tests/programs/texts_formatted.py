"""Format specifications, the operator % and the text of arrays without axes."""
from collections import deque

import numpy as np


def said(operation, *values):
    try:
        return operation(*values)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


SPECIFICATIONS = {
    "d": lambda v: f"{v:d}",
    "s": lambda v: "{:s}".format(v),
    "x": lambda v: f"{v:x}",
    "5": lambda v: f"{v:5}",
    ".2f": lambda v: format(v, ".2f"),
    "r:d": lambda v: f"{v!r:d}",
    "s:.2f": lambda v: f"{v!s:.2f}",
    "%x": lambda v: "%x" % v,
    "%o": lambda v: "%o" % (v,),
    "%d": lambda v: "%d" % v,
}


def of_floats(x):
    values = float(x[0]), x[0], np.array(x[0])
    return [said(operation, v) for name, operation in SPECIFICATIONS.items() for v in values if name != "%d"], x


def of_integers(n):
    values = int(n[0]), n[0], np.array(n[0])
    return [said(operation, v) for operation in SPECIFICATIONS.values() for v in values], n


def of_arrays(x):
    return [said(operation, x) for operation in SPECIFICATIONS.values()], x


def of_unused(x):
    told = 0
    for value in (x[0], float(x[1]), np.array(x[0])):
        try:
            f"{value:d}"
            told += 1
        except ValueError:
            told += 10
    return told, x


def whole_parts(x):
    value = np.array(x[0])
    return ["%d|%5d|%-5d|%05d" % (value, value, value, value), "%i %x" % (x[1], np.array(255))], x


def without_axes(x):
    value = np.array(x[0])
    print(value, [value], (value, 1), {"key": value})
    texts = [repr(value), str(value), f"{value!r} {value} {value:.3f}", str([value, x[0]]), "%s %r" % (value, value)]
    return texts, value


def without_axes_in_exceptions(x):
    try:
        raise ValueError(x, 1)
    except ValueError as error:
        return str(error), x


def absent_from_a_deque(x):
    made = deque(x)
    told = []
    for item, bounds in ((7.0, ()), (x[0], (1,)), (x[0], ()), (x[1], (1, 2)), (x[1], (-1,)), (x[0], (0, -1))):
        try:
            told.append(made.index(item, *bounds))
        except ValueError as error:
            print(error)
    return told, x


def absent_from_a_known_deque(x):
    known = deque([1, 2])
    return said(lambda: known.index(3)), said(lambda: known.remove("a")), known.index(2), x


def examples():
    x = np.array([2.5, 300.0])
    yield of_floats, (x,)
    yield of_integers, (np.array([65, 3]),)
    yield of_arrays, (x,)
    yield of_unused, (x,)
    yield whole_parts, (x,)
    yield without_axes, (x,)
    yield without_axes, (np.array([3, 4]),)
    yield without_axes, (np.array([True, False]),)
    yield without_axes_in_exceptions, (np.array(2.0),)
    yield absent_from_a_deque, (x,)
    yield absent_from_a_known_deque, (x,)
