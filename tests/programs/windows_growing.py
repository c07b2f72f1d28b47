"""Arrays that grow and shrink from round to round, and loops left early with a part of an array."""
import numpy as np


def grow_products(x):
    y = x[:1]
    for i in range(1, len(x)):
        y = np.append(y, x[i] * y[-1])
    return y


def grow_if(x):
    y = np.zeros(1)
    for i in range(len(x)):
        if x[i] > 0:
            y = np.concatenate([y, x[i:i + 1]])
    return y


def grow_reversed(x):
    y = np.zeros(0)
    for v in x:
        y = np.concatenate((np.array([v]), y))
    return y


def grow_pairs(x):
    y = x[:2]
    for i in range(2, len(x)):
        y = np.append(y, np.array([x[i], y[-1] + y[-2]]))
    return y, y.sum()


def shrink_front(x):
    total = 0.0
    for _ in range(10):
        total += np.sum(x) * x[0]
        x = x[1:]
    return total, x


def shrink_back(x):
    out = np.zeros(len(x))
    k = 0
    while len(x) > 0:
        out[k] = x.max()
        x = x[:-1]
        k += 1
    return out


def shrink_until(x, limit):
    while np.sum(x) > limit:
        x = x[1:]
    return x


def peel_both_ends(x):
    layers = 0
    while len(x) > 1:
        x = x[1:-1] + 0.1 * (x[0] + x[-1])
        layers += 1
    return layers, np.sum(x)


def pairwise_sum(x):
    while len(x) > 1:
        half = len(x) // 2
        x = np.concatenate([x[:half] + x[half:2 * half], x[2 * half:]])
    return x[0]


def differences_until_flat(x):
    order = 0
    while len(x) > 1 and np.max(np.abs(x - x[0])) > 1e-9:
        x = np.diff(x)
        order += 1
    return order, x[0]


def branch_lengths(x):
    if x[0] > 0:
        y = x[:3]
    else:
        y = x * 2
    return np.sum(y), y


def drop_smallest(x, rounds):
    for _ in range(rounds):
        k = np.argmin(x)
        x = np.concatenate([x[:k], x[k + 1:]])
    return x


def filter_repeatedly(x):
    """What lies above the mean, until one is left."""
    for _ in range(20):
        if len(x) == 1:
            break
        chosen = x[x >= x.mean()]
        if len(chosen) == len(x):
            break
        x = chosen
    return x


def first_rise(x):
    for i in range(1, len(x)):
        if x[i] > x[i - 1]:
            return x[:i]
    return x


def take_while(x):
    k = 0
    while k < len(x) and x[k] > 0:
        k += 1
    return x[:k], x[k:]


def split_at_largest(x):
    k = np.argmax(x)
    return x[:k], x[k], x[k + 1:]


def strip_zeros(x):
    """As np.trim_zeros."""
    lo, hi = 0, len(x)
    while lo < hi and x[lo] == 0:
        lo += 1
    while hi > lo and x[hi - 1] == 0:
        hi -= 1
    return x[lo:hi]


def collect_records(x):
    """New maxima are written to the front of an array."""
    records = np.zeros_like(x)
    n = 0
    for v in x:
        if n == 0 or v > records[:n].max():
            records[n] = v
            n += 1
    return records[:n], n


def newton_history(x, tolerance):
    history = np.zeros(50)
    k = 0
    while abs(x * x - 2) > tolerance and k < 50:
        history[k] = x
        x = 0.5 * (x + 2 / x)
        k += 1
    return history[:k]


def stack_machine(codes):
    """0 adds, 1 multiplies, anything else is pushed."""
    stack = np.zeros(len(codes))
    n = 0
    for c in codes:
        if c == 0.0:
            stack[n - 2] += stack[n - 1]
            n -= 1
        elif c == 1.0:
            stack[n - 2] *= stack[n - 1]
            n -= 1
        else:
            stack[n] = c
            n += 1
    return stack[:n]


def queue_rotation(x, rounds):
    """Takes from the front and puts half of it at the back."""
    queue = x
    for _ in range(rounds):
        queue = np.append(queue[1:], 0.5 * queue[0])
    return queue


def empty_and_full(x, k):
    n = k[0]
    return x[:n].sum(), x[n:].sum(), x[n:n].sum(), x[0:len(x)].sum(), np.prod(x[n:n]), x[:n], x[n:n]


def negative_bounds(x, k):
    n = k[0]
    return x[n:].sum(), x[:n].sum(), x[n:-1].sum(), x[-2:n].sum(), x[n::-1].sum(), x[5:n].size


def maximum_of_none(x, k):
    return np.max(x[:k[0]])


def lengths_differ(x, k):
    return np.sum(x[:k[0]] + x[k[1]:])


def views_are_seen(x, k):
    """A slice that was taken before its base changed, and one that is written through."""
    x = x.copy()
    part = x[:k[0]]
    x[0] = 10.0
    part *= 2.0
    x[1:] += 1.0
    return part, x, part.sum()


def view_of_view(x, k):
    x = x.copy()
    outer = x[k[0]:]
    inner = outer[1:k[1]]
    inner[...] = 7
    outer[-1] = -1
    return x, inner.sum(), outer[::-1]


LOOPS = (grow_products, grow_if, grow_reversed, grow_pairs, shrink_front, shrink_back, shrink_until, peel_both_ends,
         drop_smallest, filter_repeatedly, first_rise, take_while, strip_zeros, collect_records,
         newton_history, stack_machine, queue_rotation)


def examples():
    rng = np.random.default_rng(67)
    real = rng.normal(size=11)
    for x in (real, real[:3], np.ones(12, np.float32)):
        for f in (grow_products, grow_if, grow_pairs):
            yield f, (x,)
    for x in (real, real[:2], np.zeros(0)):
        yield grow_reversed, (x,)
        yield shrink_back, (x,)
    yield shrink_front, (real,)
    yield shrink_until, (np.abs(real), 3.0)
    yield shrink_until, (np.abs(real), 0.1)
    for x in (real, real[:8], real[:1], np.arange(5.0) ** 2):
        yield peel_both_ends, (x,)
        yield pairwise_sum, (x,)
        yield differences_until_flat, (np.arange(len(x)) ** 2.0,)
        yield first_rise, (x,)
        yield take_while, (x + 1,)
        yield split_at_largest, (x,)
        yield filter_repeatedly, (x,)
        yield collect_records, (x,)
        yield branch_lengths, (x,)
        yield branch_lengths, (-x,)
    yield drop_smallest, (real, 10)
    yield drop_smallest, (real, 2)
    for f in (peel_both_ends, shrink_back):
        yield f, (rng.normal(size=40),)
    yield strip_zeros, (np.array([0, 0, 1, 0, 2, 0]),)
    yield strip_zeros, (np.zeros(4),)
    yield newton_history, (1.0, 1e-12)
    yield newton_history, (np.sqrt(2.0), 1e-12)
    yield stack_machine, (np.array([2.0, 3, 0, 4, 1, 5, 6, 7, 0, 0]),)
    yield stack_machine, (np.array([2.0, 3, 0]),)
    yield queue_rotation, (real, 12)
    yield queue_rotation, (real[:2], 3)
    for k in (0, 4, 11):
        yield empty_and_full, (real, np.array([k]))
    for k in (-20, -11, -3, 0, 2, 11, 30):
        yield negative_bounds, (real, np.array([k]))
    yield maximum_of_none, (real, np.array([3]))
    yield lengths_differ, (real, np.array([5, 6]))
    for k in (0, 1, 6, 11):
        yield views_are_seen, (real, np.array([k]))
    yield view_of_view, (real, np.array([2, 5]))
    yield view_of_view, (real, np.array([9, 9]))
