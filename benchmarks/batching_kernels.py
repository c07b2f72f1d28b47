"""What the batching benchmarks map over a batch: ordinary NumPy functions of one value."""

from __future__ import annotations

import numpy as np

HEAVY = 200         # rounds of the branch that few take


def mlp(layers, x):
    *hidden, (weights, bias) = layers
    for w, b in hidden:
        x = np.tanh(x @ w + b)
    return x @ weights + bias


def newton(a):
    x = a
    while abs(x * x - a) > 1e-9:
        x = x - (x * x - a) / (2.0 * x)
    return x


def recurrence(x, factor):
    a = x.copy()
    for i in range(1, len(a)):
        a[i] = np.tanh(a[i - 1] * factor + 0.5 * a[i])
    return a


def limited(x, factor):
    a = x.copy()
    for i in range(1, len(a)):
        if a[i] > a[i - 1] * factor:
            a[i] = a[i - 1] * factor + 0.5 * a[i]
    return a


def inserted(x):
    """Insertion sort: lanes write in different places, and differently often."""
    a = x.copy()
    for i in range(1, len(a)):
        value, j = a[i], i
        while j > 0 and a[j - 1] > value:
            a[j] = a[j - 1]
            j -= 1
        a[j] = value
    return a


def heavy(x):
    if x[0] > 0.0:
        y = x
        for _ in range(HEAVY):
            y = np.sin(y) * 1.01
    else:
        y = x * 2.0
    return y
