# brent
#   a: float64, b: float64, tolerance: float64
import numpy as np


def cubic(x):
    return x ** 3 - 2 * x - 5


def brent(a, b, tolerance):
    fa = cubic(a)
    fb = cubic(b)
    if np.abs(fa) < np.abs(fb):
        a, b, fa, fb = b, a, fb, fa
    bisected = True
    d = a
    c = a
    fc = fa
    while np.abs(b - a) > tolerance and fb != 0:
        if fa != fc and fb != fc:
            div = a * fb * fc / ((fa - fb) * (fa - fc))
            add = div + b * fa * fc / ((fb - fa) * (fb - fc))
            s = add + c * fa * fb / ((fc - fa) * (fc - fb))
        else:
            s = b - fb * (b - a) / (fb - fa)
        low = min((3 * a + b) / 4, b)
        high = max((3 * a + b) / 4, b)
        value = np.abs(b - c) if bisected else np.abs(c - d)
        bisected = not (low < s and s < high) or np.abs(s - b) >= value / 2 or value < tolerance
        if bisected:
            s = (a + b) / 2
        fs = cubic(s)
        if fa * fs < 0:
            b_1 = s
            fb_1 = fs
        else:
            b_1 = b
            fb_1 = fb
            a = s
            fa = fs
        if np.abs(fa) < np.abs(fb_1):
            a, b_1, fa, fb_1 = b_1, a, fb_1, fa
        d = c
        c = b
        fc = fb
        b = b_1
        fb = fb_1
    return b
