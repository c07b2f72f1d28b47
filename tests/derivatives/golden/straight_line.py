# gradient of rosenbrock (golden_programs.py:15) with respect to x
#   x: float64[6]
import numpy as np


def grad_rosenbrock(x):
    # return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)  golden_programs.py:16
    t_bar = 200 * (x[1:] - x[:-1] ** 2)
    x_bar = np.zeros_like(x)
    x_bar[1:] = t_bar
    x_bar[:-1] += -2 * (1 - x[:-1]) - t_bar * (2 * x[:-1])
    return x_bar
