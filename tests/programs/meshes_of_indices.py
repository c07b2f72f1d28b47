"""Rows and columns at places that data decide, and diagonals beside the main one."""
import numpy as np


def free_of(x):
    return np.setdiff1d(np.arange(len(x)), np.flatnonzero(x < 0))


def block_by_ix(x, m):
    k = free_of(x)
    return m[np.ix_(k, k)], m[np.ix_(k, [0, 1])], m[np.ix_(x > 0, x < 2)]


def block_by_broadcasting(x, m):
    k = free_of(x)
    both = np.stack([m, m + 1])
    return m[k[:, None], k], m[k[:, None], k[None, :]].shape, both[:, k[:, None], k], both[np.ix_([1], k, k)]


def block_by_lists(x, m):
    k = [i for i in range(len(x)) if x[i] > 0]
    return m[np.ix_(k, k)], m[np.ix_(k, (0, 3))]


def solved_where_free(x, m):
    """Boundary conditions of finite elements: equations of the free nodes alone."""
    free = free_of(x)
    u = np.zeros(len(x))
    u[free] = np.linalg.solve((m + 20 * np.eye(len(x)))[np.ix_(free, free)], x[free])
    return u


def columns_set(x, m):
    k = np.flatnonzero(x > 0)
    m[k] = 0
    m[:, k] += m[0, 0]
    m[1:, k] *= 2


def columns_set_to_arrays(x, m):
    k = np.flatnonzero(x > 0)
    m[:, k] = np.arange(k.size) + 0.5
    m[:, k] *= np.arange(4.0)[:, None]


def columns_of_a_stack(x, m):
    k = [i for i in range(len(x)) if x[i] > 0]
    both = np.stack([m, m + 1])
    both[:, k, :] = np.arange(4.0)
    both[:, :, k] -= m[0, k]
    both[:, k] += np.arange(2.0)[:, None, None]
    return both


def tridiagonal(x, m):
    p = x[x > 0]
    return np.diag(p) + np.diag(p[1:], 1) + np.diag(p[:-1], -1) if p.size else 0.0


def tridiagonal_of_lists(x, m):
    a, b = [x[0]], []
    for v in x[1:]:
        if v < 0:
            break
        a.append(v)
        b.append(v / 2)
    return np.diag(a) + np.diag(b, 1) + np.diag(b, -1)


def diagonals(x, m):
    n = np.count_nonzero(x > 0)
    inner = m[:n, :n]
    rows = m[:n, 1:]
    last = m[n:, n:]
    return (np.diag(inner, 1), np.diag(inner, -1), np.diagonal(inner, 2), np.diag(inner, -5), np.diagonal(rows, 1),
            np.diagonal(rows, -1), np.diag(last, 1), np.diag(last, -1))


def without_listed(fixed, n):
    return np.setdiff1d(np.arange(5), fixed), np.union1d(fixed, [n, 1])


def examples():
    for f in (block_by_ix, block_by_broadcasting, block_by_lists, solved_where_free, columns_set, columns_set_to_arrays,
              columns_of_a_stack, tridiagonal, tridiagonal_of_lists, diagonals):
        for x in ([1.0, -1.0, 2.0, 3.0], [-1.0, -1.0, -2.0, -4.0], [-1.0, -1.0, -2.0, 4.0], [1.0, 2.0, 3.0, 4.0]):
            yield f, (np.array(x), np.arange(16.0).reshape(4, 4))
    for fixed in ([0, 2], (4, 2, 2), [0, 1, 2, 3, 4], [7]):
        yield without_listed, (fixed, 3)
