"""Lists that are replaced by longer or shorter ones, and whose items go in and out where data decide."""
import numpy as np


def on_one_path(x, k):
    xs = [x[0], x[1], x[2]]
    if x[0] > 1:
        xs = [x[3], x[1] * x[2]]
    return sum(xs) * xs[-1], len(xs), xs


def on_both_paths(x, k):
    if x[0] > 1:
        xs = [x[3], x[1]]
    else:
        xs = [x[0], x[1], x[2]]
    return np.array(xs).sum() * xs[0], len(xs)


def or_none(x, k):
    xs = []
    if x[0] > 1:
        xs = [x[3], x[1]]
    return sum(v * v for v in xs), bool(xs), x[2] in xs


def in_an_expression(x, k):
    xs = [x[0], x[1]] if x[0] > 1 else [x[2]]
    return sum(xs), [v * 2 for v in xs]


def in_rounds(x, k):
    xs = [x[0]]
    for v in x:
        xs = [v, x[0], x[1]] if v > 1 else [v * x[2]]
    return sum(xs), len(xs)


def sifted(x, k):
    """Each round makes a new list of what the last one left."""
    left, i = list(x), 0
    while len(left) > 1:
        new = []
        for v in left[1:]:
            if v > left[0] or i > 2:
                new.append(v - 0.5 * left[0])
        left, i = new, i + 1
    return left, i


def of_arrays(x, k):
    rows = [x, 2 * x]
    if x[0] > 1:
        rows = [x * x]
    return np.array(rows).sum(axis=0), len(rows)


def of_pairs(x, k):
    steps = [(0, 1), (1, 0), (1, 1)]
    if x[0] > 1:
        steps = [(2, 0)]
    total = 0.0
    for i, j in steps:
        total += x[i] * (j + 1)
    return total


class Record:
    def __init__(self, x):
        self.points, self.best = [], [x[0]]

    def add(self, v):
        if v > 1:
            self.points.append(v)
            self.best = [*self.points[:1], v]


def in_attributes(x, k):
    record = Record(x)
    for v in x:
        record.add(v)
    return sum(record.points), len(record.points), sum(v * v for v in record.best)


def walls(x, k):
    """A list of pairs of cells, which has other items in every round."""
    grid, r, c = np.zeros((5, 5), int), 2, 2
    for j in range(4):
        ways = []
        if c > 1:
            ways.append([(r, c - 1), (r, c - 2)])
        if c < 3:
            ways.append([(r, c + 1), (r, c + 2)])
        if r > 1:
            ways.append([(r - 1, c), (r - 2, c)])
        if len(ways):
            first, second = ways[k[j % len(k)] % len(ways)]
            if grid[second] == 0:
                grid[first] = grid[second] = j + 1
                r, c = second
        else:
            break
    return grid


# -- items at computed positions ---------------------------------------------------------------------------------------

def taken_out(x, k):
    points = [(x[0], x[1]), (x[2], x[3]), (x[1], x[2])]
    total, n = 0.0, 0
    while len(points) > 1:
        i = k[n] % len(points)
        total += points[i][0] * points[i][1] * (n + 1)
        del points[i]
        n += 1
    return total, points[0][1]


def popped_from_the_end(x, k):
    xs, got = [x[0], x[1], x[2], x[3]], 0.0
    while len(xs) > 1:
        got = 2 * got + xs.pop(-1 - k[len(xs) % 2] % len(xs))
    return got, xs


def put_in(x, k):
    xs = [x[0], x[1]]
    while len(xs) < 5:
        xs.insert(k[len(xs) % 3] % (len(xs) + 2) - 1, x[len(xs) % 4] * xs[0])
    return xs


def removed(x, k):
    xs = [1, 2, 3, 2, 5]
    while len(xs) > 2:
        xs.remove(xs[k[len(xs) % 3] % len(xs)])
    return xs


def removed_if_there(x, k):
    xs = [3, 1, 2, 1]
    try:
        xs.remove(k[0])
    except ValueError:
        return xs, True
    return xs, False


SMOOTH = (on_one_path, on_both_paths, or_none, in_an_expression, in_rounds, of_arrays, of_pairs, in_attributes,
          taken_out)


def examples():
    xs = [np.array([2.0, 0.5, 1.5, 3.0]), np.array([0.75, 4.0, -1.0, 0.25])]
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:2] == ("x", "k")]
    for f in functions:
        for x, k in zip(xs, (np.array([1, 2, 0]), np.array([3, 0, 1]))):
            yield f, (x, k)
