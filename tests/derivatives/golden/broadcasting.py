# gradient of spread (golden_programs.py:19) with respect to x, scale
#   x: float64[4, 3], scale: float64[4]
import numpy as np


def grad_spread(x, scale):
    centred = (x - np.mean(x, axis=0)) / scale[:, None]  # golden_programs.py:20

    # return np.sum(np.log1p(centred ** 2))  golden_programs.py:21
    centred_bar = 1 / (1 + centred ** 2) * (2 * centred)
    # centred = (x - np.mean(x, axis=0)) / scale[:, None]  golden_programs.py:20
    t_bar = centred_bar / scale[:, None]
    scale_bar = -np.sum(t_bar * centred, axis=1)
    x_bar = t_bar - np.mean(t_bar, axis=0)
    return x_bar, scale_bar
