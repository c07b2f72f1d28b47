# gradient of iterate (golden_programs.py:117) with respect to x
#   x: float64[5]
import numpy as np


def f(y):
    return np.sin(np.exp(y))


def grad_iterate(x):
    exp_y = np.exp(f(x))  # golden_programs.py:118

    y_bar = np.cos(exp_y) * exp_y
    exp_y = np.exp(x)
    return y_bar * np.cos(exp_y) * exp_y
