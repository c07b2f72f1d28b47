"""Integer arrays of several widths: exact, and wrapping where NumPy wraps."""
import numpy as np


def floor_division(a, b):
    return a // b, a % b, np.fmod(a, b), a / b


def wrap_around(x):
    """uint8 arithmetic on arrays is modulo 256."""
    doubled = x + x
    return doubled, x * x, x - np.uint8(200), -x


def mixed_widths(a, b):
    return a + b, a * b.astype(a.dtype), np.maximum(a, b), (a < b).sum()


def weak_scalars(x):
    """Python numbers do not widen an array's type."""
    return x + 1, x * 2, x // 3, x + 0.5, x / 2


def shifts_and_masks(x):
    low = x & 0x0F
    high = (x >> 4) & 0x0F
    return low, high, (low << 4) | high, ~x, x ^ (x >> 1)


def saturating_add(a, b):
    wide = a.astype(np.int32) + b
    return np.clip(wide, -128, 127).astype(np.int8)


def sums_widen(x):
    """Sums of narrow integers accumulate in the platform's integer."""
    return x.sum(), x.prod(), np.cumsum(x), x.mean(), x.max()


def truncating_casts(x):
    return x.astype(np.int64), np.floor(x).astype(int), np.rint(x).astype(np.int8), np.trunc(x)


def magnitude_and_sign(x):
    sign = (x < 0).astype(x.dtype)
    return sign, np.abs(x), np.sign(x), x.dtype.type(3) * np.abs(x)


def checked_average(a, b):
    """Overflow-free average of two unsigned words."""
    return (a & b) + ((a ^ b) >> 1)


def running_modulus(x, modulus):
    acc = 0
    trail = np.zeros_like(x)
    for i in range(len(x)):
        acc = (acc * 31 + x[i]) % modulus
        trail[i] = acc
    return trail


def integer_powers(x, n):
    result = np.ones_like(x)
    for _ in range(n):
        result *= x
    return result, x**2, x**3


def pack_nibbles(x):
    return (x[0::2] << 4) | x[1::2]


def limits(x):
    info = np.iinfo(x.dtype)
    return np.where(x == info.max, info.min, x), info.bits, x.itemsize


def bool_counts(a, b):
    return a & b, a | b, a ^ b, ~a, a.sum(), np.logical_xor(a, b).any(), (a + b) * 1, a.mean()


def gcd_arrays(a, b):
    return np.gcd(a, b), np.lcm(a, b), np.where(b != 0, a // np.maximum(b, 1), 0)


WIDE, WIDER = 1 << 63, (1 << 70) + 1


def beside_wide_integers(x):
    """Integers of more than 64 bits, some of which lie between two floats."""
    below = x < WIDE, x <= WIDE, x < WIDER, x <= WIDER, x < -WIDER, WIDER < x
    above = x > WIDE, x >= WIDE, x > WIDER, x >= WIDER, -WIDER <= x, WIDE >= x
    return below, above, x == WIDE, x != WIDE, x == WIDER, WIDER != x


def arrays_beside_wide_integers(x):
    return x < WIDE, x >= WIDE, x == WIDER, x > -WIDER


def extremes_beside_wide_integers(x):
    best, worst = WIDER, -WIDE
    for v in x:
        best, worst = min(best, v), max(v, worst)
    return best, worst, min(x[0], WIDE), max(-WIDER, x[1]), min(WIDER, WIDE, x[0])


def examples():
    a, b = np.array([7, -7, 7, -7, 0]), np.array([2, 2, -2, -2, 5])
    yield floor_division, (a, b)
    yield floor_division, (a.astype(np.int32), np.int32(3))
    yield floor_division, (np.array([7.5, -7.5]), np.array([2.0, 2.0]))
    yield wrap_around, (np.array([0, 1, 100, 200, 255], np.uint8),)
    yield wrap_around, (np.array([[128]], np.uint8),)
    yield mixed_widths, (a.astype(np.int16), b.astype(np.int32))
    yield mixed_widths, (np.array([1, 200], np.uint8), np.array([-1, 3], np.int8))
    yield mixed_widths, (np.array([1, 2], np.uint32), np.array([-1, 3], np.int64))
    for dtype in (np.int8, np.uint16, np.int64):
        yield weak_scalars, (np.array([1, 5, 100], dtype),)
    yield shifts_and_masks, (np.array([0, 0xAB, 0x7F], np.uint8),)
    yield shifts_and_masks, (np.array([-1, 1000], np.int32),)
    yield saturating_add, (np.array([100, -100, 3], np.int8), np.array([100, -100, 4], np.int8))
    yield saturating_add, (np.array([[127]], np.int8), np.array([[1]], np.int8))
    yield sums_widen, (np.array([100, 100, 100], np.int8),)
    yield sums_widen, (np.array([200, 2, 255], np.uint8),)
    yield sums_widen, (np.array([True, False, True]),)
    yield truncating_casts, (np.array([1.7, -1.7, 2.5, -0.5]),)
    yield truncating_casts, (np.array([3.5, -9.99], np.float32),)
    yield magnitude_and_sign, (a,)
    yield magnitude_and_sign, (np.array([-5, 5], np.int8),)
    yield checked_average, (np.array([255, 1], np.uint8), np.array([253, 2], np.uint8))
    yield checked_average, (np.array([2**64 - 1], np.uint64), np.array([2**64 - 3], np.uint64))
    yield running_modulus, (np.array([5, 77, 31]), 1009)
    yield running_modulus, (np.zeros(0, np.int64), 7)
    yield integer_powers, (np.array([2, -3, 10]), 4)
    yield integer_powers, (np.array([2, 3], np.uint8), 0)
    yield pack_nibbles, (np.array([1, 2, 15, 0], np.uint8),)
    yield pack_nibbles, (np.array([3, 4]),)
    yield limits, (np.array([127, -128, 5], np.int8),)
    yield limits, (np.array([7], np.uint32),)
    yield bool_counts, (np.array([True, True, False]), np.array([True, False, False]))
    yield bool_counts, (np.zeros((2, 2), bool), np.ones((2, 2), bool))
    yield gcd_arrays, (np.array([12, 18, 7]), np.array([8, 27, 0]))
    yield gcd_arrays, (np.array([[100]]), np.array([75]))
    for number in (5, -3, True, 0.5, 1e30, 2.0**63, 2.0**70, 1e308, np.nan, np.inf, -np.inf):
        yield beside_wide_integers, (number,)
    yield arrays_beside_wide_integers, (np.array([5, -5, 2**63 - 1]),)
    yield arrays_beside_wide_integers, (np.array([1e30, 2.0**63, 1.0]),)
    yield extremes_beside_wide_integers, ([5, -6, 7],)
