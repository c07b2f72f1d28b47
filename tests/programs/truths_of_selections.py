"""The truth of a selection is that of its one element; NumPy raises where there is none, or there are several."""

import numpy as np


def chosen(x):
    y = x[x > 2.5]
    return 1 if y else 2


def caught(x):
    y = x[x > 2.5]
    try:
        return 0 if not y else 3
    except ValueError:
        return -1 - len(y)


def counted(x):
    n = 0
    for k in range(4):
        n += 1 if x[x > k] > 2.5 else 10
    return n


def raised_until(x):
    y = x[x > 2.5]
    while y < 5 and y > 0:
        y = y + 1
    return y[0]


def examples():
    for given in ([3.0, 1.0, 0.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [0.0, 0.0, 5.0]):
        for function in (chosen, caught, counted, raised_until):
            yield function, (np.array(given),)
