"""Programs whose printed source a hunt by random programs found to differ from Python, each shrunk to its cause."""
import math

import numpy as np


def truth_values_scaled(x, flag):
    x += 1.0 * (flag + flag)
    return x


def truth_value_times_a_number_negated(mask, y):
    mask[2] *= -(y ** 2)
    return mask


def integer_halved_and_negated(x):
    """-(x * 0.5) of int8: -x would wrap around."""
    return -(x * 0.5), -(x / 2), 1.0 - x * 0.5


def truth_value_everywhere_inverted(x, mask, flag):
    mask[...] = max(x)
    return ~mask if flag else mask & True


def element_or_number_in_every_second(x):
    x[::2] = x[-1] if x[0] > 0 else 3
    return x


def remainder_of_rounded(x):
    y = np.empty(2)
    y[:] = round(x[0])
    return y % 0


def power_of_rounded(x):
    y = np.empty(2)
    y[:] = round(x[0])
    return y ** 1.5


def divided_by_an_argument(x, n):
    y = np.empty(2)
    y[:] = round(x[0])
    return y / n


def rounded_root(y):
    """Python's round of math.sqrt, which prints as NumPy's."""
    return round(math.sqrt(y), 2)


def rounded_for_nobody(x):
    for _ in x:
        for v in x:
            n = 1
            while n and v:
                n -= 1
                rounded = round(x[0])


def bins_of_what_is_not_finite(x):
    return np.histogram(x, 3)[0]


def numbers_of_a_list(a, b):
    return np.array([a, b], np.int8)


def greatest_into_itself(x, n):
    """Where n does not fit, x stays as it is."""
    np.maximum(x, n, out=x)


def elements_added_and_converted(x, value):
    """np.add.at converts any result, which x[…] += value does not do."""
    np.add.at(x, [1], value)
    np.multiply.at(x, [2, 0], value)
    return x


def part_less_a_float(x):
    x[...] = x * 2.5
    x[:2] = x[:2] - np.float32(1)
    x[1] = x[1] / 2
    return x


def rounded_and_returned_by_one_path(x, y):
    """On the other it raises, too."""
    def first_if_not_zero(other):
        if y:
            return float(y)
        return float(other)
    return first_if_not_zero(math.floor(x.sum()))


def is_and_is(first, second):
    return first and second


def converted_and_asked_on_one_path(x, y):
    return is_and_is(y > 1, int(x.sum()) > 2)


def converted_where_it_is_chosen(x, y):
    return y > 1 or int(x.sum()) > 2


def narrow_number_less_a_length(x, n):
    return np.uint8(n) - len(x), np.int8(n) * 100, -np.uint8(n)


def rounded_in_a_loop_that_may_not_run(x, y):
    while x:
        assert not 1.0 < round(y) <= 3.0
        last = x


def complex_zeros_compared(x):
    return np.zeros_like(x) * 2j > 10, np.full_like(x, 3) * 2j <= 6


def place_in_a_known_array(x, y):
    return 1 if (x < x)[math.floor(y)] else 2


def converted_in_a_loop_for_nobody(x, y):
    n = 0
    while True:
        if math.floor(x.max()):
            n += 1
        if x[0] < y + n:
            break
    return x


def converted_in_a_loop_that_nan_never_ends(x):
    n, y = 0, x.max()
    while not y < 1:
        n += int(y)
        y = y / 2
    return n


def narrow_elements_counted(x):
    count = 5
    for i in range(4):
        for k in (0, 1, 2):
            count += x[i + k]
    return count


def narrow_elements_added_to_wide_ones(x, wide):
    for i in range(4):
        for k in (0, 1, 2):
            wide[i] += x[i + k]
            wide[k:k + 3] += x[:3]
    return wide


def converted_for_nobody_in_a_case(x):
    match x.max():
        case found if found:
            match found:
                case _:
                    whole, rest = divmod(round(found), 3)


def numbers_of_python_in_containers(x, k):
    items, halves = [10, 20, 30], [1.5, 2.5, 3.5]
    place = int(np.argmax(x))
    print([items[k], halves[k]], (items[k],), {"a": halves[k]}, f"{[items[k]]} {items[k]!r}", repr(halves[k]))
    print(sorted([3, 1, 2], key=lambda v: v * x[0]), [place, place + 1, divmod(place + 7, 3)], [bool(x[0] > 1)])
    print([float(x[0]), x[0], x[1].item()], x.tolist(), [None if place else k])
    return items[k]


def examples():
    for k in (1, 2):
        yield numbers_of_python_in_containers, (np.array([1.5, 3.0, 2.0]), k)
    for x in ([1.0, 2.0], [0.0, 0.0], [np.nan, 1.0]):
        yield converted_for_nobody_in_a_case, (np.array(x),)
    for x in (np.array([True] * 6), np.array([100, 200, 250, 5, 100, 100], np.uint8), np.full(6, 3e38, np.float32)):
        yield narrow_elements_counted, (x,)
        for dtype in (np.int64, np.float64):
            if np.can_cast(x.dtype, dtype, "same_kind"):
                yield narrow_elements_added_to_wide_ones, (x, np.zeros(6, dtype))
    for x in ([2.5, 1.0], [np.nan, 1.0], [1.0, np.inf]):
        yield converted_in_a_loop_for_nobody, (np.array(x), 1.0)
        yield converted_in_a_loop_that_nan_never_ends, (np.array(x),)
    for flag in (True, False):
        yield truth_values_scaled, (np.ones((2, 1), np.float32), flag)
        yield truth_value_everywhere_inverted, (np.array([1, 5, 1]), np.array([False, True]), flag)
    for y in (2.0, 0.0):
        yield truth_value_times_a_number_negated, (np.array([True, False, True]), y)
    yield integer_halved_and_negated, (np.array([-128, 3], np.int8),)
    yield integer_halved_and_negated, (np.array([200, 3], np.uint8),)
    for x in ([1.0, 2.0, 5.0], [-1.0, 2.0, 5.0]):
        yield element_or_number_in_every_second, (np.array(x),)
        yield remainder_of_rounded, (np.array(x),)
        yield power_of_rounded, (np.array(x),)
        yield divided_by_an_argument, (np.array(x), 0)
    for y in (7.155624999999999, 2.0):
        yield rounded_root, (y,)
    for x in ([1.0, 4.0, 2.0], [1.0, np.inf, 2.0], [-1e308, 0.0, 1e308]):
        yield bins_of_what_is_not_finite, (np.array(x),)
    for number in (300, -128):
        yield numbers_of_a_list, (np.int64(number), np.int16(3))
    yield numbers_of_a_list, (np.float64(np.nan), np.float32(1.5))
    for n in (-1, 2):
        yield greatest_into_itself, (np.arange(4, dtype=np.uint8), n)
    for x in ([1.0, 0.0, 2.0], [np.nan, 1.0], [np.nan, 0.0]):
        yield rounded_for_nobody, (np.array(x),)
    for dtype in (np.int64, np.uint8, np.float32, np.complex64):
        yield part_less_a_float, (np.array([1, 2, 3], dtype),)
    for dtype in (bool, np.int64, np.uint8, np.float16):
        yield elements_added_and_converted, (np.array([1, 0, 1], dtype), 1.5)
    for dtype in (bool, np.uint8):
        yield elements_added_and_converted, (np.array([1, 0, 1], dtype), np.int64(3))
    for x in ([1.0, np.inf], [np.nan, 2.0], [1.0, 2.0]):
        for y in (np.float16(1.5), np.float16(0)):
            yield rounded_and_returned_by_one_path, (np.array(x), y)
            yield converted_and_asked_on_one_path, (np.array(x), y)
            yield converted_where_it_is_chosen, (np.array(x), y)
    yield narrow_number_less_a_length, (np.ones(3), 2)
    yield rounded_in_a_loop_that_may_not_run, (np.array([0.0]), np.inf)
    yield rounded_in_a_loop_that_may_not_run, (np.array([2.0]), 2.0)
    yield complex_zeros_compared, (np.array([1, 2, 3], np.uint8),)
    for y in (1.5, np.nan):
        yield place_in_a_known_array, (np.array([1.0, 2.0]), y)
