"""Lists whose length is computed, where NumPy takes arrays: as indices, and stored in rows of arrays."""
import collections
import copy

import numpy as np


def constants_first(A, x):
    """A permutation, kept as a list that grows at both ends."""
    n, order, count = len(A), [], 0
    for i in range(n):
        if A[i, i] == 1:
            order.insert(0, i)
            count += 1
        else:
            order.append(i)
    P = np.zeros((n, n))
    P[range(n), order] = 1
    P[order, 0] += 0.5
    return P @ A @ P.T, P[1, order], x[order[:count]]


def picked_rows(X):
    out = np.zeros((len(X), 2))
    for i in range(len(X)):
        picked = []
        for j in range(X.shape[1]):
            if X[i, j] > 0:
                picked.append(X[i, j])
        out[i] = picked[:2]
        out[i, :] += [v + 1 for v in picked][:2]
    return out


def combined(x):
    """An array changed in place by a list, and compared with one."""
    above = []
    for v in x:
        if v > 0:
            above.append(v)
    pair = x[:2].copy()
    pair -= above[:2]
    pair[:2] *= above[:2]
    whole = np.ones((2, 2))
    whole += above[-2:]
    return pair, whole, x[:2] >= above[:2], above[:2] == x[:2]


def last_of_the_positive(x):
    """A deque whose length is computed, as a list."""
    recent = collections.deque(maxlen=4)
    for v in x:
        if v > 0:
            recent.append(v)
    as_list = list(recent)
    as_list.append(0.0)
    return as_list, sorted(recent), list(sorted(as_list, reverse=True)), np.array(recent)


def last_before_it_is_too_large(x):
    seen = collections.deque(maxlen=3)
    try:
        for v in x:
            seen.append(v)
            if v > 2:
                raise ValueError("too large")
            seen.append(v + 1)
    except ValueError:
        seen.append(-1.0)
    return list(seen)


def best_of_some(X, least):
    """A copy of what may be None."""
    best = kept = None
    for row in X:
        if row[0] > least and (best is None or row[1] < best[1]):
            best = row * 2
    kept = copy.deepcopy(best)
    return kept


def examples():
    A = np.array([[0.5, 0.1, 0.0], [0.2, 0.7, 0.3], [0.0, 0.0, 1.0]])
    yield constants_first, (A, np.array([3.0, 4.0, 5.0]))
    yield constants_first, (np.eye(3), np.array([3.0, 4.0, 5.0]))
    X = np.array([[1.0, -2.0, 3.0], [-1.0, 5.0, 2.0], [4.0, 1.0, -6.0]])
    yield picked_rows, (X,)
    yield picked_rows, (np.tile(X, (6, 1)),)
    yield combined, (np.array([1.0, -2.0, 3.0, 0.5]),)
    yield combined, (np.tile([1.0, -2.0, 3.0], 12),)
    x = np.array([1.0, -3, 5, 2, 7, -2, 4, 8, -1, 3, 6])
    yield last_of_the_positive, (x,)
    yield last_of_the_positive, (-x,)
    yield last_before_it_is_too_large, (np.array([1.0, 3.0, 1.0]),)
    yield last_before_it_is_too_large, (np.array([1.0, 1.5, 1.0]),)
    yield best_of_some, (X, 0.0)
    yield best_of_some, (X, 9.0)
