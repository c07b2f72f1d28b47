"""Networks: convolution by loops, attention, LSTM, GRU with a mask, batch norm."""
import numpy as np


def conv2d(x, k, target):
    h, w = k.shape
    y = np.zeros(target.shape)
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            for a in range(h):
                for b in range(w):
                    y[i, j] += x[i + a, j + b] * k[a, b]
    return np.sum((y - target) ** 2)


def grad_conv2d(x, k, target):
    h, w = k.shape
    y = np.zeros(target.shape)
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            for a in range(h):
                for b in range(w):
                    y[i, j] += x[i + a, j + b] * k[a, b]

    y_bar = 2 * (y - target)
    x_bar = np.zeros_like(x)
    k_bar = np.zeros_like(k)
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            for a in range(h):
                for b in range(w):
                    x_bar[i + a, j + b] += y_bar[i, j] * k[a, b]
                    k_bar[a, b] += y_bar[i, j] * x[i + a, j + b]
    return x_bar, k_bar


def attention(Q, K, V):
    S = Q @ K.T / np.sqrt(Q.shape[1])
    S = S - np.max(S, axis=1, keepdims=True)
    P = np.exp(S)
    P = P / np.sum(P, axis=1, keepdims=True)
    return np.sum((P @ V) ** 2)


def grad_attention(Q, K, V):
    S = Q @ K.T / np.sqrt(Q.shape[1])
    S = S - np.max(S, axis=1, keepdims=True)
    P = np.exp(S)
    P = P / np.sum(P, axis=1, keepdims=True)

    out_bar = 2 * (P @ V)
    V_bar = P.T @ out_bar
    P_bar = out_bar @ V.T
    S_bar = P * (P_bar - np.sum(P_bar * P, axis=1, keepdims=True)) / np.sqrt(Q.shape[1])
    return S_bar @ K, S_bar.T @ Q, V_bar


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def lstm_loss(W, b, xs, ys):
    n = len(b) // 4
    h = np.zeros(n)
    c = np.zeros(n)
    loss = 0.0
    for t in range(len(xs)):
        z = W @ np.concatenate((xs[t], h)) + b
        i = sigmoid(z[:n])
        f = sigmoid(z[n:2 * n])
        o = sigmoid(z[2 * n:3 * n])
        g = np.tanh(z[3 * n:])
        c = f * c + i * g
        h = o * np.tanh(c)
        loss += np.sum((h - ys[t]) ** 2)
    return loss


def grad_lstm_loss(W, b, xs, ys):
    n = len(b) // 4
    h = np.zeros(n)
    c = np.zeros(n)
    saved = []
    for t in range(len(xs)):
        v = np.concatenate((xs[t], h))
        z = W @ v + b
        i = sigmoid(z[:n])
        f = sigmoid(z[n:2 * n])
        o = sigmoid(z[2 * n:3 * n])
        g = np.tanh(z[3 * n:])
        saved.append((v, i, f, o, g, c))
        c = f * c + i * g
        tanh_c = np.tanh(c)
        h = o * tanh_c
        saved[-1] += (tanh_c, h)

    W_bar, b_bar = np.zeros_like(W), np.zeros_like(b)
    h_bar, c_bar = np.zeros(n), np.zeros(n)
    for t in reversed(range(len(xs))):
        v, i, f, o, g, c, tanh_c, h = saved[t]
        h_bar += 2 * (h - ys[t])
        c_bar += h_bar * o * (1 - tanh_c ** 2)
        i_bar, f_bar, o_bar, g_bar = c_bar * g, c_bar * c, h_bar * tanh_c, c_bar * i
        z_bar = np.concatenate((i_bar * i * (1 - i), f_bar * f * (1 - f), o_bar * o * (1 - o), g_bar * (1 - g ** 2)))
        W_bar += np.outer(z_bar, v)
        b_bar += z_bar
        h_bar = (W.T @ z_bar)[-n:]
        c_bar *= f
    return W_bar, b_bar


def gru_loss(Wz, Wr, Wg, xs, mask, target):
    h = np.zeros(len(Wz))
    for t in range(len(xs)):
        if mask[t]:
            v = np.concatenate((xs[t], h))
            z = sigmoid(Wz @ v)
            r = sigmoid(Wr @ v)
            g = np.tanh(Wg @ np.concatenate((xs[t], r * h)))
            h = (1 - z) * h + z * g
    return np.sum((h - target) ** 2)


def grad_gru_loss(Wz, Wr, Wg, xs, mask, target):
    n = len(Wz)
    h = np.zeros(n)
    saved = []
    for t in range(len(xs)):
        if mask[t]:
            v = np.concatenate((xs[t], h))
            z = sigmoid(Wz @ v)
            r = sigmoid(Wr @ v)
            u = np.concatenate((xs[t], r * h))
            g = np.tanh(Wg @ u)
            saved.append((v, z, r, u, g, h))
            h = (1 - z) * h + z * g

    h_bar = 2 * (h - target)
    Wz_bar, Wr_bar, Wg_bar = np.zeros_like(Wz), np.zeros_like(Wr), np.zeros_like(Wg)
    for v, z, r, u, g, h in reversed(saved):
        g_bar = h_bar * z * (1 - g ** 2)
        Wg_bar += np.outer(g_bar, u)
        rh_bar = (Wg.T @ g_bar)[-n:]
        z_bar = h_bar * (g - h) * z * (1 - z)
        r_bar = rh_bar * h * r * (1 - r)
        Wz_bar += np.outer(z_bar, v)
        Wr_bar += np.outer(r_bar, v)
        h_bar = h_bar * (1 - z) + rh_bar * r + (Wz.T @ z_bar + Wr.T @ r_bar)[-n:]
    return Wz_bar, Wr_bar, Wg_bar


def batch_norm_loss(W, gamma, beta, X, Y):
    Z = X @ W
    mean = np.mean(Z, axis=0)
    var = np.mean((Z - mean) ** 2, axis=0)
    N = (Z - mean) / np.sqrt(var + 1e-5)
    A = np.maximum(gamma * N + beta, 0)
    return np.mean((A - Y) ** 2)


def grad_batch_norm_loss(W, gamma, beta, X, Y):
    Z = X @ W
    mean = np.mean(Z, axis=0)
    var = np.mean((Z - mean) ** 2, axis=0)
    std = np.sqrt(var + 1e-5)
    N = (Z - mean) / std
    A = np.maximum(gamma * N + beta, 0)

    A_bar = np.where(A > 0, 2 * (A - Y) / A.size, 0)
    beta_bar = np.sum(A_bar, axis=0)
    gamma_bar = np.sum(A_bar * N, axis=0)
    N_bar = gamma * A_bar
    Z_bar = (N_bar - np.mean(N_bar, axis=0) - N * np.mean(N_bar * N, axis=0)) / std
    return X.T @ Z_bar, gamma_bar, beta_bar
