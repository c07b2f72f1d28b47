# fft_recursive
#   x: float64[8]
import numpy as np


def fft_recursive_1(x):
    even = x[:1].astype(np.complex128)  # fft_recursive.py:14
    turned = np.exp(complex(0.0, -6.283185307179586) * 0j / (2.0 + 0j)) * x[1:]
    return np.concatenate((even + turned, even - turned))


def fft_recursive_2(x):
    even = fft_recursive_1(x[::2])  # fft_recursive.py:15
    odd = fft_recursive_1(x[1::2])
    mul = complex(0.0, -6.283185307179586) * np.array([0.0, 1.0], dtype=np.complex128)
    turned = np.exp(mul / (4.0 + 0j)) * odd
    return np.concatenate((even + turned, even - turned))


def fft_recursive(x):
    even = fft_recursive_2(x[::2])  # fft_recursive.py:15
    odd = fft_recursive_2(x[1::2])
    mul = complex(0.0, -6.283185307179586) * np.array([0.0, 1.0, 2.0, 3.0], dtype=np.complex128)
    turned = np.exp(mul / (8.0 + 0j)) * odd
    return np.concatenate((even + turned, even - turned))
