"""Lists of tuples of unlike parts, such as (cost, node), which grow and shrink as data decide."""
import copy
import heapq

import numpy as np

import recto


def dijkstra(x, k):
    """The distances from a node of a graph that has one edge for each number."""
    edges = ((0, 1), (1, 2), (0, 2), (2, 3))
    dist = np.full(4, np.inf)
    dist[k[0]] = 0.0
    heap = recto.bound([(0.0, k[0])], 8)
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for (a, b), length in zip(edges, np.abs(x)):
            if a == u and d + length < dist[b]:
                dist[b] = d + length
                heapq.heappush(heap, (dist[b], b))
    return dist


def a_star(x, k):
    """The cost of the cheapest way through a grid, cells of which are tuples beside the estimate."""
    cost = 1.0 + np.outer(np.abs(x), np.abs(x[::-1]))
    best, goal, seen = np.full((4, 4), np.inf), (3, k[1]), 0
    best[k[0], 0] = 0.0
    heap = recto.bound([(0.0, 0.0, (k[0], 0))], 40)
    while heap:
        _, g, cell = heapq.heappop(heap)
        seen += 1
        if cell == goal:
            return g, seen
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = cell[0] + dr, cell[1] + dc
            if 0 <= r < 4 and 0 <= c < 4 and g + cost[r, c] < best[r, c]:
                best[r, c] = g + cost[r, c]
                heapq.heappush(heap, (best[r, c] + abs(r - goal[0]) + abs(c - goal[1]), best[r, c], (r, c)))
    return -1.0, seen


def gathered(x, k):
    found = []
    for i, v in enumerate(x):
        if v > 1:
            found.append((v, i))
    total = 0.0
    for v, i in found:
        total += v * (i + 1)
    return found, total, len(found), bool(found), sorted(found), sorted(found, reverse=True)


def smoothly(x, k):
    found = [(x[0], 0)]
    for i in range(1, 4):
        if x[i] > 1:
            found.append((x[i] * x[0], i))
    total = 0.0
    while found:
        v, i = found.pop()
        total = 0.5 * total + v * v * (i + 1)
    return total


def changed(x, k):
    xs = [(x[0], 0, True), (x[1], 1, False)]
    for i in range(4):
        if x[i] > 1:
            xs.append((x[i], i, x[i] > 2))
    xs.insert(k[0] % 2, (x[2], 7, False))
    xs[k[1] % 2] = (x[3], -1, True)
    first = xs.pop(0)
    del xs[-1]
    other = xs.copy()
    other.append(first)
    xs.reverse()
    return xs, other, first, xs[1:], xs + other, xs[k[0] % len(xs)][1]


def looked_up(x, k):
    xs = []
    for i in k:
        if i < 3:
            xs.append((x[i], i))
    n = len(xs)
    return (x[1], 1) in xs, (x[1], 0) in xs, xs.count((x[0], 0)), xs.index((x[0], 0)) if n > 2 else -1


def copies(x, k):
    xs = []
    for i, v in enumerate(x):
        if v > 1:
            xs.append((v, i))
    same, one, two = xs, copy.copy(xs), list(xs)
    same.append((x[0], 9))
    one.append((x[1], 8))
    return xs, same, one, two, same is xs


def replaced(x, k):
    xs = [(x[0], 1), (x[1], 2)]
    if x[0] > 1:
        xs = [(x[2], 3)]
    for i in range(len(xs)):
        xs[i] = (xs[i][0] * 2, xs[i][1] + i)
    return xs


def of_arrays(x, k):
    rows = []
    for i, v in enumerate(x):
        if v > 1:
            rows.append((i, v * x))
    total = np.zeros(4)
    for i, row in rows:
        total += (i + 1) * row
    return total, rows


def empty(x, k):
    xs = []
    for i, v in enumerate(x):
        if v > 100:
            xs.append((v, i))
    try:
        return xs.pop()
    except IndexError:
        return x[0], -1


class Queue:
    def __init__(self):
        self.entries = []

    def put(self, v, i):
        if v > 1:
            heapq.heappush(self.entries, (v, i))


def in_attributes(x, k):
    queue = Queue()
    for i, v in enumerate(x):
        queue.put(v, i)
    return queue.entries, heapq.heappop(queue.entries)[1]


def examples():
    xs = [np.array([2.0, 0.5, 1.5, 3.0]), np.array([0.75, 4.0, -1.0, 1.25])]
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:2] == ("x", "k")]
    for f in functions:
        for x, k in zip(xs, (np.array([1, 2, 0]), np.array([0, 3, 1]))):
            yield f, (x, k)
