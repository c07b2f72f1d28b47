"""Totals that begin as a number and become an array in the first round, of which there may be none."""
import numpy as np


def summed(x):
    chosen = [v for v in x if v > 0]
    return sum(v * np.ones(2) for v in chosen)


def summed_and_read(x):
    total = sum(v * np.ones(2) for v in x[x > 0])
    return total / 2 + 1, np.max(total) > 2


def added(x):
    total = 0
    for v in x[x > 0]:
        total = total + v * np.arange(2.0)
    return total


def helper(values):
    total = 0
    for v in values:
        total = total + v * np.ones(2)
    return total


def added_elsewhere(x):
    return helper(x[x > 1]) * 2, helper(x[:2])


def multiplied(x):
    product = 1
    for v in x[x > 0]:
        product = np.eye(2) * v if isinstance(product, int) else product @ np.eye(2) * v
    return product


def while_there_are_any(x):
    k, total = 0, 0.0
    while k < len(x) and x[k] > 0:
        total = total + x[k] * np.ones(2)
        k += 1
    return total, np.max(total), k


def examples():
    for x in ([1.5, -1.0, 2.0], [0.5, 3.0, -2.0], [-1.0, -0.5, -2.0]):
        for f in (summed, summed_and_read, added, added_elsewhere, multiplied, while_there_are_any):
            yield f, (np.array(x),)
