# nussinov
#   sequence: int64[10], gap: int64
import numpy as np


def nussinov(sequence, gap):
    pairs = np.zeros((10, 10), dtype=np.int64)                   # dynamic_programming.py:98
    for span in range(gap + 1, 10):                              # dynamic_programming.py:99
        for i in range(10 - span):                               # dynamic_programming.py:100
            j = i + span                                         # dynamic_programming.py:101
            best = max(pairs[i + 1, j], pairs[i, j - 1])         # dynamic_programming.py:102
            if sequence[i] + sequence[j] == 3:                   # dynamic_programming.py:103
                best = max(best, pairs[i + 1, j - 1] + 1)        # dynamic_programming.py:104
            for k in range(i + 1, j):                            # dynamic_programming.py:105
                best = max(best, pairs[i, k] + pairs[k + 1, j])  # dynamic_programming.py:106
            pairs[i, j] = best                                   # dynamic_programming.py:107
    return pairs[0, -1]
