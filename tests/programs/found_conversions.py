"""Programs in which a hunt by random programs found a difference from Python: numbers converted to other numbers."""
import math

import numpy as np


def floor_and_ceil(x):
    return math.floor(x), math.ceil(x)


def floor_of_a_sum_written(x):
    np.fill_diagonal(x, math.floor(x.sum()))
    return x


def whole_part(x):
    return int(x), math.floor(x)


def one_element(x, k):
    return x.item(), x.item(0), x[:1].item(), x.item(k)


def int_or_float(x, y, c):
    return x * (0 if c else y), np.int8(0 if c else y), (1 if c else y) * x


def int_or_float_in_a_loop(x, y):
    k = 0
    for v in x:
        k = k + 1 if v > 1 else y
    return x * k


def items_of_an_integer_on_one_path(x):
    for k, v in enumerate(x):
        match v:
            case 1 | 2:
                k[None][1:] = k
    return x + k


def items_of_a_number_of_numpy(x):
    return [v[None] for v in x], x.sum()[...], x.sum()[()]


def parts_of_a_truth_value(b):
    return np.sin(b.real), b.imag


def extracted_by_constants(x):
    return np.extract([True, False], x), np.extract(1, x), np.extract(x[0] > 0, x)


def conjugates(b, x):
    return b.conjugate(), (x > 1.0).conjugate(), x.conjugate()


def attributes_of_arrays(k, y):
    return hasattr(k + 1, "shape"), getattr(k * y, "dtype", None) is None, hasattr(k, "real")


def truth_values_of_both_kinds(x, k):
    is_small = k < 3 and x[0] <= 1.0 or 0 > 1
    return not is_small, 2 if is_small else 3, is_small & (x > 0.0)


def known_truth_values(x):
    """What is not reached is not read."""
    if np.all(x) and False:
        return x.nonsense()
    while np.any(x) and False:
        x.nonsense()
    return np.all(x) and False, np.all(x) or True, not (np.all(x) or True), 1 if np.all(x) or True else x.nonsense()


def read_where_python_may_not_come(x, b):
    first = b or x[0]                   # a read that is taken back must not be known behind
    second = x[0]
    return second, b and x[0] > 0, first


def complex_numbers_of_python(x, c):
    e, z = x[0], complex(c, c)
    kinds = [isinstance(v, np.generic) for v in (z + e, e + z, z * e, z - e, z / e, e ** z, z == e, e == z)]
    return kinds, (z + e) * x.astype(np.float32), (e + z) * x.astype(np.float32)


def bits_on_one_path(k, p):
    bits = None
    if p > 0:
        bits = k.view(np.uint64)
    return bits


def bits_in_a_loop(k, n):
    for _ in range(n):
        bits = k.view(np.uint64)
    return bits


def bits_of_a_transposed_array(k):
    bits = k.T.view(np.uint64).ravel()
    bits[1] = 7
    return bits, k


def numbers_between_narrow_ends(x, k):
    return np.linspace(0, x[0], 3), np.linspace(x[0], 2.5, 3), np.logspace(0, x[1], 3), np.linspace(k, x, 2)


def numbers_between_known_narrow_ends():
    return np.linspace(0, np.float32(2), 3), np.linspace(0, 1, 3), np.linspace(np.float32(1), 2.0, 2)


def members_of_both(a, b):
    return np.intersect1d(a, b), np.intersect1d(b, a), np.intersect1d(a, [3, 7])


def phases_of_small_integers(a):
    return np.unwrap(a)


def sorted_as_complex_numbers(a):
    return np.sort_complex(a)


def derivatives_of_polynomials(a):
    return np.polyder(a), np.polyder(a, 2), np.polyint(a), np.polyint(a, 2, 3)


def weighed_histogram(a, bins):
    return np.histogram(a, bins, weights=a)


def examples():
    for dtype in (np.uint8, np.int16, np.float32, np.int64, np.uint64, bool, np.complex64):
        yield derivatives_of_polynomials, (np.array([3, 2, 7], dtype),)
    for dtype in (np.uint8, np.int16, np.float32, bool, np.float64):
        yield weighed_histogram, (np.array([3, 2, 7], dtype), 2)
    yield numbers_between_known_narrow_ends, ()
    for dtype in (np.float32, np.float64, np.int8, np.float16):
        yield numbers_between_narrow_ends, (np.array([3, 2], dtype), 1)
        yield numbers_between_narrow_ends, (np.array([3, 2], dtype), 1.0)
    for dtype in (np.uint8, np.int16, np.float32, np.int64):
        yield members_of_both, (np.array([3, 2, 7], dtype), np.array([7.0, 3.0]))
        yield members_of_both, (np.array([3, 2, 7], dtype), np.array([7, 2], np.int8))
        yield phases_of_small_integers, (np.array([3, 2, 7], dtype),)
        yield sorted_as_complex_numbers, (np.array([3, 2, 7], dtype),)
    for b in (True, False):
        yield read_where_python_may_not_come, (np.array([3]), b)
    yield parts_of_a_truth_value, (True,)
    yield extracted_by_constants, (np.array([1.0, 2.0, 3.0]),)
    yield items_of_an_integer_on_one_path, (np.array([0.5, 3.0]),)
    yield items_of_an_integer_on_one_path, (np.array([0.5, 1.0]),)
    yield items_of_a_number_of_numpy, (np.array([1.0, 2.0]),)
    for c in (True, False):
        yield int_or_float, (np.ones(2, np.float32), 2.5, c)
    for y in (np.inf, np.nan, 2.5):
        yield int_or_float, (np.ones(2, np.float16), y, False)
    yield int_or_float_in_a_loop, (np.array([1, 2, 3], np.float32), 2.5)
    for n in (0, -3, 2 ** 53 + 1, -2 ** 53 - 1, 2 ** 62 + 1, -2 ** 63, -2 ** 63 + 1):
        for number in (n, np.int64(n), np.array(n)):
            yield floor_and_ceil, (number,)
    for number in (np.int8(-3), np.uint8(3), np.True_, True, np.uint64(2 ** 53 + 1)):
        yield floor_and_ceil, (number,)
    yield floor_of_a_sum_written, (np.array([[1], [2 ** 63 - 1], [1]]),)
    yield floor_of_a_sum_written, (np.array([[1, 2], [3, 4]]),)
    for x in (-2.0 ** 63, -2.0 ** 63 + 2048, 2.0 ** 63 - 2048, np.float32(-2.0 ** 63)):
        yield whole_part, (x,)
    for x in (np.array([2.5]), np.array([[3]]), np.array([[True]])):
        yield one_element, (x, 0)
    for b in (True, False):
        yield conjugates, (b, 2.5)
        yield conjugates, (b, np.float32(0.5))
    yield attributes_of_arrays, (3, 2.5)
    for k in (2, 3):
        yield truth_values_of_both_kinds, (np.array([1.0, 0.0]), k)
    for x in ([1.0, 0.0], [1.0, 2.0]):
        yield known_truth_values, (np.array(x),)
    for c in (1, 1.5):
        yield complex_numbers_of_python, (np.array([-3.0, -2.5]), c)
    for p in (1.0, -1.0):
        yield bits_on_one_path, (np.array([3, -1]), p)
    yield bits_in_a_loop, (np.array([3, -1]), 2)
    yield bits_of_a_transposed_array, (np.array([[3, -1], [0, 2]]),)
