# gradient of square_root (golden_programs.py:51) with respect to a
#   a: float64
import numpy as np


def grad_square_root(a):
    x = a
    x_dot = 1.0
    while np.abs(x * x - a) > 1e-12:  # golden_programs.py:53
        t = a / x                     # golden_programs.py:54
        x_dot = 0.5 * (x_dot + (1 / x - x_dot * t / x))
        x = 0.5 * (x + t)
    return x_dot
