# gradient of first_above (golden_programs.py:173) with respect to x
#   x: float64[4], limit: float64
import numpy as np


def grad_first_above(x, limit):
    left = 0
    for i in range(4):    # golden_programs.py:174
        if x[i] > limit:  # golden_programs.py:175
            left = 3
            break
    if left == 3:
        x_bar = np.zeros_like(x)
        x_bar[i] = 2 * x[i]
    else:
        # return np.sum(x)  golden_programs.py:177
        x_bar = np.ones_like(x)
    return x_bar
