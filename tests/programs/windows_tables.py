"""Lists that computed integers index, write and slice, and lists of lists: they are arrays inside, and have Python's
aliases."""
import collections
import copy
import heapq
import itertools

import numpy as np

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
TABLE = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
WEIGHTS = (1.5, 2.5, 3.5, 4.5)


def looked_up(x, k):
    table = [0.5, 1.5, 2.5, 3.5]
    total = 0.0
    for i in k:
        total += table[i] * x[i % 3]
    return total, table[k[0]] * 2, table[-1 - k[1]]


def out_of_range(x, k):
    table = [1, 2, 3]
    try:
        return table[k[0]]
    except IndexError:
        return -1


def classes(x, k):
    """Python's own numbers stay Python's own."""
    whole, flags = [1, 2, 3, 4], [True, False, True, False]
    return isinstance(whole[k[0]], int), whole[k[0]] // 2, whole[k[0]] / 2, flags[k[0]], flags[k[0]] + 1


def counted(x, k):
    """A histogram, and what is left of a table."""
    bins = [0] * 4
    for i in k:
        bins[i] += 1
    bins[k[0]] -= 10
    return bins, sum(bins), max(bins), len(bins), bins.count(0), 1 in bins


def other_names(x, k):
    """Two names of a list, and copies of it."""
    i = int(k[0])
    a = [1, 2, 3, 4]
    b, c, d, e, f = a, a[:], list(a), a.copy(), copy.copy(a)
    b[i], c[i], d[-1 - i], e[i], f[i] = 10, 20, 30, 40, 50
    b += [7]
    return a, b, c, d, e, f


def edited(x, k):
    i, a = int(k[0]), [5, 4, 3, 2, 1]
    a.insert(i, 9)
    del a[i + 1]
    a.remove(1)
    a.append(a.pop(i))
    a.reverse()
    return a, a.index(9), sorted(a, reverse=True)


def sliced(x, k):
    i, a = int(k[0]), [v * 2 for v in x]
    return sum(a[:i]), sum(a[i:]), len(a[i:]), a[:i]


def row_by_two_names(x, k):
    """`row` and the item are one list."""
    i = int(k[0])
    grid = [[0] * 3 for _ in range(4)]
    row = grid[i]
    row[1] = 7
    grid[i][2] = row[1] + 1
    return grid, row, sum(row), len(row), row == grid[i], grid[i] == grid[3 - i]


def rows_copied(x, k):
    i = int(k[0])
    grid = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 2, 3]]
    own = [row[:] for row in grid]
    own[i][0] = 100
    deep = copy.deepcopy(grid)
    deep[i][1] = 200
    return grid, own, deep, grid[i] + [1], max(grid[i]), list(reversed(grid[i]))


def rows_exchanged(x, k):
    i, j = int(k[0]), int(k[1])
    grid = [[1, 2], [3, 4], [5, 6], [7, 8]]
    grid[i], grid[j] = grid[j], grid[i]
    grid[i][0] = 50
    return grid


def rows_gone_through(x, k):
    grid = [[i + j for j in range(3)] for i in range(40)]
    total = 0
    for row in grid:
        row[0] = 100
        total += row[1]
    for a, b, c in grid:
        total += a * b - c
    for i, row in enumerate(grid):
        row[2] = i
    return total, grid[k[0]], grid[-1]


def chosen_outside(x, k):
    i, j = int(k[0]), int(k[1])
    di, dj = STEPS[i]
    total = 0
    for row in TABLE:
        for v in row:
            total += v
    return TABLE[i % 3][j % 3], STEPS[j][1], di + 2 * dj, WEIGHTS[i] * x[0], total


def walk(x, k):
    """A table of directions, and a grid that is written on the way."""
    grid = [[0] * 9 for _ in range(9)]
    i = j = 4
    for n in range(len(k)):
        di, dj = STEPS[k[n]]
        i, j = i + di, j + dj
        grid[i][j] += n + 1
    return grid


def longest_common(a, b):
    x, y = [ord(c) for c in a], [ord(c) for c in b]
    best = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            best[i][j] = best[i - 1][j - 1] + 1 if x[i - 1] == y[j - 1] else max(best[i - 1][j], best[i][j - 1])
    return best


def product(n):
    a = [[(i * 3 + j) % 7 / 2 for j in range(n)] for i in range(n)]
    new = [[0.0 for _ in a[0]] for _ in a]
    for i in range(len(a)):
        for j in range(len(a[0])):
            for m in range(len(a)):
                new[i][j] += a[i][m] * a[m][j]
    return new


def binomials(x):
    """Two lists that change places."""
    row = [1] * 40
    for i in range(30):
        new = [0] * 40
        for j in range(40):
            new[j] = (row[j] + row[j - 1]) % 1000 + int(x[i % 3])
        row = new
    return row


def sieve(n):
    prime = [True] * (n + 1)
    prime[0] = prime[1] = False
    for i in range(2, n + 1):
        if prime[i]:
            for j in range(i * i, n + 1, i):
                prime[j] = False
    return prime


def same_matrix(x):
    """One array at every place of a list."""
    steps = [np.outer(x, x)] * 40
    state, found = x, []
    for m in range(40):
        state = steps[m] @ state / 9 + np.sin(state)
        found.append(state)
    return np.array(found), steps[3]


def distances(x):
    return np.array([[np.sum((a - b) ** 2) for a in x.reshape(-1, 1)] for b in x.reshape(-1, 1)])


def odd_ones(x):
    return sum([v for v in x if v % 2 == 1]), [i for i in range(40) if x[i % 3] > i % 2], sum([i for i in range(9)])


def every_index(x):
    r, total = np.zeros((5, 6)), 0.0
    for i, j in np.ndindex(r.shape):
        r[i, j] = i * x[j % 3]
    for p in np.ndindex(5, 6):
        r[p] += p[0] - p[1]
    for (i, j), v in np.ndenumerate(r):
        total += i * v + j
    for i, j in itertools.product(range(5), range(6)):
        if i == j:
            continue
        total += r[i, j]
    for i, j in itertools.combinations(range(6), 2):
        total += x[i % 3] * x[j % 3] * (j - i)
    return r, total, i, j


def found_index(x):
    for i, j in itertools.product(range(6), range(7)):
        if i * j == int(x[2]) + 6:
            return i, j
    return -1, -1


def with_a_set(x, k):
    """A table that is one array, beside a set whose members are data."""
    table, seen = [0.0] * 4, set()
    for i, v in zip(k, x):
        table[i] += v
        seen.add(int(i))
    return table, sorted(seen), len(seen)


def from_containers(x, k):
    """Lists that come out of a deque, a dict of lists, a heap and a sort, read at a dynamic index."""
    waiting, lists, heap = collections.deque(), collections.defaultdict(list), []
    for i in range(3):
        waiting.append([x[i], 2 * x[i], x[i] ** 2, 1.0])
        lists[i % 2].append(x[i] * np.ones(2))
        heapq.heappush(heap, x[i])
    rows = [waiting.popleft() for _ in range(3)]
    ranks = [0] * 3
    for rank, (_, i) in enumerate(sorted([(v, i) for i, v in enumerate(x)])):
        ranks[i] = rank
    return rows[k[0]][k[1]], lists[0][k[0] % 2], [heapq.heappop(heap) for _ in range(3)], ranks


def cells(x):
    for i, j in np.ndindex(3, 4):
        if x[i] > j - 2:
            yield x[i] * i + j


def of_generated_cells(x, k):
    """Loops inside each other that a generator consumes, and is consumed in."""
    total = last = 0.0
    for i, j in itertools.product(range(3), range(2)):
        for v in cells(x):
            total += v * x[i] + j
            last = v
    return total, last, i, j, list(x * 2)[k[1] % 3]


LOOPS = (looked_up, counted, walk, product, binomials, sieve, same_matrix, every_index)


def examples():
    x = np.array([1.0, -2.0, 3.0])
    for f in (looked_up, classes, counted, other_names, edited, sliced, row_by_two_names, rows_copied, rows_exchanged,
              rows_gone_through, chosen_outside, walk, with_a_set, from_containers, of_generated_cells):
        for k in ([0, 1, 3], [2, 0, 1]):
            yield f, (x, np.array(k))
    for k in (1, -3, 3, -4):
        yield out_of_range, (x, np.array([k]))
    yield longest_common, ("abcbdabacbdabcabcbdabacbdabcabcbda", "bdcababdcababcabdcababdcababcabd")
    yield product, (20,)
    yield binomials, (x,)
    yield sieve, (60,)
    for f in (same_matrix, odd_ones, every_index, found_index):
        yield f, (x,)
    yield distances, (np.linspace(-1, 1, 40),)
