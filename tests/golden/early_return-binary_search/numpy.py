# binary_search
#   ordered: int64[5], wanted: int64
import numpy as np


def binary_search(ordered, wanted):
    left = 0                               # early_return.py:45
    result = 0
    low = 0
    high = 4
    while left == 0 and low <= high:
        middle = (low + high) // 2         # early_return.py:46
        equal = ordered[middle] == wanted  # early_return.py:47
        left = 3 if equal else 0
        if equal:
            result = middle
        elif ordered[middle] < wanted:
            low = middle + 1               # early_return.py:50
        else:
            high = middle - 1              # early_return.py:52
    if (0 if left == 1 else left) == 0:
        result = -low - 1                  # early_return.py:53
    return result
