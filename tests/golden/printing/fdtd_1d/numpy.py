# fdtd_1d
#   electric: float64[14], magnetic: float64[13], steps: int64
import numpy as np


def fdtd_1d(electric, magnetic, steps):
    electric = electric.copy()
    for n in range(steps):
        magnetic = magnetic + 0.5 * (electric[1:] - electric[:-1])
        electric[1:-1] += 0.5 * (magnetic[1:] - magnetic[:-1])
        electric[2] += np.exp(-(n - 4.0) ** 2 / 8)
    return electric, magnetic
