"""What is printed where the compiler reads a part again: once, as in Python."""

import numpy as np


def positive(x):
    print("begin")
    for v in x:
        if v > 0:
            print("positive", v)
            yield v


def listed(x):
    return list(positive(x)), [2 * v for v in positive(x)]


def rows_of(x):
    y = x - np.mean(x)
    print("centred")
    yield y.copy()
    for k in range(len(y)):
        if y[k] > 0:
            yield y * k


def rows_listed(x):
    return list(rows_of(x))


def sizes_that_change(x):
    k, y = 0, x
    while k < 20:
        print("round", k)
        y = np.concatenate([y, x[:1]]) if k % 2 == 0 else y[1:]
        k += 1
    return y


def powers(x):
    found = [1.0]
    while len(found) < 30:
        print(len(found))
        found.append(found[-1] * x[0])
    return found


def examples():
    x = np.array([0.5, -1.0, 1.5, 0.75, -0.25])
    for f in (listed, rows_listed, sizes_that_change, powers):
        yield f, (x,)
