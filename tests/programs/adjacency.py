"""Graphs as dicts and lists of neighbours, of unlike lengths, that data choose from."""
import heapq
from collections import defaultdict, deque

import numpy as np

ROADS = {0: [(1, 1.0), (2, 4.0)], 1: [(2, 2.0), (3, 6.0)], 2: [(3, 3.0)], 3: []}
NEIGHBOURS = [[1, 2], [2, 3], [3], []]
PRICES = {2: 1.5, 3: 2.5, -7: -1.0}
ROADS_BY_NUMBER = {0: [1, 2], 1: [2], 3: [0, 1, 2, 3]}
PLACES = {(0, 1): 2.0, (1, 0): 3.0, (2, 2): -1.0}


def shortest(graph, source):
    dist = {v: float("inf") for v in graph}
    dist[source] = 0.0
    previous = {v: -1 for v in graph}
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, c in graph[u]:
            if d + c < dist[v]:
                dist[v] = d + c
                previous[v] = u
                heapq.heappush(heap, (d + c, v))
    return dist, previous


def of_known_roads(x):
    dist, previous = shortest(ROADS, np.argmax(x))
    return [dist[v] for v in ROADS], previous[3]


def of_weighted_roads(w):
    roads = {0: [(1, w[0]), (2, w[1])], 1: [(2, w[2]), (3, w[3])], 2: [(3, w[4])], 3: []}
    dist, previous = shortest(roads, 0)
    return [dist[v] for v in range(4)], previous[3]


def with_none_first(w):
    roads = {0: [], 1: [(0, w[0])], 2: [(1, w[1]), (0, w[2])]}
    dist, _ = shortest(roads, 2)
    return dist[0]


def of_matrix(m):
    roads = defaultdict(list)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] > 0:
                roads[i].append((j, m[i, j]))
    dist = {i: float("inf") for i in range(m.shape[0])}
    dist[0] = 0
    heap = [(0, 0)]
    while heap:
        d, u = heapq.heappop(heap)
        for v, c in roads[u]:
            if d + c < dist[v]:
                dist[v] = d + c
                heapq.heappush(heap, (d + c, v))
    return [dist[i] for i in range(m.shape[0])]


def in_breadth(k):
    start = int(k[0])
    seen, queue, order = {start}, deque([start]), []
    while queue:
        u = queue.popleft()
        order.append(u)
        for v in NEIGHBOURS[u]:
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return order


def counted(k):
    found = NEIGHBOURS[k[0]]
    return len(found), sum(found), [2 * v for v in found], NEIGHBOURS[k[0] - 4]


def totals(k, x):
    total = 0.0
    for v, c in ROADS[int(k[0])]:
        total += c * x[v]
    return total


def spent(k):
    return sum(PRICES[int(i)] for i in k)


def spent_caught(k):
    total = 0.0
    for i in k:
        try:
            total += PRICES[int(i)]
        except KeyError:
            total -= 100.0
    return total


def at_places(k):
    return PLACES[k[0], k[1]] + PLACES[k[1], k[0]]


def by_sign(x):
    sizes = {True: 10.0, False: -10.0}
    return sum(sizes[bool(v > 0)] * v for v in x)


def used_as_lists(k):
    found = ROADS_BY_NUMBER[int(k[0])]
    *first, last = found
    more = found + [9]
    more.append(len(found))
    return found[0], found[-1], first, last, found[-2:], more, found == [2], 2 in found, max(found), found.index(last)


def functions_by_key(k, x):
    steps = {0: np.sin, 1: lambda v: v * v, 5: np.exp}
    return steps[int(k[0])](x)


def examples():
    w = np.array([1.0, 4.0, 2.0, 6.0, 3.0])
    for y in (np.eye(4)[0], np.eye(4)[2], np.eye(4)[3]):
        yield of_known_roads, (y,)
    for y in (w, w[::-1].copy()):
        yield of_weighted_roads, (y,)
    yield with_none_first, (w,)
    yield of_matrix, (np.array([[0, 1.0, 4, 0], [0, 0, 2, 6], [0, 0, 0, 3], [0, 0, 0, 0]]),)
    for k in (0, 1, 3, -1, 4):
        yield in_breadth, (np.array([k]),)
        yield totals, (np.array([k]), np.arange(4.0))
    for k in (0, 3, 2):
        yield counted, (np.array([k]),)
    for keys in ([3, 2, -7], [2], [2, 4]):
        yield spent, (np.array(keys),)
        yield spent_caught, (np.array(keys),)
    yield at_places, (np.array([0, 1]),)
    yield at_places, (np.array([2, 2]),)
    yield at_places, (np.array([1, 1]),)
    yield by_sign, (np.array([1.0, -2.0, 0.0]),)
    for k in (0, 1, 5, 2):
        yield functions_by_key, (np.array([k]), np.array([0.5, 1.5]))
    for k in (0, 1, 3, 2):
        yield used_as_lists, (np.array([k]),)
