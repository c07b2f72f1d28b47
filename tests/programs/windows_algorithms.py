"""Algorithms of textbooks on arrays, with queues, stacks, two pointers and pieces that move: searching and sorting,
texts, graphs in rows of indices, geometry, simulation."""
import numpy as np


def quicksort(x):
    """With a stack of pieces, each split by what is smaller, equal and larger."""
    x = x.copy()
    low, high = np.zeros(32, int), np.zeros(32, int)
    high[0], top = len(x), 1
    while top > 0:
        top -= 1
        lo, hi = low[top], high[top]
        if hi - lo > 1:
            piece = x[lo:hi]
            smaller, larger = piece[piece < x[lo]], piece[piece > x[lo]]
            equal = piece[piece == x[lo]]
            start, end = lo + len(smaller), hi - len(larger)
            x[lo:hi] = np.concatenate([smaller, equal, larger])
            low[top], high[top] = lo, start
            low[top + 1], high[top + 1] = end, hi
            top += 2
    return x


def heapsort(x):
    n = len(x)
    for k in range(n + n // 2):
        end = n if k < n // 2 else n - 1 - (k - n // 2)
        root = n // 2 - 1 - k if k < n // 2 else 0
        if k >= n // 2 and end > 0:
            x[0], x[end] = x[end], x[0]
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and x[child] < x[child + 1]:
                child += 1
            if x[root] >= x[child]:
                break
            x[root], x[child] = x[child], x[root]
            root = child


def merge_until_one_ends(a, b):
    """What is left of the other one is copied as a block."""
    out = np.zeros(len(a) + len(b))
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    out[k:k + len(a) - i] = a[i:]
    out[k + len(a) - i:] = b[j:]
    return out


def shortest_run_with_sum(x, target):
    start, total, best = 0, 0, len(x) + 1
    for end in range(len(x)):
        total += x[end]
        while total >= target and start <= end:
            best = min(best, len(x[start:end + 1]))
            total -= x[start]
            start += 1
    return best


def longest_distinct_run(x):
    last, start, best = np.full(10, -1), 0, 0
    for i in range(len(x)):
        start = max(start, last[x[i]] + 1)
        last[x[i]] = i
        best = max(best, x[start:i + 1].size)
    return best


def next_greater(x):
    """For each element the place of the first larger one behind it; and who has none."""
    found, stack, top = np.full(len(x), -1), np.zeros(len(x), int), 0
    for i in range(len(x)):
        while top > 0 and x[stack[top - 1]] < x[i]:
            top -= 1
            found[stack[top]] = i
        stack[top] = i
        top += 1
    return found, stack[:top]


def maxima_of_windows(x, width):
    """A queue of candidates, each smaller than the one before it."""
    queue, out = np.zeros(len(x), int), np.zeros(len(x) - width + 1)
    head = tail = 0
    for i in range(len(x)):
        while tail > head and x[queue[tail - 1]] <= x[i]:
            tail -= 1
        queue[tail] = i
        tail += 1
        if queue[head] <= i - width:
            head += 1
        if i >= width - 1:
            out[i - width + 1] = x[queue[head]]
    return out


def knuth_morris_pratt(text, pattern):
    m = len(pattern)
    failure, k = np.zeros(m, int), 0
    for i in range(1, m):
        while k > 0 and pattern[k] != pattern[i]:
            k = failure[k - 1]
        if pattern[k] == pattern[i]:
            k += 1
        failure[i] = k
    found = []
    k = 0
    for i in range(len(text)):
        while k > 0 and pattern[k] != text[i]:
            k = failure[k - 1]
        if pattern[k] == text[i]:
            k += 1
        if k == m:
            found.append(i - m + 1)
            k = failure[k - 1]
    return found, failure


def occurrences(text, pattern):
    found, n = np.full(len(text), -1), 0
    for i in range(len(text) - len(pattern) + 1):
        if np.all(text[i:i + len(pattern)] == pattern):
            found[n] = i
            n += 1
    return found[:n]


def longest_palindrome(text):
    start, length = 0, 0
    for i in range(len(text)):
        for j in range(i, len(text)):
            piece = text[i:j + 1]
            if len(piece) > length and np.array_equal(piece, piece[::-1]):
                start, length = i, len(piece)
    return text[start:start + length]


def move_zeros_to_the_end(x):
    rest = x[x != 0]
    x[:len(rest)] = rest
    x[len(rest):] = 0


def rotate_by_reversals(x, k):
    x[:k[0]] = x[:k[0]][::-1]
    x[k[0]:] = x[k[0]:][::-1]
    x[:] = x[::-1]


def brackets(codes):
    """Whether they match, and how deep they go."""
    depth, fits = 0, True
    depths = []
    for code in codes:
        depth += code
        if depth < 0:
            fits = False
            break
        depths.append(depth)
    return fits and depth == 0, max(depths) if depths else -1


def hops_from(start, pointers, targets):
    """Breadth-first search; the arcs of a node are a piece of targets."""
    n = len(pointers) - 1
    hops, queue = np.full(n, -1), np.zeros(n, int)
    hops[start], queue[0] = 0, start
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for other in targets[pointers[node]:pointers[node + 1]]:
            if hops[other] < 0:
                hops[other] = hops[node] + 1
                queue[tail] = other
                tail += 1
    return hops, queue[:tail]


def distances_from_first(pointers, targets, lengths):
    """Bellman and Ford: the arcs of a node are relaxed at once."""
    n = len(pointers) - 1
    far = np.full(n, 100.0)
    far[0] = 0
    for _ in range(n - 1):
        for node in range(n):
            lo, hi = pointers[node], pointers[node + 1]
            far[targets[lo:hi]] = np.minimum(far[targets[lo:hi]], far[node] + lengths[lo:hi])
    return far


def transposed_rows(pointers, columns, values):
    n = len(pointers) - 1
    starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=n))])
    place, rows, turned = starts[:-1].copy(), np.zeros(len(values), int), np.zeros_like(values)
    for i in range(n):
        for k in range(pointers[i], pointers[i + 1]):
            column = columns[k]
            turned[place[column]], rows[place[column]] = values[k], i
            place[column] += 1
    return starts, rows, turned


def softmax_of_rows(pointers, values):
    out = np.zeros_like(values)
    for i in range(len(pointers) - 1):
        row = values[pointers[i]:pointers[i + 1]]
        if row.size:
            weights = np.exp(row - row.max())
            out[pointers[i]:pointers[i + 1]] = weights / weights.sum()
    return out


def joined_groups(pairs, n):
    """Union by relabelling."""
    label = np.arange(10)
    for k in range(len(pairs)):
        a, b = label[pairs[k, 0]], label[pairs[k, 1]]
        label[label == a] = b
    chosen = label[:n[0]]
    return np.count_nonzero(chosen == np.arange(10)[:n[0]]), label


def convex_hull(points):
    """The lower chain, from left to right."""
    points = points[np.lexsort((points[:, 1], points[:, 0]))]
    hull, k = np.zeros(points.shape), 0
    for i in range(len(points)):
        while k >= 2 and ((hull[k - 1, 0] - hull[k - 2, 0]) * (points[i, 1] - hull[k - 2, 1])
                          <= (hull[k - 1, 1] - hull[k - 2, 1]) * (points[i, 0] - hull[k - 2, 0])):
            k -= 1
        hull[k] = points[i]
        k += 1
    return hull[:k]


def clipped_area(points):
    """Of a polygon, to the right of the axis (Sutherland and Hodgman)."""
    kept, m = np.zeros((2 * len(points), 2)), 0
    for i in range(len(points)):
        a, b = points[i - 1], points[i]
        if (a[0] > 0) != (b[0] > 0):
            kept[m] = a + a[0] / (a[0] - b[0]) * (b - a)
            m += 1
        if b[0] > 0:
            kept[m] = b
            m += 1
    corners, area = kept[:m], 0.0
    if m > 2:
        x, y = corners[:, 0], corners[:, 1]
        area = 0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))
    return area, corners


def waiting_times(gaps, services):
    """One server; how long each waits, and how many are there when it comes."""
    arrival = np.cumsum(gaps)
    leaves, waits, inside = np.zeros_like(arrival), np.zeros_like(arrival), np.zeros(len(gaps), int)
    for i in range(len(gaps)):
        begin = max(arrival[i], leaves[i - 1]) if i > 0 else arrival[i]
        waits[i] = begin - arrival[i]
        leaves[i] = begin + services[i]
        inside[i] = np.sum(leaves[:i] > arrival[i])
    return waits, inside


def mean_since_reset(x, limit):
    start, out = 0, np.zeros_like(x)
    for i in range(len(x)):
        if x[i] < limit:
            start = i
        out[i] = np.mean(x[start:i + 1])
    return out


def change_points(x, penalty):
    """Optimal partition into pieces about their means."""
    cost, before = np.zeros(len(x) + 1), np.zeros(len(x) + 1, int)
    cost[0] = -penalty
    for end in range(1, len(x) + 1):
        best = 1e18
        for start in range(end):
            piece = x[start:end]
            now = cost[start] + np.sum((piece - piece.mean()) ** 2) + penalty
            if now < best:
                best, before[end] = now, start
        cost[end] = best
    return cost[-1], before


def systematic_resampling(weights, particles, shift):
    limits, out, i = np.cumsum(weights / weights.sum()), np.zeros_like(particles), 0
    for j in range(len(weights)):
        while i < len(weights) - 1 and limits[i] < (j + shift) / len(weights):
            i += 1
        out[j] = particles[i]
    return out


LOOPS = (quicksort, heapsort, merge_until_one_ends, shortest_run_with_sum, longest_distinct_run, next_greater,
         maxima_of_windows, knuth_morris_pratt, occurrences, longest_palindrome, brackets, hops_from,
         distances_from_first, transposed_rows, softmax_of_rows, joined_groups, convex_hull, clipped_area,
         waiting_times, mean_since_reset, change_points, systematic_resampling)


def examples():
    rng = np.random.default_rng(70)
    real, whole = rng.normal(size=9), rng.integers(0, 9, 9)
    for f in (quicksort, heapsort, next_greater):
        for x in (real, whole, np.sort(real), real[:1]):
            yield f, (x.copy(),)
    for m in (0, 1, 4):
        yield merge_until_one_ends, (np.sort(real[:m]), np.sort(real[m:]))
    for target in (3, 10, 100):
        yield shortest_run_with_sum, (np.array([2, 7, 1, 8, 2, 8]), target)
    for x in ([1, 2, 1, 3, 2, 1], [1, 1, 1, 1], [0]):
        yield longest_distinct_run, (np.array(x),)
        yield longest_palindrome, (np.array(x),)
    for width in (1, 3, 9):
        yield maxima_of_windows, (real, width)
    for text, pattern in (([1, 2, 3, 1, 2, 3, 1], [1, 2, 3]), ([1, 1, 1, 1], [1, 1]), ([1, 2], [2, 1])):
        yield knuth_morris_pratt, (np.array(text), np.array(pattern))
        yield occurrences, (np.array(text), np.array(pattern))
    for x in ([1, 0, 2, 0, 0, 3], [0, 0], [1.5]):
        yield move_zeros_to_the_end, (np.array(x),)
    for k in (0, 2, 9, -1):
        yield rotate_by_reversals, (real.copy(), np.array([k]))
    for codes in ([1, 1, -1, 1, -1, -1], [1, 1, -1], [-1, 1]):
        yield brackets, (np.array(codes),)
    targets = np.array([1, 2, 0, 3, 1, 2])
    for pointers in ([0, 2, 3, 5, 6], [0, 0, 6, 6, 6], [0, 6, 6, 6, 6]):
        pointers = np.array(pointers)
        yield hops_from, (0, pointers, targets)
        yield distances_from_first, (pointers, targets, np.abs(real[:6]))
        yield transposed_rows, (pointers, targets, real[:6])
        yield softmax_of_rows, (pointers, real[:6])
    for n in (0, 4, 10):
        yield joined_groups, (np.array([[0, 1], [2, 3], [1, 3]]), np.array([n]))
    for n in (3, 7):
        yield convex_hull, (rng.normal(size=(n, 2)),)
        yield clipped_area, (rng.normal(size=(n, 2)),)
    yield clipped_area, (-np.abs(rng.normal(size=(3, 2))),)
    for n in (1, 8):
        yield waiting_times, (np.abs(real[:n]), 1.5 * np.abs(real[-n:]))
        yield systematic_resampling, (np.abs(real[:n]), real[-n:], 0.4)
    for limit in (-9.0, 0.0, 9.0):
        yield mean_since_reset, (real, limit)
    for penalty in (0.1, 5.0):
        yield change_points, (real, penalty)
