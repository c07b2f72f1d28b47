# gradient of gru_loss (networks.py:112) with respect to Wz, Wr, Wg
#   Wz: float64[8, 13], Wr: float64[8, 13], Wg: float64[8, 13], xs: float64[25, 5], mask:
#       bool[25],
#   target: float64[8]
import numpy as np


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def grad_gru_loss(Wz, Wr, Wg, xs, mask, target):
    h = np.zeros_like(target)  # networks.py:113
    h_saved, z_saved = np.zeros((25, 8)), np.zeros((25, 8))  # h, z of each iteration
    g_saved, r_saved = np.zeros((25, 8)), np.zeros((25, 8))  # g, r of each iteration
    for t in range(25):  # networks.py:114
        h_saved[t] = h
        if mask[t]:  # networks.py:115
            v = np.concatenate((xs[t], h))  # networks.py:116
            z = sigmoid(Wz @ v)  # networks.py:117
            r = sigmoid(Wr @ v)  # networks.py:118
            g = np.tanh(Wg @ np.concatenate((xs[t], r * h)))  # networks.py:119
            h = (1 - z) * h + z * g  # networks.py:120
            z_saved[t] = z  # networks.py:115
            g_saved[t] = g
            r_saved[t] = r

    # return np.sum((h - target) ** 2)  networks.py:121
    h_bar = 2 * (h - target)
    Wz_bar, Wr_bar = np.zeros_like(Wz), np.zeros_like(Wr)  # networks.py:114
    Wg_bar = np.zeros_like(Wg)
    for t in reversed(range(25)):
        h, z, g, r = h_saved[t], z_saved[t], g_saved[t], r_saved[t]
        if mask[t]:  # networks.py:115
            v = np.concatenate((xs[t], h))  # networks.py:116
            temp = 1 - z  # networks.py:120
            # h = (1 - z) * h + z * g  networks.py:120
            z_bar = h_bar * g
            g_bar = h_bar * z
            h_bar_1 = h_bar * temp
            z_bar -= h_bar * h
            # g = np.tanh(Wg @ np.concatenate((xs[t], r * h)))  networks.py:119
            temp_bar = g_bar * (1 - g**2)
            Wg_bar += np.outer(temp_bar, np.concatenate((xs[t], r * h)))
            temp_bar = (temp_bar @ Wg)[5:]
            r_bar = temp_bar * h
            h_bar = h_bar_1 + temp_bar * r
            # return 1 / (1 + np.exp(-z))  networks.py:59
            temp_bar = r_bar * (1 - r) * r
            # r = sigmoid(Wr @ v)  networks.py:118
            v_bar = temp_bar @ Wr
            Wr_bar += np.outer(temp_bar, v)
            temp_bar = z_bar * temp * z  # networks.py:59
            # z = sigmoid(Wz @ v)  networks.py:117
            Wz_bar += np.outer(temp_bar, v)
            v_bar += temp_bar @ Wz
            # v = np.concatenate((xs[t], h))  networks.py:116
            h_bar += v_bar[5:]
    return Wz_bar, Wr_bar, Wg_bar
