"""Sequences: sorting, merging, scanning with two pointers, searching, all by slices of computed length."""
import numpy as np


def sieve(n):
    prime = np.ones(n, bool)
    prime[:2] = False
    p = 2
    while p * p < n:
        if prime[p]:
            prime[p * p::p] = False
        p += 1
    return np.flatnonzero(prime)


def sieve_marks(limit):
    prime = np.ones(100, dtype=bool)
    prime[:2] = False
    for p in range(2, 10):
        if prime[p]:
            prime[p * p::p] = False
    return np.sum(prime[:limit.sum()])


def insertion_sort_shift(x):
    """Moves what is larger by one, as a block."""
    x = x.copy()
    for i in range(1, len(x)):
        value = x[i]
        place = np.searchsorted(x[:i], value, side="right")
        x[place + 1:i + 1] = x[place:i].copy()
        x[place] = value
    return x


def insertion_sort_count(x):
    x = x.copy()
    for i in range(1, len(x)):
        value, place = x[i], np.sum(x[:i] <= x[i])
        x[place + 1:i + 1] = x[place:i]
        x[place] = value
    return x


def selection_sort_argmin(x):
    x = x.copy()
    n = len(x)
    for i in range(n - 1):
        k = i + x[i:].argmin()
        x[i], x[k] = x[k], x[i]
    return x


def bubble_sort(x):
    n = len(x)
    for end in range(n - 1, 0, -1):
        swapped = False
        for j in range(end):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swapped = True
        if not swapped:
            break


def pancake_sort(x):
    x = x.copy()
    for size in range(len(x), 1, -1):
        k = np.argmax(x[:size])
        x[:k + 1] = np.flip(x[:k + 1])
        x[:size] = x[:size][::-1].copy()
    return x


def rank_prefixes(x):
    """Where each element stands among those before it."""
    ranks = np.zeros(len(x), np.int64)
    for i in range(len(x)):
        ranks[i] = np.count_nonzero(x[:i] < x[i])
    return ranks


def merge_sorted(a, b):
    out = np.empty(len(a) + len(b), a.dtype)
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[i + j] = a[i]
            i += 1
        else:
            out[i + j] = b[j]
            j += 1
    out[i + j:i + len(b)] = b[j:]
    out[i + j + len(b) - j:] = a[i:]
    return out


def merge_tails(a, b):
    """What is left of one of them is copied in one piece."""
    n, m = len(a), len(b)
    out = np.zeros(n + m)
    i = j = k = 0
    while i < n and j < m:
        if a[i] < b[j]:
            out[k], i = a[i], i + 1
        else:
            out[k], j = b[j], j + 1
        k += 1
    if i < n:
        out[k:] = a[i:]
    else:
        out[k:] = b[j:]
    return out


def intersection(a, b):
    """Of two sorted arrays, at its true size."""
    out = np.zeros(min(len(a), len(b)), a.dtype)
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] < b[j]:
            i += 1
        elif b[j] < a[i]:
            j += 1
        else:
            out[k] = a[i]
            i, j, k = i + 1, j + 1, k + 1
    return out[:k]


def longest_below(x, limit):
    """Two pointers: the longest run of positive numbers whose sum stays below a limit."""
    best = lo = 0
    for hi in range(1, len(x) + 1):
        while np.sum(x[lo:hi]) > limit:
            lo += 1
        best = max(best, hi - lo)
    return best


def pair_with_sum(x, target):
    lo, hi = 0, len(x) - 1
    while lo < hi:
        total = x[lo] + x[hi]
        if total == target:
            return x[lo:hi + 1]
        if total < target:
            lo += 1
        else:
            hi -= 1
    return x[:0]


def binary_search(x, value):
    lo, hi = 0, len(x)
    while lo < hi:
        middle = (lo + hi) // 2
        if x[middle] < value:
            lo = middle + 1
        else:
            hi = middle
    return lo, x[:lo].sum(), x[lo:].sum()


def search_by_halves(x, value):
    """The slice itself becomes shorter."""
    offset = 0
    while len(x) > 0:
        middle = len(x) // 2
        if x[middle] < value:
            x = x[middle + 1:]
            offset += middle + 1
        else:
            x = x[:middle]
    return offset


def remove_duplicates(x):
    """In place, of a sorted array; what is kept stands at the front."""
    if len(x) == 0:
        return x
    k = 1
    for i in range(1, len(x)):
        if x[i] != x[k - 1]:
            x[k] = x[i]
            k += 1
    return x[:k]


def run_lengths(x):
    """Run-length encoding."""
    n = len(x)
    values, lengths = np.zeros(n, x.dtype), np.zeros(n, np.int64)
    runs = 0
    for i in range(n):
        if i > 0 and x[i] == x[i - 1]:
            lengths[runs - 1] += 1
        else:
            values[runs], lengths[runs] = x[i], 1
            runs += 1
    return values[:runs], lengths[:runs]


def run_lengths_by_edges(x):
    edges = np.flatnonzero(x[1:] != x[:-1]) + 1
    starts = np.concatenate([[0], edges])
    return x[starts], np.diff(np.append(starts, len(x)))


def decode_runs(values, lengths, size):
    out = np.zeros(size, values.dtype)
    at = 0
    for k in range(len(values)):
        out[at:at + lengths[k]] = values[k]
        at += lengths[k]
    return out


def segment_sums(x, starts):
    sums = np.zeros(len(starts))
    for k in range(len(starts)):
        end = starts[k + 1] if k + 1 < len(starts) else len(x)
        sums[k] = x[starts[k]:end].sum()
    return sums


def segment_extremes(x, bounds):
    found = np.zeros((len(bounds) - 1, 3))
    for k in range(len(bounds) - 1):
        part = x[bounds[k]:bounds[k + 1]]
        if part.size:
            found[k] = part.min(), part.max(), part[-1] - part[0]
    return found


def prefix_scan(x):
    """Hillis and Steele: sums with what stands ever further to the left."""
    x = x.copy()
    step = 1
    while step < len(x):
        x[step:] = x[step:] + x[:-step]
        step *= 2
    return x


def prefix_means(x):
    return np.array([x[:i + 1].mean() for i in range(len(x))])


def drawdown(x):
    """The largest fall from a height reached before."""
    worst = 0.0
    for i in range(1, len(x)):
        worst = max(worst, (np.max(x[:i]) - x[i]) / np.max(x[:i]))
    return worst


def rotate_by(x, k):
    """By three reversals."""
    k = k % len(x)
    x = x[::-1].copy()
    x[:k] = x[:k][::-1].copy()
    x[k:] = x[k:][::-1].copy()
    return x


def next_permutation(x):
    x = x.copy()
    i = len(x) - 2
    while i >= 0 and x[i] >= x[i + 1]:
        i -= 1
    if i < 0:
        return x[::-1].copy()
    j = len(x) - 1
    while x[j] <= x[i]:
        j -= 1
    x[i], x[j] = x[j], x[i]
    x[i + 1:] = x[i + 1:][::-1].copy()
    return x


def partition_around(x, k):
    """Hoare's selection, on a slice that shrinks."""
    x = x.copy()
    lo, hi = 0, len(x) - 1
    while lo < hi:
        pivot = x[lo:hi + 1].mean()
        left = np.sort(x[lo:hi + 1])
        x[lo:hi + 1] = left
        count = np.sum(left <= pivot)
        if k < lo + count:
            hi = lo + count - 1
        else:
            lo = lo + count
        if left[0] == left[-1]:
            break
    return x[k]


def running_quantiles(x, share):
    out = np.zeros(len(x))
    for i in range(len(x)):
        ordered = np.sort(x[:i + 1])
        out[i] = ordered[int(share * i)]
    return out


def is_palindrome_inside(x, lo, hi):
    part = x[lo[0]:hi[0]]
    return np.all(part == part[::-1])


LOOPS = (insertion_sort_shift, insertion_sort_count, selection_sort_argmin, bubble_sort, pancake_sort, rank_prefixes,
         merge_sorted, merge_tails, intersection, longest_below, pair_with_sum, binary_search, search_by_halves,
         remove_duplicates, run_lengths, decode_runs, segment_sums, segment_extremes, drawdown, next_permutation,
         partition_around, running_quantiles)


def examples():
    rng = np.random.default_rng(63)
    real, whole = rng.normal(size=11), rng.integers(0, 9, 11)
    yield sieve, (30,)
    yield sieve_marks, (np.array([20, 10]),)
    for f in (insertion_sort_shift, insertion_sort_count, selection_sort_argmin, bubble_sort, pancake_sort,
              rank_prefixes, running_quantiles):
        more = (0.3,) if f is running_quantiles else ()
        for x in (real, whole.astype(float) if more else whole, real[:2], np.array([3.0])):
            yield f, (x.copy(), *more)
    for f in (merge_sorted, merge_tails):
        yield f, (np.sort(real[:5]), np.sort(real[5:]))
        yield f, (np.array([1.0, 2.0]), np.array([0.0, 3.0, 4.0]))
        yield f, (np.array([1.0, 2.0]), np.array([3.0]))
        yield f, (np.arange(9.0), np.arange(9.0) + 0.5)
    yield intersection, (np.unique(whole), np.arange(2, 13))
    yield intersection, (np.array([1, 2]), np.array([3, 4, 5]))
    yield longest_below, (np.abs(real), 2.0)
    yield longest_below, (np.abs(real), 0.0)
    yield pair_with_sum, (np.arange(10), 11)
    yield pair_with_sum, (np.arange(10), 40)
    for value in (-9.0, 0.1, 9.0):
        yield binary_search, (np.sort(real), value)
        yield search_by_halves, (np.sort(real), value)
    yield remove_duplicates, (np.sort(whole),)
    yield remove_duplicates, (np.zeros(3),)
    yield remove_duplicates, (np.zeros(0),)
    runs = np.array([3, 3, 1, 1, 1, 2, 3, 3, 3, 3, 0])
    for f in (run_lengths, run_lengths_by_edges):
        yield f, (runs,)
        yield f, (np.array([0.5, 0.5]),)
    yield decode_runs, (np.array([4, 5, 6, 7] * 3), np.array([2, 0, 3, 1] * 3), 20)
    yield decode_runs, (np.array([1.5, 2.5]), np.array([1, 2]), 3)
    yield segment_sums, (real, np.array([0, 2, 2, 7]))
    yield segment_sums, (real, np.arange(0, 11))
    yield segment_extremes, (real, np.array([0, 3, 3, 4, 11]))
    yield segment_extremes, (real, np.arange(11))
    for x in (real, whole, real[:1]):
        yield prefix_scan, (x,)
        yield prefix_means, (x,)
    yield drawdown, (np.abs(real) + 1,)
    yield drawdown, (np.arange(1.0, 5),)
    yield rotate_by, (real, 3)
    yield rotate_by, (whole, -2)
    for x in (np.array([1, 3, 2]), np.array([3, 2, 1]), np.array([0, 1, 4, 3, 2, 2, 5, 9, 8, 7])):
        yield next_permutation, (x,)
    yield partition_around, (real, 3)
    yield partition_around, (np.ones(4), 2)
    yield is_palindrome_inside, (np.array([1, 2, 3, 2, 5]), np.array([1]), np.array([4]))
    yield is_palindrome_inside, (np.array([1, 2, 3, 2, 5]), np.array([0]), np.array([4]))
