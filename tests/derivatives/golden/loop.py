# gradient of horner (golden_programs.py:44) with respect to coefficients, x
#   coefficients: float64[5], x: float64
import numpy as np


def grad_horner(coefficients, x):
    value = 0.0
    value_saved = np.zeros(5)                       # value of each iteration
    for i in range(5):                              # golden_programs.py:46
        value_saved[i] = value
        value = value * x + coefficients[i]         # golden_programs.py:47

    coefficients_bar = np.zeros_like(coefficients)  # golden_programs.py:46
    value_bar = 1.0
    x_bar = 0.0
    for i in reversed(range(5)):
        # value = value * x + c  golden_programs.py:47
        x_bar += value_bar * value_saved[i]
        coefficients_bar[i] = value_bar             # golden_programs.py:46
        value_bar *= x                              # golden_programs.py:47
    return coefficients_bar, x_bar
