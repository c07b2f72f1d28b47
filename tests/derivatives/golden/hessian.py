# hessian_rosenbrock
#   x: float64[4]
import numpy as np


def hessian_rosenbrock(x):
    t = 2 * x[:-1]  # golden_programs.py:16
    slice_x_bar_dot = 2 * np.eye(4, 3)
    sub_bar_dot = 200 * (np.eye(4, 3, k=-1) - np.eye(4, 3) * t)
    x_bar_dot = np.zeros((4, 4))
    x_bar_dot[:, 1:] = sub_bar_dot
    t_bar_dot = sub_bar_dot * t + 200 * (x[1:] - x[:-1] ** 2) * slice_x_bar_dot
    x_bar_dot[:, :-1] += slice_x_bar_dot - t_bar_dot
    return x_bar_dot.T
