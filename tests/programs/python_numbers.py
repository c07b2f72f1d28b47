"""Python's numbers keep their values where they meet NumPy's: on another path, in a loop, beside a narrower array."""
import math

import numpy as np
from corpus import widens


@widens
def brightest(image):
    best = -1
    for p in image:
        if p > best:
            best = p
    return best


def brightest_from_zero(image):
    best = 0
    for p in image:
        if p > best:
            best = p
    return best


@widens
def brightest_by_max(image):
    best = -1000
    for p in image:
        best = max(best, p)
    return best


@widens
def darkest_by_min(image):
    low = 100_000
    for p in image:
        low = min(low, p)
    return low


@widens
def first_above(values, limit):
    for v in values:
        if v > limit:
            return v
    return -1


def is_there_any(values, limit):
    """The result of a function that gives NumPy's number or Python's."""
    found = first_above(values, limit)
    return found == -1, found < 0, found != values[0], found >= 3


@widens
def first_or_none(values):
    return values[0] if values[0] > 10 else -1


@widens
def lesser(u, k):
    return min(u, -1), min(u, k), max(k, u), max(u, 1)


@widens
def large_on_one_path(values):
    x = 2**40
    if values[0] > 5:
        x = values[1]
    return x, x == 2**40, x > values[0]


@widens
def huge_on_one_path(values):
    x = 1e300
    if values[0] > 5:
        x = values[1]
    return x


@widens
def tenth_on_one_path(values):
    x = 0.1
    if values[0] > 5:
        x = values[1]
    return x, x > 0.5, values * x


def count_runs(values):
    last, runs = -1, 0
    for v in values:
        if v != last:
            runs += 1
        last = v
    return runs


@widens
def either_number(t, k, which):
    result = t
    if which > 0:
        result = k
    return result


@widens
def truth_chooses(u):
    return u and 300, u or -300


def sum_wraps(values):
    total = 0
    for v in values:
        total += v
    return total


def sum_of_some(values):
    total = 0
    for v in values:
        if v > 3:
            total += v
    return total


def stored(values, out):
    best = -1
    for p in values:
        if p > best:
            best = p
    out[0] = best
    out[1:] = best
    return out


def mean_of_positive(x):
    total = 0.0
    for v in x:
        if v > 0:
            total += v
    return total / len(x)


def converted(values):
    best = -1
    for p in values:
        if p > best:
            best = p
    return int(best) + 1, float(best) / 2, math.sqrt(abs(int(best))), bool(best)


def position_of_largest(values):
    best = 0
    for k in range(len(values)):
        if values[k] > values[best]:
            best = k
    return best, values[best]


def compared(t, k):
    return t > k, t == k, t < k, t != k, k >= t, np.where(t > k, 1, 0)


def clipped(t, k):
    return np.clip(t, 0, k)


def added(t, k):
    return t + k


def multiplied_and_masked(t, k):
    return t * k, t & k, np.maximum(t, k), np.where(t > 3, t, k)


def added_in_place(t, k):
    t += k
    return t


def one_element(t, k):
    t[0] = k
    return t


def all_elements(t, k):
    t[:] = k
    return t


def filled(t, k):
    return np.full_like(t, k), np.array([k, 1], t.dtype)


def small_number(k):
    return np.uint8(k)


def as_integer(x):
    return int(x), math.floor(x), math.ceil(x), math.trunc(x), round(x)


def bins(x, counts):
    for v in x:
        counts[int(v * 10)] += 1
    return counts


def shifted(n, k):
    return n << k, n >> k


def rounded(x, digits):
    return [round(x, d) for d in digits]


def minus_negative(m, u):
    return m - (-u), m + (-u), m - np.negative(u), -(-u)


def negated_products(u):
    return -(2 * u), -(u * 3), 5 - -u


def constants_at_their_limits(s):
    ramp = (-np.arange(6) + 3).astype(np.uint32)
    return ramp, s - np.int8(-128), s + np.int8(-128), np.array([250, 251, 252, 253], np.uint8)


IMAGES = [np.array([10, 20, 15], np.uint8), np.array([3, 200, 4], np.uint8), np.zeros(2, np.uint8),
          np.array([-3, 100, -128], np.int8), np.array([40_000, 7], np.uint16), np.array([-5, 7], np.int32),
          np.array([5, -7], np.int64), np.array([2**63 + 1, 7], np.uint64)]
DYNAMIC = [added, multiplied_and_masked, added_in_place, one_element, all_elements, filled]


def examples():
    for image in IMAGES:
        signed = image.dtype != np.uint64
        for f in (brightest, brightest_by_max, darkest_by_min, count_runs) if signed else ():
            yield f, (image,)
        yield brightest_from_zero, (image,)
        yield position_of_largest, (image,)
        for f in (sum_of_some, sum_wraps):
            yield f, (image,)
        for k in (-5, 0, 3, 200, 2**40):
            yield compared, (image, k)
        yield clipped, (image, 3)
        yield clipped, (image, 2**40)
        for f in DYNAMIC:
            yield f, (image.copy(), 3)
    for f in DYNAMIC:
        yield f, (np.array([100, 4], np.int8), 200)
        yield f, (np.array([100, 4], np.int8), -129)
        yield f, (np.array([100, 4], np.uint64), -1)
    for k in (3, 300, -1):
        yield small_number, (k,)
    for limit in (5, 150, 250):
        yield first_above, (np.array([1, 100, 200], np.uint8), limit)
        yield is_there_any, (np.array([1, 100, 200], np.uint8), limit)
    yield is_there_any, (np.array([1.5, 4.5], np.float32), 2.0)
    for first in (1, 100):
        yield first_or_none, (np.array([first, 2], np.uint8),)
    yield lesser, (np.uint8(200), -7)
    yield lesser, (np.float32(0.25), 0.1)
    for first in (1, 9):
        yield large_on_one_path, (np.array([first, 2], np.int32),)
        yield large_on_one_path, (np.array([first, -2], np.int8),)
        yield huge_on_one_path, (np.array([first, 2], np.float32),)
        yield tenth_on_one_path, (np.array([first, 0.7], np.float32),)
    for which in (1, -1):
        yield either_number, (np.int32(5), 5_000_000_000, which)
        yield either_number, (np.float32(5), 0.1, which)
    for u in (np.uint8(7), np.uint8(0), np.int16(-2)):
        yield truth_chooses, (u,)
    for out in (np.zeros(2, np.int16), np.zeros(3), np.zeros(2, np.uint8)):
        yield stored, (np.array([10, 20, 15], np.uint8), out)
    yield mean_of_positive, (np.array([1.0, -2.0, 4.0], np.float32),)
    yield mean_of_positive, (np.array([1.0, -2.0, 4.0]),)
    for values in (np.array([10, 20, 15], np.uint8), np.array([-7, -3], np.int8)):
        yield converted, (values,)
    for x in (2.5, -3.7, 1e15, np.nan, np.inf, -np.inf):
        yield as_integer, (x,)
    yield bins, (np.array([0.05, 0.31, 0.99]), np.zeros(10))
    for k in (0, 3, 40, -1):
        yield shifted, (-5, k)
    digits = (1, 2, 3, -1)
    for x in (2.675, 1.115, 0.35, -0.05, 123.456, 1e20, 15.0, 25.0, np.inf, np.nan):
        yield rounded, (x, digits)
    for u in (np.array([1, 0, 255], np.uint8), np.array([1, -128, 127], np.int8)):
        for m in (np.ones(3, np.float32), np.ones(3), np.ones(3, np.int64), u):
            yield minus_negative, (m, u)
        yield negated_products, (u,)
    yield constants_at_their_limits, (np.array([1, -128, 127], np.int8),)
