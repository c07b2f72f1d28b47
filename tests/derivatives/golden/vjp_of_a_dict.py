# pulled_back
#   params: {"W": float64[3, 4], "b": float64[3]}, x: float64[4], y_bar: float64[3]
import numpy as np


def pulled_back(params, x, y_bar):
    W = params["W"]
    b = params["b"]
    tanh = np.tanh(W @ x + b)  # golden_programs.py:123

    # return np.tanh(params["W"] @ x + params["b"])  golden_programs.py:123
    b_bar = y_bar * (1 - tanh ** 2)
    W_bar = np.outer(b_bar, x)
    x_bar = b_bar @ W
    return tanh, ({"W": W_bar, "b": b_bar}, x_bar)
