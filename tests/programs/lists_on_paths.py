"""Lists and dicts that are there on some paths only, or have other lengths there."""
import numpy as np


def one_or_the_other(t):
    r = [1, 2] if t > 0 else []
    return r, len(r), sum(r)


def pair_that_adds_up(x, t):
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] + x[j] == t:
                return [i, j]
    return []


def pair_of_sorted(x, t):
    i, j = 0, len(x) - 1
    while i < j:
        s = x[i] + x[j]
        if s == t:
            return [i, j]
        if s < t:
            i += 1
        else:
            j -= 1
    return [-1]


def results_of_unlike_lengths(x, t):
    for i in range(len(x)):
        if x[i] == t:
            return [x[i]]
    return [x[0], x[1], -1.0]


def set_before_a_break(x, t):
    r = []
    for i in range(len(x)):
        if x[i] == t:
            r = [i, i + 1]
            break
    return r


def lengthened_after(x, t):
    out = [t] if t > 0 else []
    for v in x:
        if v > t:
            out.append(v)
    return out


def of_a_helper(x, t):
    def find(v):
        for i in range(len(x)):
            if x[i] == v:
                return [i]
        return []
    return find(t), len(find(t)), find(99.0)


def tuples_or_nothing(x, t):
    for i in range(len(x)):
        if x[i] == t:
            return [(i, x[i])]
    return []


def lists_or_nothing(t):
    return [[1, 2], [3]] if t > 0 else []


def after_an_exception(t):
    try:
        if t > 0:
            return [t]
        raise ValueError
    except ValueError:
        return []


def list_or_none(t):
    r = None
    if t > 0:
        r = [t, t + 1]
    if r is not None:
        r.append(3.0)
    return r


def other_name_or_none(t):
    a, r = [1.0], None
    if t > 0:
        r = a
    if r is not None:
        r.append(2.0)
    a.append(5.0)
    return a, r


def best_so_far(x, t):
    best = None
    for v in x:
        if v > t and (best is None or v < best[0]):
            best = [v, v * 2]
    return best


def begun_where_needed(x, t):
    r = None
    for v in x:
        if v > t:
            if r is None:
                r = [v]
            else:
                r.append(v)
    return r


def dict_or_none(t):
    def find():
        if t > 0:
            return {"i": 1, "v": [t]}
    r = find()
    return r, r["v"][0] if r else None


def array_in_a_list_or_none(t):
    a, r = np.zeros(2), None
    if t > 0:
        r = [a]
    if r is not None:
        r[0][0] = 7.0
    a[1] = t
    return a, r


def demanded(t):
    r = [t] if t > 0 else None
    try:
        return len(r), r[0]
    except TypeError:
        return -1, 0.0


def length_of_none(x, t):
    r = x[:2] if t > 0 else None
    try:
        return len(r)
    except TypeError:
        return -1


def summed_or_not(t):
    r = (t, 1.0) if t > 0 else None
    return np.sum(r) if r is not None else -1.0


def examples():
    x = np.array([1.0, 2.0, 4.0])
    for t in (2.0, -3.0, 4.0):
        for f in (one_or_the_other, lists_or_nothing, after_an_exception, list_or_none, other_name_or_none,
                  dict_or_none, array_in_a_list_or_none, demanded, summed_or_not):
            yield f, (t,)
        for f in (results_of_unlike_lengths, set_before_a_break, lengthened_after, of_a_helper, tuples_or_nothing,
                  best_so_far, begun_where_needed, length_of_none):
            yield f, (x, t)
    for t in (6.0, 7.0, 3.0):
        yield pair_that_adds_up, (x, t)
        yield pair_of_sorted, (x, t)
