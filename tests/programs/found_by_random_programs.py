"""Smallest forms of random programs that Recto once got wrong or refused without need."""
import numpy as np


def rebound_before_it_is_written(A, x):
    """A view before the loop, another array's name inside it."""
    y = A[:, 1]
    for _ in range(3):
        y = x
        y[:] = 3.0 * x
    return A, y


def row_carried_while_its_array_is_written(a, n):
    """The row of the round before is read before this round writes."""
    row = a[0]
    for i in range(1, n):
        a[i] = 2.0 * row
        row = a[i]
    return row


def arrays_change_places(n):
    x, y = np.ones(2), np.full(2, 2.0)
    for _ in range(n):
        x, y = y, x
        x[0] += y[1]
    return x, y


def dict_of_a_loop_written_in_a_branch(b, s):
    if s > 0:
        w = 1.0
    else:
        for _ in b:
            table = {"q": b}
        table["q"] = np.arange(4.0)
        w = np.sum(table["q"])
    return w


def one_list_with_two_names(s):
    if s > 0:
        p = q = [s, 2.0]
    else:
        p, q = [s, 2.0], [s, 2.0]
    return p[0] + q[1]


def lists_change_places(s):
    p, q = [s, s], [s + 1.0, s]
    if s > 0:
        p, q = q, p
    p[0] += 1.0
    return [*p, *q]


def dict_made_anew_in_each_round(s):
    d = {"p": s, "q": np.ones(3)}
    for _ in range(4):
        d = {"p": d["p"] + 1, "q": d["q"] * 2}
    d["p"] += 1
    d["q"][0] = 5.0
    return d["p"], d["q"]


def returned_as_it_came(d):
    return d


def dict_through_a_function(s):
    d = {"p": s}
    same = returned_as_it_came(d)
    same["p"] = 9.0
    return d["p"]


def fails_at_once(k):
    if k > 0 or k < 10:
        raise ValueError("always")
    return k


def computing_behind_a_failure(s):
    b = fails_at_once(1) % 4 + s
    return b


def condition_behind_a_failure(s):
    if s > 0 and fails_at_once(1) % 4 > 2:
        return 1.0
    return s


def first_writes(p, q):
    p[0] = q[1] + 1
    p += 1
    return p[2] % 7


def slice_written_by_what_is_added(b):
    b[0:2] -= first_writes(b, b) % 5


def read_before_a_loop_over_the_same_name(t):
    for i in range(2, -1, -1):
        if i > t:
            s = s + 1.0
        s = t
        for s in np.arange(3.0):
            s = 1.0
    return t


def examples():
    yield slice_written_by_what_is_added, (np.array([2.0, -1.0, 4.0, 1.0]),)
    yield read_before_a_loop_over_the_same_name, (0.0,)
    yield read_before_a_loop_over_the_same_name, (2.0,)
    yield rebound_before_it_is_written, (np.arange(12.0).reshape(3, 4), np.ones(3))
    yield row_carried_while_its_array_is_written, (np.ones((4, 3)), 3)
    yield row_carried_while_its_array_is_written, (np.ones((4, 3)), 1)
    yield arrays_change_places, (3,)
    yield dict_of_a_loop_written_in_a_branch, (np.ones(4), -1.0)
    yield dict_of_a_loop_written_in_a_branch, (np.ones(4), 1.0)
    yield one_list_with_two_names, (3.0,)
    yield one_list_with_two_names, (-3.0,)
    yield lists_change_places, (3.0,)
    yield lists_change_places, (-3.0,)
    yield dict_made_anew_in_each_round, (3.0,)
    yield dict_through_a_function, (3.0,)
    yield computing_behind_a_failure, (3.0,)
    yield condition_behind_a_failure, (3.0,)
    yield condition_behind_a_failure, (-3.0,)
