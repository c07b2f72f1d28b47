# grad_mismatch
#   u: float64[6, 5], target: float64[6, 5], c: float64, steps: int64
import numpy as np


def grad_mismatch(u, target, c, steps):
    u = u.copy()
    for _ in range(steps):
        s = u[1:-1, 1:-1]
        u[1:-1, 1:-1] = s + c * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * s)

    u_bar = 2 * (u - target)
    for _ in range(steps):
        lap_bar = c * u_bar[1:-1, 1:-1]
        u_bar[1:-1, 1:-1] -= 4 * lap_bar
        u_bar[2:, 1:-1] += lap_bar
        u_bar[:-2, 1:-1] += lap_bar
        u_bar[1:-1, 2:] += lap_bar
        u_bar[1:-1, :-2] += lap_bar
    return u_bar
