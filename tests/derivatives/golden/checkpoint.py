# gradient of iterate (golden_programs.py:117) with respect to x
#   x: float64[5]
import numpy as np


def f(x):
    return np.sin(np.exp(x))


def grad_iterate(x):
    exp = np.exp(f(x))  # golden_programs.py:118

    x_bar = np.cos(exp) * exp
    exp = np.exp(x)
    return x_bar * np.cos(exp) * exp
