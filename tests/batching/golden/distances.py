# vmap_vmap_distance
#   x: float64[5, 3], y: float64[4, 3]
import numpy as np


def vmap_vmap_distance(x, y):
    return np.sqrt(np.sum((x[:, None] - y) ** 2, axis=2))
