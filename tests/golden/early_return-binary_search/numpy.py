# binary_search
#   ordered: int64[5], wanted: int64
import numpy as np


def binary_search(ordered, wanted):
    low = 0
    high = 4
    while low <= high:                 # early_return.py:45
        middle = (low + high) // 2     # early_return.py:46
        if ordered[middle] == wanted:  # early_return.py:47
            return middle
        if ordered[middle] < wanted:   # early_return.py:49
            low = middle + 1           # early_return.py:50
        else:
            high = middle - 1          # early_return.py:52
    return -low - 1
