# newton
#   x: float64, limit: int64
import numpy as np


def cubic(x):
    return x ** 3 - 2 * x - 5


def cubic_slope(x):
    return 3 * x ** 2 - 2


def newton(x, limit):
    i = 0                                 # rootfinding.py:32
    left = 0
    result_0 = 0.0
    result_1 = 0
    while left == 0 and i < limit:
        step = cubic(x) / cubic_slope(x)  # rootfinding.py:33
        x = x - step                      # rootfinding.py:34
        less = np.abs(step) < 1e-09       # rootfinding.py:35
        left = 3 if less else 0
        if less:
            result_0 = x
            result_1 = i
        else:
            result_0 = 0.0
            result_1 = 0
        i += 1                            # rootfinding.py:32
    eq = left == 1 or left == 0
    if eq:
        result_0_1 = x
        result_1_1 = limit
    else:
        result_0_1 = result_0
        result_1_1 = result_1
    return result_0_1, result_1_1
