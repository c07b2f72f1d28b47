"""What a handler sees of a write whose lengths do not fit: nothing of it."""

import numpy as np


def chosen_by_masks(x, y):
    try:
        x[x > 1] = y[y > 0]
    except ValueError:
        x[0] = 100.0
    return x


def slice_of_computed_length(x, y, n):
    try:
        x[1:n] = y[y > 0]
    except ValueError:
        x[0] = 100.0
    return x


def in_a_loop(x, y, n):
    for i in range(3):
        try:
            x[i:n] = y[y > i - 5]
            x[3] = i
        except ValueError:
            x[0] = -x[0]
    return x


def added_in_place(x, y, n):
    z = x[:n]
    try:
        z += y[y > 0]
    except ValueError:
        x[0] = 100.0
    return x


def copied_and_added_at(x, y, n):
    z = y[y > 0]
    try:
        np.copyto(x[:n], z)
        np.add.at(x, np.nonzero(y > 0)[0], y[:n])
    except ValueError:
        x[0] = 100.0
    return x


def examples():
    x, y = np.array([0.5, 0.0, 3.0, 4.0]), np.array([5.0, 6.0, -1.0, -1.0])
    yield chosen_by_masks, (x, y)
    yield chosen_by_masks, (x, np.array([5.0, 6.0, 7.0, -1.0]))
    for n in (2, 3, 4):
        for f in (slice_of_computed_length, in_a_loop, added_in_place, copied_and_added_at):
            yield f, (x, y, np.array(n))
