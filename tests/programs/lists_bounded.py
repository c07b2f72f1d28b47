"""Lists that `while` loops lengthen, whose largest length is stated."""
from collections import deque

import numpy as np

import recto


def breadth_first(links):
    n = len(links)
    seen, order = [False] * n, recto.bound([], n)
    queue = recto.bound([0], n)
    seen[0] = True
    while queue:
        u = queue.pop(0)
        order.append(u)
        for v in range(n):
            if links[u, v] and not seen[v]:
                seen[v] = True
                queue.append(v)
    return order


def distances(links):
    n = len(links)
    found = [-1] * n
    found[0] = 0
    queue = recto.bound(deque([0]), n)
    while queue:
        u = queue.popleft()
        for v in range(n):
            if links[u, v] and found[v] < 0:
                found[v] = found[u] + 1
                queue.append(v)
    return found


def depth_first_of_neighbours(links):
    neighbours = [recto.bound([], len(links)) for _ in range(len(links))]
    for u, v in zip(*np.nonzero(links)):
        neighbours[u].append(v)
    seen = [False] * len(links)
    stack, order = recto.bound([0], 20), recto.bound([], 20)
    while stack:
        u = stack.pop()
        if seen[u]:
            continue
        seen[u] = True
        order.append(u)
        for v in neighbours[u]:
            stack.append(v)
    return order, len(order)


def flooded(grid):
    n, m = grid.shape
    seen, count = np.zeros((n, m), bool), 0
    stack = recto.bound([(0, 0)], 4 * n * m)
    while len(stack) > 0:
        i, j = stack.pop()
        if i < 0 or j < 0 or i >= n or j >= m or seen[i, j] or grid[i, j]:
            continue
        seen[i, j] = True
        count += 1
        stack.append((i + 1, j))
        stack.append((i - 1, j))
        stack.append((i, j + 1))
        stack.append((i, j - 1))
    return count


def halved(x):
    """Values until they are small."""
    out, v = recto.bound([], 30), x[0]
    while abs(v) > 0.1:
        out.append(v)
        v = v * 0.5 * x[1]
    total = 0.0
    for k in range(len(out)):
        total += out[k] * x[2]
    return total, len(out)


def primes_by_trial(n):
    found = []
    for k in range(2, n):
        for q in found:
            if k % q == 0:
                break
        else:
            found.append(k)
    return sum(found), len(found)


def maxima_of_windows(x, size):
    """A queue of places whose values fall."""
    queue, out = deque(), []
    for i, v in enumerate(x):
        while queue and x[queue[-1]] <= v:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - size:
            queue.popleft()
        if i >= size - 1:
            out.append(x[queue[0]])
    return out


def maxima_of_windows_by_a_list(x, size):
    queue, out = [], []
    for i, v in enumerate(x):
        while queue and not x[queue[-1]] > v:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - size:
            queue.pop(0)
        if i >= size - 1:
            out.append(x[queue[0]])
    return out


def examples():
    for n in (1, 12, 40):
        yield primes_by_trial, (n,)
    for x in ([3, 1, 4, 1, 5, 9, 2, 6], [5, 4, 3, 2, 1]):
        yield maxima_of_windows, (np.array(x), 3)
        yield maxima_of_windows_by_a_list, (np.array(x), 3)
    links = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]])
    for table in (links, np.zeros_like(links), np.ones_like(links)):
        yield breadth_first, (table,)
        yield distances, (table,)
    yield depth_first_of_neighbours, (links,)
    yield flooded, (np.array([[0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [0, 1, 1, 0]]),)
    for x in (np.array([3.0, 1.0, 2.0]), np.array([0.05, 1.0, 2.0]), np.array([-4.0, 1.5, 0.5])):
        yield halved, (x,)
