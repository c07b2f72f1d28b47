"""Loops in loops and one after the other, with branches."""
import numpy as np


def f(a, b):
    n = a.shape[0]
    total = 0.0
    for i in range(1, n):
        if a[i] > a[i - 1]:
            a[i] = a[i] - 0.5 * a[i - 1]
        else:
            a[i] = a[i] * 1.2345
    table = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i > 0 and j > 0:
                table[i, j] = max(table[i - 1, j], table[i, j - 1]) + a[i] * b[j]
            else:
                table[i, j] = a[i] * b[j]
    k = 0
    while k < n and table[k, k] < 100.0:
        total += table[k, k]
        k += 1
    for i in range(n):
        s = 0.0
        for j in range(i):
            s += b[j] * table[i, j]
        b[i] = b[i] - s / (1.0 + s * s)
    return total, k, a, b
