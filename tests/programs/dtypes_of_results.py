"""The dtype, the shape and the class of results are those of NumPy: of narrow, empty and computed arguments."""
import math

import numpy as np


def product_of_bytes(x):
    chosen = x[x > 3]
    return math.prod(chosen), math.prod([v for v in x if v > 3]), math.prod(chosen > 5), math.prod(x)


def product_begun(x):
    return math.prod(x[x > 3], start=np.uint16(3)), math.prod(x[x > 3], start=1.5)


def product_of_numbers(x):
    whole, real = [int(v) for v in x if v > 3], [float(v) for v in x if v > 3]
    return (repr(math.prod(whole)), math.prod(real) * np.float32(2), repr(math.prod(whole, start=2.0)),
            math.prod(real, start=np.float32(2)))


def nothing_put(x):
    y, z, square = x.copy(), x.copy(), np.ones((2, 2))
    np.put(x, [0, 9], x[:0])
    np.putmask(y, y > 0, y[:0])
    np.place(z, z > 100, [])
    np.fill_diagonal(square, x[:0])
    return x, y, z, square


def nothing_placed(x):
    try:
        np.place(x, x > 1, [])
    except ValueError as e:
        return str(e)
    return "placed"


def blocks_of_lists(xs):
    chosen = [v for v in xs if v > 0]
    again = np.array(chosen)
    return (np.block([chosen, chosen]), np.block([chosen, [again]]), np.block([[chosen, chosen], [chosen, chosen]]),
            np.block([again, again]), np.block([[[v, v] for v in xs if v > 0]]))


def empty_blocks(xs):
    chosen = [v for v in xs if v > 9]
    return np.block([chosen, chosen])


def differences(x):
    few, flags = x.astype(np.float32)[x > 3], (x > 3)[x > 1]
    return (np.diff(flags, prepend=0), np.diff(flags, prepend=True), np.diff(np.flatnonzero(x > 3), append=2.5),
            np.diff(few, prepend=0), np.diff(few, append=np.float32(2)), np.diff(np.flatnonzero(x > 3), prepend=0))


def covariances(x):
    few = x.astype(np.float32)[x > 3]
    return np.cov(few), np.cov(few, few * 2), np.corrcoef(few, few * few)


def without_axes(s, x):
    return (np.kron(int(s), x.astype(np.float32)[0]), np.lexsort([s]), np.lexsort((s, s)), np.array(x[0] > 3) ** 2,
            np.array(x[0] > 3) ** 3, (x > 3) ** 2, (x[0] > 3) ** 2)


def trimmed_lists(x):
    listed = x.tolist()
    return np.trim_zeros(listed), np.trim_zeros(tuple(listed), "f"), np.trim_zeros([v for v in listed if v != 7])


def examples():
    x = np.array([200, 7, 3, 2, 255], np.uint8)
    for f in (product_of_bytes, product_begun, product_of_numbers, differences, covariances):
        yield f, (x,)
    for f in (nothing_put, nothing_placed):
        yield f, (x.astype(float),)
    yield nothing_placed, (np.zeros(3),)
    for f in (blocks_of_lists, empty_blocks):
        yield f, ([0.5, -1.5, 2.0],)
    yield without_axes, (2.5, x)
    yield trimmed_lists, (np.array([0.0, 1.0, 7.0, 2.0, 0.0]),)
