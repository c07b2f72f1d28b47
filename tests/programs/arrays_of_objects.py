"""Arrays of objects: filled with arrays whose lengths differ, numbers, lists, dicts and objects; views of them."""
import copy

import numpy as np


def filled(x):
    made = np.empty(3, dtype=object)
    for k in range(3):
        made[k] = x[:k + 1] * 2
    return made


def of_unlike_lengths(x):
    a = filled(x)
    return a[2] @ x, len(a), a.shape, a.dtype == object, a[0].shape, [v.sum() for v in a], a[-1][0]


def layers(x):
    sizes = [3, 4, 2]
    weights, biases = np.empty(2, dtype=object), np.full(2, None)
    for k in range(2):
        weights[k], biases[k] = np.full((sizes[k + 1], sizes[k]), 0.1), np.zeros(sizes[k + 1])
    for w, b in zip(weights, biases):
        x = np.tanh(w @ x + b)
    return x.sum()


def at_computed_places(x, k):
    a = np.empty(4, dtype=object)
    for i in range(4):
        a[i] = x * i
    total = 0.0
    for i in range(4):
        for j in range(4):
            total += a[i] @ a[j]
    a[k] = a[k] + a[0]
    return total, a[k]


def grids(x):
    a = np.empty((2, 2), dtype=object)
    for index in np.ndindex(2, 2):
        a[index] = np.ones(index[0] + 1) * x[index[1]]
    row, turned = a[0], a.T
    row[1] = x
    return a[0, 1], a[1][0], turned[1, 0], a[:, 1][1], a.ravel()[3], a.reshape(4)[2], a.size, a.ndim, a.tolist()[1][1]


def placeholders(x):
    a, b = np.array([None] * 3), np.array([None] * 4).reshape(2, 2)
    before = a.copy()
    a[1], b[0, 0], b[1][1] = x, x[:1], x[1:]
    lists = [[None] * 2 for _ in range(2)]
    lists[1][0] = x[0]
    return a[1], a[0] is None, before[1] is None, b[0, 0], b[1, 1], b[0, 1] is None, lists


def views_and_copies(x):
    a = filled(x)
    backwards, chosen, shallow, deep = a[::-1], a[[0, 2]], copy.copy(a), copy.deepcopy(a)
    backwards[0] = x
    a[0], a[1] = a[1], a[0]
    a[0][0] = 9.0
    return a[2], chosen[1], shallow[2], shallow[1], deep[1], a[0], a[1]


def numbers(x):
    a = np.zeros(3, dtype=object)
    for k in range(3):
        a[k] += x[k]
    b = a * 2 + a
    return a.astype(float), b[1], (1 - a)[0], (2 * a / 4)[2], (-a)[0], a.sum(), np.array(a, dtype=float), sum(a)


def recurrence(x):
    h = np.array([None] * 4)
    h[0] = x[0]
    for t in range(1, 4):
        h[t] = h[t - 1] * x[1]
    return h[3], h.astype(float)


def of_containers(x):
    lists, tables = np.empty(2, dtype=object), np.full(2, None)
    lists[:] = [[], []]
    for k in range(4):
        lists[k % 2].append(x[0] * k)
    for k in range(2):
        tables[k] = {"w": x[k], "n": k}
    tables[1]["n"] += 3
    return lists[0], lists[1], tables[1]["w"], tables[1]["n"], np.array([x, x[:2]], dtype=object)[1]


def joined(x):
    a = np.empty(3, dtype=object)
    a[:] = [x, x * 2, x * 3]
    return np.stack(a), np.concatenate(filled(x)), np.sum(a), isinstance(a, np.ndarray), type(a) is np.ndarray


def on_a_path(x):
    a = np.ndarray(2, dtype=object)
    a[0], a[1] = x, x[:1]
    if x[0] > 0:
        a[0] = a[0] * 10
    try:
        return a[5]
    except IndexError as error:
        return a[0], str(error)


def examples():
    x = np.array([3.0, 1.0, 2.5])
    for f in (of_unlike_lengths, layers, grids, placeholders, views_and_copies, numbers, recurrence, of_containers,
              joined, on_a_path):
        yield f, (x,)
    yield at_computed_places, (x, 2)
