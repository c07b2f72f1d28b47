"""Searches over stacks, queues and lists of tuples print like those that were written."""
import collections
import heapq

import numpy as np
import pytest

import recto


def depths(adjacent, start):
    n = len(adjacent)
    seen, depth = np.zeros(n, bool), np.zeros(n)
    stack = [(start, 0)]
    while stack:
        node, level = stack.pop()
        if seen[node]:
            continue
        seen[node] = True
        depth[node] = level
        for other in range(n):
            if adjacent[node, other]:
                stack.append((other, level + 1))
    return depth


def weighted(x):
    found = [(x[0], 0)]
    for i in range(1, 4):
        if x[i] > 1:
            found.append((x[i] * x[0], i))
    total = 0.0
    while found:
        v, i = found.pop()
        total = 0.5 * total + v * (i + 1)
    return total


def reached(adjacent, start):
    n = len(adjacent)
    seen, order = np.zeros(n, bool), np.full(n, -1)
    queue, k = [start], 0
    seen[start] = True
    while queue:
        node = queue.pop(0)
        order[k] = node
        k += 1
        for other in range(n):
            if adjacent[node, other] and not seen[other]:
                seen[other] = True
                queue.append(other)
    return order


def reached_by_a_deque(adjacent, start):
    n = len(adjacent)
    seen, order = np.zeros(n, bool), np.full(n, -1)
    queue, k = collections.deque(), 0
    queue.append(start)
    seen[start] = True
    while queue:
        node = queue.popleft()
        order[k] = node
        k += 1
        for other in range(n):
            if adjacent[node, other] and not seen[other]:
                seen[other] = True
                queue.append(other)
    return order


def largest_in_windows(a, k):
    queue, largest = collections.deque(), []
    for i in range(len(a)):
        while queue and a[queue[-1]] <= a[i]:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - k:
            queue.popleft()
        if i >= k - 1:
            largest.append(a[queue[0]])
    return np.array(largest)


def rising(a):
    stack = []
    for i in range(len(a)):
        while stack and stack[-1] > a[i]:
            stack.pop()
        stack.append(a[i])
    return np.array(stack)


DEPTHS = """
def depths(adjacent, start):
    stack = np.pad(np.array([start, 0])[None], ((0, 63), (0, 0)))
    stack_hi = 1
    seen = np.zeros(5, dtype=bool)
    depth = np.zeros(5)
    while stack_hi != 0:
        stack_hi -= 1
        value_0 = stack[stack_hi, 0]
        value_1 = stack[stack_hi, 1]
        if not seen[value_0]:
            seen[value_0] = True
            depth[value_0] = value_1
            for other in range(5):
                if adjacent[value_0, other]:
                    if stack_hi >= 64:
                        raise ValueError("the program has no room for so many items (LINE)")
                    stack[stack_hi] = np.array([other, value_1 + 1])
                    stack_hi += 1
    return depth
"""
WEIGHTED = """
def weighted(x):
    found = np.pad(np.full(1, x[0]), (0, 3))
    found_hi = 1
    found_1 = np.zeros(4, dtype=np.int64)
    for i in range(1, 4):
        if x[i] > 1:
            part = x[i] * x[0]
            found[found_hi] = part
            found_1[found_hi] = i
            found_hi += 1
    total = 0.0
    while found_hi != 0:
        found_hi -= 1
        total = 0.5 * total + found[found_hi] * (found_1[found_hi] + 1)
    return total
"""
def shortest(weights, start):
    n = len(weights)
    distance = np.full(n, np.inf)
    distance[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > distance[u]:
            continue
        for v in range(n):
            if weights[u, v] > 0 and d + weights[u, v] < distance[v]:
                distance[v] = d + weights[u, v]
                heapq.heappush(heap, (distance[v], v))
    return distance


LARGEST = """
def largest_in_windows(a, k):
    queue = np.zeros(40, dtype=np.int64)
    queue_lo = 0
    queue_hi = 0
    largest = np.zeros_like(a)
    largest_hi = 0
    for i in range(40):
        while queue_hi != queue_lo and a[queue[queue_hi - 1]] <= a[i]:
            queue_hi -= 1
        queue[queue_hi] = i
        queue_hi += 1
        if queue[queue_lo] <= i - k:
            queue_lo += 1
        if i >= k - 1:
            if queue_hi == queue_lo:
                raise IndexError("deque index out of range")
            largest[largest_hi] = a[queue[queue_lo]]
            largest_hi += 1
    return largest[:largest_hi]
"""
RISING = """
def rising(a):
    stack = np.zeros_like(a)
    stack_hi = 0
    for i in range(40):
        while stack_hi != 0 and stack[stack_hi - 1] > a[i]:
            stack_hi -= 1
        stack[stack_hi] = a[i]
        stack_hi += 1
    return stack[:stack_hi]
"""
ADJACENT = np.array([[0, 1, 1, 0, 0], [1, 0, 0, 1, 0], [1, 0, 0, 1, 0], [0, 1, 1, 0, 1], [0, 0, 0, 1, 0]], bool)
X = np.array([0.5, 2.0, 0.5, 3.0])
LONG = np.random.default_rng(0).normal(size=40)


def written(function, *args):
    """The printed function, and its text without places."""
    text = recto.jit(function).source(*args, comments="none")
    space = {}
    exec(text, space)
    return space[function.__name__], text


@pytest.mark.parametrize("function, args, wanted", [
    (depths, (ADJACENT, 0), DEPTHS), (weighted, (X,), WEIGHTED), (largest_in_windows, (LONG, 2), LARGEST),
    (rising, (LONG,), RISING)])
def test_what_is_printed(function, args, wanted):
    run, text = written(function, *args)
    place = text[text.index("test_printed_lists.py"):].partition(")")[0] if "LINE" in wanted else ""
    assert wanted.strip().replace("LINE", place) in text


@pytest.mark.xla
@pytest.mark.parametrize("function", [depths, reached, reached_by_a_deque])
def test_searches(function):
    run, text = written(function, ADJACENT, 0)
    for start in range(5):
        wanted = function(ADJACENT, start)
        np.testing.assert_array_equal(run(ADJACENT, start), wanted)
        np.testing.assert_array_equal(recto.jit(function)(ADJACENT, start), wanted)
    assert "error" not in text and "left" not in text
    assert ("np.concatenate((queue[queue_lo:], np.zeros_like(queue[:queue_lo])))" in text) is (
        function is not depths)


@pytest.mark.xla
@pytest.mark.parametrize("k", (1, 2, 3, 9, 0))
def test_windows(k):
    run, _ = written(largest_in_windows, LONG, k)
    compiled = recto.jit(largest_in_windows)
    a = np.random.default_rng(k).normal(size=40)
    for f in (run, compiled):
        if k:
            np.testing.assert_array_equal(f(a, k), largest_in_windows(a, k))
        else:
            with pytest.raises(IndexError, match="deque index out of range"):
                f(a, k)


def sum_of_largest(a):
    return np.sum(largest_in_windows(a, 3) * np.arange(38.0))


@pytest.mark.xla
def test_the_largest_in_windows_are_derived():
    """The gradient raises where its forward sweep does, and goes back through as many rounds as were made."""
    gradient, step = recto.grad(sum_of_largest), 1e-6
    text = gradient.source(LONG, comments="none")
    assert all(word not in text for word in ("error", "left", "break")) and "raise IndexError" in text
    assert "for k in reversed(range(40)):" in text
    space = {}
    exec(text, space)
    wanted = [(sum_of_largest(LONG + d) - sum_of_largest(LONG - d)) / (2 * step) for d in step * np.eye(40)]
    for found in (gradient(LONG), space["grad_sum_of_largest"](LONG)):
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.xla
def test_no_index_of_a_heap_is_asked_for():
    """What heapq compares shows that all places lie in the list."""
    weights = np.random.default_rng(0).random((12, 12)) * (np.random.default_rng(1).random((12, 12)) < 0.4)
    run, text = written(shortest, weights, 0)
    assert "IndexError" not in text and "error" not in text and "left" not in text
    for start in range(0, 12, 5):
        for f in (run, recto.jit(shortest)):
            np.testing.assert_allclose(f(weights, start), shortest(weights, start))


@pytest.mark.xla
def test_a_queue_moves_when_it_is_full():
    """Many more items pass than there is room for."""
    def passed(n, keep):
        queue, total = collections.deque([0, 1, 2]), 0
        for k in range(n):
            queue.append(k * k % 7)
            total = 3 * total % 1009 + queue.popleft()
            if k % keep == 0:
                queue.append(k)
        return total, len(queue)
    for n, keep in ((500, 600), (300, 20), (5, 2)):
        assert tuple(map(int, recto.jit(passed)(n, keep))) == passed(n, keep)


@pytest.mark.xla
def test_the_sum_of_a_stack_is_derived():
    x, step = X, 1e-6
    wanted = [(weighted(x + d) - weighted(x - d)) / (2 * step) for d in step * np.eye(4)]
    np.testing.assert_allclose(recto.grad(weighted)(x), wanted, rtol=1e-6)
    space = {}
    exec(recto.grad(weighted).source(x), space)
    np.testing.assert_allclose(space["grad_weighted"](x), wanted, rtol=1e-6)
