# vmap_grad_huber
#   r: float64[4], delta: float64
import numpy as np


def vmap_grad_huber(r, delta):
    at_most = np.abs(r) <= delta  # golden_programs.py:50
    t = 0.5 * r                   # golden_programs.py:51

    # return 0.5 * r * r  golden_programs.py:51
    r_bar = t + t
    r_bar = np.where(at_most, r_bar, 0)
    return r_bar + np.where(at_most, 0, delta) * np.sign(r)
