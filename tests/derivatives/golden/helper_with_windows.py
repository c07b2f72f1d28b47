# gradient of chain (golden_programs.py:166) with respect to x
#   x: float64[6]
import numpy as np


def bond(x, i):
    return x[i] * x[i - 1]


def bond_vjp(x, i, out_bar, x_bar):
    # return x[i] * x[i - 1]  golden_programs.py:163
    x_bar[i - 1] += out_bar * x[i]
    x_bar[i] += out_bar * x[i - 1]


def grad_chain(x):
    s = 1.0
    s_saved, bond_x_saved = np.zeros(5), np.zeros(5)  # s, bond_x of each iteration
    for i in range(1, 6):                             # golden_programs.py:168
        s_saved[i - 1] = s
        bond_x = bond(x, i)                           # golden_programs.py:169
        s += bond_x * s
        bond_x_saved[i - 1] = bond_x

    x_bar = np.zeros_like(x)                          # golden_programs.py:168
    s_bar = 1.0
    for i in reversed(range(1, 6)):
        # s += bond(x, i) * s  golden_programs.py:169
        bond_vjp(x, i, s_bar * s_saved[i - 1], x_bar)
        s_bar += s_bar * bond_x_saved[i - 1]
    return x_bar
