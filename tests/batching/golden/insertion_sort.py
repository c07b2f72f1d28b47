# vmap_insertion_sort
#   a: float64[4, 6]
import numpy as np


def vmap_insertion_sort(a):
    a = a.copy()
    for i in range(1, 6):                          # golden_programs.py:34
        value = a[:, i].copy()                     # golden_programs.py:35
        active = a[:, i - 1] > value               # golden_programs.py:36
        j = np.full(4, i)
        while np.any(active):
            j_1 = j - 1                            # golden_programs.py:37
            maximum_j = np.maximum(j, 0)
            a_part = a[np.arange(4), np.maximum(j_1, 0)]
            active_1 = np.where(active, a_part, a[np.arange(4), maximum_j])
            a[np.arange(4), maximum_j] = active_1
            j = np.where(active, j_1, j)
            t = j - 1                              # golden_programs.py:36
            minimum = np.minimum(np.maximum(np.where(t < 0, j + 5, t), 0), 5)
            active = (j > 0) & (a[np.arange(4), minimum] > value)
        a[np.arange(4), np.maximum(j, 0)] = value  # golden_programs.py:39
    return a
