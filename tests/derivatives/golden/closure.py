# gradient of interference (golden_programs.py:96) with respect to x
#   x: float64[5], k: float64
import numpy as np


def grad_interference(x, k):
    t = k * x  # golden_programs.py:98
    t_1 = k * (x + 1)
    return np.sin(t) * np.cos(t_1) * k + np.sin(t_1) * np.cos(t) * k
