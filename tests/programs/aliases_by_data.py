"""Data decide which array a name stands for, and so which others see a write to it."""

import numpy as np


def chosen_then_original_read(x, y, s):
    x, y = x * 1.0, y * 1.0
    z = x if s > 0 else y
    z[0] = 1.0
    return x + y


def chosen_then_original_written(x, y, s):
    x, y = x * 1.0, y * 1.0
    z = x if s > 0 else y
    x[0] = 1.0
    return z + y


def argument_chosen(x, y, s):
    z = x if s > 0 else y
    z[0] = s
    return z * 2.0


def chosen_in_a_branch(x, y, s):
    x = x * 1.0
    if x[0] > 1.5:
        z = x
    else:
        z = y
    z += s
    return np.sum(y) + 2.0 * np.sum(x)


def chosen_or_new(x, y, s):
    z = x if s > 0 else np.zeros(3)
    z[0] = 1.0
    return np.sum(x * y) + z


def two_chosen(x, y, s):
    a = x if s > 0 else y
    b = y if s > 0.5 else x
    a[0] = s
    b[1] = a[0] * 3.0
    return a - 2.0 * b


def swapped_in_a_loop(x, y, s):
    old, new = x, np.zeros(3)
    for _ in range(int(abs(s) * 4)):
        for i in range(3):
            new[i] = 2.0 * old[i] + y[i]
        old, new = new, old
    return np.sum(x) + old


def rebound_in_a_loop(x, y, s):
    z = x
    for i in range(3):
        z[i] = s
        if y[i] > 1.0:
            z = y
    return x + 2.0 * y


def passed_to_a_function(x, y, s):
    z = x if s > 0 else y
    scaled(z, s)
    return both(z, x)


def scaled(a, s):
    a *= s


def both(a, b):
    a[0] = 1.0
    return b * 2.0


def returned_by_a_function(x, y, s):
    z = larger(x, y)
    z[2] = s
    return x * y


def larger(a, b):
    return a if a[0] > b[0] else b


def in_a_list(x, y, s):
    parts = [x * 1.0, y * 1.0]
    z = parts[0] if s > 0 else parts[1]
    z[0] = s
    return parts[0] + 2.0 * parts[1]


def both_may_be_one(x, y, s):
    a, b, c = x * 1.0, y * 2.0, x * 3.0
    p = a if s > 0 else b
    q = a if x[0] > 1.5 else c
    p[0] = 9.0
    q[1] = p[0] * s
    return p + 2.0 * q + 3.0 * a


def handed_on_in_a_loop(x, y, s):
    a, b, c = x * 1.0, y * 1.0, x * y
    for _ in range(int(abs(s) * 4)):
        a = b
        b = c
    a[0] = 9.0
    return c + 2.0 * a


def returned_early_or_behind_a_write(x, y, s):
    z = x if x[0] > 1.5 else y
    if s > 0:
        return z
    x[0] = s
    return z * 2.0


class Grid:
    def __init__(self, cells):
        self.cells = cells

    def fill_ghosts(self):
        self.cells[0] = self.cells[-2]
        self.cells[-1] = self.cells[1]


def of_an_object(x, y, s):
    """Ghost cells, and a step that makes a new array: the first one is the caller's."""
    grid, t = Grid(x), 0.0
    while t < abs(s):
        grid.fill_ghosts()
        start = grid.cells.copy()
        grid.cells = start + 0.1 * y
        grid.fill_ghosts()
        grid.cells = start + grid.cells * s
        t += 0.3
    return grid.cells


def relaxed(x, y, s):
    """It returns from the middle of an endless loop."""
    u, count = x.copy(), 0
    while True:
        old = u.copy()
        for i in range(1, 2):
            u[i] += 0.5 * (u[i + 1] - u[i]) + s * y[i]
        count += 1
        if np.max(np.abs(u - old)) < 1e-2 or count >= 5:
            return u, count


def best_so_far(x, y, s):
    best, held = x, y * 1.0
    for i in range(3):
        held[i] += x[i]
        if np.sum(held) > np.sum(best):
            best = held
        elif s > 0:
            best = best.copy()
        held[0] -= s
    return best + held


def examples():
    functions = [
        chosen_then_original_read,
        chosen_then_original_written,
        argument_chosen,
        chosen_in_a_branch,
        chosen_or_new,
        two_chosen,
        swapped_in_a_loop,
        rebound_in_a_loop,
        passed_to_a_function,
        returned_by_a_function,
        in_a_list,
        both_may_be_one,
        handed_on_in_a_loop,
        returned_early_or_behind_a_write,
        of_an_object,
        relaxed,
        best_so_far,
    ]
    for f in functions:
        for s, first in ((0.4, 1.0), (-0.3, 1.0), (0.8, 2.0), (-0.6, 2.0)):
            yield f, (np.array([first, 0.7, 1.3]), np.array([1.7, 0.9, 1.2]), s)
