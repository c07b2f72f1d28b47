"""A loop of a number of rounds that is put in for ROUNDS."""
import numpy as np


def f(x):
    total = 0.0
    for i in range(ROUNDS):
        x = np.sin(x) * 0.5 + i * 1.2345e-9
        total = total + x[0]
    return x, total
