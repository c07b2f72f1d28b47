# gradient of loss (golden_programs.py:81) with respect to params
#   params: [(float64[4, 6], float64[6]), (float64[6, 5], float64[5]), (float64[5, 3],
#       float64[3])],
#   x: float64[7, 4], y: float64[7, 3]
import numpy as np


def grad_loss(params, x, y):
    (W_0, b_0), (W_1, b_1), (W_2, b_2) = params
    t = x @ W_0 + b_0  # golden_programs.py:83
    x_1 = np.maximum(t, 0)
    t_1 = x_1 @ W_1 + b_1
    x_2 = np.maximum(t_1, 0)

    # return np.mean((x @ W + b - y) ** 2)  golden_programs.py:85
    t_bar = 2 / 21 * (x_2 @ W_2 + b_2 - y)
    b_2_bar = np.sum(t_bar, axis=0)
    x_bar = t_bar @ W_2.T
    W_2_bar = x_2.T @ t_bar
    # x = np.maximum(x @ W + b, 0)  golden_programs.py:83
    t_bar = x_bar * np.where(t_1 > 0, 1, np.where(t_1 == 0, 0.5, 0))
    b_1_bar = np.sum(t_bar, axis=0)
    x_bar = t_bar @ W_1.T
    W_1_bar = x_1.T @ t_bar
    t_bar = x_bar * np.where(t > 0, 1, np.where(t == 0, 0.5, 0))
    b_0_bar = np.sum(t_bar, axis=0)
    W_0_bar = x.T @ t_bar
    return [(W_0_bar, b_0_bar), (W_1_bar, b_1_bar), (W_2_bar, b_2_bar)]
