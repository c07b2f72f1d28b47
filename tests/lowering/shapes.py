"""Loops that mutate arrays, by hand: each as a Program and as the plain Python it stands for.

`SHAPES[name](n)` gives (program, arguments, plain function, iterations).
"""
from __future__ import annotations

from typing import Callable

import numpy as np

from recto.transform import primitives as prim

from .construct import array, cond, fori, program, read, read_row, while_, write, write_row

SHAPES: dict[str, Callable] = {}


def shape(function: Callable) -> Callable:
    SHAPES[function.__name__] = function
    return function


def numbers(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-9, 9, n).astype(float)


@shape
def recurrence(n):
    def plain(a):
        for i in range(1, n):
            a[i] = a[i - 1] + 1.0
        return a
    p = program(lambda a: fori(1, n, [a], lambda i, a: [write(a, read(a, i - 1) + 1.0, i)]), array(n))
    return p, [numbers(n)], plain, n


@shape
def swap(n):
    """Two reads, then two writes."""
    def plain(a):
        for i in range(n // 2):
            a[i], a[n - 1 - i] = a[n - 1 - i], a[i]
        return a

    def body(i, a):
        x, y = read(a, i), read(a, n - 1 - i)
        return [write(write(a, y, i), x, n - 1 - i)]
    return program(lambda a: fori(0, n // 2, [a], body), array(n)), [numbers(n)], plain, n // 2


@shape
def two_arrays(n):
    """Two arrays that read each other."""
    def plain(a, b):
        for i in range(1, n):
            a[i], b[i] = b[i - 1] + 1.0, a[i - 1] - 1.0
        return a, b

    def body(i, a, b):
        x, y = read(b, i - 1) + 1.0, read(a, i - 1) - 1.0
        return [write(a, x, i), write(b, y, i)]
    return program(lambda a, b: fori(1, n, [a, b], body), array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def old_value(n):
    """The old element is read, the new one written, the old one used after."""
    def plain(a, b):
        for i in range(n):
            old = a[i]
            a[i] = b[i]
            b[i] = old
        return a, b

    def body(i, a, b):
        old = read(a, i)
        a1 = write(a, read(b, i), i)
        return [a1, write(b, old, i)]
    return program(lambda a, b: fori(0, n, [a, b], body), array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def late_read(n):
    """The program reads the old version after the write."""
    def plain(a):
        for i in range(1, n):
            x, y = a[i - 1], a[i]
            a[i] = x
            a[i - 1] = y
        return a

    def body(i, a):
        a1 = write(a, read(a, i - 1), i)
        return [write(a1, read(a, i), i - 1)]
    return program(lambda a: fori(1, n, [a], body), array(n)), [numbers(n)], plain, n


@shape
def branch(n):
    """A write under a branch."""
    def plain(a, b):
        for i in range(1, n):
            if b[i] > a[i - 1]:
                a[i] = b[i] - a[i - 1]
        return a

    def body(i, a, b):
        x, y = read(b, i), read(a, i - 1)
        a, = cond(x > y, [a, x, y, i], lambda a, x, y, i: [write(a, x - y, i)], lambda a, x, y, i: [a])
        return [a, b]
    return program(lambda a, b: fori(1, n, [a, b], body)[:1], array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def costly_branch(n):
    """A branch that holds a loop and writes two arrays."""
    def plain(a, b):
        for i in range(1, n):
            if a[i] > 0:
                for j in range(3):
                    a[i] = a[i] + b[i - 1]
            else:
                b[i] = a[i - 1]
        return a, b

    def then(a, b, i):
        x = read(b, i - 1)
        return [*fori(0, 3, [a], lambda j, a: [write(a, read(a, i) + x, i)]), b]

    def body(i, a, b):
        return cond(read(a, i) > 0.0, [a, b, i], then, lambda a, b, i: [a, write(b, read(a, i - 1), i)])
    return program(lambda a, b: fori(1, n, [a, b], body), array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def insertion_sort(n):
    """Iterations are those of the inner loop, about n * n / 4."""
    values = numbers(n) + np.arange(n) / n

    def plain(a):
        for i in range(1, n):
            j = i
            while j > 0 and a[j - 1] > a[j]:
                a[j - 1], a[j] = a[j], a[j - 1]
                j -= 1
        return a

    def step(j, a):
        x, y = read(a, j - 1), read(a, j)
        return [j - 1, write(write(a, x, j), y, j - 1)]

    def body(i, a):
        return while_([i, a], lambda j, a: (j > 0) & (read(a, j - 1) > read(a, j)), step)[1:]
    turns = sum(int((values[:i] > values[i]).sum()) for i in range(n))
    return program(lambda a: fori(1, n, [a], body), array(n)), [values], plain, turns


@shape
def bubble_sort(n):
    def plain(a):
        for i in range(n):
            for j in range(n - 1 - i):
                if a[j] > a[j + 1]:
                    a[j], a[j + 1] = a[j + 1], a[j]
        return a

    def inner(j, a):
        x, y = read(a, j), read(a, j + 1)
        return cond(x > y, [a, j, x, y], lambda a, j, x, y: [write(write(a, y, j), x, j + 1)], lambda a, j, x, y: [a])
    p = program(lambda a: fori(0, n, [a], lambda i, a: fori(0, n - 1 - i, [a], inner)), array(n))
    return p, [numbers(n)], plain, n * (n - 1) // 2


@shape
def table(n):
    """A two-dimensional table, each entry from three others (edit distance)."""
    m = int(n ** 0.5)

    def plain(d, s, t):
        for i in range(1, m):
            for j in range(1, m):
                d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (s[i] != t[j]))
        return d

    def inner(i, j, d, s, t):
        miss = prim.cast(read(s, i) != read(t, j), dtype=np.dtype(float))
        best = prim.minimum(read(d, i - 1, j) + 1.0, read(d, i, j - 1) + 1.0)
        return [write(d, prim.minimum(best, read(d, i - 1, j - 1) + miss), i, j)]

    def whole(d, s, t):
        return fori(1, m, [d], lambda i, d: fori(1, m, [d], lambda j, d: inner(i, j, d, s, t)))
    start = np.add.outer(np.arange(m), np.arange(m)).astype(float)
    return program(whole, array(m, m), array(m), array(m)), [start, numbers(m), numbers(m, 1)], plain, (m - 1) ** 2


@shape
def tape(n):
    """A recurrence that records what its reverse needs."""
    def plain(a, s):
        for i in range(1, n):
            x = a[i - 1]
            a[i] = x * 0.5 + 1.0
            s[i] = x * x
        return a, s

    def body(i, a, s):
        x = read(a, i - 1)
        return [write(a, x * 0.5 + 1.0, i), write(s, x * x, i)]
    return program(lambda a, s: fori(1, n, [a, s], body), array(n), array(n)), [numbers(n), numbers(n)], plain, n


@shape
def reverse_sweep(n):
    """Backwards through a tape, accumulating into an array."""
    def plain(bar, s):
        for i in range(n - 1, 0, -1):
            t = bar[i]
            bar[i] = 0.0
            bar[i - 1] = bar[i - 1] + t * s[i]
        return bar

    def body(i, bar, s):
        t = read(bar, i)
        bar = write(bar, 0.0, i)
        return [write(bar, read(bar, i - 1) + t * read(s, i), i - 1), s]
    signs = np.sign(numbers(n, 2)) * 0.5
    return program(lambda a, s: fori(n - 1, 0, [a, s], body, -1)[:1], array(n), array(n)), [numbers(n), signs], plain, n


@shape
def nested(n):
    """An inner loop that only reads an array, which is written after it."""
    def plain(a, b):
        for i in range(4, n):
            s = 0.0
            for k in range(4):
                s = s + b[i - 1 - k]
            a[i] = s
            b[i] = s * 0.25 + a[i - 1]
        return a, b

    def body(i, a, b):
        s, = fori(i * 0, 4, [np.float64(0)], lambda k, s: [s + read(b, i - 1 - k)])
        return [write(a, s, i), write(b, s * 0.25 + read(a, i - 1), i)]

    def whole(a, b):
        return fori(4, n, [a, b], body)
    return program(whole, array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def rows(n):
    """Two rows of a matrix change places."""
    m = n // 64

    def plain(a):
        for i in range(m // 2):
            a[[i, m - 1 - i]] = a[[m - 1 - i, i]]
        return a

    def body(i, a):
        x, y = read_row(a, i), read_row(a, m - 1 - i)
        return [write_row(write_row(a, y, i), x, m - 1 - i)]
    start = numbers(m * 64).reshape(m, 64)
    return program(lambda a: fori(0, m // 2, [a], body), array(m, 64)), [start], plain, m // 2
