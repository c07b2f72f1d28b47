"""Sets and dicts whose keys are data: numbers that are seen again, counts, positions, sums of groups."""
from collections import Counter, defaultdict

import collections

import numpy as np


def seen_again(i):
    seen, again = set(), 0
    for v in i:
        if v in seen:
            again += 1
        else:
            seen.add(v)
    return again, len(seen), sorted(seen)


def extremes_of_sets(x):
    steps, seen = set(), set(x)
    for k in range(3):
        steps.add(x[k] * k)
    return max(seen), min(seen), max(steps) * min(steps), max(seen, key=lambda v: -v), any(v > 3 for v in sorted(seen))


def distinct(i):
    return len(set(i)), set(i.tolist()), sorted({v % 3 for v in i}), max(set(i)), sum(set(i))


def set_algebra(i):
    s = set(i.tolist())
    s.discard(1)
    t = s | {9}
    s.update([2, 3])
    common, rest = s & {3, 4, 77}, s - {4}
    return s, t, common, rest, s ^ {4, 5}, {3, 4} - s, {3} <= s, s == set(s), s.isdisjoint([100]), 1 in s, len(common)


def rho_cycle(n, steps):
    """Pollard's: when does a sequence come back?"""
    seen = set()
    for _ in range(steps):
        if n in seen:
            break
        seen.add(n)
        n = (n * n + 1) % 17
    return n, len(seen)


def histogram(i):
    counts = {}
    for v in i:
        counts[int(v)] = counts.get(int(v), 0) + 1
    return counts, len(counts), max(counts.values()), 4 in counts


def counted(i):
    c = Counter(i.tolist())
    return c, c[1], c[99], len(c), c.total()


def sums_of_groups(i, x):
    groups = defaultdict(float)
    for k, v in zip(i, x):
        groups[k] += v
    total = 0.0
    for k, v in groups.items():
        total += k * v
    return groups[1], total, len(groups)


def two_sum(i, wanted):
    where = {}
    for k, v in enumerate(i):
        if wanted - v in where:
            return where[wanted - v], k
        where[v] = k
    return -1, -1


def table_of_known_keys(i):
    table = {1: 10.0, 4: 20.0}
    return [table[int(v)] if int(v) in table else -1.0 for v in i]


def visited_cells(steps):
    x = y = 0
    seen = {(0, 0)}
    for d in steps % 4:
        if d == 0:
            x += 1
        elif d == 1:
            y += 1
        elif d == 2:
            x -= 1
        else:
            y -= 1
        seen.add((x, y))
    return len(seen), sorted(seen), (1, 1) in seen, (x, 1) in seen, seen


def pairs_with_sums(i, x):
    table = {}
    for a, b, v in zip(i, i[1:], x):
        key = int(a), int(b)
        table[key] = table.get(key, 0.0) + v * v
    return table, table[(1, 4)], table.get((9, 9), -1.0), len(table)


def counted_pairs(i):
    c = defaultdict(int)
    for a, b in zip(i, i[::-1]):
        c[a, b] += 1
    total = 0
    for (a, b), n in c.items():
        total += a * b * n
    return total, c, Counter(zip(i.tolist(), i[1:].tolist()))


def distinct_points(i):
    path, again = [], 0
    x, y = 0, 0
    for v in i:
        x, y = (x + int(v)) % 3, (y + 2 * int(v)) % 3
        if (x, y) in path:
            again += 1
        else:
            path.append((x, y))
    return path, again


def ant(n):
    """Langton's ant."""
    black = set()
    x, y, dx, dy = 0, 0, 0, 1
    for _ in range(n):
        if (x, y) in black:
            black.remove((x, y))
            dx, dy = dy, -dx
        else:
            black.add((x, y))
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return len(black), (x, y), black


def flood(walls, start):
    """How many cells can be reached?"""
    h, w = walls.shape
    todo, seen = [start], set()
    while todo:
        r, c = todo.pop()
        if (r, c) in seen or walls[r, c]:
            continue
        seen.add((r, c))
        for a, b in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= a < h and 0 <= b < w:
                todo.append((a, b))
    return len(seen), seen


def missing_pair(i):
    table = {}
    for a, b in zip(i, i[1:]):
        table[a, b] = 1
    return table[i[0], i[0]]


def missing_key(i):
    table = {}
    for v in i:
        table[v] = 2 * v
    return table[77]


def removed_key(i):
    table = {}
    table[i[0]], table[i[1]] = 1, 2
    del table[i[0]]
    return table.get(3, -1), table.get(1, -1), table.pop(1), len(table), table.setdefault(9, 7)


def most_common_ones(i):
    counts = collections.Counter(k % 7 for k in i)
    return counts.most_common(2), sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def largest_groups(i, x):
    sums = {}
    for k, v in zip(i, x):
        sums[k] = sums.get(k, 0.0) + v
    ranked = sorted(sums.items(), key=lambda pair: pair[1], reverse=True)
    return [key for key, _ in ranked[:2]], ranked


def known_after_all(n):
    """Keys that are indices of a loop are known: the loop is written out."""
    memo = {}
    for k in range(6):
        memo[k] = k if k < 2 else memo[k - 1] + memo[k - 2]
    return n * memo[5], {k: n for k in range(3)}, {k % 2 for k in range(4)}


def known_in_a_long_loop(n):
    """Keys that are indices of a loop too long to be written out."""
    memo, squares, hits = {}, {}, 0
    for k in range(150):
        memo[k] = k if k < 2 else (memo[k - 1] + memo[k - 2]) % 1000
        rest = k * k % 31
        if rest in squares:
            hits += squares[rest]
        else:
            squares[rest] = k
    return n * memo[149], hits, len(squares)


def keys_of_unlike_parts(x):
    """Tuples of an integer and a truth value, and of a float and an integer."""
    last, seen, groups, weights = {}, set(), {}, Counter()
    for v in x:
        last[(int(v) % 3, v > 2)] = v
        seen.add((int(v) % 2, v < 0))
        groups.setdefault((int(v) % 3, v > 2), []).append(v)
        weights[v, int(v) % 2] += 1
    return (last, last[(0, True)], last.get((7, False), -1.0), (5, False) in last, sorted(seen), len(groups),
            {k: sum(group) for k, group in groups.items()}, sorted(weights.items())[0][1])


def sum_of_arrays(x):
    """What is added is of one shape; the sum begins with the number 0."""
    rows, by_key = [], {}
    for v in x:
        if v > 0:
            rows.append(np.array([v, 1.0]))
        by_key[int(v) % 3] = np.array([v, 2.0])
    return sum(rows), sum(by_key.values()), sum(rows, np.ones(2))


class Recent:
    """The keys in the order of their last use."""

    def __init__(self):
        self.values, self.keys = {}, []

    def put(self, k, v):
        if k in self.values:
            self.keys.remove(k)
        self.values[k] = v
        self.keys.append(k)


def least_recently_used(x):
    recent = Recent()
    for v in x:
        recent.put(int(v), v * 2.0)
    return recent.keys, recent.values[recent.keys[0]]


def examples():
    i = np.array([3, 1, 4, 1, 5, 1])
    x = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 2.0])
    for function in (seen_again, distinct, set_algebra, histogram, counted, table_of_known_keys, missing_key,
                     removed_key, most_common_ones):
        yield function, (i,)
    yield largest_groups, (i, x)
    for function in (visited_cells, counted_pairs, distinct_points, missing_pair):
        yield function, (i,)
    yield pairs_with_sums, (i, x)
    yield ant, (np.int64(30),)
    yield flood, (np.array([[0, 0, 1], [1, 0, 1], [1, 0, 0]], bool), (0, 0))
    yield seen_again, (np.array([2]),)
    yield seen_again, (x,)
    yield rho_cycle, (3, 20)
    yield sums_of_groups, (i, x)
    for wanted in (9, 100):
        yield two_sum, (i, wanted)
    yield known_after_all, (2.0,)
    yield known_in_a_long_loop, (2.0,)
    mixed = np.array([3.0, 1.0, 4.0, -5.0, 3.0])
    yield keys_of_unlike_parts, (mixed,)
    yield sum_of_arrays, (mixed,)
    yield extremes_of_sets, (mixed,)
    yield least_recently_used, (mixed,)
