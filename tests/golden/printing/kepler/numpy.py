# kepler
#   mean_anomaly: float64[5], eccentricity: float64
import numpy as np


def kepler(mean_anomaly, eccentricity):
    out = np.zeros_like(mean_anomaly)
    for i in range(5):
        m = mean_anomaly[i]
        delta = 1.0
        e = m
        while np.abs(delta) > 1e-08:
            delta = (e - eccentricity * np.sin(e) - m) / (1 - eccentricity * np.cos(e))
            e -= delta
        out[i] = e
    return out
