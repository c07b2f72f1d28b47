"""While loops whose number of iterations is known, because the test asks for known numbers alone, and whose arrays and
lists get longer in each."""

import numpy as np

END = 5.0


def history(x):
    time, found = 0.0, x
    while time <= END:
        time += 0.1
        x = np.cos(x) + time / 10
        found = np.hstack((found, x))
    return found, time


def rows_until_too_many(x):
    n, rows = 0, np.zeros((0, 2))
    step, time = 0.5, 0.0
    while time < 30:
        rows = np.vstack((rows, x[:2] * time))
        time = time + step
        n = n + 1
        if n > 40:
            return rows, time
    return rows, n


def left_or_not(x):
    time, k, found = 0.0, 0, []
    while time <= END and k < 30:
        time += 0.1
        k += 1
        if x[0] > 1.5 + k:
            break
        found.append(np.sin(x[0]) * k)
    else:
        found.append(-1.0)
    return found, time, k


def recurrence(x):
    i, items = 0, [x[0]]
    while i < 60:
        items.append(items[i] * 0.9 + x[1] / (i + 1))
        i += 1
    return items


def down_to_none(x):
    i, total, found = 30, 0.0, x
    while i:
        i -= 1
        total += x[i % 2]
        found = np.append(found, total)
    return found


def examples():
    for f in (history, rows_until_too_many, left_or_not, recurrence, down_to_none):
        yield f, (np.array([0.3, 0.5]),)
        yield f, (np.array([2.7, -1.0]),)
