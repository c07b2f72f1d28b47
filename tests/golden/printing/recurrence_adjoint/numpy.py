# f_vjp
#   x: float64[9], out_bar: float64
import numpy as np


def f_vjp(x, out_bar):
    s = 0.0
    s_saved = np.zeros_like(x)
    for i in range(9):
        s_saved[i] = s
        s += np.sin(s * x[i])

    s_bar = out_bar
    x_bar = np.zeros_like(x)
    for i in reversed(range(9)):
        s_1 = s_saved[i]
        mul_bar = s_bar * np.cos(s_1 * x[i])
        s_bar = s_bar + mul_bar * x[i]
        x_bar[i] += mul_bar * s_1
    return s, x_bar
