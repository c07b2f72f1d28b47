"""Helpers in another module: what fails here is reported here, with the calls that led to it."""
import numpy as np


def dense(weights, bias, x):
    return np.tanh(weights @ x + bias)  # E: shapes differ: f64[4] and f64[5]
    #              ^^^^^^^^^^^^^^^^^^


def twice_dense(weights, bias, x):
    hidden = dense(weights, bias, x)
    return dense(weights, bias, hidden)


def weighted_sum(rows, weights):
    total = 0.0
    for row in rows:
        if row[0] > 0.0:
            total = total + row * weights  # E: shapes differ: f64[3] and f64[4]
            #               ^^^^^^^^^^^^^
    return total


def halve_in_place(n):
    n /= 2  # E: Cannot cast ufunc output from f64 to i64 with casting rule 'same_kind'
    return n


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return self.factor * x  # E: shapes differ: f64[2] and f64[3]

    @property
    def half(self):
        return self.factor[5]  # E: index 5 is out of bounds for axis 0 with size 2


def forever(x):
    return forever(x + 1.0)  # E: forever calls itself
