# vmap_collatz
#   n: int64[4]
import numpy as np


def vmap_collatz(n):
    active = n != 1          # golden_programs.py:72
    count = np.zeros_like(n)
    while np.any(active):
        count_1 = count + 1  # golden_programs.py:74
        n = np.where(active, np.where(n % 2 == 0, n // 2, 3 * n + 1), n)
        count = np.where(active, count_1, count)
        active = n != 1      # golden_programs.py:72
    return count
