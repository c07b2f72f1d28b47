# reverse-mode derivative of rnn (golden_programs.py:88) with respect to W, U
#   W: float64[4, 4], U: float64[4, 3], xs: float64[6, 3]
import numpy as np


def grad_rnn(W, U, xs):
    h = np.zeros(4)                       # golden_programs.py:89
    h_saved = np.zeros((6, 4))            # h of each round
    h_saved_1 = np.zeros((6, 4))          # h of each round
    for i in range(6):                    # golden_programs.py:90
        h_1 = np.tanh(W @ h + U @ xs[i])  # golden_programs.py:91
        h_saved[i] = h_1                  # golden_programs.py:92
        h_saved_1[i] = h
        h = h_1                           # golden_programs.py:91

    h_bar = np.zeros_like(h)              # golden_programs.py:90
    W_bar = np.zeros_like(W)
    U_bar = np.zeros_like(U)
    for i in reversed(range(6)):
        h = h_saved[i]
        h_bar += 2 * h                    # golden_programs.py:92
        t_bar = h_bar * (1 - h ** 2)      # golden_programs.py:91
        U_bar += np.outer(t_bar, xs[i])
        h_bar = t_bar @ W
        W_bar += np.outer(t_bar, h_saved_1[i])
    return W_bar, U_bar
