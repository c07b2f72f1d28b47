# gradient of settle (golden_programs.py:180) with respect to x
#   x: float64[3], rate: float64
import numpy as np


def grad_settle(x, rate):
    x_saved = []                  # x of each iteration
    while np.max(np.abs(x)) > 1:  # golden_programs.py:181
        x_saved.append(x)
        x = x - rate * x ** 3     # golden_programs.py:182

    # return np.sum(x)  golden_programs.py:183
    x_bar = np.ones_like(x)
    for x in reversed(x_saved):   # golden_programs.py:181
        # x = x - rate * x**3  golden_programs.py:182
        x_bar -= x_bar * rate * (3 * x ** 2)
    return x_bar
