# vmap_position
#   a: float64[16], v: float64[3]
import numpy as np


def vmap_position(a, v):
    lo = np.zeros(3, dtype=np.int64)
    hi = np.full(3, 16)
    active = np.ones(3, dtype=bool)                       # golden_programs.py:61
    while np.any(active):
        mid = (lo + hi) // 2                              # golden_programs.py:62
        lt_v = a[np.minimum(np.maximum(mid, 0), 15)] < v  # golden_programs.py:63
        lo_1 = mid + 1                                    # golden_programs.py:64
        lo_1 = np.where(lt_v, lo_1, lo)
        hi_1 = np.where(lt_v, hi, mid)
        lo = np.where(active, lo_1, lo)
        hi = np.where(active, hi_1, hi)
        active = lo < hi                                  # golden_programs.py:61
    return lo
