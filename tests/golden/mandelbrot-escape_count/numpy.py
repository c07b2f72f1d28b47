# escape_count
#   c: complex128, limit: int64
import numpy as np


def escape_count(c, limit):
    n = 0                        # mandelbrot.py:7
    z = 0j
    left = 0
    result = 0
    while left == 0 and n < limit:
        greater = np.abs(z) > 2  # mandelbrot.py:8
        left = 3 if greater else 0
        if greater:
            result = n
        else:
            z = z * z + c        # mandelbrot.py:10
            result = 0
        n += 1                   # mandelbrot.py:7
    eq = left == 1 or left == 0
    if eq:
        result = limit
    return result
