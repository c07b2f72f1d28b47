"""Functions for helpers_in_modules.py: a module of its own, and so without examples."""
import functools

import numpy as np

GRAVITY = 9.81
WEIGHTS = np.array([1.0, 4.0, 1.0]) / 6


def smooth(x):
    return WEIGHTS[0] * x[:-2] + WEIGHTS[1] * x[1:-1] + WEIGHTS[2] * x[2:]


def weight_of(mass, g=GRAVITY):
    return mass * g


def bump_in_place(x, where, by=1.0):
    x[where] += by


def first_above(x, level):
    for i in range(len(x)):
        if x[i] > level:
            return i
    return -1


def twice(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args) + f(*args)

    return wrapper


class Accumulator:
    def __init__(self, start=0.0):
        self.total = start

    def add(self, value):
        self.total = self.total + value
        return self


def even(n):
    """Mutual recursion on a static number."""
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)
