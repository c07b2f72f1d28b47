# gradient of repulsion (golden_programs.py:58) with respect to positions
#   positions: float64[4, 3]
import numpy as np


def grad_repulsion(positions):
    distance_rows = np.zeros((4, 3))          # golden_programs.py:60
    for i in range(4):
        distance_saved = np.zeros(3)          # distance of each round
        for j in range(i):                    # golden_programs.py:61
            distance = np.sqrt(np.sum((positions[i] - positions[j]) ** 2))  # golden_programs.py:62
            distance_saved[j] = distance      # golden_programs.py:63
        distance_rows[i] = distance_saved     # golden_programs.py:61

    positions_bar = np.zeros_like(positions)  # golden_programs.py:60
    for i in reversed(range(4)):
        for j in reversed(range(i)):          # golden_programs.py:61
            distance = distance_rows[i][j]
            t = 1 / distance                  # golden_programs.py:62
            t_1 = 2 * (positions[i] - positions[j])
            t_bar = -t * t / (2 * distance) * t_1
            positions_bar[j] -= t_bar
            positions_bar[i] += t_bar
    return positions_bar
