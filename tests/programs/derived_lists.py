"""Classes that are derived from list, and dicts that are their own __dict__."""

import copy

import numpy as np


class Individual(list):
    pass


class Stack(list):
    def push(self, value):
        self.append(value)

    def peek(self):
        return self[-1]


class Point(list):
    def __add__(self, other):
        return Point([a + b for a, b in zip(self, other)])

    def __mul__(self, factor):
        return Point([a * factor for a in self])

    __rmul__ = __mul__

    def __getitem__(self, index):
        return list.__getitem__(self, index) * 2

    def dot(self, other):
        return sum(a * b for a, b in zip(self, other))


class Weighted(list):
    def __init__(self, items, weight):
        super().__init__(items)
        self.weight = weight

    def append(self, value):
        super().append(value * self.weight)
        self.added = len(self)


class Bunch(dict):
    def __init__(self, **items):
        super().__init__(**items)
        self.__dict__ = self


def stacked(x, n):
    s = Stack()
    k = 0
    while k < n:
        s.push(x * k)
        k += 1
    total = s.peek()
    while s:
        total = total * 2 + s.pop()
    return total


def operators_of_its_own(x):
    v = Point([x, 2.0])
    w = v + v * 3.0
    return list(w), w[0], list(2.0 * v), v.dot(w), type(w) is Point


def methods_of_list(x):
    i = Individual([3.0, x, 1.0])
    i.sort()
    j, k = [0.0] + i, i + [5.0]
    i += [x]
    i[0], i[1] = i[1], i[0]
    del i[2]
    i.insert(1, 8.0)
    both = i == k, [1.0] < i, x in i, i.index(8.0), i.count(x), bool(Individual())
    return list(i), j, k, type(j) is list, i * 2, i[::-1], both, np.array(i).sum(), sorted(i), max(i), [*reversed(i)]


def super_and_attributes(x):
    w = Weighted([x], 2.0)
    for k in range(3):
        w.append(k * x)
    first, *others = w
    return list(w), w.added, first, others, w[1:3], type(w[1:]) is list


def population(x):
    people = [Individual([x * k, 1.0 - k]) for k in range(3)]
    for p in people:
        p.fitness = sum(v * v for v in p)
    best = max(people, key=lambda p: p.fitness)
    twin = copy.deepcopy(best)
    twin[0] = 7.0
    return list(best), best.fitness, list(twin), twin.fitness, [p.fitness for p in people]


def items_are_attributes(x, n):
    d = Bunch(total=0.0, count=0)
    while d.count < n:
        d["total"] = d.total + x
        d.count += 1
    if x > 1.0:
        d.last = 5.0
    else:
        d.last = x
    return d.total * d["last"], d.count, list(d), len(d)


def examples():
    for f in (operators_of_its_own, methods_of_list, super_and_attributes, population):
        yield f, (2.5,)
    for f in (stacked, items_are_attributes):
        yield f, (2.5, 4)
        yield f, (0.5, 3)
