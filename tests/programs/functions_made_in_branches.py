"""Functions that are made on one path, with values of that path; data choose among them."""

import functools

import numpy as np


def by_default(x):
    if x[0] > 0:
        y = x[0] * 2
        f = lambda q, j=y: q * j
    else:
        f = lambda q, j=1.0: q + j
    return f(3.0)


def by_arrays(x):
    if x[0] > 0:
        y = x * 2
        f = lambda q, j=y: np.sum(q * j)
    else:
        f = lambda q, j=x + 1: np.sum(q + j)
    g = f if x[1] > 2.5 else (lambda q, k=x[1]: q - k)
    return f(3.0) + g(1.0)


def by_keyword(x):
    y = x[1] * 5
    f = lambda q, j=y: q * j
    h = f
    if x[0] > 0:
        h = lambda q, *, j=x[0] + 1: q - j
    return h(2.0), h is f


def by_pair(x):
    f = (lambda q, j=x[0] * 3: q * j) if x[0] > 0 else (lambda q, j=(x[1], 2.0): q + j[0] + j[1])
    return f(1.0)


def partials(x):
    if x[0] > 0:
        f = functools.partial(np.add, x[0] * 2)
    else:
        f = functools.partial(np.multiply, x[1] * 3)
    return f(3.0)


def listed_where_it_may_fail(x):
    y = 0.0
    try:
        for e in x:
            fs = [lambda q, j=j: q * j for j in range(3)]
            y = fs[-1](e)
        if x[0] > 0:
            raise ZeroDivisionError
    except Exception:
        y += 1
    return y


def made_in_rounds_that_may_fail(x):
    y = 0.0
    try:
        for k in range(2):
            fs = [lambda q, j=j: q * j for j in range(3)]
            y = fs[-1](x[k])
    except Exception:
        pass
    return y


def known_by_identity(x):
    f = np.sin if x[0] > 0 else np.cos
    return f is np.sin, f is np.tan, f is None, f is not np.cos, f == np.sin, f(x[1])


def examples():
    functions = (by_default, by_arrays, by_keyword, by_pair, partials, listed_where_it_may_fail,
                 made_in_rounds_that_may_fail, known_by_identity)
    for given in ([1.0, 2.0], [-1.0, 3.0], [0.5, 4.0]):
        for function in functions:
            yield function, (np.array(given),)
