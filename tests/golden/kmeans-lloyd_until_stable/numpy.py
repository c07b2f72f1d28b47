# lloyd_until_stable
#   points: float64[9, 2], centres: float64[2, 2], limit: int64
import numpy as np


def assign(points, centres):
    squares = np.sum((points[:, None] - centres) ** 2, axis=2)  # kmeans.py:6
    return np.argmin(squares, axis=1)


def lloyd_until_stable(points, centres, limit):
    labels = assign(points, centres)                            # kmeans.py:34
    iteration = 0                                               # kmeans.py:35
    left = 0
    result_0 = np.zeros_like(centres)
    result_1 = np.zeros(9, dtype=np.int64)
    result_2 = 0
    while left == 0 and iteration < limit:
        member = labels[:, None] == np.array([0, 1])            # kmeans.py:36
        sizes = np.sum(member, axis=0)                          # kmeans.py:37
        dot_points = member.T.astype(np.float64) @ points       # kmeans.py:38
        means = dot_points / np.maximum(sizes, 1)[:, None]
        centres = np.where(sizes[:, None] > 0, means, centres)  # kmeans.py:39
        new = assign(points, centres)                           # kmeans.py:40
        all_true = np.all(new == labels)                        # kmeans.py:41
        left = 3 if all_true else 0
        if all_true:
            result_0 = centres
            result_1 = labels
            result_2 = iteration
        else:
            result_0 = np.zeros_like(centres)
            result_1 = np.zeros(9, dtype=np.int64)
            result_2 = 0
            labels = new
        iteration += 1                                          # kmeans.py:35
    eq = left == 1 or left == 0
    if eq:
        result_0_1 = centres
        result_1_1 = labels
        result_2_1 = limit
    else:
        result_0_1 = result_0
        result_1_1 = result_1
        result_2_1 = result_2
    return result_0_1, result_1_1, result_2_1
