"""Arrays of lists of tuples whose parts are of unlike types, and of which data decide the number; np.stack and its like
of arrays of computed length."""
import numpy as np


def points(x):
    out = []
    for i, v in enumerate(x):
        if v > 0:
            out.append((i, v))
    a = np.array(out)
    return a.sum(axis=0), len(out), a[:, 1], a[0]


def at_once(x):
    out = [(i, v) for i, v in enumerate(x) if v > 0]
    return np.sum(out, axis=0), np.mean(out), np.asarray(out), np.linalg.norm(out), np.dot(out, [1, 2])


def other_types(x):
    flags = [(v > 1, v) for v in x if v > 0]
    narrow = [(i, v, v > 1) for i, v in enumerate(x.astype(np.float32)) if v > 0]
    return np.array(flags), np.array(flags, dtype=np.float32), np.array(flags, int), np.array(narrow)


def changed(x):
    out = []
    while len(out) < 5:
        out.append((len(out) % 3, x[len(out) % 3]))
        if out[-1][1] > 1.8:
            break
    out.sort()
    p = np.array(out)
    p[0, 0] = 7
    out.append((9, 2.0))
    return p[:, 0] * p[:, 1], np.max(out, axis=0), np.vstack(out), p @ p.T


def of_a_tuple(x):
    out = tuple((i, v) for i, v in enumerate(x) if v > 0)
    return np.array(out).T @ np.ones(len(out)), np.stack(out)[0]


def stacked(x):
    m = x[x > 0]
    p = np.stack([m, m * 2], axis=1)
    return np.vstack(p), np.concatenate(p), np.hstack(p), np.stack(p), np.column_stack(p)


def stacked_numbers(x):
    m, listed = x[x > 0], [v for v in x if v > 0]
    return [f(m) for f in (np.hstack, np.vstack, np.column_stack, np.stack)], np.vstack(listed), np.hstack(listed)


def numbers_are_not_concatenated(x):
    try:
        return np.concatenate(x[x > 0])
    except ValueError as error:
        return str(error)


def examples():
    for x in ([1.5, -1.0, 2.0], [0.5, 3.0, 1.0, -2.0]):
        for f in (points, at_once, other_types, changed, of_a_tuple, stacked, stacked_numbers,
                  numbers_are_not_concatenated):
            yield f, (np.array(x),)
