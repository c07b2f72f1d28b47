"""Graphs as dense matrices or arrays of edges."""
import numpy as np


def floyd_warshall(weights):
    distance = weights.copy()
    n = distance.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = distance[i, k] + distance[k, j]
                if through < distance[i, j]:
                    distance[i, j] = through
    return distance


def floyd_warshall_rows(weights):
    """The same relaxation, a whole outer sum at a time."""
    distance = weights
    for k in range(weights.shape[0]):
        distance = np.minimum(distance, distance[:, k, None] + distance[k])
    return distance


def bellman_ford(tail, head, weight, n, source):
    """Distances from the source, and whether a negative cycle can be reached."""
    distance = np.full(n, np.inf)
    distance[source] = 0.0
    for _ in range(n - 1):
        changed = False
        for u, v, w in zip(tail, head, weight):
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
                changed = True
        if not changed:
            return distance, False
    for e in range(len(weight)):
        if distance[tail[e]] + weight[e] < distance[head[e]]:
            return distance, True
    return distance, False


def dijkstra(weights, source):
    n = len(weights)
    distance = np.full(n, np.inf)
    parent = np.full(n, -1)
    done = np.zeros(n, dtype=bool)
    distance[source] = 0
    for _ in range(n):
        nearest, u = np.inf, -1
        for v in range(n):
            if not done[v] and distance[v] < nearest:
                nearest, u = distance[v], v
        if u < 0:
            break
        done[u] = True
        for v in range(n):
            if weights[u, v] > 0 and nearest + weights[u, v] < distance[v]:
                distance[v] = nearest + weights[u, v]
                parent[v] = u
    return distance, parent


def breadth_first_levels(adjacent, source):
    """A queue kept in an array with two indices."""
    n = adjacent.shape[0]
    level = np.full(n, -1)
    queue = np.zeros(n, dtype=np.int64)
    level[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        u = queue[head]
        head += 1
        for v in range(n):
            if adjacent[u, v] and level[v] == -1:
                level[v] = level[u] + 1
                queue[tail] = v
                tail += 1
    return level


def depth_first_order(adjacent, source):
    """Preorder by an explicit stack."""
    n = adjacent.shape[0]
    stack = np.zeros(n * n + 1, dtype=np.int64)
    seen = np.zeros(n, dtype=bool)
    order = np.full(n, -1)
    stack[0] = source
    top, count = 1, 0
    while top > 0:
        top -= 1
        u = stack[top]
        if seen[u]:
            continue
        seen[u] = True
        order[count] = u
        count += 1
        for v in range(n - 1, -1, -1):
            if adjacent[u, v] and not seen[v]:
                stack[top] = v
                top += 1
    return order, count


def label_components(tail, head, n):
    """Smallest vertex of each component, spread along the edges until nothing moves."""
    label = np.arange(n)
    changed = True
    while changed:
        changed = False
        for u, v in zip(tail, head):
            low = min(label[u], label[v])
            if label[u] != low or label[v] != low:
                label[u] = label[v] = low
                changed = True
    return label


def union_find(tail, head, n):
    parent = np.arange(n)
    groups = n
    for e in range(tail.size):
        u, v = tail[e], head[e]
        while parent[u] != u:
            parent[u] = parent[parent[u]]
            u = parent[u]
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        if u != v:
            parent[v] = u
            groups -= 1
    return groups


def prim(weights):
    n = weights.shape[0]
    in_tree = np.zeros(n, dtype=bool)
    cheapest = np.full(n, np.inf)
    cheapest[0] = 0.0
    total = 0.0
    for _ in range(n):
        u = np.argmin(np.where(in_tree, np.inf, cheapest))
        in_tree[u] = True
        total += cheapest[u]
        cheapest = np.where(in_tree, cheapest, np.minimum(cheapest, weights[u]))
    return total


def kruskal(tail, head, weight, n):
    """Edges in order of weight; components relabelled by a whole-array where."""
    group = np.arange(n)
    chosen = np.zeros(weight.shape, dtype=bool)
    for e in np.argsort(weight, kind="stable"):
        a, b = group[tail[e]], group[head[e]]
        if a == b:
            continue
        group[group == b] = a
        chosen[e] = True
    return chosen, np.sum(weight * chosen)


def pagerank(links, damping, tolerance):
    n = links.shape[0]
    out = links.sum(axis=1)
    flow = np.where(out[:, None] > 0, links / np.maximum(out, 1)[:, None], 1 / n)
    rank = np.full(n, 1 / n)
    while True:
        new = (1 - damping) / n + damping * rank @ flow
        if np.abs(new - rank).sum() < tolerance:
            return new
        rank = new


def topological_order(adjacent):
    """Kahn's algorithm; the order is filled with -1 from the first vertex on a cycle."""
    n = adjacent.shape[0]
    waiting = np.sum(adjacent, axis=0)
    order = np.full(n, -1)
    for place in range(n):
        for v in range(n):
            if waiting[v] == 0:
                break
        else:
            break
        order[place] = v
        waiting[v] = -1
        for w in range(n):
            if adjacent[v, w]:
                waiting[w] -= 1
    return order


def transitive_closure(adjacent):
    reach = adjacent.astype(bool)
    for k in range(len(reach)):
        reach |= reach[:, k][:, None] & reach[k][None, :]
    return reach


def triangle_count(adjacent):
    n = adjacent.shape[0]
    count = 0
    for i in range(n):
        for j in range(i + 1, n):
            if not adjacent[i, j]:
                continue
            for k in range(j + 1, n):
                count += adjacent[i, k] and adjacent[j, k]
    return count


def greedy_colouring(adjacent):
    n = adjacent.shape[0]
    colour = np.full(n, -1)
    for v in range(n):
        used = np.zeros(n, dtype=bool)
        for w in range(v):
            if adjacent[v, w]:
                used[colour[w]] = True
        c = 0
        while used[c]:
            c += 1
        colour[v] = c
    return colour


def examples():
    rng = np.random.default_rng(4)
    weights = np.where(rng.uniform(size=(6, 6)) < 0.5, rng.integers(1, 20, (6, 6)), np.inf)
    np.fill_diagonal(weights, 0.0)
    yield floyd_warshall, (weights,)
    yield floyd_warshall, (np.array([[0, 4, 9], [4, 0, 2], [9, 2, 0]]),)
    yield floyd_warshall_rows, (weights,)
    yield floyd_warshall_rows, (weights[:2, :2].astype(np.float32),)
    tail, head = np.array([0, 0, 1, 2, 1, 3]), np.array([1, 2, 2, 3, 3, 4])
    cost = np.array([6.0, 7.0, -3.0, 4.0, 9.0, -2.0])
    yield bellman_ford, (tail, head, cost, 6, 0)
    yield bellman_ford, (np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([1.0, -3.0, 1.0]), 3, 0)
    yield bellman_ford, (tail, head, cost, 6, 5)
    yield bellman_ford, (np.array([1, 0]), np.array([2, 1]), np.array([1, 2]), 3, 0)
    finite = np.where(np.isinf(weights), 0.0, weights)
    yield dijkstra, (finite, 0)
    yield dijkstra, (np.zeros((3, 3)), 1)
    yield dijkstra, (np.array([[0, 7, 2], [7, 0, 3], [2, 3, 0]]), 0)
    graph = rng.uniform(size=(7, 7)) < 0.25
    graph |= graph.T
    np.fill_diagonal(graph, False)
    for f in (breadth_first_levels, depth_first_order):
        yield f, (graph, 0)
        yield f, (np.zeros((3, 3), dtype=bool), 2)
    yield label_components, (np.array([5, 1, 3]), np.array([4, 2, 1]), 7)
    yield label_components, (np.array([0]), np.array([0]), 2)
    yield union_find, (np.array([5, 1, 3, 2]), np.array([4, 2, 1, 3]), 7)
    yield union_find, (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), 4)
    yield union_find, (np.array([0, 2]), np.array([1, 1]), 3)
    complete = rng.permutation(np.arange(1.0, 26)).reshape(5, 5)
    yield prim, (complete + complete.T,)
    yield prim, (np.array([[0.0]]),)
    yield kruskal, (tail, head, np.array([4, 2, 5, 1, 7, 3]), 5)
    yield kruskal, (tail, head, np.abs(cost) + np.arange(6), 5)
    yield pagerank, ((rng.uniform(size=(5, 5)) < 0.5).astype(np.float64), 0.85, 1e-12)
    yield pagerank, (np.array([[0, 1], [0, 0]]), 0.5, 1e-12)
    yield topological_order, (np.triu(rng.uniform(size=(6, 6)) < 0.4, 1),)
    yield topological_order, (np.array([[0, 1, 0], [0, 0, 1], [0, 1, 0]]),)
    yield transitive_closure, (np.triu(graph),)
    yield transitive_closure, (np.roll(np.eye(4, dtype=np.int64), 1, axis=1),)
    yield triangle_count, (graph,)
    yield triangle_count, (np.ones((5, 5), dtype=np.int64),)
    yield greedy_colouring, (graph,)
    yield greedy_colouring, (~np.eye(4, dtype=bool),)
