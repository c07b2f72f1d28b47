# gradient of mismatch (golden_programs.py:67) with respect to u
#   u: float64[6, 5], target: float64[6, 5], c: float64, steps: int64
import numpy as np


def grad_mismatch(u, target, c, steps):
    u = u.copy()
    for _ in range(steps):  # golden_programs.py:69
        t = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]  # golden_programs.py:70
        u[1:-1, 1:-1] += c * (t - 4 * u[1:-1, 1:-1])

    # return np.sum((u - target) ** 2)  golden_programs.py:71
    u_bar = 2 * (u - target)
    for _ in range(steps):  # golden_programs.py:69
        # u[1:-1, 1:-1] += c * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + …  golden_programs.py:70
        t_bar = u_bar[1:-1, 1:-1] * c
        u_bar[1:-1, 1:-1] -= t_bar * 4
        u_bar[1:-1, :-2] += t_bar
        u_bar[1:-1, 2:] += t_bar
        u_bar[:-2, 1:-1] += t_bar
        u_bar[2:, 1:-1] += t_bar
    return u_bar
