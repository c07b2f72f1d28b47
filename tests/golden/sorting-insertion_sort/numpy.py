# insertion_sort
#   x: int64[8]
import numpy as np


def insertion_sort(x):
    x = x.copy()
    for i in range(1, 8):                                        # sorting.py:7
        key = x[i]                                               # sorting.py:8
        j = i
        while j > 0 and x[j + 7 if j - 1 < 0 else j - 1] > key:  # sorting.py:10
            j_1 = j - 1                                          # sorting.py:11
            x[j] = x[j_1]
            j = j_1
        x[j] = key                                               # sorting.py:13
    return x
