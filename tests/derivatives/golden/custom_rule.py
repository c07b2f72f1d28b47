# gradient of smooth_hinge (golden_programs.py:113) with respect to x
#   x: float64[5]
import numpy as np


def softplus(x):
    return np.log1p(np.exp(x))


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def softplus_rule(x):
    return sigmoid(x)


def grad_smooth_hinge(x):
    t = 1 - x  # golden_programs.py:114

    # return softplus(x), x_dot * sigmoid(x)  golden_programs.py:110
    x_bar = 2 * softplus(t) * softplus_rule(t)
    return -x_bar
