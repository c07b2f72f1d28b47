# ping_pong
#   a: float64[6], b: float64[6], rounds: int64
import numpy as np


def smooth_into(source, target):
    target = target.copy()                                        # mutation.py:58
    target[0] = source[0]
    target[-1] = source[-1]
    target[1:-1] = (source[:-2] + source[1:-1] + source[2:]) / 3  # mutation.py:59
    return target


def ping_pong(a, b, rounds):
    for _ in range(rounds):    # mutation.py:63
        b = smooth_into(a, b)  # mutation.py:64
        a = smooth_into(b, a)  # mutation.py:65
    return a, b
