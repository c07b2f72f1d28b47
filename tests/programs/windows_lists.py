"""Python lists that get longer and shorter in loops and branches."""
import numpy as np


def positive(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v)
    return np.array(out)


def first_doubles(x, n):
    out = []
    for i in range(min(n[0], len(x))):
        out.append(2.0 * x[i])
    return np.sum(np.array(out)), len(out)


def running_totals(x, n):
    totals = [0.0]
    for i in range(min(n[0], len(x))):
        totals.append(totals[-1] + x[i])
    return totals


def rising(x):
    """The values that no later one undercuts, by a stack."""
    stack = []
    for v in x:
        while len(stack) > 0 and stack[-1] > v:
            stack.pop()
        stack.append(v)
    return len(stack), stack


def folded(x):
    out = []
    s = 0.0
    for v in x:
        if v > 0:
            out.append(v)
    for v in out:
        s = 0.5 * s + v
    return s, sum(out), len(out), out


def largest_positive(x):
    out = []
    for v in x:
        if v > 0:
            out.append(float(v))
    return max(out) if out else -1.0


def primes(n):
    found = []
    for k in range(2, 30):
        composite = False
        for p in found:
            if k % p == 0:
                composite = True
                break
        if not composite:
            found.append(k)
    return np.array(found) + n


def undone(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v)
        elif out and v < -1:
            out.pop()
    other = out
    other.append(7.0)
    return out, out[-1], out[:2], 3.0 in out


def pairs(x):
    out = []
    for v in x:
        if v > 0:
            out += [v, 2.0 * v]
    if len(out) > 0:
        out[0] = 5.0
    return np.sum(out), isinstance(out, list)


def fourth_large(x):
    out = []
    for v in x:
        if v > 2.0:
            out.append(v)
    return out[3]


def queue(x):
    """Breadth first through a binary tree, by a queue with room for all rounds."""
    waiting, order = [0], []
    for _ in range(8):
        if waiting:
            k = waiting.pop(0)
            order.append(k)
            for j in (2 * k + 1, 2 * k + 2):
                if j < 6:
                    waiting.append(j)
    return order, x + 1.0


def add_if_new(values, v):
    if v not in values:
        values.append(v)


def distinct(x):
    seen = []
    for v in np.round(x):
        add_if_new(seen, v)
    return seen, seen.copy()[::-1]


def emptied(x):
    kept = []
    for v in x:
        if v < 0:
            kept.clear()
        else:
            kept.append(v)
            kept.reverse()
    kept.extend([1.0, 2.0])
    kept.sort()
    return kept, np.array(kept) @ np.array(kept)


LOOPS = (positive, first_doubles, running_totals, folded, largest_positive, undone, pairs, fourth_large, distinct)


def turned(x, cuts):
    """A list that is cut and put together again in each round is as long as before."""
    tour = [0, 1, 2, 3, 4]
    for k in cuts:
        tour = tour[k:] + tour[:k]
    return tour, sum(x[k] * (j + 1) for j, k in enumerate(tour))


def two_opt(x, n):
    """A round trip whose crossings are undone: parts of the list are turned round."""
    gaps = np.abs(x[:, None] - x[None, :]) + 0.125 * np.outer(x, x)
    tour = list(range(n))
    for i in range(1, n - 1):
        for j in range(i + 1, n):
            a, b, c, d = tour[i - 1], tour[i], tour[j], tour[(j + 1) % n]
            if gaps[a, c] + gaps[b, d] < gaps[a, b] + gaps[c, d] - 1e-9:
                tour = tour[:i] + tour[i:j + 1][::-1] + tour[j + 1:]
    return tour, sum(gaps[tour[k - 1], tour[k]] for k in range(n))


def joined_lists(x):
    some = [v for v in x if v > 0]
    others = [2 * v for v in x if v < 0]
    both = some + others
    both.append(9.0)
    counted = [1, 2] + [int(v) for v in x if v > 1]
    return both, len(some), counted, some + [0.5], [0.25] + some


def moving_averages(data, size):
    """With windows that are longer than all of the list, none of which is reached."""
    out = []
    for i in range(len(data)):
        if i < size - 1:
            out.append(None)
        else:
            window = data[i - size + 1 : i + 1]
            out.append(sum(window) / size)
    return out


def examples():
    rng = np.random.default_rng(71)
    x = np.array([1.0, -2.0, 3.0, 4.0, -5.0])
    for y in (x, -x, rng.normal(size=5), np.array([-1.0, -2.0, -3.0, -4.0, -5.0])):
        for f in (positive, rising, folded, largest_positive, undone, pairs, distinct):
            yield f, (y,)
    for y in (np.array([1.0, -2.0, 3.0, 4.0, 0.5]), np.array([-1.0, 2.5, 0.5, -3.0, 1.5])):
        yield emptied, (y,)
    for n in (0, 1, 3, 9):
        yield first_doubles, (x, np.array([n]))
        yield running_totals, (x, np.array([n]))
    yield turned, (x, np.arange(40) % 5)
    yield turned, (x, np.array([-1, 7, 2, -9, 0, 3]))
    yield two_opt, (np.array([1.0, -2.0, 3.0, 0.5, -0.75]), 5)
    yield joined_lists, (x,)
    yield joined_lists, (-np.abs(x),)
    yield primes, (3,)
    yield queue, (x,)
    yield fourth_large, (x,)
    yield fourth_large, (np.arange(9.0),)
    for size in (2, 3, 5):
        yield moving_averages, ([10, 12, 15], size)
        yield moving_averages, ([1.5, 2.0, 4.0], size)
