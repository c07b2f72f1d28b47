# hessian_rosenbrock
#   x: float64[4]
import numpy as np


def hessian_rosenbrock(x):
    t = 2 * x[:-1]  # golden_programs.py:16
    t_1 = 2 * np.eye(4, 3)
    t_dot = 200 * (np.eye(4, 3, k=-1) - np.eye(4, 3) * t)
    x_bar_dot = np.zeros((4, 1, 4))
    x_bar_dot[:, :, 1:] = t_dot[:, None]
    slice_x_bar_dot = (t_1 - (t_dot * t + 200 * (x[1:] - x[:-1] ** 2) * t_1))[:, None]
    x_bar_dot[:, :, :-1] += slice_x_bar_dot
    return x_bar_dot[:, 0].T
