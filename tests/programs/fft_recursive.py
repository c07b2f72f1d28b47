"""Divide and conquer on arrays whose lengths are known: transforms and products."""
import numpy as np


def dft_matrix(x):
    n = x.shape[0]
    k = np.arange(n)
    return np.exp(-2j * np.pi * np.outer(k, k) / n) @ x


def fft_recursive(x):
    n = x.shape[0]
    if n == 1:
        return x.astype(np.complex128)
    even, odd = fft_recursive(x[0::2]), fft_recursive(x[1::2])
    turned = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + turned, even - turned])


def inverse_fft(spectrum):
    return np.conj(fft_recursive(np.conj(spectrum))) / len(spectrum)


def fft_iterative(x):
    """Bit reversal, then butterflies in place."""
    n = x.size
    a = x.astype(complex)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            a[i], a[j] = a[j], a[i]
    size = 2
    while size <= n:
        half = size // 2
        for start in range(0, n, size):
            for k in range(half):
                w = np.exp(-2j * np.pi * k / size)
                u, v = a[start + k], a[start + k + half] * w
                a[start + k] = u + v
                a[start + k + half] = u - v
        size *= 2
    return a


def walsh_hadamard(x):
    a = x.copy()
    n = a.size
    step = 1
    while step < n:
        for i in range(n):
            if i & step == 0:
                a[i], a[i + step] = a[i] + a[i + step], a[i] - a[i + step]
        step *= 2
    return a


def number_theoretic(x, root, prime):
    """The transform modulo a prime: exact."""
    n = len(x)
    if n == 1:
        return x % prime
    square = root * root % prime
    even = number_theoretic(x[::2], square, prime)
    odd = number_theoretic(x[1::2], square, prime)
    out = np.zeros(n, dtype=np.int64)
    w = 1
    for k in range(n // 2):
        out[k] = (even[k] + w * odd[k]) % prime
        out[k + n // 2] = (even[k] - w * odd[k]) % prime
        w = w * root % prime
    return out


def haar(x):
    """Averages first, then details from coarse to fine."""
    if x.size == 1:
        return x
    average = (x[0::2] + x[1::2]) / 2
    detail = (x[0::2] - x[1::2]) / 2
    return np.concatenate((haar(average), detail))


def haar_inverse(c):
    if c.size == 1:
        return c
    average = haar_inverse(c[: c.size // 2])
    detail = c[c.size // 2 :]
    out = np.zeros_like(c)
    out[0::2] = average + detail
    out[1::2] = average - detail
    return out


def karatsuba(a, b):
    """Product of two polynomials of equal length."""
    n = a.size
    if n <= 2:
        return np.convolve(a, b)
    h = n // 2
    low = karatsuba(a[:h], b[:h])
    high = karatsuba(a[h:], b[h:])
    wide = n - h
    middle = karatsuba(
        np.pad(a[:h], (0, wide - h)) + a[h:], np.pad(b[:h], (0, wide - h)) + b[h:]
    )
    out = np.zeros(2 * n - 1, dtype=a.dtype)
    out[: low.size] += low
    out[2 * h :] += high
    middle[: low.size] -= low
    middle -= high
    out[h : h + middle.size] += middle
    return out


def goertzel(x, k):
    """Power of one frequency."""
    omega = 2 * np.pi * k / len(x)
    coefficient = 2 * np.cos(omega)
    s1 = s2 = 0.0
    for value in x:
        s1, s2 = value + coefficient * s1 - s2, s1
    return s1**2 + s2**2 - coefficient * s1 * s2


def dct_loops(x):
    n = x.shape[0]
    out = np.zeros(n)
    for k in range(n):
        for i in range(n):
            out[k] += x[i] * np.cos(np.pi * k * (2 * i + 1) / (2 * n))
        out[k] *= np.sqrt(1 / n) if k == 0 else np.sqrt(2 / n)
    return out


def pairwise_sum(x):
    if len(x) <= 2:
        total = 0.0
        for value in x:
            total += value
        return total
    half = len(x) // 2
    return pairwise_sum(x[:half]) + pairwise_sum(x[half:])


def merge_counting(x):
    """Sorts by merging, and counts the inversions."""
    n = x.shape[0]
    if n == 1:
        return x, 0
    left, a = merge_counting(x[: n // 2])
    right, b = merge_counting(x[n // 2 :])
    out = np.zeros_like(x)
    inversions = a + b
    i = j = 0
    for k in range(n):
        if j >= len(right) or (i < len(left) and left[i] <= right[j]):
            out[k] = left[i]
            i += 1
        else:
            out[k] = right[j]
            j += 1
            inversions += len(left) - i
    return out, inversions


def examples():
    rng = np.random.default_rng(10)
    x8 = rng.normal(size=8)
    z4 = rng.normal(size=4) + 1j * rng.normal(size=4)
    yield dft_matrix, (rng.normal(size=6),)
    yield dft_matrix, (z4,)
    for f in (fft_recursive, fft_iterative):
        yield f, (x8,)
        yield f, (z4,)
        yield f, (np.array([3]),)
    yield inverse_fft, (z4,)
    yield inverse_fft, (np.array([2.0 + 1j]),)
    yield walsh_hadamard, (x8,)
    yield walsh_hadamard, (np.arange(4),)
    yield walsh_hadamard, (np.array([5.0]),)
    yield number_theoretic, (np.array([1, 2, 3, 4]), 4, 17)
    yield number_theoretic, (np.array([20, 5, 0, 0, 16, 3, 1, 9]), 2, 17)
    yield haar, (x8,)
    yield haar, (np.array([1.0, 5.0], np.float32),)
    yield haar_inverse, (x8,)
    yield haar_inverse, (np.array([3.0]),)
    yield karatsuba, (rng.normal(size=6), rng.normal(size=6))
    yield karatsuba, (np.arange(5), np.arange(1, 6))
    yield karatsuba, (np.array([2]), np.array([7]))
    yield goertzel, (x8, 2)
    yield goertzel, (x8.astype(np.float32), 1)
    yield dct_loops, (rng.normal(size=5),)
    yield dct_loops, (np.array([1, 2, 3]),)
    yield pairwise_sum, (rng.normal(size=7),)
    yield pairwise_sum, (np.zeros(0),)
    yield merge_counting, (np.array([5, 2, 4, 7, 1, 3, 2, 6]),)
    yield merge_counting, (rng.normal(size=5),)
