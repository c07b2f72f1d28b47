"""Items of Python lists that data choose, where the items are no rows of an array."""
import math

import numpy as np


class Body:
    def __init__(self, mass, velocity, visits=0):
        self.mass, self.velocity, self.visits = mass, velocity, visits

    def momentum(self):
        return self.mass * self.velocity

    def push(self, impulse):
        self.velocity += impulse / self.mass
        self.visits += 1


def bodies(x):
    return [Body(1.0, x[0]), Body(2.0, x[1]), Body(4.0, x[2])]


def tuples_of_two_types(x, order):
    table = [(1, x[0]), (2, x[1]), (3, 2.5)]
    total = 0.0
    for k in order:
        n, w = table[k]
        total += n * w + table[k - 1][1]
    return total


def pairs_of_array_and_number(x, order):
    layers = [(x[:2], 0.5), (x[1:], x[0])]
    total = 0.0
    for k in order % 2:
        w, b = layers[k]
        total += np.sum(w * b) + len(w)
    return total


def method_of_one(x, order):
    found = bodies(x)
    total = 0.0
    for k in order:
        total += found[k].momentum()
    return total


def method_that_writes(x, order):
    found = bodies(x)
    for k in order:
        found[k].push(x[0])
        found[k].velocity *= 0.5
    return [b.velocity for b in found], [b.visits for b in found]


def object_in_a_variable(x, order):
    found = bodies(x)
    heaviest = 0.0
    for k in order:
        body = found[k]
        body.mass = body.mass * 1.5
        body.visits += 1
        heaviest = max(heaviest, body.mass)
    return heaviest, [b.mass for b in found], [b.visits for b in found]


def one_object_twice(x, order):
    one, other = Body(1.0, x[0]), Body(2.0, x[1])
    found = [one, other, one]
    for k in order:
        found[k].velocity += 1.0
    return one.velocity, other.velocity, found[2].velocity


def is_it(x, order):
    found = bodies(x)
    k = order[0]
    one = found[k]
    return one is found[0], one == found[1], one != found[2], one in found[1:], found.index(one)


def dicts(x, order):
    states = [{"n": 1, "v": x[0]}, {"n": 2, "v": x[1]}, {"n": 5, "v": 0.5}]
    for k in order:
        states[k]["v"] *= 2.0
        states[k]["n"] += 1
    return [s["v"] for s in states], [s["n"] for s in states]


def functions(x, order):
    steps = [math.sin, lambda v: v * v, np.tanh, abs]
    y = x[0]
    for k in order:
        y = steps[k](y)
    return y


def arrays_of_several_lengths(x, order):
    parts = [x[:1], x, x[1:]]
    total = 0.0
    for k in order:
        total += np.sum(parts[k]) * len(parts[k])
    return total


def lists_of_several_lengths(x, order):
    parts = [[x[0]], [x[1], x[2]], [1.0, 2.0, 3.0]]
    total = 0.0
    for k in order:
        for v in parts[k]:
            total += v
    return total, len(parts[order[0]])


def int_and_float(x, order):
    values = [1, x[0], 2.5]
    return sum(values[k] for k in order)


def items_exchanged(x, order):
    table = [(1, x[0]), (2, x[1]), (3, x[2])]
    i, j = order[0], order[1]
    table[i], table[j] = table[j], table[i]
    table[i - 1] = (7, 0.5)
    return [n for n, _ in table], [v for _, v in table]


def float_into_ints(x, order):
    best = [0] * 3
    for k in order:
        best[k] = max(best[k], x[k])
    return best


def floats_into_flags(x, order):
    best = [False] * 3
    for k in order:
        known = best[k]
        best[k] = x[k] + known
    return best[0] + best[1] + best[2]


def rows_that_are_one(x, order):
    grid = [[0.0] * 3] * 3
    for k in order:
        grid[k][k] += x[k]
    return grid


def clusters(x, order):
    members = [[] for _ in range(3)]
    for i in range(len(order)):
        members[order[i]].append(x[i % 3])
    means = np.zeros(3)
    for k, group in enumerate(members):
        if len(group) > 0:
            means[k] = np.mean(group)
    return means, [len(group) for group in members], members


def two_indices(x, order):
    table = [[(1, x[0]), (2, x[1])], [(3, x[2]), (4, 0.5)]]
    i, j = order[0] % 2, order[1] % 2
    return table[i][j][1] * table[j][i][0]


def attributes_that_are_lists(x, order):
    found = [Body([x[0], 1.0], 0.0), Body([x[1], 2.0], 0.0)]
    for k in order % 2:
        found[k].mass[1] += 1.0
    return found[0].mass, found[1].mass


SMOOTH = (tuples_of_two_types, pairs_of_array_and_number, method_of_one, functions, arrays_of_several_lengths,
          two_indices)


def examples():
    x = np.array([0.5, -1.5, 2.0])
    orders = [np.array([0, 2, 1, 1]), np.array([1, 1, 1, 0]), np.array([2, -1, 0, -3])]
    functions_of_both = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                         and getattr(f, "__code__", None) and f.__code__.co_varnames[:2] == ("x", "order")]
    for f in functions_of_both:
        for order in orders:
            yield f, (x, order)
    yield tuples_of_two_types, (x, np.array([0, 3]))            # IndexError
    yield floats_into_flags, (x, np.array([-4, 0]))             # IndexError
