# gradient of substituted (golden_programs.py:152) with respect to L
#   L: float64[5, 5], b: float64[5]
import numpy as np


def grad_substituted(L, b):
    x = np.zeros_like(b)              # golden_programs.py:153
    for i in range(5):                # golden_programs.py:154
        rest = b[i]                   # golden_programs.py:155
        for j in range(i):            # golden_programs.py:156
            rest -= L[i, j] * x[j]    # golden_programs.py:157
        x[i] = rest / L[i, i]         # golden_programs.py:158

    # return np.sum(x ** 2)  golden_programs.py:159
    x_bar = 2 * x
    L_bar = np.zeros_like(L)          # golden_programs.py:154
    for i in reversed(range(5)):
        # x[i] = rest / L[i, i]  golden_programs.py:158
        rest_bar = x_bar[i] / L[i, i]
        L_bar[i, i] = -rest_bar * x[i]
        for j in reversed(range(i)):  # golden_programs.py:156
            # rest -= L[i, j] * x[j]  golden_programs.py:157
            x_bar[j] -= rest_bar * L[i, j]
            L_bar[i, j] -= rest_bar * x[j]
    return L_bar
