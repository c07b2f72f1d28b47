"""Tables filled by slices whose ends depend on where one is."""
import numpy as np


def longest_increasing(x):
    n = len(x)
    best = np.ones(n, dtype=np.int64)
    for i in range(1, n):
        below = best[:i][x[:i] < x[i]]
        if below.size > 0:
            best[i] = 1 + below.max()
    return best.max()


def patience(x):
    """The smallest ends of increasing runs; the tops that are there are a slice."""
    tops = np.zeros(len(x))
    piles = 0
    for value in x:
        place = np.searchsorted(tops[:piles], value)
        tops[place] = value
        if place == piles:
            piles += 1
    return tops[:piles]


def edit_distance(a, b):
    row = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        before = row.copy()
        row[0] = i
        for j in range(1, len(b) + 1):
            change = before[j - 1] + (a[i - 1] != b[j - 1])
            row[j] = min(change, before[j] + 1, row[j - 1] + 1)
    return row[-1]


def edit_distance_banded(a, b, width):
    n, m = len(a), len(b)
    far = n + m
    table = np.full((n + 1, m + 1), far)
    table[0, :width + 1] = np.arange(m + 1)[:width + 1]
    for i in range(1, n + 1):
        lo, hi = max(1, i - width), min(m, i + width)
        if i <= width:
            table[i, 0] = i
        for j in range(lo, hi + 1):
            table[i, j] = np.min(np.array([table[i - 1, j] + 1, table[i, j - 1] + 1,
                                           table[i - 1, j - 1] + (a[i - 1] != b[j - 1])]))
    return table[n, m]


def common_subsequence(a, b):
    n, m = len(a), len(b)
    table = np.zeros((n + 1, m + 1), int)
    for i in range(n):
        found = table[i, :m] + (b == a[i])
        table[i + 1, 1:] = np.maximum(found, table[i, 1:])
        for j in range(m):
            table[i + 1, j + 1] = max(table[i + 1, j], table[i + 1, j + 1])
    return table


def nussinov(pairs):
    """The most pairs that do not cross; the inner maximum over all splits is a slice of a row and one of a column."""
    n = pairs.shape[0]
    table = np.zeros((n, n))
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            table[i, j] = max(table[i, j - 1], table[i + 1, j])
            if i < j - 1:
                table[i, j] = max(table[i, j], table[i + 1, j - 1] + pairs[i, j])
            splits = table[i, i + 1:j] + table[i + 2:j + 1, j]
            if splits.size > 0:
                table[i, j] = max(table[i, j], splits.max())
    return table


def matrix_chain(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n))
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            options = cost[i, i:j] + cost[i + 1:j + 1, j] + sizes[i] * sizes[i + 1:j + 1] * sizes[j + 1]
            cost[i, j] = options.min()
    return cost[0, n - 1]


def optimal_search_tree(frequency):
    n = len(frequency)
    cost = np.zeros((n + 1, n + 1))
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            cost[i, j] = np.sum(frequency[i:j]) + np.min(cost[i, i:j] + cost[i + 1:j + 1, j])
    return cost[0, n]


def floyd_warshall(path):
    """In place; only towards later nodes."""
    n = len(path)
    for k in range(n):
        path[:k] = np.minimum(path[:k], path[:k, k, None] + path[k])
        path[k + 1:] = np.minimum(path[k + 1:], path[k + 1:, k, None] + path[k])


def floyd_upper(path):
    """Of a symmetric matrix, whose upper triangle is kept."""
    path = path.copy()
    n = len(path)
    for k in range(n):
        for i in range(n):
            through = path[min(i, k), max(i, k)]
            for j in range(i + 1, n):
                path[i, j] = min(path[i, j], through + path[min(j, k), max(j, k)])
    return path


def knapsack(weights, values, capacity):
    best = np.zeros(capacity + 1)
    for w, v in zip(weights, values):
        best[w:] = np.maximum(best[w:], best[:capacity + 1 - w] + v)
    return best


def coin_ways(coins, amount):
    ways = np.zeros(amount + 1, np.int64)
    ways[0] = 1
    for coin in coins:
        for part in range(amount + 1 - coin):
            ways[coin + part] += ways[part]
    return ways[amount]


def catalan(n_max):
    c = np.zeros(n_max + 1)
    c[0] = 1
    for n in range(n_max):
        c[n + 1] = np.dot(c[:n + 1], c[n::-1][:n + 1])
    return c


def partition_costs(x, pieces):
    """Least sum of squares within contiguous pieces."""
    n = len(x)
    cost = np.full((pieces + 1, n + 1), np.inf)
    cost[0, 0] = 0.0
    for p in range(1, pieces + 1):
        for end in range(1, n + 1):
            best = np.inf
            for start in range(end):
                part = x[start:end]
                best = min(best, cost[p - 1, start] + np.sum((part - part.mean()) ** 2))
            cost[p, end] = best
    return cost[pieces, n]


def warping(a, b, window):
    """Dynamic time warping within a window round the diagonal."""
    n, m = len(a), len(b)
    table = np.full((n + 1, m + 1), np.inf)
    table[0, 0] = 0.0
    for i in range(1, n + 1):
        lo, hi = max(1, i - window), min(m, i + window) + 1
        reach = np.minimum(table[i - 1, lo:hi], table[i - 1, lo - 1:hi - 1])
        for j in range(lo, hi):
            table[i, j] = np.abs(a[i - 1] - b[j - 1]) + min(reach[j - lo], table[i, j - 1])
    return table[n, m]


def viterbi_lengths(scores, transitions, length):
    """The best path through the first `length` steps, which is data."""
    steps = int(length[0])
    score = scores[0].copy()
    for t in range(1, steps):
        score = np.max(score[:, None] + transitions, axis=0) + scores[t]
    return score.max(), scores[:steps].sum()


def triangle_path(triangle):
    """The largest sum from the top of a triangle to its base."""
    n = len(triangle)
    best = triangle[n - 1].copy()
    for i in range(n - 2, -1, -1):
        best[:i + 1] = triangle[i, :i + 1] + np.maximum(best[:i + 1], best[1:i + 2])
    return best[0]


def binomials(n):
    row = np.zeros(n + 1)
    row[0] = 1
    for i in range(1, n + 1):
        row[1:i + 1] = row[1:i + 1] + row[:i]
    return row


LOOPS = (longest_increasing, patience, edit_distance, edit_distance_banded, nussinov, matrix_chain,
         optimal_search_tree, floyd_warshall, floyd_upper, coin_ways, catalan, partition_costs, warping,
         viterbi_lengths, triangle_path, binomials)


def examples():
    rng = np.random.default_rng(64)
    real, whole = rng.normal(size=11), rng.integers(0, 4, 11)
    for x in (real, whole, np.array([3.0]), np.arange(5)[::-1].copy()):
        yield longest_increasing, (x,)
    for x in (real, np.array([3.0, 1.0, 2.0])):
        yield patience, (x,)
    for a, b in ((whole, rng.integers(0, 4, 9)), (whole[:3], whole[1:5]), (whole[:1], whole[:1])):
        yield edit_distance, (a, b)
        yield edit_distance_banded, (a, b, 2)
        yield common_subsequence, (a, b)
    for n in (10, 4, 1):
        pairs = (rng.random((n, n)) < 0.4).astype(float)
        yield nussinov, (pairs,)
        path = rng.uniform(1, 9, (n, n))
        yield floyd_warshall, (path.copy(),)
        yield floyd_upper, (path,)
        yield triangle_path, (rng.normal(size=(n, n)),)
        yield optimal_search_tree, (rng.random(n),)
    yield matrix_chain, (np.array([10.0, 30, 5, 60, 10, 20, 25, 7, 40, 12]),)
    yield matrix_chain, (np.array([2.0, 3, 4]),)
    yield knapsack, (np.array([3, 4, 1, 2]), np.array([4.0, 5.0, 1.0, 2.5]), 7)
    yield knapsack, (rng.integers(1, 6, 10), rng.random(10), 20)
    yield coin_ways, (np.array([1, 2, 5]), 11)
    yield coin_ways, (np.array([3] * 10), 20)
    yield catalan, (10,)
    yield catalan, (0,)
    yield partition_costs, (real, 3)
    yield partition_costs, (real[:3], 1)
    yield warping, (real, real[::-1].copy(), 3)
    yield warping, (real[:3], real[:4], 2)
    scores, moves = rng.normal(size=(12, 3)), rng.normal(size=(3, 3))
    for length in (1, 7, 12):
        yield viterbi_lengths, (scores, moves, np.array([length]))
    yield binomials, (10,)
    yield binomials, (0,)
