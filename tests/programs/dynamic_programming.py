"""Dynamic programmes over tables of fixed size."""
import numpy as np


def edit_distance(a, b):
    n, m = len(a), len(b)
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    table[:, 0] = np.arange(n + 1)
    table[0, :] = np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if a[i - 1] == b[j - 1]:
                table[i, j] = table[i - 1, j - 1]
            else:
                table[i, j] = 1 + min(table[i - 1, j - 1], table[i - 1, j], table[i, j - 1])
    return table[n, m]


def edit_distance_two_rows(a, b):
    previous = np.arange(b.size + 1)
    current = np.zeros_like(previous)
    for i in range(a.size):
        current[0] = i + 1
        for j in range(b.size):
            substitute = previous[j] + (a[i] != b[j])
            current[j + 1] = min(substitute, previous[j + 1] + 1, current[j] + 1)
        previous, current = current, previous
    return previous[-1]


def lcs_length(a, b):
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int32)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            if x == y:
                table[i + 1, j + 1] = table[i, j] + 1
            else:
                table[i + 1, j + 1] = max(table[i, j + 1], table[i + 1, j])
    return table[-1, -1]


def lcs_traceback(a, b):
    """A longest common subsequence, right-aligned in a buffer filled with -1."""
    n, m = a.shape[0], b.shape[0]
    table = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n):
        for j in range(m):
            table[i + 1, j + 1] = (
                table[i, j] + 1 if a[i] == b[j] else max(table[i, j + 1], table[i + 1, j])
            )
    out = np.full(min(n, m), -1, dtype=np.int64)
    i, j, k = n, m, len(out)
    while i > 0 and j > 0:
        if a[i - 1] == b[j - 1]:
            k -= 1
            out[k] = a[i - 1]
            i -= 1
            j -= 1
        elif table[i - 1, j] >= table[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return out


def knapsack(values, weights, capacity):
    """0/1 knapsack in one row, filled downwards."""
    best = np.zeros(capacity + 1, dtype=np.int64)
    for value, weight in zip(values, weights):
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]


def coin_ways(coins, amount):
    ways = np.zeros(amount + 1, dtype=np.int64)
    ways[0] = 1
    for coin in coins:
        for total in range(coin, amount + 1):
            ways[total] += ways[total - coin]
    return ways[amount]


def fewest_coins(coins, amount):
    impossible = amount + 1
    fewest = np.full(amount + 1, impossible)
    fewest[0] = 0
    for total in range(1, amount + 1):
        for coin in coins:
            if coin <= total and fewest[total - coin] + 1 < fewest[total]:
                fewest[total] = fewest[total - coin] + 1
    return -1 if fewest[amount] == impossible else fewest[amount]


def nussinov(sequence, gap):
    """Most base pairs of an RNA strand coded 0..3 = A C G U; pairs need `gap` bases between."""
    n = sequence.size
    pairs = np.zeros((n, n), dtype=np.int64)
    for span in range(gap + 1, n):
        for i in range(n - span):
            j = i + span
            best = max(pairs[i + 1, j], pairs[i, j - 1])
            if sequence[i] + sequence[j] == 3:
                best = max(best, pairs[i + 1, j - 1] + 1)
            for k in range(i + 1, j):
                best = max(best, pairs[i, k] + pairs[k + 1, j])
            pairs[i, j] = best
    return pairs[0, n - 1]


def smith_waterman(a, b, match, mismatch, gap):
    score = np.zeros((a.size + 1, b.size + 1))
    best, where = 0.0, (0, 0)
    for i in range(1, a.size + 1):
        for j in range(1, b.size + 1):
            step = match if a[i - 1] == b[j - 1] else mismatch
            score[i, j] = max(
                0.0, score[i - 1, j - 1] + step, score[i - 1, j] + gap, score[i, j - 1] + gap
            )
            if score[i, j] > best:
                best = score[i, j]
                where = (i, j)
    return best, where


def gotoh(a, b, opening, extending):
    """Global alignment with affine gaps: three tables that read one another."""
    n, m = len(a), len(b)
    main = np.full((n + 1, m + 1), -1e9)
    across = np.full((n + 1, m + 1), -1e9)
    down = np.full((n + 1, m + 1), -1e9)
    main[0, 0] = 0
    for i in range(n + 1):
        for j in range(m + 1):
            if j > 0:
                across[i, j] = max(main[i, j - 1] - opening, across[i, j - 1] - extending)
            if i > 0:
                down[i, j] = max(main[i - 1, j] - opening, down[i - 1, j] - extending)
            if i > 0 and j > 0:
                same = 1.0 if a[i - 1] == b[j - 1] else -1.0
                main[i, j] = main[i - 1, j - 1] + same
            main[i, j] = max(main[i, j], across[i, j], down[i, j])
    return main[n, m]


def longest_increasing(x):
    length = np.ones(x.shape[0], dtype=np.int64)
    for i in range(len(x)):
        for j in range(i):
            if x[j] < x[i] and length[j] + 1 > length[i]:
                length[i] = length[j] + 1
    return np.max(length, initial=0)


def matrix_chain(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            cost[i, j] = np.iinfo(np.int64).max
            for k in range(i, j):
                total = cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if total < cost[i, j]:
                    cost[i, j] = total
    return cost[0, n - 1]


def maximum_subarray(x):
    """Kadane, with the place."""
    best = current = x[0]
    start = best_start = best_stop = 0
    for i in range(1, x.size):
        if current < 0:
            current = x[i]
            start = i
        else:
            current += x[i]
        if current > best:
            best, best_start, best_stop = current, start, i
    return best, best_start, best_stop


def viterbi(log_start, log_move, log_emit, observed):
    states = log_start.size
    steps = observed.size
    score = log_start + log_emit[:, observed[0]]
    back = np.zeros((steps, states), dtype=np.int64)
    for t in range(1, steps):
        arrive = score[:, None] + log_move
        back[t] = np.argmax(arrive, axis=0)
        score = np.max(arrive, axis=0) + log_emit[:, observed[t]]
    path = np.zeros(steps, dtype=np.int64)
    path[-1] = np.argmax(score)
    for t in range(steps - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, np.max(score)


def dynamic_time_warping(x, y, window):
    n, m = x.shape[0], y.shape[0]
    cost = np.full((n + 1, m + 1), np.inf)
    cost[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(max(1, i - window), min(m, i + window) + 1):
            step = min(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1])
            cost[i, j] = abs(x[i - 1] - y[j - 1]) + step
    return cost[n, m]


def subset_sum(numbers, target):
    reachable = np.zeros(target + 1, dtype=bool)
    reachable[0] = True
    for number in numbers:
        for total in range(target, number - 1, -1):
            reachable[total] |= reachable[total - number]
    return reachable


def grid_paths(blocked):
    rows, columns = blocked.shape
    paths = np.zeros((rows, columns), dtype=np.int64)
    for i in range(rows):
        for j in range(columns):
            if blocked[i, j]:
                continue
            if i == 0 and j == 0:
                paths[i, j] = 1
                continue
            if i > 0:
                paths[i, j] += paths[i - 1, j]
            if j > 0:
                paths[i, j] += paths[i, j - 1]
    return paths[-1, -1]


def seam_carving(energy):
    """Cheapest path from top to bottom; returns its columns."""
    rows, columns = energy.shape
    cost = energy.copy()
    for i in range(1, rows):
        for j in range(columns):
            best = cost[i - 1, j]
            if j > 0:
                best = min(best, cost[i - 1, j - 1])
            if j < columns - 1:
                best = min(best, cost[i - 1, j + 1])
            cost[i, j] += best
    seam = np.zeros(rows, dtype=np.int64)
    seam[-1] = j = np.argmin(cost[-1])
    for i in range(rows - 2, -1, -1):
        choice = j
        for k in range(max(j - 1, 0), min(j + 2, columns)):
            if cost[i, k] < cost[i, choice]:
                choice = k
        seam[i] = j = choice
    return seam


def examples():
    rng = np.random.default_rng(3)
    word, other = rng.integers(0, 4, 8), rng.integers(0, 4, 6)
    none = np.zeros(0, dtype=np.int64)
    for f in (edit_distance, edit_distance_two_rows, lcs_length, lcs_traceback):
        yield f, (word, other)
        yield f, (word, word.copy())
        yield f, (none, other)
    yield knapsack, (np.array([60, 100, 120]), np.array([1, 2, 3]), 5)
    yield knapsack, (rng.integers(1, 30, 6), rng.integers(1, 6, 6), 10)
    yield knapsack, (np.array([10]), np.array([4]), 3)
    yield coin_ways, (np.array([1, 2, 5]), 12)
    yield coin_ways, (np.array([3]), 5)
    yield coin_ways, (np.array([3]), 0)
    yield fewest_coins, (np.array([1, 5, 12]), 15)
    yield fewest_coins, (np.array([4, 6]), 7)
    yield nussinov, (rng.integers(0, 4, 10), 1)
    yield nussinov, (np.array([0, 3]), 0)
    yield smith_waterman, (word, other, 3.0, -2.0, -1.0)
    yield smith_waterman, (np.array([1, 1]), np.array([2, 2, 2]), 1.0, -1.0, -1.0)
    yield gotoh, (word, other, 2.0, 0.5)
    yield gotoh, (none, other, 2.0, 0.5)
    yield longest_increasing, (rng.permutation(9),)
    yield longest_increasing, (np.array([5.0, 4.0, 3.0]),)
    yield longest_increasing, (np.zeros(0),)
    yield matrix_chain, (np.array([30, 35, 15, 5, 10, 20]),)
    yield matrix_chain, (np.array([3, 4]),)
    yield maximum_subarray, (np.array([-2, 1, -3, 4, -1, 2, 1, -5, 4]),)
    yield maximum_subarray, (np.array([-3.0, -1.0, -2.0]),)
    yield maximum_subarray, (np.array([7], dtype=np.int32),)
    move = np.log(np.array([[0.7, 0.3], [0.4, 0.6]]))
    emit = np.log(np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))
    yield viterbi, (np.log(np.array([0.6, 0.4])), move, emit, np.array([0, 1, 2, 2, 0]))
    yield viterbi, (np.log(np.array([0.3, 0.7])), move, emit, np.array([1]))
    yield dynamic_time_warping, (rng.normal(size=7), rng.normal(size=6), 3)
    yield dynamic_time_warping, (rng.normal(size=4), rng.normal(size=4), 0)
    single = rng.normal(size=(2, 5)).astype(np.float32)
    yield dynamic_time_warping, (single[0], single[1], 9)
    yield subset_sum, (np.array([3, 5, 9]), 17)
    yield subset_sum, (none, 2)
    yield grid_paths, (rng.uniform(size=(5, 6)) < 0.2,)
    yield grid_paths, (np.zeros((4, 4), dtype=bool),)
    yield grid_paths, (np.ones((1, 1), dtype=bool),)
    yield seam_carving, (rng.uniform(size=(5, 6)),)
    yield seam_carving, (rng.integers(0, 50, size=(3, 4)),)
    yield seam_carving, (np.ones((1, 1)),)
