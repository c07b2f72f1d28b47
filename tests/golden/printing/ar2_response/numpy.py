# ar2_response
#   x: float64[10], a1: float64, a2: float64
import numpy as np


def ar2_response(x, a1, a2):
    y = np.zeros_like(x)
    for t in range(10):
        y[t] = x[t]
        if t >= 1:
            y[t] += a1 * y[t - 1]
        if t >= 2:
            y[t] += a2 * y[t - 2]
    return y
