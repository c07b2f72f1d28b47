# vmap_smoothed
#   x: float64[5, 3], k: float64
import numpy as np


def vmap_smoothed(x, k):
    y = x.copy()
    for i in range(1, 3):                              # golden_programs.py:44
        y[:, i] = k * y[:, i - 1] + (1 - k) * x[:, i]  # golden_programs.py:45
    return y
