# escape_count
#   c: complex128, limit: int64
import numpy as np


def escape_count(c, limit):
    z = 0j
    for n in range(limit):  # mandelbrot.py:7
        if np.abs(z) > 2:   # mandelbrot.py:8
            return n
        z = z * z + c       # mandelbrot.py:10
    return limit
