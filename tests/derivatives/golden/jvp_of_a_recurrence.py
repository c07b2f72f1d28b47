# energy_along
#   a: float64[7], k: float64, a_dot: float64[7]
import numpy as np


def energy_jvp(a, k, a_dot):
    b = a.copy()
    b_dot = a_dot.copy()
    for i in range(1, 7):  # golden_programs.py:76
        t = k * b[i]       # golden_programs.py:77
        tanh = np.tanh(t * b[i - 1])
        tanh_dot = (k * b_dot[i] * b[i - 1] + t * b_dot[i - 1]) * (1 - tanh ** 2)
        b[i] = tanh
        b_dot[i] = tanh_dot
    return np.sum(b ** 2), np.sum(b_dot * (2 * b))


def energy_along(a, k, a_dot):
    return energy_jvp(a, k, a_dot)  # golden_programs.py:132
