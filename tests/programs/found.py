"""Programs in which a hunt by random programs found a difference from Python, each shrunk to its cause."""
import collections
import math

import numpy as np


# What only one path of an expression evaluates raises on that path alone.

def element_on_one_path(x, c):
    return x[5] if c > 0 else 0.0


def element_behind_and(x, c):
    return c > 0 and x[5] > 0


def element_behind_or(x, c):
    return c < 0 or x[5] > 0


def element_in_a_chain(x, c):
    return c > 0 > x[5]


def element_in_a_loop(x, c):
    total = 0.0
    for v in x:
        if c > 0 and x[5] > 0:
            total += v
    return total


def element_in_a_comprehension(x, c):
    return [v * 2 if c > 0 else x[7] for v in x]


def positive(v):
    if v < 0:
        raise ValueError("negative")
    return v


def element_behind_a_call_that_raises(x, c):
    return positive(c) + x[5] if c < 2 else c


def printed_before_it_raises(x, c):
    for v in x:
        print(v if v < 2 * c else x[3])


# Numbers.

def complex_of_parts(a, b):
    return complex(a, b)


def square_of_a_mask(m, t):
    m = m ** 2
    return m, (m > 0) ** 2 + t


def truths_are_integers(x, y):
    return bool(x) + bool(y), bool(x) * True, -bool(x), bool(x) & bool(y), bool(x) + x, isinstance(bool(y), int)


# What is written where a mask holds, if it is one number or is broadcast.

def number_at_places(y, m):
    out = np.zeros(3, int)
    out[np.flatnonzero(m)] = y
    return out


def constant_at_places(m):
    out = np.zeros(3, int)
    out[np.flatnonzero(m)] = 5
    np.add.at(out, np.flatnonzero(m), 2)
    return out


def row_at_places(y, m):
    out = np.zeros((3, 2), int)
    out[np.flatnonzero(m)] = np.array([4, 5]) * y
    np.add.at(out, np.flatnonzero(m), np.array([1, 2]))
    return out


def column_at_places(y, m):
    out = np.zeros((3, 2), int)
    out[np.flatnonzero(m)] = np.arange(3)[np.flatnonzero(m)][:, None] * y
    return out


# What is printed is what is computed.

def truth_of_nothing_but_constants(x):
    finite = np.invert(np.isnan(x))
    return np.logical_xor(finite, finite[::-1])


def python_number_of_a_truth_value(x, y):
    w = int(y)
    x *= y + 2
    return x * (w + 3), w


def spread_of_sums(x):
    return np.std(np.sum(x[None], axis=1, keepdims=True)), np.sum(x, axis=0, keepdims=True) / np.array([[2.0]])


def left_before_a_window(x, y, a):
    for e in x:
        if not y:
            return e * a
    return np.unique(np.array([a, 2]))


def window_for_all_axes(x, y):
    x ^= np.unique(np.array([y, y + 1]))
    return x


def converted_and_then_written(x, z):
    places = np.searchsorted(x, x)
    z[:] = places
    z[0] -= 2.5
    return z


# The derivative of a loop that may run no round is the derivative of what it begins with.

def rounded_in_counted_rounds(x, n):
    for _ in range(n):
        x = np.floor(x)
    return x.sum()


def rounded_while(x, n):
    while n > 0:
        x = x // 2
        n = n - 1
    return x.sum()


def alias_of_the_round_before(b, n):
    for i in range(3):
        b[i] = 3.0
        for _ in range(n % 4):
            v, _w = b, b
            g = lambda z: v[0] + z
    return b.sum()


def alias_of_the_round_before_is_written(b, n):
    for i in range(1, 3):
        b[i] = b[i - 1] + b[i - 1]
        for _ in range(n % 4):
            v, _w = b, b

            def add(z):
                v[0] += z
            add(1.0)
    return b.sum()


def copied_with_an_axis_too_many(x, y):
    np.copyto(x, y[None])
    return x + 1


def square_is_not_negative(x):
    r = x.max() * x.max()
    return not r >= 0, abs(x) >= 0


def truncated(x):
    return math.trunc(x)


def rounded(x):
    return round(x)


def convolved(x, y):
    return np.convolve(x, y), np.convolve(x, y, "same"), np.convolve(x, y, "valid"), np.correlate(x, y, "full")


def added_at(x, a):
    np.add.at(x, [0, 0], a)
    np.subtract.at(x, 1, a)
    np.multiply.at(x, 1, a)
    return x


# Results that are their argument, or views of it.

def converted_to_its_own_type(x):
    view = np.complex64(x)
    view[0] = 10
    return view.conj(), x


def array_without_axes(x):
    table = np.asarray(x)
    np.add(x, 1, out=x)
    return table


def diagonal_by_einsum(x):
    diagonal, turned = np.einsum('ii->i', x), np.einsum('ij->ji', x)
    diagonal[:] = 4.0
    turned[0] += 1
    return x, diagonal


def real_numbers_are_their_conjugates(x):
    x.conj()[0] = 2
    x.conjugate()[1] += 3
    np.diff(x, 0)[2] = 7
    return x


def copied_by_columns(x):
    y = np.asarray(x, order="F")
    y[0] = 5
    return x, y, np.asfortranarray(x.T) is x.T


# Dicts keep their order, whatever their keys are.

def keys_of_several_types(x):
    w = dict(a=0)
    w[1] = x
    return w, {None: x, 1.5: 2 * x}, {(1, "a"): x, (1, 2): x}


def keys_in_their_own_order(x):
    return {10: x, 2: x + 1}


# A view that is assigned to another view of the same memory is read before it is written.

def row_from_a_column(x, i):
    x[1] = x[:, 2].copy()
    x[:, 0] = x[i].copy()
    x[i] = x[:, i].copy()
    return np.rot90(x)


def row_from_a_turned_array(x, i):
    x[1] = np.rot90(x)[0].copy()
    x[i, :2] = x.T[i, 1:].copy()
    return x


def elements_from_every_second(x):
    x[1:4] = x[:6:2].copy()
    x[2:6] = x[1:5].copy()
    return x


# Division by a zero that is known, of what is NumPy's number in Python.

def divided_in_a_loop(x, n):
    y, z, w = np.negative(1), np.float64(5.0), np.float64(7.0)
    for i in range(n):
        y = y / 0
        z = z // i + z % i
        w /= i
    return y, z, w


def integers_of_an_index(x):
    total, shifted = 0, np.int64(0)
    for i in range(4):
        total = (np.int64(i) + 2**62) * 4 + i * np.int64(2**61)
        shifted = np.int64(i) << 62
    return total, shifted + 1


def least_numbers(x):
    return np.spacing(np.zeros(x.shape)), np.spacing(np.zeros_like(2)), np.isclose(np.full(2, 5e-324), 0.5), x * 1e-310


def part_of_nothing(x, a, b):
    return np.array([a[b:b + 2], x])


# The method `at` takes Python's numbers for NumPy's, which wrap around.

def accumulated_numbers(x, n):
    np.add.at(x, [0, 1, 0], n)
    np.multiply.at(x, 1, 300)
    np.subtract.at(x, 0, -1000)
    return x


def subtracted_numbers_without_a_sign(x, u):
    np.subtract.at(x, [0, 1, 0], u)
    return x


# A set is a set, in texts and to those who ask what it is.

NUMBERS, FROZEN = {1, 2}, frozenset({3})
Pair = collections.namedtuple("Pair", "first second")


def sets(x):
    print({1}, [{2}], set(), f"{ {3} }", {1} | FROZEN, FROZEN | {3}, {1}.union([1]), {i for i in range(1)})
    return isinstance({1}, set), isinstance({1}, frozenset), type(NUMBERS) is set, type(NUMBERS - FROZEN) is set, \
        type(FROZEN) is set, NUMBERS | {len(x)}, FROZEN


# Printed source prints what has no literal, and dynamic values inside of containers.

def printed_objects(x):
    print(max, [int, x[0]], {max}, x.dtype, float("inf"), [np.nan, -np.inf], Pair(1, 2))
    print({"a": x[0]}, [{"{b}": x.sum(), 1: [len]}], Pair(x[0], max), [f"{x[0]:.2f}", "{a}"])


ON_ONE_PATH = (element_on_one_path, element_behind_and, element_behind_or, element_in_a_chain, element_in_a_loop,
               element_in_a_comprehension, element_behind_a_call_that_raises, printed_before_it_raises)
PARTS = ((1.0, np.inf), (np.float32(2), -np.inf), (True, 2), (1j, np.inf), (complex(1, 2), complex(3, 4)),
         (complex(np.inf, 1), 0), (np.nan, 1.0))


def raises_where_all_hold(x):
    """The test of the loop asks for the flag in other places than its own part."""
    while all(u for u in x):
        if x[1]:
            raise RuntimeError("all hold")
    return x


def asserts_while_any_holds(x):
    step = 4.0
    while any(u > step for u in x):
        step /= 2
        assert step > 0.5, "too small"
    else:
        step += 1.0
    return step


def ones_without_a_sign(x):
    """What is known of them is computed in their type: 1 - 3 is no number of uint32."""
    y = x ** 0
    y -= 3
    z = x ** 0
    z *= 0
    return y, y % np.where(z == z, 2, 1).astype(y.dtype)


def zeros_compared(x):
    z = np.zeros(len(x), np.complex64)
    return z < 1, z == 0



def remainder_of_the_lesser(x):
    s = min(np.dot(x, x), 10)           # 10 % 0 raises, and is not computed here
    return s, s % 0


def class_behind_a_loop(x):
    total = 0
    for v in x:
        total = total + v
    return isinstance(total, np.floating), total.dtype == np.float64


def greater_and_lesser(a, y):
    greater, lesser = max(a[0], y), min(y, a[0])
    return greater == a[0], lesser == a[0], greater == y, lesser == y, int(min(a[0], y))


def product_of_zeros(x, y):
    return 1 / np.outer(x, y)


def product_with_itself(x):
    return np.kron(x, x), np.kron(x[0], x)


def examples():
    yield class_behind_a_loop, (np.ones(3),)
    yield product_of_zeros, (np.array([0.0, -1.25]), np.array([-0.0, 2.0]))
    for number in (0, 5, 2**64 - 1):
        for y in (-2, 9, 2**63 - 1, -2**63, np.int64(-3), np.int64(6)):
            yield greater_and_lesser, (np.array([number], np.uint64), y)
    for f in ON_ONE_PATH:
        for c in (1.0, -1.0, 3.0):
            yield f, (np.array([1.0, 2.0, 3.0]), c)
    for parts in PARTS:
        yield complex_of_parts, parts
    for pair in ((np.array(1.0), np.array(2.0)), (1.0, 2.0), (np.float32(0), np.uint8(1)), (True, np.array(False))):
        yield truths_are_integers, pair
    mask = np.array([True, False, True])
    yield square_of_a_mask, (mask, np.int8(1))
    for f in (number_at_places, row_at_places, column_at_places):
        yield f, (3, mask)
    yield constant_at_places, (mask,)
    yield truth_of_nothing_but_constants, (np.array([1, 2, 1], np.uint8),)
    for y in (True, False, 3):
        yield python_number_of_a_truth_value, (np.array([[1], [2]], np.uint32), y)
    for y in (True, False):
        yield left_before_a_window, (np.array([[7, 5], [3, 4]]), y, 3)
        yield left_before_a_window, (np.ones((0, 2), int), y, 3)
    yield window_for_all_axes, (np.ones((2, 2, 2), int), 1)
    yield converted_and_then_written, (np.array([0.0, 0.0]), np.ones(2))
    yield spread_of_sums, (np.array([[1, 2], [3, 5]], np.int64),)
    for f in (rounded_in_counted_rounds, rounded_while):
        for n in (0, 2):
            yield f, (np.array([0.25, 3.5]), n)
    for f in (alias_of_the_round_before, alias_of_the_round_before_is_written):
        yield f, (np.ones(4), 2)
    for dtype in (np.uint8, np.float64):
        for n in (1, 3):
            yield copied_with_an_axis_too_many, (np.zeros(n, dtype), np.ones(n, dtype))
    for x in (np.float64(-1.5), 2.5, 3, True):
        yield truncated, (x,)
        yield rounded, (x,)
    for x in (np.float32(-1.5), np.int8(3)):
        yield rounded, (x,)
    for x in ([1, np.inf], [1.0, np.nan, 3.0], [2.0], [1.0, 2.0, 3.0, -np.inf]):
        for y in ([1, np.inf], [np.nan, 1.0, 2.0], [np.inf]):
            yield convolved, (np.array(x, float), np.array(y, float))
    for a in (100, np.int64(-7), np.int64(300), np.uint8(200)):
        yield added_at, (np.array([1, 2], np.uint8), a)
        yield added_at, (np.array([1, 2], np.int64), a)
    yield converted_to_its_own_type, (np.ones(3, np.complex64),)
    for x in (np.array(1.0), np.array(2, np.int8)):
        yield array_without_axes, (x,)
    for n in (1, 3):
        yield diagonal_by_einsum, (np.ones((n, n)),)
    for dtype in (float, np.int32, bool):
        yield real_numbers_are_their_conjugates, (np.arange(3).astype(dtype),)
    yield copied_by_columns, (np.ones((2, 3)),)
    for f in (keys_of_several_types, keys_in_their_own_order):
        yield f, (np.array([1], np.int8),)
    for f in (row_from_a_column, row_from_a_turned_array):
        yield f, (np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.uint64), 1)
    yield elements_from_every_second, (np.arange(7.0),)
    yield divided_in_a_loop, (1.0, 3)
    for sizes in ((2, 2), (9, 12), (40, 33)):
        x, y = (np.linspace(-1.0, 2.0, size) for size in sizes)
        yield convolved, (x.copy(), y.copy())
        x[-1], y[0], y[-1] = np.inf, np.nan, -np.inf
        yield convolved, (x, y)
    for dtype in (np.uint32, np.int8, np.float32):
        yield accumulated_numbers, (np.array([1, 2], dtype), np.int64(-128))
    yield subtracted_numbers_without_a_sign, (np.array([1.0, 2.0]), np.uint64(5))
    yield integers_of_an_index, (1.0,)
    yield sets, (np.ones(2),)
    yield printed_objects, (np.ones(2),)
    yield least_numbers, (np.ones((2, 3)),)
    yield part_of_nothing, (np.zeros(0, int), np.array([False]), np.int64(1))
    for x in (np.nan, 0.0, -2.0):
        yield square_is_not_negative, (np.array([x, 1.0]),)
    for x in ([True, True], [True, False]):
        yield raises_where_all_hold, (np.array(x),)
    for number in (5.0, 3.0):
        yield asserts_while_any_holds, (np.array([1.0, number]),)
    for f in (ones_without_a_sign, zeros_compared):
        yield f, (np.array([1, 5], np.uint32),)
    yield convolved, (np.array([65504.0, -65504.0, -2.75, 1e-3, 0.25], np.float16),) * 2
    yield convolved, (np.array([300.0, 300.0, 2.0], np.float16), np.array([300.0, -300.0], np.float16))
    yield remainder_of_the_lesser, (np.array([1.0, 2.0]),)
    yield product_with_itself, (np.arange(6.0).reshape(2, 3),)
