# value and gradient of huber (golden_programs.py:34) with respect to residuals
#   residuals: float64[4], width: float64
import numpy as np


def value_and_grad_huber(residuals, width):
    total = 0.0
    for r in residuals:                             # golden_programs.py:36
        abs_r = np.abs(r)                           # golden_programs.py:37
        if abs_r < width:
            total += 0.5 * r ** 2                   # golden_programs.py:38
        else:
            total += width * (abs_r - 0.5 * width)  # golden_programs.py:40

    residuals_bar = np.zeros_like(residuals)        # golden_programs.py:36
    for i in reversed(range(4)):
        r = residuals[i]
        if np.abs(r) < width:                       # golden_programs.py:37
            r_bar = r
            abs_r_bar = 0.0
        else:
            r_bar = 0.0
            abs_r_bar = width
        r_bar += abs_r_bar * np.sign(r)
        residuals_bar[i] = r_bar                    # golden_programs.py:36
    return total, residuals_bar
