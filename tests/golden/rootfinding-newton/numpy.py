# newton
#   x: float64, limit: int64
import numpy as np


def cubic(x):
    return x ** 3 - 2 * x - 5


def cubic_slope(x):
    return 3 * x ** 2 - 2


def newton(x, limit):
    for i in range(limit):                # rootfinding.py:32
        step = cubic(x) / cubic_slope(x)  # rootfinding.py:33
        x = x - step                      # rootfinding.py:34
        if np.abs(step) < 1e-09:          # rootfinding.py:35
            return x, i
    return x, limit
