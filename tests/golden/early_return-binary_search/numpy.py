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
        else:
            if ordered[middle] < wanted:   # early_return.py:49
                low = middle + 1           # early_return.py:50
            else:
                high = middle - 1          # early_return.py:52
            result = 0
    eq = left == 1 or left == 0
    if eq:
        result = -low - 1                  # early_return.py:53
    return result
