# vmap_newton
#   a: float64[4]
import numpy as np


def vmap_newton(a):
    active = np.abs(a * a - a) > 1e-09      # golden_programs.py:28
    x = a
    while np.any(active):
        x_1 = x - (x * x - a) / (2 * x)     # golden_programs.py:29
        x = np.where(active, x_1, x)
        active = np.abs(x * x - a) > 1e-09  # golden_programs.py:28
    return x
