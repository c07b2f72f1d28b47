# edit_distance
#   a: int64[8], b: int64[6]
import numpy as np


def edit_distance(a, b):
    table = np.zeros((9, 7), dtype=np.int64)
    table[:, 0] = np.arange(9)
    table[0] = np.arange(7)
    for i in range(1, 9):
        for j in range(1, 7):
            if a[i - 1] == b[j - 1]:
                table[i, j] = table[i - 1, j - 1]
            else:
                table[i, j] = 1 + min(table[i - 1, j - 1], table[i - 1, j], table[i, j - 1])
    return table[-1, -1]
