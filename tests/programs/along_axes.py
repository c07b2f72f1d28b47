"""np.apply_along_axis and np.apply_over_axes of functions that return numbers, lists, tuples and arrays."""
import numpy as np


class Ends:
    def __init__(self, weight):
        self.weight = weight

    def of(self, row):
        return [row[0] * self.weight, row[-1]]

    def of_rows(self, x):
        return np.apply_along_axis(self.of, 1, x)


def of_lists(x):
    return (np.apply_along_axis(lambda v: [v.min(), v.max(), 1], 1, x),
            np.apply_along_axis(lambda v: v.tolist()[:2], 0, x),
            np.apply_along_axis(sorted, 1, x), np.apply_along_axis(lambda v: [v[0] > 2, False], 1, x))


def of_tuples(x):
    return (np.apply_along_axis(lambda v: (v[0], 2.0), 0, x), np.apply_along_axis(tuple, -1, x),
            np.apply_along_axis(lambda v: [(v[k], k) for k in range(2)], 1, x))


def of_lists_that_grow(x):
    def weighted(v):
        out = []
        for k in range(len(v)):
            out.append(v[k] * k)
        return out
    return np.apply_along_axis(weighted, 1, x)


def with_more_arguments(x):
    def scaled(v, *shift, factor=1):
        return [v.sum() * factor, *shift]
    return np.apply_along_axis(scaled, 1, x, 2, x[0, 0], factor=3), np.apply_along_axis(scaled, 0, x)


def of_methods(x):
    return Ends(2.0).of_rows(x), Ends(x[0, 0]).of_rows(x[:2])


def over_axes(x):
    return (np.apply_over_axes(np.sum, x, [0, -1]),
            np.apply_over_axes(lambda v, axis: np.max(v, axis, keepdims=True), x, 1),
            np.apply_over_axes(np.mean, x, ()))


def of_grids(x):
    pair = np.fromfunction(lambda i, j: [i + x[0, 0], j], (2, 3))
    return type(pair) is list, len(pair), pair[0]


def examples():
    x = np.array([[3.0, 1.0, 2.5], [0.5, 4.0, 2.0]])
    for f in (of_lists, of_tuples, of_lists_that_grow, with_more_arguments, of_methods, over_axes, of_grids):
        yield f, (x,)
