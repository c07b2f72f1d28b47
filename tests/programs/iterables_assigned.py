"""Slices of lists that take the items of any iterable: generators, iterators, views, arrays, merged lists."""
import heapq
import itertools

import numpy as np


class Cells:
    def __init__(self, x):
        self.items = [x[0], x[1], 3.0]

    def scale(self, factor):
        self.items[0:2] = (v * factor for v in self.items[:2])
        self.items += map(lambda v: v + factor, self.items[:1])
        self.items.extend(v for v in [factor])
        return sum(self.items)


def of_iterators(x):
    a, b = [x[0], 2.0, x[2]], [x[0], x[1]]
    a[1:] = map(abs, a[1:])
    b[1:1] = iter([x[2], 7.0])
    b[:1] = zip([1.0], [x[1]])
    a[::2] = (v * 2 for v in a[::2])
    return a, b


def read_before_the_list_changes(x):
    a = [x[0], x[1], x[2], 1.0]
    a[:] = reversed(a)
    a[:2] = (v + a[0] for v in a)
    return a


def of_views_and_arrays(x):
    a, table = [1.0, x[0]], {"p": x[1], "q": x[2]}
    a[:1] = table.values()
    a[3:] = x * 2
    a[0:1] = itertools.repeat(x[0], 2)
    return a


def of_a_generator(x):
    def steps():
        for k in range(3):
            yield k * x[k]
    a = [x[0]]
    a += steps()
    a.extend(steps())
    a[1:2] = steps()
    return a


def in_methods(x):
    return Cells(x).scale(x[1])


def wrong_number(x):
    a = [x[0], 2.0, 3.0]
    try:
        a[::2] = (v for v in [x[1]])
    except ValueError as error:
        return str(error), a
    return a


def to_a_computed_place(x, n):
    a, k = [5.0, 4.0, x[0], 1.0], int(n)
    a[:k] = (v * 2 for v in a[:k])
    a[k:] = reversed(a[k:])
    a[k:k + 1] = map(lambda v: v - 1, a[:k])
    return a


def merged(x):
    a = sorted([x[0], x[1]])
    return (list(heapq.merge(a, [0.0, 2.0])), list(heapq.merge(a, [2.0], key=lambda v: -v)),
            list(heapq.merge([3.0, 1.0], a[::-1], reverse=True)), list(heapq.merge()))


def merged_out_of_order(x):
    return list(heapq.merge([x[0], 1.0, x[2]], [2.0, x[1], 2.0], [x[0]])), list(heapq.merge([3, 1], [2]))


def merge_sort(x):
    a = [x[0], x[1], x[2], 2.5]

    def sort(lo, hi):
        if hi - lo > 1:
            middle = (lo + hi) // 2
            sort(lo, middle)
            sort(middle, hi)
            a[lo:hi] = heapq.merge(a[lo:middle], a[middle:hi])
    sort(0, 4)
    return a


def merged_pairs(x):
    return list(heapq.merge([(x[0], 0), (x[1], 1)], [(x[2], 2)])), list(heapq.merge("ace", "bd"))


def examples():
    x = np.array([3.0, -1.0, 4.0])
    for f in (of_iterators, read_before_the_list_changes, of_views_and_arrays, of_a_generator, in_methods,
              wrong_number, merged, merged_out_of_order, merge_sort, merged_pairs):
        yield f, (x,)
    for n in (1.0, 3.0):
        yield to_a_computed_place, (x, n)
