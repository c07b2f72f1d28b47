"""break and continue, at several depths."""
import numpy as np


def sum_until_negative(x):
    total = 0
    for value in x:
        if value < 0:
            break
        total += value
    return total


def sum_of_odd(x):
    total = 0
    for value in x:
        if value % 2 == 0:
            continue
        total += value
    return total


def sieve(n):
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    for i in range(2, n + 1):
        if i * i > n:
            break
        if not prime[i]:
            continue
        for j in range(i * i, n + 1, i):
            prime[j] = False
    return prime


def longest_run(x):
    best = 0
    i = 0
    while i < len(x):
        j = i
        while True:
            j += 1
            if j == len(x) or x[j] != x[i]:
                break
        best = max(best, j - i)
        i = j
    return best


def smallest_factor(n):
    factor = n
    d = 2
    while d * d <= n:
        if n % d == 0:
            factor = d
            break
        d += 1
    return factor


def pair_with_sum(x, target):
    """Out of two loops by a flag."""
    found = False
    i = j = -1
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] + x[j] == target:
                found = True
                break
        if found:
            break
    return found, i, j


def count_peaks(x, gap):
    """Local maxima, ignoring those too near to the last one taken."""
    count = 0
    last = -gap
    for i in range(1, len(x) - 1):
        if x[i] <= x[i - 1] or x[i] <= x[i + 1]:
            continue
        if i - last < gap:
            continue
        count += 1
        last = i
    return count


def bounded_walk(steps, wall):
    """Refuses any step through a wall; stops for good after three refusals."""
    position = 0.0
    refused = 0
    for step in steps:
        if abs(position + step) > wall:
            refused += 1
            if refused == 3:
                break
            continue
        position += step
    return position, refused


def digits_of(n, base, width):
    out = np.zeros(width, dtype=np.int64)
    for place in range(width - 1, -1, -1):
        if n == 0:
            break
        n, out[place] = divmod(n, base)
    return out


def row_sums_before_zero(a):
    out = np.zeros(a.shape[0], dtype=a.dtype)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] == 0:
                break
            if a[i, j] < 0:
                continue
            out[i] += a[i, j]
    return out


def series_exp(x):
    """Adds terms until one no longer matters."""
    total = term = 1.0
    n = 0
    while True:
        n += 1
        term *= x / n
        total += term
        if abs(term) < 1e-15 * abs(total):
            break
    return total


def bubble_sort(x):
    x = x.copy()
    for end in range(len(x) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if x[i] > x[i + 1]:
                x[i], x[i + 1] = x[i + 1], x[i]
                swapped = True
        if not swapped:
            break
    return x


def first_fit(sizes, capacity, bins):
    """Bin packing; items that fit nowhere are skipped."""
    room = np.full(bins, capacity)
    place = np.full(len(sizes), -1)
    for i, size in enumerate(sizes):
        if size > capacity:
            continue
        for b in range(bins):
            if room[b] < size:
                continue
            room[b] -= size
            place[i] = b
            break
    return place, room


def skip_every(x, period):
    """continue in a while must not skip the increment."""
    total = 0.0
    i = 0
    while i < x.shape[0]:
        i += 1
        if i % period == 0:
            continue
        total += x[i - 1]
    return total


def examples():
    yield sum_until_negative, (np.array([1.5, 2.0, -1.0, 7.0]),)
    yield sum_until_negative, (np.array([3, 4]),)
    yield sum_until_negative, (np.array([-3, 4]),)
    yield sum_of_odd, (np.array([1, 2, 3, 4, 5]),)
    yield sum_of_odd, (np.array([2, 4], dtype=np.int32),)
    for n in (1, 2, 30):
        yield sieve, (n,)
    yield longest_run, (np.array([1, 1, 2, 2, 2, 1]),)
    yield longest_run, (np.array([0.5]),)
    yield longest_run, (np.zeros(0),)
    for n in (2, 91, 97, 49):
        yield smallest_factor, (n,)
    x = np.array([3, 9, 4, 7, 1])
    yield pair_with_sum, (x, 11)
    yield pair_with_sum, (x, 100)
    yield pair_with_sum, (x[:1], 3)
    waves = np.array([0.0, 2, 1, 3, 0, 5, 4, 6, 1])
    yield count_peaks, (waves, 1)
    yield count_peaks, (waves, 3)
    yield count_peaks, (waves[:2], 1)
    yield bounded_walk, (np.array([0.5, 0.25, 1.0, -0.5, 2.0, 0.25, -3.0, 0.5]), 1.0)
    yield bounded_walk, (np.array([0.5, 0.25]), 1.0)
    yield digits_of, (2024, 10, 6)
    yield digits_of, (255, 2, 4)
    yield digits_of, (0, 7, 3)
    yield row_sums_before_zero, (np.array([[1, -2, 3], [0, 5, 6], [7, 0, 9]]),)
    yield row_sums_before_zero, (np.ones((2, 0)),)
    for v in (0.0, 1.0, -2.0, 5.5):
        yield series_exp, (v,)
    yield bubble_sort, (np.array([5, 2, 9, 1, 5]),)
    yield bubble_sort, (np.array([1.0, 2.0, 3.0]),)
    yield bubble_sort, (np.zeros(0, np.float32),)
    yield first_fit, (np.array([4, 8, 1, 4, 2, 1, 11]), 10, 2)
    yield first_fit, (np.array([0.5, 0.75, 0.5]), 1.0, 3)
    yield first_fit, (np.array([9, 9, 9]), 10, 2)
    yield skip_every, (np.arange(1.0, 8.0), 3)
    yield skip_every, (np.arange(4.0), 1)
