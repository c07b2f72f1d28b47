# checked_histogram
#   x: float64[3], edges: float64[3]
import numpy as np


def checked_histogram(x, edges):
    i = 1                                                        # errors_at_runtime.py:65
    left = 0
    error = 0
    while error == 0 and left == 0 and i < 3:
        at_most = edges[i - 1] <= edges[i]                       # errors_at_runtime.py:66
        left = 0 if at_most else 3
        if not at_most:
            error = 1
        i += 1                                                   # errors_at_runtime.py:65
    if error == 0:
        i = 0                                                    # errors_at_runtime.py:74
        left = 0
        counts = np.zeros(2, dtype=np.int64)                     # errors_at_runtime.py:73
        while error == 0 and left == 0 and i < 3:                # errors_at_runtime.py:74
            b = 0                                                # errors_at_runtime.py:75
            left = 0
            while left == 0 and b < 2:
                both = edges[b] <= x[i] and x[i] < edges[b + 1]  # errors_at_runtime.py:76
                left = 1 if both else 0
                if both:
                    counts[b] += 1                               # errors_at_runtime.py:77
                b += 1                                           # errors_at_runtime.py:76
            select_left = 0 if left == 1 else left               # errors_at_runtime.py:75
            if left == 0:
                left = 3
                error = 2
            else:
                left = select_left
            i += 1                                               # errors_at_runtime.py:74
        eq = left == 1 or left == 0
        if eq:
            if np.any(counts == 0):                              # errors_at_runtime.py:81
                error = 3
                result = np.zeros(2, dtype=np.int64)
            else:
                result = counts
        else:
            result = np.zeros(2, dtype=np.int64)
    else:
        result = np.zeros(2, dtype=np.int64)
    return result, np.int32(error)
