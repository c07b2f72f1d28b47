"""np.block of arrays whose sizes are computed."""

import numpy as np


def reflected(a):
    """Householder's QR decomposition, with each reflection as a whole matrix."""
    m, n = a.shape
    q, r = np.eye(m), a.copy()
    for k in range(min(m, n) - 1):
        x = r[k:, [k]]
        e1 = np.zeros_like(x)
        e1[0] = 1.0
        v = x + np.sign(x[0]) * np.linalg.norm(x) * e1
        v /= np.linalg.norm(v)
        h = np.eye(m - k) - 2.0 * v @ v.T
        h = np.block([[np.eye(k), np.zeros((k, m - k))], [np.zeros((m - k, k)), h]])
        q, r = q @ h.T, h @ r
    return q, r


def blocks(x, k):
    y, z = x[: k[0]], x[k[0] :]
    return np.block([y, 1.0, z]), np.block([[y, z], [x]]), np.block([[[y]], [[y]]])


def summed(x):
    total = 0.0
    for k in range(1, len(x)):
        a = np.block([[np.eye(k), np.zeros((k, len(x) - k))], [np.ones((len(x) - k, k)), 2 * np.eye(len(x) - k)]])
        total += (a @ x).sum() + a[k, k - 1]
    return total


def examples():
    rng = np.random.default_rng(3)
    yield reflected, (rng.normal(size=(5, 4)),)
    yield reflected, (rng.normal(size=(12, 12)),)
    yield summed, (rng.normal(size=20),)
    for k in (0, 2, 6):
        yield blocks, (rng.normal(size=6), np.array([k]))
