# fft_recursive
#   x: float64[8]
import numpy as np


def fft_recursive_1(x):
    even = x[:1].astype(np.complex128)  # fft_recursive.py:14
    turned = (1.0 + 0j) * x[1:]         # fft_recursive.py:16
    return np.concatenate((even + turned, even - turned))


def fft_recursive_2(x):
    even = fft_recursive_1(x[::2])  # fft_recursive.py:15
    odd = fft_recursive_1(x[1::2])
    turned = np.array([1.0 + 0j, 6.123233995736766e-17 - 1j]) * odd  # fft_recursive.py:16
    return np.concatenate((even + turned, even - turned))


def fft_recursive(x):
    even = fft_recursive_2(x[::2])  # fft_recursive.py:15
    odd = fft_recursive_2(x[1::2])
    turned = (np.array([1.0 + 0j, 0.7071067811865476 - 0.7071067811865475j, 6.123233995736766e-17
                        - 1j, -0.7071067811865475 - 0.7071067811865476j]) * odd)
    return np.concatenate((even + turned, even - turned))
