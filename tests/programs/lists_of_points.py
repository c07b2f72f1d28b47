"""Points and intervals as lists of numbers: sorted, stacked, merged, taken from one list into another, and written in
place while they stand in several."""
import numpy as np


def turn(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def lower_hull(points):
    lower = []
    for p in sorted(points.tolist()):
        while len(lower) >= 2 and turn(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    return np.array(lower)


def hull_of_lists(points):
    order = sorted([list(p) for p in points])
    chains = []
    for side in (order, order[::-1]):
        chain = []
        for p in side:
            while len(chain) >= 2 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return np.array(chains)


def merged(intervals):
    intervals = sorted(intervals.tolist())
    found = [intervals[0]]
    for lo, hi in intervals[1:]:
        if lo <= found[-1][1]:
            found[-1][1] = max(found[-1][1], hi)
        else:
            found.append([lo, hi])
    return found


def merged_in_place(intervals):
    intervals = intervals.tolist()
    intervals.sort(key=lambda one: one[0])
    found = []
    for one in intervals:
        if not found or found[-1][1] < one[0]:
            found.append(one)
        else:
            found[-1][1] = max(found[-1][1], one[1])
    return found, intervals


def far_apart(points, radius):
    kept = []
    for p in points.tolist():
        near = False
        for q in kept:
            if (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 < radius * radius:
                near = True
                break
        if not near:
            kept.append(p)
    return np.array(kept)


def nearest_next(points, start):
    left = points.tolist()
    path = [left.pop(start)]
    while left:
        last = path[-1]
        squares = [(p[0] - last[0]) ** 2 + (p[1] - last[1]) ** 2 for p in left]
        path.append(left.pop(squares.index(min(squares))))
    return np.array(path)


def first_in_first_out(trades):
    lots, gain = [], 0.0
    for amount, price in trades:
        if amount > 0:
            lots.append([amount, price])
            continue
        left = -amount
        while left > 0 and lots:
            lot = lots[0]
            taken = min(left, lot[0])
            gain += taken * (price - lot[1])
            lot[0] -= taken
            left -= taken
            if lot[0] == 0:
                lots.pop(0)
    return gain, lots


def labels(image):
    height, width = image.shape
    found, count = np.zeros((height, width), int), 0
    for i in range(height):
        for j in range(width):
            if image[i, j] and found[i, j] == 0:
                count += 1
                stack = [[i, j]]
                while stack:
                    a, b = stack.pop()
                    if a < 0 or b < 0 or a >= height or b >= width or not image[a, b] or found[a, b]:
                        continue
                    found[a, b] = count
                    stack += [[a + 1, b], [a - 1, b], [a, b + 1], [a, b - 1]]
    return found, count


def written_after_sorting(points):
    order = [[x, y, 0.0] for x, y in points.tolist()]
    order.sort(reverse=True)
    for p in order:
        p[2] = p[0] + p[1]
    return order


def highest_is_written(points):
    listed = points.tolist()
    best = listed[0]
    for p in listed:
        if p[1] > best[1]:
            best = p
    best[0] = 7.0
    return listed, best


def written_behind_the_list(points):
    left, seen = points.tolist(), []
    while left:
        p = left.pop()
        if p[0] < 0.5:
            seen.append(p)
        p[1] = 0.0
    return seen


def in_several_orders(points):
    listed = points.tolist()
    by_sum = sorted(listed, key=lambda p: p[0] + p[1])
    farthest = max(listed, key=lambda p: p[0] - p[1])
    listed.sort()
    return by_sum, farthest, listed[::-1], [p[0] for p in listed if p[1] > 0.5]


def list_of_a_loop_written(s):
    p, q = [s, s], [s + 1.0, s]
    chosen = q
    for _ in range(3):
        chosen = p
    chosen[0] = 9.0
    return p[0]


def examples():
    rng = np.random.default_rng(5)
    for n in (3, 8):
        points = rng.random((n, 2))
        for function in (lower_hull, hull_of_lists, written_after_sorting, highest_is_written,
                         written_behind_the_list, in_several_orders):
            yield function, (points,)
        yield far_apart, (points, 0.3)
        yield nearest_next, (points, 2)
    for s in (1.5, -2.0):
        yield list_of_a_loop_written, (s,)
    grid = np.array([[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [1, 0], [1, 1]])
    yield lower_hull, (grid,)
    yield in_several_orders, (grid.astype(np.float32),)
    for intervals in ([[1, 3], [2, 6], [8, 10], [9, 12], [15, 18]], [[4, 5], [1, 9]], [[1, 2]]):
        yield merged, (np.array(intervals),)
        yield merged_in_place, (np.array(intervals),)
    trades = np.array([[10.0, 1.0], [5.0, 2.0], [-12.0, 3.0], [4.0, 1.0], [-6.0, 5.0]])
    yield first_in_first_out, (trades,)
    yield first_in_first_out, (trades[:3],)
    yield labels, ((rng.random((4, 5)) < 0.6).astype(int),)
