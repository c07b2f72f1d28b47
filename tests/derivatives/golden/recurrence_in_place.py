# reverse-mode derivative of energy (golden_programs.py:74) with respect to a
#   a: float64[7], k: float64
import numpy as np


def grad_energy(a, k):
    b = a.copy()
    t_saved = np.zeros(6)                   # t of each round
    for i in range(1, 7):                   # golden_programs.py:76
        t = k * b[i]                        # golden_programs.py:77
        b[i] = np.tanh(t * b[i - 1])
        t_saved[i - 1] = t

    b_bar = 2 * b                           # golden_programs.py:78
    for i in reversed(range(1, 7)):         # golden_programs.py:76
        t_bar = b_bar[i] * (1 - b[i] ** 2)  # golden_programs.py:77
        b_bar[i - 1] += t_bar * t_saved[i - 1]
        b_bar[i] = t_bar * b[i - 1] * k
    return b_bar
