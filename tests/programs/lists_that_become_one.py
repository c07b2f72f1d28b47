"""Two lists before a loop, of which one is the other behind its first round."""

import numpy as np


def largest_square(mat):
    """The largest square of ones, with one row in memory, which two names stand for."""
    rows, cols = len(mat), len(mat[0])
    current_row, next_row = [0] * (cols + 1), [0] * (cols + 1)
    best = 0
    for row in range(rows - 1, -1, -1):
        for col in range(cols - 1, -1, -1):
            right, diagonal, bottom = current_row[col + 1], next_row[col + 1], next_row[col]
            if mat[row][col] == 1:
                current_row[col] = 1 + min(right, diagonal, bottom)
                best = max(current_row[col], best)
            else:
                current_row[col] = 0
        next_row = current_row
    return best


def counted(x, n):
    """As many rounds as an array says, perhaps none."""
    a, b = [0.0, 0.0, 0.0], [1.0, 1.0, 1.0]
    for k in range(n[0]):
        for j in range(1, 3):
            a[j] = x[k] + b[j] + a[j - 1]
        b = a
    return a, b


def attribute(x):
    class Pair:
        def __init__(self):
            self.old, self.new = [0.0, 0.0], [1.0, 2.0]

    pair = Pair()
    for v in x:
        for j in range(2):
            pair.new[j] += v * pair.old[j] + 1.0
        pair.old = pair.new
    return pair.old, pair.new


def examples():
    rng = np.random.default_rng(1)
    for shape in ((4, 5), (1, 3), (12, 12)):
        mat = rng.integers(0, 3, shape).clip(0, 1)
        yield largest_square, (mat,)
        yield largest_square, (mat.tolist(),)
    for n in (0, 1, 5):
        yield counted, (np.arange(1.0, 9.0), np.array([n]))
    yield attribute, (np.arange(1.0, 12.0),)
