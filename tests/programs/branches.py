"""if, elif and else on data."""
import numpy as np


def piecewise(x):
    if x < -1:
        y = -x - 0.5
    elif x < 0:
        y = 0.5 * x * x
    elif x < 1:
        y = x**3
    else:
        y = 2 * x - 1
    return y


def huber(residuals, width):
    total = 0.0
    for r in residuals:
        if abs(r) <= width:
            total += 0.5 * r * r
        else:
            total += width * (abs(r) - 0.5 * width)
    return total


def sort_three(a, b, c):
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
        if a > b:
            a, b = b, a
    return a, b, c


def whole_arrays(x, y):
    """The test is a reduction, the branches are arrays."""
    if x.sum() > y.sum():
        x = x - y
        label = 1
    else:
        y = y / 2
        label = -1
    return x, y, label


def int_or_float(x):
    """One branch has an int, the other a float."""
    if x > 0:
        y = 1
    else:
        y = 0.5
    return y * 3


def only_if(x, flag):
    if flag:
        x = np.sqrt(np.abs(x))
    return x


def deep_nesting(a, b, c):
    if a > 0:
        if b > 0:
            result = a + b if c > 0 else a - b
        else:
            result = -1.0
            if c > 0:
                result -= c
    else:
        result = 0.0
        if b > 0 and c > 0:
            result = b * c
        elif b > 0 or c > 0:
            result = b - c
    return result


def state_machine(symbols):
    """Accepts binary words with an even number of ones and no `00`."""
    even, zero_before, dead = True, False, False
    for s in symbols:
        if dead:
            continue
        if s == 1:
            even = not even
            zero_before = False
        elif s == 0:
            dead = zero_before
            zero_before = True
        else:
            dead = True
    return even and not dead


def guarded_division(a, b):
    """The side not taken must not leak: no nan, no inf."""
    out = np.zeros_like(a)
    for i in range(a.size):
        out[i] = a[i] / b[i] if b[i] != 0 else 0.0
    return out


def safe_log_ratio(x):
    if np.min(x) <= 0:
        x = x - np.min(x) + 1
    return np.log(x / x.max())


def write_or_not(a, i, value):
    """Only one of the branches touches the array."""
    if value > a[i]:
        a[i] = value
        changed = True
    else:
        changed = False
    return changed


def swap_if(x, y):
    if x[0] > y[0]:
        x, y = y, x
    return 10 * x + y


def nested_function_in_branch(x):
    if x > 1:
        def f(v):
            return v - 1
    else:
        def f(v):
            return v + 1
    return f(x)


def none_default(x, scale=None, weights=None):
    """Optional arguments are static: the test folds."""
    if scale is None:
        scale = 2.0
    if weights is not None:
        x = x * weights
    return x * scale


def truthiness(x, n, items):
    """Numbers and containers as conditions."""
    count = 0
    if x:
        count += 1
    if n:
        count += 10
    if items:
        count += 100
    if not items and not n:
        count += 1000
    return count


def median_of_medians_branchy(x):
    """A decision tree over five numbers: the middle one."""
    a, b, c, d, e = x
    if b < a:
        a, b = b, a
    if d < c:
        c, d = d, c
    if c < a:
        b, d = d, b
        c = a
    a = e
    if b < a:
        a, b = b, a
    if a < c:
        d = b
        a = c
    return min(a, d)


def rotated_minimum(x):
    low, high = 0, x.size - 1
    while low < high:
        middle = (low + high) // 2
        if x[middle] > x[high]:
            low = middle + 1
        elif x[middle] < x[high]:
            high = middle
        else:
            high -= 1
    return x[low], low


def examples():
    rng = np.random.default_rng(41)
    for x in (-2.0, -0.5, 0.5, 3):
        yield piecewise, (x,)
    yield huber, (rng.normal(size=7), 0.7)
    yield huber, (np.zeros(0), 1.0)
    for abc in ((3, 1, 2), (1, 2, 3), (3.0, 2.0, 1.0), (2, 3, 1)):
        yield sort_three, abc
    x, y = rng.normal(size=4), rng.normal(size=4)
    yield whole_arrays, (x + 9, y)
    yield whole_arrays, (x - 9, y)
    yield int_or_float, (2.0,)
    yield int_or_float, (-1,)
    yield only_if, (x, True)
    yield only_if, (x, False)
    yield only_if, (x, np.bool_(True))
    for a, b, c in ((1, 2, 3), (1, 2, -3), (1, -2, 3), (-1, 2, 3), (-1, -2, 3), (-1, -2, -3), (1, -2, -3)):
        yield deep_nesting, (a * 1.0, b * 1.0, c * 0.5)
    for word in ([1, 0, 1], [1, 0, 0, 1], [1, 0, 1, 1], [5, 1], []):
        yield state_machine, (np.array(word, dtype=np.int64),)
    yield guarded_division, (x, np.array([1.0, 0.0, -2.0, 0.0]))
    yield guarded_division, (np.ones(2, np.float32), np.zeros(2, np.float32))
    yield safe_log_ratio, (np.array([-1.0, 2.0, 5.0]),)
    yield safe_log_ratio, (np.array([1.0, 2.0]),)
    yield write_or_not, (np.array([1.0, 2.0]), 1, 5.0)
    yield write_or_not, (np.array([1, 2]), 0, -5)
    yield swap_if, (x, y)
    yield swap_if, (np.array([9]), np.array([3]))
    yield nested_function_in_branch, (3.0,)
    yield nested_function_in_branch, (0.5,)
    yield none_default, (x,)
    yield none_default, (x, 3.0)
    yield none_default, (x,), {"weights": np.arange(4)}
    yield truthiness, (0.0, 3, [])
    yield truthiness, (1.5, 0, [1.0])
    yield truthiness, (0, 0, ())
    for _ in range(4):
        yield median_of_medians_branchy, (rng.permutation(5),)
    yield median_of_medians_branchy, (rng.normal(size=5),)
    yield rotated_minimum, (np.array([4, 5, 6, 1, 2, 3]),)
    yield rotated_minimum, (np.array([2.0, 2.0, 2.0, 1.0, 2.0]),)
    yield rotated_minimum, (np.array([7]),)
