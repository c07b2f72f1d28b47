"""Errors in functions that are called: the innermost place first, the callers behind it."""
import functools

import numpy as np

from . import _layers, _same_name
from ._layers import Scale, dense


def in_another_module(w: "f64[4,3]", b: "f64[5]", x: "f64[3]"):
    y = 2.0 * x
    return dense(w, b, y)  # C: _layers.dense


def two_calls_deep(w: "f64[4,3]", b: "f64[5]", x: "f64[3]"):
    return np.sum(_layers.twice_dense(w, b, x))  # C: _layers.dense


def dtype_in_another_module(n: "i64[4]"):
    return _layers.halve_in_place(n)  # C: _layers.halve_in_place


def in_a_method(factor: "f64[2]", x: "f64[3]"):
    scale = Scale(factor)
    return scale(x)  # C: _layers.Scale.__call__


def in_a_property(factor: "f64[2]"):
    scale = Scale(factor)
    return 2.0 * scale.half  # C: _layers.Scale.half.fget


def in_a_loop(w: "f64[4,3]", b: "f64[5]", x: "f64[3]"):
    for _ in range(10):
        x = dense(w, b, x)  # C: _layers.dense
    return x


def in_a_branch(w: "f64[4,3]", b: "f64[5]", x: "f64[3]"):
    if x[0] > 0.0:
        return dense(w, b, x)  # C: _layers.dense
    return b


def in_a_partial(w: "f64[4,3]", b: "f64[5]", x: "f64[3]"):
    layer = functools.partial(dense, w, b)
    return layer(x)  # C: _layers.dense


def in_a_comprehension(w: "f64[4,3]", b: "f64[5]", x: "f64[2,3]"):
    return [dense(w, b, row) for row in x]  # C: _layers.dense


def in_a_loop_of_a_helper(rows: "f64[2,3]", weights: "f64[4]"):
    return _layers.weighted_sum(rows, weights)  # C: _layers.weighted_sum


def never_returning(x: "f64[3]"):
    return _layers.forever(x)  # C: _layers.forever


def local(x, y):
    return x * y  # E: shapes differ: f64[3] and f64[4]


def in_a_local_helper(x: "f64[3]", y: "f64[4]"):
    return local(x, y)  # C: local


def in_an_inner_function(x: "f64[3]", y: "f64[4]"):
    def product(z):
        return z * y  # E: shapes differ: f64[3] and f64[4]
    return product(x)


def in_a_lambda(x: "f64[3]", y: "f64[4]"):
    return (lambda z: z * y)(x)  # E: shapes differ: f64[3] and f64[4]
    #                 ^^^^^


def in_a_function_of_the_same_name(x: "f64[3]", y: "f64[4]"):
    return _same_name.in_a_function_of_the_same_name(x, y)  # C: _same_name.in_a_function_of_the_same_name
