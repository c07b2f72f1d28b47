# vmap_grad_loss
#   params: [(float64[4, 6], float64[6]), (float64[6, 5], float64[5]), (float64[5, 2],
#       float64[2])],
#   x: float64[8, 4], y: float64[8, 2]
import numpy as np


def vmap_grad_loss(params, x, y):
    (W_0, b_0), (W_1, b_1), (W_2, b_2) = params
    h = np.tanh(x @ W_0 + b_0)  # golden_programs.py:21
    h_1 = np.tanh(h @ W_1 + b_1)

    # return np.sum((h @ W + b - y) ** 2)  golden_programs.py:23
    t_bar = 2 * (h_1 @ W_2 + b_2 - y)
    h_bar = t_bar @ W_2.T
    params_4_bar = np.einsum("ij,il->ijl", h_1, t_bar)
    # h = np.tanh(h @ W + b)  golden_programs.py:21
    t_bar_1 = h_bar * (1 - h_1 ** 2)
    h_bar = t_bar_1 @ W_1.T
    params_2_bar = np.einsum("ij,il->ijl", h, t_bar_1)
    t_bar_2 = h_bar * (1 - h ** 2)
    params_0_bar = np.einsum("ij,il->ijl", x, t_bar_2)
    return [(params_0_bar, t_bar_2), (params_2_bar, t_bar_1), (params_4_bar, t_bar)]
