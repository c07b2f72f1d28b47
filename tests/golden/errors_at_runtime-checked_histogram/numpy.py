# checked_histogram
#   x: float64[3], edges: float64[3]
import numpy as np


def checked_histogram(x, edges):
    for i in range(1, 3):                                 # errors_at_runtime.py:65
        if not edges[i - 1] <= edges[i]:                  # errors_at_runtime.py:66
            return np.zeros(2, dtype=np.int64), np.int32(1)
    counts = np.zeros(2, dtype=np.int64)                  # errors_at_runtime.py:73
    for i in range(3):                                    # errors_at_runtime.py:74
        for b in range(2):                                # errors_at_runtime.py:75
            if edges[b] <= x[i] and x[i] < edges[b + 1]:  # errors_at_runtime.py:76
                counts[b] += 1                            # errors_at_runtime.py:77
                break
        else:
            return counts, np.int32(2)
    if np.any(counts == 0):                               # errors_at_runtime.py:81
        return counts, np.int32(3)
    return counts, np.int32(0)
