# gradient of repulsion (golden_programs.py:58) with respect to positions
#   positions: float64[4, 3]
import numpy as np


def grad_repulsion(positions):
    positions_bar = np.zeros_like(positions)  # golden_programs.py:60
    for i in reversed(range(4)):
        for j in reversed(range(i)):          # golden_programs.py:61
            t = positions[i] - positions[j]   # golden_programs.py:62
            distance = np.sqrt(np.sum(t ** 2))
            t_1 = 1 / distance                # golden_programs.py:63
            # distance = np.sqrt(np.sum((positions[i] - positions[j]) ** …  golden_programs.py:62
            t_bar = -t_1 * t_1 / distance * t
            positions_bar[j] -= t_bar
            positions_bar[i] += t_bar
    return positions_bar
