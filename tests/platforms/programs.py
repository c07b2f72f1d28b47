"""Programs whose lowering differs between platforms, with the types of their arguments."""
import numpy as np
import scipy.linalg

import recto


def cholesky(a):
    return np.linalg.cholesky(a)


def solve(a, b):
    return np.linalg.solve(a, b)


def triangular(a, b):
    return scipy.linalg.solve_triangular(a, b, lower=True)


def qr(a):
    return np.linalg.qr(a)


def eigh(a):
    return np.linalg.eigh(a)


def eigvalsh(a):
    return np.linalg.eigvalsh(a)


def eig(a):
    return np.linalg.eig(a)


def svd(a):
    return np.linalg.svd(a, full_matrices=False)


def svd_full(a):
    return np.linalg.svd(a)


def singular_values(a):
    return np.linalg.svd(a, compute_uv=False)


def callback(x):
    return recto.pure_callback(np.sin, recto.ShapeDtypeStruct((3,), "f8"), x) + 1.0


def long_loop(x):
    total = 0.0
    while total < 1e12:
        total += np.sqrt(x + total)
    return total


def insertion_sort(a):
    for i in range(1, len(a)):
        j = i
        while j > 0 and a[j - 1] > a[j]:
            a[j - 1], a[j] = a[j], a[j - 1]
            j -= 1
    return a


def residuals(x):
    states = np.zeros((100, 8))
    for i in range(1, 100):
        states[i] = np.tanh(states[i - 1] + x)
    return states


def updates_in_a_row(x, k, v):
    x = x.copy()
    for i in range(3):
        x[i] = v
        x = x * 2
        x[0] = v
    x[k] = v
    x = x - 1
    x[k] = 3
    return x


def updates_at_constants(x, v):
    x[3] = v
    x = x * 2
    x[0] = v
    return x


PROGRAMS = {
    "cholesky": (cholesky, "f64[4,4]"), "cholesky of float32": (cholesky, "f32[2,4,4]"),
    "solve": (solve, "f64[20,20]", "f64[20]"), "triangular": (triangular, "f64[20,20]", "f64[20]"),
    "qr": (qr, "f64[6,4]"), "qr of complex": (qr, "c128[4,6]"), "eigh": (eigh, "f64[5,5]"),
    "eigh of complex": (eigh, "c128[2,5,5]"), "eigvalsh": (eigvalsh, "f64[5,5]"),
    "eig": (eig, "f64[5,5]"), "eig of complex": (eig, "c128[5,5]"), "svd": (svd, "f64[6,4]"),
    "svd of wide": (svd, "f64[4,6]"), "svd, full": (svd_full, "f64[2,4,6]"),
    "singular values": (singular_values, "f64[4,6]"), "callback": (callback, "f64[3]"),
    "long loop": (long_loop, "f64[]"), "insertion sort": (insertion_sort, "f64[200]"),
    "residuals": (residuals, "f64[8]"), "long row of updates": (updates_in_a_row, "f64[4]", "i64[]", "f64[]"),
    "long row of updates at constants": (updates_at_constants, "f64[4]", "f64[]"),
}
