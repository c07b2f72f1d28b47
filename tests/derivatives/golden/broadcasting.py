# gradient of spread (golden_programs.py:19) with respect to x, scale
#   x: float64[4, 3], scale: float64[4]
import numpy as np


def grad_spread(x, scale):
    centred = (x - np.mean(x, axis=0)) / scale[:, None]   # golden_programs.py:20

    centred_bar = 1 / (1 + centred ** 2) * (2 * centred)  # golden_programs.py:21
    t_bar = centred_bar / scale[:, None]                  # golden_programs.py:20
    scale_bar = np.sum(-t_bar * centred, axis=1)
    x_bar = t_bar + np.mean(-t_bar, axis=0)
    return x_bar, scale_bar
