# gradient of energy (golden_programs.py:74) with respect to a
#   a: float64[7], k: float64
import numpy as np


def grad_energy(a, k):
    b = a.copy()
    for i in range(1, 7):                    # golden_programs.py:76
        b[i] = np.tanh(k * b[i] * b[i - 1])  # golden_programs.py:77

    # return np.sum(b ** 2)  golden_programs.py:78
    b_bar = 2 * b
    for i in reversed(range(1, 7)):          # golden_programs.py:76
        # b[i] = np.tanh(k * b[i] * b[i - 1])  golden_programs.py:77
        t_bar = b_bar[i] * (1 - b[i] ** 2)
        b_bar[i] = t_bar * b[i - 1] * k
        b_bar[i - 1] += t_bar * (k * a[i])
    return b_bar
