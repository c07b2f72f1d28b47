"""Values that are None on some paths."""
import numpy as np


class Tracker:
    def __init__(self):
        self.last, self.total = None, 0.0

    def see(self, v):
        if self.last is not None:
            self.total += (v - self.last) ** 2
        self.last = v


def least(x):
    best = None
    for v in x:
        if best is None or v < best:
            best = v
    return best


def largest_with_its_place(x):
    best = None
    for i, v in enumerate(x):
        if best is None or v > best[0]:
            best = (v, i)
    return best


def first_above(x, c):
    found = None
    for k in range(len(x)):
        if x[k] > c:
            found = x[k]
            break
    if found is None:
        return -1.0
    return found * 2


def last_above(x, c):
    found = None
    for v in x:
        if v > c:
            found = v
    return found, [found, 1.0], {"found": found}


def set_by_every_round(x, n):
    r = None
    for k in range(n):
        r = x * k
    if r is not None:
        r = r + 1
    else:
        r = x
    return r


def squared_steps(x):
    last, total = None, 0.0
    for v in x:
        if last is not None:
            total += (v - last) ** 2
        last = v
    return total


def squared_steps_of_an_object(x):
    tracker = Tracker()
    for v in x:
        tracker.see(v)
    return tracker.total, tracker.last


def weights_or_what_is_given(x, c):
    w = None
    if x[0] > c:
        w = x * 2
    if w is None:
        w = x
    w = w + 1.0
    return w, x


def positive_sum(x):
    if x[0] > 0:
        return x.sum()


def truths(x):
    h = positive_sum(x)
    return h == None, h != None, h == 6.0, h is not None and h > 2, bool(h), not h  # noqa: E711


def with_a_default(x):
    h = positive_sum(x)
    return h or 5.0, 1.0 if h else 2.0, x[0] if h is None else np.sqrt(h)


def until_there_is_one(x):
    h = positive_sum(x)
    while h is None:
        x = x + 1.5
        h = positive_sum(x)
    return h


def demanded(x):
    h = positive_sum(x)
    if h is None:
        raise ValueError("nothing")
    return h * 2


def nested(x):
    best = None
    for row in x:
        low = None
        for v in row:
            if v > 0 and (low is None or v < low):
                low = v
        if low is not None and (best is None or low > best):
            best = low
    return best


def none_again(x):
    r = None
    for v in x:
        r = v if v > 0 else None
    return r


def maybe_unset_and_maybe_none(x, n):
    for k in range(n):
        r = x[k] if x[k] > 0 else None
    return r is None


def pair_above(x, c):
    for k in range(len(x) - 1):
        if x[k] > c:
            return x[k], x[k + 1]


def told_apart_by_class(x, c):
    pair = pair_above(x, c)
    if not isinstance(pair, tuple):
        return -1.0, isinstance(pair, (list, type(None))), isinstance(first_above(x, c), str)
    return pair[0] + pair[1], isinstance(pair, (list, type(None))), isinstance(first_above(x, c), str)


def none_in_arrays(x, first=None):
    """None is NaN in an array of floats, and False in one of bools."""
    table, narrow, flags = np.zeros((2, 3)), np.zeros(3, np.float32), np.ones(3, bool)
    table[0] = first
    narrow[1:] = None
    flags[0] = None
    if first is None:
        table[1] = x
    waves = np.zeros(2, complex)
    waves[x[0] > 0] = None
    return table, narrow, flags, waves


def changed_rows(xs):
    """No element of a row is None."""
    before, n = None, 0
    for x in xs:
        if (x != before).any():
            before = x
            n += 1
    return n


def equal_elements(xs):
    before, n = None, 0
    for x in xs:
        n += np.sum(x == before) + np.sum(before == x) + 10 * np.sum(before != x)
        before = x
    return n


def examples():
    for rows in ([[1, 2], [1, 2], [1, 3], [2, 3]], [[0, 0], [0, 0]]):
        yield changed_rows, (np.array(rows),)
        yield equal_elements, (np.array(rows),)
    rng = np.random.default_rng(12)
    x = np.array([3.0, 1.0, 2.0])
    for f in (least, largest_with_its_place, squared_steps, squared_steps_of_an_object, truths, with_a_default,
              demanded, none_again):
        for given in (x, -x, rng.normal(size=40), np.array([np.nan, 1.0])):
            yield f, (given.copy(),)
    for f in (first_above, last_above, told_apart_by_class, weights_or_what_is_given):
        for c in (1.5, 9.0):
            yield f, (x.copy(), c)
    for given in (x, -x):
        yield until_there_is_one, (given.copy(),)
    for n in (0, 3):
        yield set_by_every_round, (x, n)
    for n in (1, 2):
        yield maybe_unset_and_maybe_none, (np.array([1.0, -1.0]), n)
    for given in (rng.normal(size=(4, 5)), -np.ones((2, 3))):
        yield nested, (given,)
    for x in (np.ones(3), -np.ones(3)):
        yield none_in_arrays, (x,)
