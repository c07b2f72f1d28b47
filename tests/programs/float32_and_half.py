"""Which dtype comes out (NEP 50), and arithmetic in the narrow ones."""
import numpy as np


def python_scalars_are_weak(x):
    return x + 1.5, x * 2, 1 / (x + 4), x**0.5, x > 0.5


def numpy_scalars_are_strong(x):
    return x + np.float64(1.5), x * np.float32(2), x + np.int64(1), x - np.float16(0.5)


def int_meets_float(i, x):
    return i + x, i * x, i / 2, i**2 + x


def constants_made_inside(x):
    """zeros and arange are float64 and int64 whatever the argument is."""
    total = np.zeros(x.shape)
    total += x
    return total + np.arange(x.size), np.full(3, 2) * x[0], np.full_like(x, 0.1), np.ones(2, dtype=x.dtype)


def accumulate_in_own_dtype(x):
    total = x.dtype.type(0)
    for value in x:
        total += value
    return total, total.dtype == x.dtype


def accumulate_in_double(x):
    total = np.float64(0)
    for value in x:
        total = total + value
    return total, x.sum(dtype=np.float64), x.mean()


def kahan(x):
    """Compensated summation: must not be reassociated."""
    total = x[0] * 0
    lost = x[0] * 0
    for value in x:
        y = value - lost
        t = total + y
        lost = (t - total) - y
        total = t
    return total


def loop_widens(x, n):
    """A float32 carry that meets a float64 array."""
    y = x
    scale = np.linspace(0.5, 1.0, x.size)
    for _ in range(n):
        y = y * scale
    return y


def store_narrows(x):
    """Assignment into an array keeps the array's dtype."""
    out = np.zeros(4, dtype=np.float32)
    out[:2] = x[:2]
    out[2] = np.pi
    out[3] += x[-1] * 1e-3
    return out


def branch_dtypes(x, flag):
    """Both branches have the same dtype, by different ways."""
    if flag > 0:
        y = x * np.float32(0.5)
    else:
        y = (x.astype(np.float64) + 1).astype(np.float32)
    return y, y.dtype.name


def half_precision(x):
    y = x * np.float16(2) + 1
    return y, np.sqrt(y), y.astype(np.float32) / 3, np.maximum(y, 2)


def where_promotes(mask, x, y):
    return np.where(mask, x, y), np.where(mask, x, 0), np.concatenate([x, y]), np.stack([x, x + y])


def softmax_stable(x):
    shifted = np.exp(x - x.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def reductions_keep_type(x):
    return x.sum(), x.mean(axis=0), x.std(), np.cumsum(x, axis=1), np.dot(x, x.T), np.linalg.norm(x)


def result_types(a, b):
    common = np.result_type(a, b)
    return a.astype(common) + b, np.promote_types(a.dtype, b.dtype) == common, common.name


def epsilon_test(x):
    eps = np.finfo(x.dtype).eps
    return x * (1 + 4 * eps) > x, np.nextafter(x, x.dtype.type(np.inf)) > x, eps


def complex_promotion(x, z):
    return x + 1j, x * z, z.real + x, np.abs(z) * x


def selections_beside_numbers(x, s):
    above = x[x > 0]
    return (above * s, np.maximum(above, s), np.where(above > s, above, s), np.clip(above, s, 3.0), above == s,
            x[np.isin(x, above[above >= s])], np.union1d(above, s), np.cumsum(above + s))


def slope_of_a_selection(x, s):
    return np.gradient(x[x > -9], s)


def examples():
    rng = np.random.default_rng(20)
    single = rng.uniform(0.1, 2, 4).astype(np.float32)
    half = np.array([0.5, 1.5, 4.0], np.float16)
    for x in (single, half, np.arange(3), np.arange(3, dtype=np.int16)):
        yield python_scalars_are_weak, (x,)
    yield python_scalars_are_weak, (np.float32(1.5),)
    yield numpy_scalars_are_strong, (single,)
    yield numpy_scalars_are_strong, (half,)
    yield numpy_scalars_are_strong, (np.float32(0.25),)
    yield int_meets_float, (np.arange(4, dtype=np.int32), single)
    yield int_meets_float, (np.arange(4, dtype=np.int8), single)
    yield int_meets_float, (np.arange(3, dtype=np.uint8), half)
    yield int_meets_float, (3, single)
    yield constants_made_inside, (single,)
    yield constants_made_inside, (np.array([1, 2], np.int32),)
    yield accumulate_in_own_dtype, (single,)
    yield accumulate_in_own_dtype, (half,)
    yield accumulate_in_own_dtype, (np.array([3, 4], np.int32),)
    yield accumulate_in_double, (single,)
    yield accumulate_in_double, (np.array([1, 2], np.int8),)
    yield kahan, (np.array([1.0, 1e-8, 1e-8, -1.0], np.float32),)
    yield kahan, (rng.normal(size=6),)
    yield loop_widens, (single, 2)
    yield loop_widens, (single.astype(np.float64), 1)
    yield store_narrows, (rng.normal(size=3),)
    yield store_narrows, (np.arange(2),)
    for dtype in (np.float32, np.float16, np.float64):
        for s in (0.7, 2.5):
            yield selections_beside_numbers, (np.array([2.5, 0.7, -1.0, 0.3], dtype), s)
            yield slope_of_a_selection, (np.array([2.5, 0.75, -1.0, 0.25], dtype), s)
    yield branch_dtypes, (single, 1)
    yield branch_dtypes, (single, -1)
    yield half_precision, (half,)
    yield half_precision, (np.zeros((2, 1), np.float16),)
    mask = np.array([True, False, True, False])
    yield where_promotes, (mask, single, rng.normal(size=4))
    yield where_promotes, (mask, np.arange(4, dtype=np.int32), single)
    yield where_promotes, (mask, np.arange(4, dtype=np.uint8), np.arange(4, dtype=np.int8))
    yield softmax_stable, (rng.normal(size=(2, 5)).astype(np.float32),)
    yield softmax_stable, (np.array([1000.0, 1001.0]),)
    yield reductions_keep_type, (rng.normal(size=(2, 3)).astype(np.float32),)
    yield reductions_keep_type, (rng.normal(size=(3, 3)),)
    yield result_types, (single, np.arange(4))
    yield result_types, (np.arange(4, dtype=np.int16), single)
    yield result_types, (np.arange(2, dtype=np.uint64), np.arange(2))
    yield epsilon_test, (single,)
    yield epsilon_test, (np.array([1.0, 3.0]),)
    yield complex_promotion, (single, np.array([1 + 1j, 2, 3j, 4], np.complex64))
    yield complex_promotion, (rng.normal(size=2), np.array([1 + 1j, 2], np.complex64))
