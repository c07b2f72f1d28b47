import numpy as np


def f(x):
    a = x.copy()
    for i in range(ROUNDS):
        a[i % 7] = 0.5 * np.sin(1.2345 * a[(i + 1) % 7]) + 0.3 * a[i % 7]
    return np.sum(a)
