# lloyd_until_stable
#   points: float64[9, 2], centres: float64[2, 2], limit: int64
import numpy as np


def assign(points, centres):
    squares = np.sum((points[:, None] - centres) ** 2, axis=2)  # kmeans.py:6
    return np.argmin(squares, axis=1)


def lloyd_until_stable(points, centres, limit):
    labels = assign(points, centres)                            # kmeans.py:34
    for iteration in range(limit):                              # kmeans.py:35
        member = labels[:, None] == np.array([0, 1])            # kmeans.py:36
        sizes = np.sum(member, axis=0)                          # kmeans.py:37
        t = member.T.astype(np.float64) @ points                # kmeans.py:38
        means = t / np.maximum(sizes, 1)[:, None]
        centres = np.where(sizes[:, None] > 0, means, centres)  # kmeans.py:39
        new = assign(points, centres)                           # kmeans.py:40
        if np.all(new == labels):                               # kmeans.py:41
            return centres, labels, iteration
        labels = new                                            # kmeans.py:40
    return centres, labels, limit
