# gradient of grad_damped (golden_programs.py:186) with respect to x
#   x: float64
import numpy as np


def grad_grad_damped(x):
    # return np.sin(x) * np.exp(-x)  golden_programs.py:187
    exp_bar = np.sin(x)
    sin_bar = np.exp(-x)
    sin_bar_bar = np.cos(x)
    x_bar = -sin_bar * exp_bar - (sin_bar_bar - exp_bar) * sin_bar
    return x_bar - sin_bar * sin_bar_bar
