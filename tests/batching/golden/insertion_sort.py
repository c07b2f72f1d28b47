# vmap_insertion_sort
#   a: float64[4, 6]
import numpy as np


def vmap_insertion_sort(a):
    a = a.copy()
    for lane in range(4):                        # golden_programs.py:34
        a_1 = a[lane].copy()
        for i in range(1, 6):
            value = a_1[i]                       # golden_programs.py:35
            j = i
            while j > 0 and a_1[j - 1] > value:  # golden_programs.py:36
                a_1[j] = a_1[j - 1]              # golden_programs.py:37
                j -= 1
            a_1[j] = value                       # golden_programs.py:39
        a[lane] = a_1                            # golden_programs.py:34
    return a
