# cholesky_loops
#   a: float64[4, 4]
import numpy as np


def cholesky_loops(a):
    factor = np.zeros_like(a)                         # linear_algebra_loops.py:20
    for i in range(4):                                # linear_algebra_loops.py:21
        for j in range(i + 1):                        # linear_algebra_loops.py:22
            total = a[i, j]                           # linear_algebra_loops.py:23
            for k in range(j):                        # linear_algebra_loops.py:24
                total -= factor[i, k] * factor[j, k]  # linear_algebra_loops.py:25
            if i == j:                                # linear_algebra_loops.py:26
                factor[i, i] = np.sqrt(total)         # linear_algebra_loops.py:27
            else:
                factor[i, j] = total / factor[j, j]   # linear_algebra_loops.py:29
    return factor
