"""Dicts of dicts whose keys are names: data choose one of several dicts that have other keys, in another order."""
import heapq
import math

import numpy as np

ROADS = {"a": {"b": 1.0, "c": 4.0}, "b": {"c": 2.0, "d": 6.0}, "c": {"d": 3.0, "b": 2.5}, "d": {}}


def shortest_ways(w):
    graph = {"a": {"b": w[0], "c": w[1]}, "b": {"c": w[2], "d": w[3]}, "c": {"d": w[4]}, "d": {}}
    dist = {k: math.inf for k in graph}
    dist["a"] = 0.0
    heap = [(0.0, "a")]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, c in graph[u].items():
            if d + c < dist[v]:
                dist[v] = d + c
                heapq.heappush(heap, (dist[v], v))
    return [dist[k] for k in graph]


def over_lists(w):
    graph = {"a": [("b", w[0]), ("c", w[1])], "b": [("c", w[2]), ("d", w[3])], "c": [("d", w[4])], "d": []}
    dist = {k: math.inf for k in graph}
    dist["a"] = 0.0
    heap = [(0.0, "a")]
    while heap:
        d, u = heapq.heappop(heap)
        for v, c in graph[u]:
            if d + c < dist[v]:
                dist[v] = d + c
                heapq.heappush(heap, (dist[v], v))
    return [dist[k] for k in graph]


def walk(w):
    u, total, way = "a", 0.0, ["a"]
    while u != "d":
        following = u
        for v, c in ROADS[u].items():
            if c < w[0] + 2:
                following = v
                total += c * w[1]
        if following == u or len(way) > 5:
            break
        u = following
        way.append(u)
    return total, way


def nearest(w):
    u, total = "a", 0.0
    while u != "d" and total < 20:
        total += ROADS[u][min(ROADS[u], key=lambda v: ROADS[u][v] * w[0])]
        u = "d" if total > 4 + w[1] else max(ROADS[u])
    return total, u


def kept(w):
    name = "a" if w[0] > 1 else "b" if w[1] > 1 else "d"
    roads = ROADS[name]
    print(sorted(roads.items()), list(roads), roads)
    return len(roads), sum(roads.values()), "c" in roads, max(roads.values(), default=0.0)


def unlike_names(w):
    low, high = {"x": w[0], "y": w[1]}, {"y": w[2], "z": w[3], "x": w[4]}
    total = 0.0
    for k in range(3):
        for name, v in {"low": low, "high": high}["low" if w[k] > 1 else "high"].items():
            total = 2 * total + v * (name != "y")
    return total


def visited_in_depth(w):
    """Names are put on a stack under a condition, and into a set behind another one."""
    stack, done, total = ["a"], set(), 0.0
    while stack:
        u = stack.pop()
        if u in done:
            continue
        done.add(u)
        for v, c in ROADS[u].items():
            total += c
            if total < 9 * w[0]:
                stack.append(v)
    return total, u, len(done)


def missing_at_first(w):
    """The dict is chosen by name, and on one path there is none."""
    name, total = "a" if w[0] > 0.75 else "z", 0.0
    for k in range(3):
        for v, c in ROADS[name].items():
            total += c * k
        name = "b"
    return total


def examples():
    for w in ([1.0, 4.0, 2.0, 6.0, 3.0], [3.0, 0.5, 2.0, 1.0, 7.0], [0.5, 0.25, 0.5, 0.5, 0.5]):
        for f in (shortest_ways, over_lists, walk, nearest, kept, unlike_names, visited_in_depth, missing_at_first):
            yield f, (np.array(w),)
