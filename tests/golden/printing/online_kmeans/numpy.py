# online_kmeans
#   points: float64[9, 2], centres: float64[2, 2]
import numpy as np


def online_kmeans(points, centres):
    wins = np.zeros(2, dtype=np.int64)
    centres = centres.copy()
    for i in range(9):
        winner = np.argmin(np.sum(np.abs(centres - points[i]), axis=1))
        wins[winner] += 1
        centres[winner] += (points[i] - centres[winner]) / wins[winner]
    return centres, wins
