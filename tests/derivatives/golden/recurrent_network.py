# gradient of rnn (golden_programs.py:88) with respect to W, U
#   W: float64[4, 4], U: float64[4, 3], xs: float64[6, 3]
import numpy as np


def grad_rnn(W, U, xs):
    h = np.zeros(4)                     # golden_programs.py:89
    h_saved = np.zeros((7, 4))          # h of each iteration
    for i in range(6):                  # golden_programs.py:90
        h_saved[i] = h
        h = np.tanh(W @ h + U @ xs[i])  # golden_programs.py:91
    h_saved[-1] = h                     # golden_programs.py:90

    h_bar, W_bar, U_bar = np.zeros_like(h), np.zeros_like(W), np.zeros_like(U)
    for i in reversed(range(6)):
        h = h_saved[i + 1]
        # total += np.sum(h ** 2)  golden_programs.py:92
        h_bar += 2 * h
        # h = np.tanh(W @ h + U @ x)  golden_programs.py:91
        t_bar = h_bar * (1 - h ** 2)
        U_bar += np.outer(t_bar, xs[i])
        h_bar = t_bar @ W
        W_bar += np.outer(t_bar, h_saved[i])
    return W_bar, U_bar
