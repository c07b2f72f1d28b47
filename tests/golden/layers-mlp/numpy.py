# mlp
#   parameters_0_0: float64[3, 4], parameters_0_1: float64[4], parameters_1_0: float64[4, 5],
#   parameters_1_1: float64[5], parameters_2_0: float64[5, 2], parameters_2_1: float64[2],
#   x: float64[6, 3]
import numpy as np


def mlp(parameters_0_0, parameters_0_1, parameters_1_0, parameters_1_1, parameters_2_0,
        parameters_2_1, x):
    x = np.tanh(x @ parameters_0_0 + parameters_0_1)  # layers.py:8
    x = np.tanh(x @ parameters_1_0 + parameters_1_1)
    return x @ parameters_2_0 + parameters_2_1
