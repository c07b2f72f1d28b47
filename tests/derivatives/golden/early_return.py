# gradient of first_above (golden_programs.py:173) with respect to x
#   x: float64[4], limit: float64
import numpy as np


def grad_first_above(x, limit):
    i = 0
    left = 0
    while i < 4:          # golden_programs.py:174
        if x[i] > limit:  # golden_programs.py:175
            i += 1        # golden_programs.py:174
            left = 3
            break
        i += 1
    eq = left == 1 or left == 0

    result_bar = 0.0 if eq else 1.0
    x_bar = np.ones(4) if eq else np.zeros(4)
    for k in reversed(range(i)):
        x_bar[k] += result_bar * (2 * x[k]) if x[k] > limit else 0.0  # golden_programs.py:175
        result_bar = 0.0
    return x_bar
