"""Loops that mutate arrays, by hand: each as a Program and as the plain Python it stands for.

`SHAPES[name](n)` gives (program, arguments, plain function, iterations).
"""
from __future__ import annotations

from collections.abc import Callable

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
def whole_tape(n):
    """A recurrence that records the array as it was before each write: read whole, after the write in the text."""
    m = n // 16

    def plain(a, s):
        for i in range(1, m):
            s[i] = a
            a[i] = a[i - 1] * 0.5 + 1.0
        return a, s

    body = lambda i, a, s: [write(a, read(a, i - 1) * 0.5 + 1.0, i), write_row(s, a, i)]
    p = program(lambda a, s: fori(1, m, [a, s], body), array(m), array(m, m))
    return p, [numbers(m), np.zeros((m, m))], plain, m


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
            a[i] = min(s, 5.0)
            b[i] = min(s, 9.0) - a[i - 1]
        return a, b

    def body(i, a, b):
        s, = fori(i * 0, 4, [np.float64(0)], lambda k, s: [s + read(b, i - 1 - k)])
        return [write(a, prim.minimum(s, s * 0 + 5.0), i), write(b, prim.minimum(s, s * 0 + 9.0) - read(a, i - 1), i)]

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


@shape
def helper_twice(n):
    """A function that writes the array, called twice in a turn."""
    def plain(a):
        for i in range(2, n):
            for k in (0, 1):
                a[i - k] = a[i - k] + a[i - k - 1] * 0.5
        return a

    add_half = lambda a, i: write(a, read(a, i) + read(a, i - 1) * 0.5, i)
    helper = program(add_half, array(n), array(dtype=np.int64), name="add_half")

    def body(i, a):
        a, = prim.call(a, i, program=helper)
        return prim.call(a, i - 1, program=helper)
    return program(lambda a: fori(2, n, [a], body), array(n)), [numbers(n) * 0], plain, n


@shape
def exchange(n):
    """The arrays change names in every turn."""
    def plain(a, b):
        for i in range(1, n):
            a[i] = b[i - 1] + 1.0
            a, b = b, a
        return a, b

    def body(i, a, b):
        return [b, write(a, read(b, i - 1) + 1.0, i)]
    return program(lambda a, b: fori(1, n, [a, b], body), array(n), array(n)), [numbers(n), numbers(n, 1)], plain, n


@shape
def sieve(n):
    """Turns of the inner loop are about n log log n; its stride is known only as it runs."""
    def plain(flags):
        for i in range(2, int(n ** 0.5) + 1):
            if flags[i] > 0:
                for j in range(i * i, n, i):
                    flags[j] = 0.0
        return flags

    def strike(flags, i):
        return [while_([i * i, flags], lambda j, flags: j < n, lambda j, flags: [j + i, write(flags, 0.0, j)])[1]]

    def body(i, flags):
        return cond(read(flags, i) > 0.0, [flags, i], strike, lambda flags, i: [flags])
    made = program(lambda f: fori(2, int(n ** 0.5) + 1, [f], body), array(n))
    primes = [p for p in range(2, int(n ** 0.5) + 1) if all(p % q for q in range(2, int(p ** 0.5) + 1))]
    return made, [np.ones(n)], plain, sum(len(range(p * p, n, p)) for p in primes)


@shape
def histogram(n):
    """Counts at places that the data give."""
    def plain(counts, places):
        for i in range(n):
            k = places[i]
            counts[k] = counts[k] + 1
        return counts

    def body(i, counts, places):
        k = read(places, i)
        return [write(counts, read(counts, k) + 1, k), places]
    whole = array(1000, dtype=np.int64)
    p = program(lambda c, k: fori(0, n, [c, k], body)[:1], whole, array(n, dtype=np.int64))
    return p, [np.zeros(1000, np.int64), np.random.default_rng(0).integers(0, 1000, n)], plain, n


@shape
def stack(n):
    """A stack in an array: pushes and pops under branches."""
    def plain(values, items):
        top, total = 0, 0.0
        for i in range(n):
            if values[i] > 0:
                items[top] = values[i]
                top += 1
            elif top > 0:
                top -= 1
                total += items[top]
        return items, total

    def push(items, top, total, x):
        return [write(items, x, top), top + 1, total]

    def pop(items, top, total, x):
        take = lambda items, top, total: [items, top - 1, total + read(items, top - 1)]
        return cond(top > 0, [items, top, total], take, lambda *state: list(state))

    def body(i, items, top, total, values):
        x = read(values, i)
        return [*cond(x > 0.0, [items, top, total, x], push, pop), values]

    def whole(values, items):
        zeros = map(values.builder.lift, (np.int64(0), np.float64(0)))
        items, top, total, _ = fori(0, n, [items, *zeros, values], body)
        return items, total
    return program(whole, array(n), array(n)), [numbers(n), np.zeros(n)], plain, n


@shape
def search(n):
    """The test of the loop reads the array that its body writes."""
    def plain(a):
        i = 0
        while a[i] < 9.5:
            a[i + 1] = a[i + 1] + (a[i] > 9.0)
            i += 1
        return a, i

    def body(i, a):
        return [i + 1, write(a, read(a, i + 1) + prim.cast(read(a, i) > 9.0, dtype=np.dtype(float)), i + 1)]
    values = numbers(n)
    values[-1] = 10.0

    def whole(a):
        i, a = while_([a.builder.lift(np.int64(0)), a], lambda i, a: read(a, i) < 9.5, body)
        return a, i
    return program(whole, array(n)), [values], plain, n


@shape
def shortest_paths(n):
    """Floyd-Warshall with element writes, n ** 1.5 turns."""
    m = int(n ** 0.5) // 2

    def plain(d):
        for k in range(m):
            for i in range(m):
                for j in range(m):
                    d[i, j] = min(d[i, j], d[i, k] + d[k, j])
        return d

    def cell(k, i, j, d):
        return [write(d, prim.minimum(read(d, i, j), read(d, i, k) + read(d, k, j)), i, j)]

    def row(k, i, d):
        return fori(0, m, [d], lambda j, d: cell(k, i, j, d))
    p = program(lambda d: fori(0, m, [d], lambda k, d: fori(0, m, [d], lambda i, d: row(k, i, d))), array(m, m))
    return p, [np.abs(numbers(m * m)).reshape(m, m)], plain, m ** 3


@shape
def scalars(n):
    """No array at all: 40 scalars are carried."""
    def plain(x):
        values = [x + k for k in range(40)]
        for _ in range(n):
            values = [max(min(v + w, 100.0), -100.0) for v, w in zip(values, values[1:] + values[:1])]
        return sum(values)

    def body(i, *values):
        pairs = zip(values, values[1:] + values[:1])
        return [prim.maximum(prim.minimum(v + w, v * 0 + 100.0), v * 0 - 100.0) for v, w in pairs]

    def whole(x):
        total = x * 0
        for value in fori(0, n, [x + float(k) for k in range(40)], body):
            total = total + value
        return total
    return program(whole, array()), [np.float64(-20)], plain, n


@shape
def row_product(n):
    """Each turn multiplies a row by the vector that the loop overwrites."""
    m = int(n ** 0.5)

    def plain(x, rows):
        for i in range(m):
            x[i] = np.minimum(rows[i] @ x, 50.0)
        return x

    def body(i, x, rows):
        product = prim.dot(read_row(rows, i), x, contract=((0,), (0,)), batch=((), ()))
        return [write(x, prim.minimum(product, product * 0 + 50.0), i), rows]
    p = program(lambda x, rows: fori(0, m, [x, rows], body)[:1], array(m), array(m, m))
    return p, [numbers(m), numbers(m * m).reshape(m, m)], plain, m
