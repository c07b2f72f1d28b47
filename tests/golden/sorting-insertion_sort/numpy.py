# insertion_sort
#   x: int64[8]
import numpy as np


def insertion_sort(x):
    x = x.copy()
    for i in range(1, 8):                # sorting.py:7
        key = x[i]                       # sorting.py:8
        j = i
        while j > 0 and x[j - 1] > key:  # sorting.py:10
            x[j] = x[j - 1]              # sorting.py:11
            j -= 1
        x[j] = key                       # sorting.py:13
    return x
