# exponential_average
#   x: float64[10], alpha: float64
import numpy as np


def exponential_average(x, alpha):
    level = x[0]                                    # recurrences.py:66
    out = np.zeros_like(x)                          # recurrences.py:65
    for i in range(10):                             # recurrences.py:67
        level = alpha * x[i] + (1 - alpha) * level  # recurrences.py:68
        out[i] = level                              # recurrences.py:69
    return out
