"""Likelihoods and alignments: soft-DTW, Kalman filter, hidden Markov model, EM for a mixture."""
import numpy as np


def soft_dtw(x, y, gamma):
    n, m = len(x), len(y)
    D = (x[:, None] - y[None, :]) ** 2
    R = np.full((n + 1, m + 1), 1e10)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = -np.array([R[i - 1, j], R[i, j - 1], R[i - 1, j - 1]]) / gamma
            top = np.max(r)
            softmin = -gamma * (top + np.log(np.sum(np.exp(r - top))))
            R[i, j] = D[i - 1, j - 1] + softmin
    return R[n, m]


def grad_soft_dtw(x, y, gamma):
    n, m = len(x), len(y)
    D = (x[:, None] - y[None, :]) ** 2
    R = np.full((n + 1, m + 1), 1e10)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = -np.array([R[i - 1, j], R[i, j - 1], R[i - 1, j - 1]]) / gamma
            top = np.max(r)
            softmin = -gamma * (top + np.log(np.sum(np.exp(r - top))))
            R[i, j] = D[i - 1, j - 1] + softmin

    R_bar = np.zeros_like(R)
    R_bar[n, m] = 1.0
    for i in reversed(range(1, n + 1)):
        for j in reversed(range(1, m + 1)):
            softmin = R[i, j] - D[i - 1, j - 1]
            R_bar[i - 1, j] += R_bar[i, j] * np.exp((softmin - R[i - 1, j]) / gamma)
            R_bar[i, j - 1] += R_bar[i, j] * np.exp((softmin - R[i, j - 1]) / gamma)
            R_bar[i - 1, j - 1] += R_bar[i, j] * np.exp((softmin - R[i - 1, j - 1]) / gamma)
    diff_bar = R_bar[1:, 1:] * 2 * (x[:, None] - y[None, :])
    return np.sum(diff_bar, axis=1), -np.sum(diff_bar, axis=0)


def kalman(F, H, Q, R, x, P, ys):
    loglik = 0.0
    for y in ys:
        x = F @ x
        P = F @ P @ F.T + Q
        e = y - H @ x
        S = H @ P @ H.T + R
        K = np.linalg.solve(S, H @ P).T
        loglik -= 0.5 * (np.log(np.linalg.det(2 * np.pi * S)) + e @ np.linalg.solve(S, e))
        x = x + K @ e
        P = P - K @ H @ P
    return loglik


def grad_kalman(F, H, Q, R, x, P, ys):
    saved = []
    for y in ys:
        x_old, P_old = x, P
        x = F @ x
        P = F @ P @ F.T + Q
        e = y - H @ x
        S = H @ P @ H.T + R
        K = np.linalg.solve(S, H @ P).T
        saved.append((x_old, P_old, x, P, e, S, K))
        x = x + K @ e
        P = P - K @ H @ P

    F_bar, H_bar, Q_bar, R_bar = np.zeros_like(F), np.zeros_like(H), np.zeros_like(Q), np.zeros_like(R)
    x_bar, P_bar = np.zeros_like(x), np.zeros_like(P)
    for x_old, P_old, x, P, e, S, K in reversed(saved):
        S_inv = np.linalg.inv(S)
        v = S_inv @ e
        # x = x + K @ e;  P = P - K @ H @ P
        K_bar = np.outer(x_bar, e) - P_bar @ P @ H.T
        e_bar = K.T @ x_bar - v
        # K = solve(S, H @ P).T;  loglik -= 0.5 * (log(det(S)) + e @ solve(S, e))
        KT_rhs_bar = S_inv @ K_bar.T
        S_bar = 0.5 * (np.outer(v, v) - S_inv) - KT_rhs_bar @ K
        HP_bar = KT_rhs_bar - K.T @ P_bar
        # S = H @ P @ H.T + R;  e = y - H @ x
        R_bar += S_bar
        H_bar += HP_bar @ P + (S_bar + S_bar.T) @ H @ P - np.outer(e_bar, x)
        P_bar = P_bar + H.T @ (HP_bar + S_bar @ H)
        x_bar = x_bar - H.T @ e_bar
        # P = F @ P @ F.T + Q;  x = F @ x
        Q_bar += P_bar
        F_bar += (P_bar + P_bar.T) @ F @ P_old + np.outer(x_bar, x_old)
        P_bar = F.T @ P_bar @ F
        x_bar = F.T @ x_bar
    return F_bar, H_bar, Q_bar, R_bar


def logsumexp(a, axis):
    top = np.max(a, axis=axis)
    return top + np.log(np.sum(np.exp(a - top), axis=axis))


def hmm(log_pi, log_A, log_B, observed):
    alpha = log_pi + log_B[:, observed[0]]
    for o in observed[1:]:
        alpha = logsumexp(alpha[:, None] + log_A, 0) + log_B[:, o]
    return logsumexp(alpha, 0)


def grad_hmm(log_pi, log_A, log_B, observed):
    alpha = log_pi + log_B[:, observed[0]]
    alpha_saved = []
    for o in observed[1:]:
        alpha_saved.append(alpha)
        alpha = logsumexp(alpha[:, None] + log_A, 0) + log_B[:, o]

    alpha_bar = np.exp(alpha - logsumexp(alpha, 0))
    log_A_bar = np.zeros_like(log_A)
    log_B_bar = np.zeros_like(log_B)
    for o, alpha_old in zip(reversed(observed[1:]), reversed(alpha_saved)):
        log_B_bar[:, o] += alpha_bar
        paths_bar = np.exp(alpha_old[:, None] + log_A - (alpha - log_B[:, o])) * alpha_bar
        log_A_bar += paths_bar
        alpha_bar = np.sum(paths_bar, axis=1)
        alpha = alpha_old
    log_B_bar[:, observed[0]] += alpha_bar
    return alpha_bar, log_A_bar, log_B_bar


def densities(x, w, mu, var):
    return w * np.exp(-0.5 * (x[:, None] - mu) ** 2 / var) / np.sqrt(2 * np.pi * var)


def em_mixture(x, w, mu, var, rounds):
    for _ in range(rounds):
        p = densities(x, w, mu, var)
        resp = p / np.sum(p, axis=1, keepdims=True)
        n = np.sum(resp, axis=0)
        w = n / len(x)
        mu = x @ resp / n
        var = np.sum(resp * (x[:, None] - mu) ** 2, axis=0) / n
    return np.sum(np.log(np.sum(densities(x, w, mu, var), axis=1)))


def densities_vjp(x, w, mu, var, p, p_bar):
    log_p_bar = p_bar * p
    d = x[:, None] - mu
    d_bar = -log_p_bar * d / var
    w_bar = np.sum(log_p_bar, axis=0) / w
    var_bar = np.sum(log_p_bar * (d ** 2 / var - 1), axis=0) / (2 * var)
    return np.sum(d_bar, axis=1), w_bar, -np.sum(d_bar, axis=0), var_bar


def grad_em_mixture(x, w, mu, var, rounds):
    saved = []
    for _ in range(rounds):
        p = densities(x, w, mu, var)
        resp = p / np.sum(p, axis=1, keepdims=True)
        n = np.sum(resp, axis=0)
        saved.append((w, mu, var, p, resp, n))
        w = n / len(x)
        mu = x @ resp / n
        var = np.sum(resp * (x[:, None] - mu) ** 2, axis=0) / n
    p = densities(x, w, mu, var)

    p_bar = np.broadcast_to(1 / np.sum(p, axis=1, keepdims=True), p.shape)
    x_bar, w_bar, mu_bar, var_bar = densities_vjp(x, w, mu, var, p, p_bar)
    for w_old, mu_old, var_old, p, resp, n in reversed(saved):
        d = x[:, None] - mu
        # the derivative of var by mu is zero: mu is the mean
        n_bar = w_bar / len(x) - (mu_bar * mu + var_bar * var) / n
        resp_bar = n_bar + np.outer(x, mu_bar / n) + d ** 2 * (var_bar / n)
        x_bar += resp @ (mu_bar / n) + 2 * (resp * d) @ (var_bar / n)
        p_bar = (resp_bar - np.sum(resp_bar * resp, axis=1, keepdims=True)) / np.sum(p, axis=1, keepdims=True)
        w, mu, var = w_old, mu_old, var_old
        p_x_bar, w_bar, mu_bar, var_bar = densities_vjp(x, w, mu, var, p, p_bar)
        x_bar += p_x_bar
    return x_bar, w_bar, mu_bar, var_bar
