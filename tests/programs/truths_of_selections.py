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


def truths_of_python(x):
    """NumPy's truth values would add up to True."""
    above, same = x[x > 0], np.array_equal(x[x > 0], x[x > 1])
    return (all([x[0] > 0, x[1] > 0]) + all([x[0] > -1]), any([x[0] > 0]) + any([x[2] > 0, x[1] > 4]),
            all(v > 0 for v in [x[0], x[1]]) + True, all([x[0] > 0]) * np.uint8(200) + any([x[1] > 0]) * 100,
            np.allclose(above, above) + np.allclose(above, above + 1), same + same)


def examples():
    for given in ([3.0, 1.0, 0.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [0.0, 0.0, 5.0]):
        for function in (chosen, caught, counted, raised_until, truths_of_python):
            yield function, (np.array(given),)
