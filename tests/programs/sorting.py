"""Sorting and searching by hand, in place."""
import numpy as np


def insertion_sort(x):
    x = x.copy()
    for i in range(1, x.size):
        key = x[i]
        j = i
        while j > 0 and x[j - 1] > key:
            x[j] = x[j - 1]
            j -= 1
        x[j] = key
    return x


def selection_sort(x):
    x = x.copy()
    for i in range(len(x)):
        smallest = i
        for j in range(i + 1, len(x)):
            if x[j] < x[smallest]:
                smallest = j
        x[i], x[smallest] = x[smallest], x[i]
    return x


def cocktail_sort(x):
    """Bubbles in both directions inside shrinking bounds; mutates."""
    low, high = 0, len(x) - 1
    while low < high:
        last = low
        for i in range(low, high):
            if x[i] > x[i + 1]:
                x[i], x[i + 1] = x[i + 1], x[i]
                last = i
        high = last
        for i in range(high, low, -1):
            if x[i - 1] > x[i]:
                x[i - 1], x[i] = x[i], x[i - 1]
                last = i
        low = last if last > low else high


def shell_sort(x):
    x = x.copy()
    gap = len(x) // 2
    while gap > 0:
        for i in range(gap, len(x)):
            held = x[i]
            j = i
            while j >= gap and x[j - gap] > held:
                x[j] = x[j - gap]
                j -= gap
            x[j] = held
        gap //= 2
    return x


def heap_sort(x):
    def sift(x, root, end):
        while True:
            child = 2 * root + 1
            if child >= end:
                return
            if child + 1 < end and x[child + 1] > x[child]:
                child += 1
            if x[root] >= x[child]:
                return
            x[root], x[child] = x[child], x[root]
            root = child

    x = x.copy()
    for root in range(len(x) // 2 - 1, -1, -1):
        sift(x, root, len(x))
    for end in range(len(x) - 1, 0, -1):
        x[0], x[end] = x[end], x[0]
        sift(x, 0, end)
    return x


def quicksort_with_stack(x):
    """Hoare's partition, the pending ranges on a stack in an array."""
    x = x.copy()
    stack = np.zeros((len(x) + 2, 2), dtype=np.int64)
    stack[0] = 0, len(x) - 1
    top = 1
    while top > 0:
        top -= 1
        low, high = stack[top, 0], stack[top, 1]
        if low >= high:
            continue
        pivot = x[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while x[i] < pivot:
                i += 1
            while x[j] > pivot:
                j -= 1
            if i <= j:
                x[i], x[j] = x[j], x[i]
                i += 1
                j -= 1
        stack[top] = low, j
        stack[top + 1] = i, high
        top += 2
    return x


def counting_sort(x, largest):
    counts = np.zeros(largest + 1, dtype=np.int64)
    for value in x:
        counts[value] += 1
    out = np.zeros_like(x)
    place = 0
    for value in range(largest + 1):
        for _ in range(counts[value]):
            out[place] = value
            place += 1
    return out


def radix_sort(x, bits):
    """Stable passes of one bit, by prefix sums of whole arrays."""
    for b in range(bits):
        ones = (x >> b) & 1
        zeros_before = np.cumsum(1 - ones)
        place = np.where(ones == 1, zeros_before[-1] + np.cumsum(ones) - 1, zeros_before - 1)
        out = np.zeros_like(x)
        out[place] = x
        x = out
    return x


def bitonic_sort(x):
    """A sorting network for lengths that are powers of two."""
    x = x.copy()
    n = x.size
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            for i in range(n):
                partner = i ^ j
                if partner > i:
                    up = i & k == 0
                    if (up and x[i] > x[partner]) or (not up and x[i] < x[partner]):
                        x[i], x[partner] = x[partner], x[i]
            j //= 2
        k *= 2
    return x


def odd_even_transposition(x):
    """Whole-array compare-exchange on alternating pairs."""
    x = x.copy()
    for step in range(x.size):
        for i in range(step % 2, x.size - 1, 2):
            low, high = min(x[i], x[i + 1]), max(x[i], x[i + 1])
            x[i], x[i + 1] = low, high
    return x


def merge_bottom_up(x):
    """Widths double; two buffers trade places."""
    source, target = x.copy(), np.zeros_like(x)
    n = x.size
    width = 1
    while width < n:
        for start in range(0, n, 2 * width):
            middle, end = min(start + width, n), min(start + 2 * width, n)
            i, j = start, middle
            for k in range(start, end):
                if i < middle and (j >= end or source[i] <= source[j]):
                    target[k] = source[i]
                    i += 1
                else:
                    target[k] = source[j]
                    j += 1
        source, target = target, source
        width *= 2
    return source


def quickselect(x, k):
    x = x.copy()
    low, high = 0, len(x) - 1
    while low < high:
        pivot = x[high]
        place = low
        for i in range(low, high):
            if x[i] < pivot:
                x[i], x[place] = x[place], x[i]
                place += 1
        x[place], x[high] = x[high], x[place]
        if place == k:
            break
        if place < k:
            low = place + 1
        else:
            high = place - 1
    return x[k]


def dutch_flag(x):
    """0, 1 and 2 in one pass."""
    x = x.copy()
    low = i = 0
    high = x.size - 1
    while i <= high:
        if x[i] == 0:
            x[low], x[i] = x[i], x[low]
            low += 1
            i += 1
        elif x[i] == 2:
            x[high], x[i] = x[i], x[high]
            high -= 1
        else:
            i += 1
    return x


def argsort_by_insertion(keys):
    order = np.arange(len(keys))
    for i in range(1, len(order)):
        j = i
        while j > 0 and keys[order[j - 1]] > keys[order[j]]:
            order[j - 1], order[j] = order[j], order[j - 1]
            j -= 1
    return order


def sort_table(table, by):
    """Rows in the order of one column, by the library."""
    order = np.argsort(table[:, by], kind="stable")
    return table[order], np.sort(table, axis=0), np.sort(table, axis=None)[::-1]


def lexicographic(x, y):
    """By x, then by y: a stable sort of a sort."""
    first = np.argsort(y, kind="stable")
    order = first[np.argsort(x[first], kind="stable")]
    return order, x[order], y[order]


def digitise(x, edges):
    return np.searchsorted(edges, x), np.searchsorted(edges, x, side="right"), np.isin(x, edges)


def top_k(x, k):
    """The k largest, kept in order by shifting."""
    best = np.full(k, -np.inf)
    for value in x:
        if value <= best[-1]:
            continue
        place = k - 1
        while place > 0 and best[place - 1] < value:
            best[place] = best[place - 1]
            place -= 1
        best[place] = value
    return best


def count_inversions(x):
    count = 0
    for i in range(len(x)):
        count += np.sum(x[i] > x, where=np.arange(len(x)) > i)
    return count


def pairs_with_known_heads(x):
    a, b = [(1, x[0]), (1, 2.0), (0, x[1])], [(1, x[0]), (True, x[1]), (1.0, x[2])]
    named = [("b", x[0]), ("a", x[1]), ("b", 0.0)]
    return sorted(a), [float(pair[1]) for pair in sorted(b)], sorted(named), sorted(a, reverse=True)[0]


def examples():
    rng = np.random.default_rng(24)
    whole = rng.integers(0, 9, 8)
    real = rng.normal(size=8)
    plain = (insertion_sort, selection_sort, cocktail_sort, shell_sort, heap_sort, quicksort_with_stack,
             bitonic_sort, odd_even_transposition, merge_bottom_up, argsort_by_insertion)
    for f in plain:
        yield f, (whole.copy(),)
        yield f, (real.copy(),)
        yield f, (np.array([3], np.int32),)
    yield insertion_sort, (np.zeros(0),)
    yield merge_bottom_up, (real[:5].astype(np.float32),)
    yield heap_sort, (np.arange(5)[::-1].copy(),)
    yield counting_sort, (whole, 8)
    yield counting_sort, (np.zeros(0, np.int64), 0)
    yield radix_sort, (whole, 4)
    yield radix_sort, (np.array([7, 0, 7, 255], np.int32), 8)
    yield quickselect, (real, 3)
    yield quickselect, (whole, 0)
    yield quickselect, (np.array([5]), 0)
    yield dutch_flag, (np.array([2, 0, 1, 2, 0, 0, 1]),)
    yield dutch_flag, (np.array([1], np.int8),)
    yield sort_table, (rng.normal(size=(4, 3)), 1)
    yield sort_table, (rng.integers(0, 3, (5, 2)), 0)
    yield lexicographic, (rng.integers(0, 3, 7), rng.integers(0, 3, 7))
    yield lexicographic, (np.ones(3), np.array([2.0, 1.0, 1.0]))
    yield digitise, (np.array([0.5, 1.0, 2.5, -1.0]), np.array([0.0, 1.0, 2.0]))
    yield digitise, (np.array([[3, 1]]), np.array([1, 2, 3]))
    yield top_k, (real, 3)
    yield top_k, (real[:2], 3)
    yield count_inversions, (whole,)
    yield count_inversions, (np.arange(4.0),)
    yield pairs_with_known_heads, (np.array([3.0, -1.0, 2.5]),)
