"""Lists, dicts and objects that are changed, and returned from one of several places."""
import numpy as np


class Box:
    def __init__(self, v):
        self.v = v

    def drop(self):
        if self.v < -50:
            raise IndexError("empty")
        self.v = self.v - 1.0

    def get(self, i):
        if i > self.v:
            raise IndexError("behind the end")
        return self.v


def object_behind_calls_that_may_fail(x):
    b = Box(0.0)
    for v in x:
        if v > 0:
            b.v = b.v + v
        else:
            b.drop()
    b.v = b.v + 7.0
    return b.v, b.get(-1.0)


def list_behind_a_failure(x):
    b = [0.0]
    if x[0] < -90:
        raise ValueError("low")
    b[0] = b[0] + 7.0
    return b


def dict_behind_a_failure(x):
    b = {}
    if x[0] < -90:
        raise ValueError("low")
    b["z"] = x[1]
    return b, len(b)


def one_of_two_lists(x):
    a, b = [0.0], [1.0]
    if x[0] > 0:
        a[0] = x[1]
        r = a
    else:
        b[0] = x[2]
        r = b
    return r[0]


def lists_returned_early(x):
    a, b = [0.0], [1.0]
    if x[0] > 0:
        a[0] = x[1]
        return a
    b[0] = x[2]
    return b


def one_dict_returned_twice(x):
    a = {"k": 0.0}
    if x[0] > 0:
        a["k"] = x[1]
        return a
    a["k"] = 5.0
    return a


def dict_or_a_new_one(x):
    a = {"k": 0.0}
    if x[0] > 0:
        a["k"] = x[1]
        return a
    return {"k": 9.0}


def same_dict_bound_on_both_paths(x):
    a = {"k": 0.0}
    if x[0] > 0:
        a["k"] = x[1]
        r = a
    else:
        a["k"] = 5.0
        r = a
    return r


def list_returned_from_a_loop(x):
    a = [0.0, 1.0]
    for i in range(3):
        a[0] = a[0] + x[i]
        if a[0] > 2.5:
            return a
    a[1] = -1.0
    return a


def list_in_a_tuple_of_a_branch(x):
    a = [0.0, 1.0]
    if x[0] > 0:
        a[0] = x[1]
        c = (a, 1.0)
    else:
        c = ([2.0, 3.0], 4.0)
    return c


def list_in_a_tuple_of_a_loop(x):
    a = [0.0]
    t = (a, 0)
    for i in range(3):
        a[0] = a[0] + x[i]
        t = (a, i)
    return t[0][0], t


def bound_on_one_path(x):
    a = [0.0]
    if x[0] > 0:
        a[0] = x[1]
        b = a
    if x[0] > 0.5:
        return b[0]
    return 0.0


def two_names_behind_a_failure(x):
    b = [x[0]]
    if x[0] < -90:
        raise ValueError("low")
    c = b
    b.append(x[1])
    c[0] = 8.0
    return (b, c)


def arrays_in_a_list_behind_a_failure(x):
    a = np.zeros(2)
    b = [a]
    if x[0] < -90:
        raise ValueError("low")
    b[0][0] = x[1]
    b[0] = a + 1
    return b, a


def bound_in_every_round(x):
    a, r = [0.0], [1.0]
    for i in range(3):
        a[0] = a[0] + x[i]
        r = a
    return r, a


def best_so_far(x):
    best = {"v": 0.0, "p": np.zeros(2)}
    now = {"v": 1.0, "p": np.ones(2)}
    for i in range(3):
        now["v"] = now["v"] + x[i]
        now["p"][0] = x[i]
        if now["v"] > best["v"]:
            best = {"v": now["v"], "p": now["p"].copy()}
    return best, now


def returned_from_an_endless_loop(x):
    a, i = [0.0], 0
    while True:
        a[0] = a[0] + x[i]
        i += 1
        if i > 2:
            return a


def several_names_behind_a_loop(x):
    a = [0.0, 0.0]
    for i in range(3):
        a[1] = a[0]
        a[0] = a[0] + x[i]
        if a[0] > 90:
            raise ValueError("high")
    b = a
    b[1] = b[1] * 2
    return (a, b), {"a": a}


def lists_that_change_places(x):
    a, b = [x[0]], [x[1]]
    for _ in range(3):
        a[0] = a[0] + 1.0
        a, b = b, a
    return a, b


def window_of_the_least(x):
    k = int(np.argmin(x))
    window = slice(max(k - 1, 0), k + 2)
    return x[window], window, {"before": slice(None, k), "fixed": [slice(0, 2), slice(k, None, -1)]}


FUNCTIONS = [f for f in list(globals().values()) if callable(f) and f is not Box]


def examples():
    for f in FUNCTIONS:
        for x in (np.array([1.0, 2.0, -3.0]), np.array([-1.0, 2.0, -3.0]), np.array([-99.0, 2.0, -3.0])):
            yield f, (x,)
