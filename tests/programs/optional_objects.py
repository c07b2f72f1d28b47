"""Objects and containers that are None on some paths."""
import collections
import dataclasses

import numpy as np


class Node:
    def __init__(self, v):
        self.v, self.next = v, None

    def twice(self):
        return self.v * 2


@dataclasses.dataclass
class Pair:
    a: float
    b: float


class Equal:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Equal) and self.v == other.v


def made_on_one_path(t):
    n = None
    if t > 0:
        n = Node(t)
    if n is not None:
        n.v += 1
    return n.v if n is not None else -1.0


def method_of_one(t):
    n = Node(t) if t > 0 else None
    return n.twice() if n else 0.0


def best_so_far(x, t):
    best = None
    for v in x:
        if v > t and (best is None or v < best.a):
            best = Pair(v, v * 2)
    return best.b if best is not None else None


def found_by_a_helper(x, t):
    def find():
        for v in x:
            if v > t:
                return Pair(v, 1.0)
        return None
    p = find()
    return p.a + p.b if p else 0.0


def other_name(t):
    n, m = Node(1.0), None
    if t > 0:
        m = n
    if m is not None:
        m.v = 9.0
    return n.v, m is n, m is None, m is not n


def read_through_the_other_name(t):
    a, b = Pair(1.0, 2.0), None
    if t > 0:
        b = a
    a.a = 5.0
    return b.a if b is not None else -1.0, b is a


def begun_in_a_loop(x, t):
    root = None
    for v in x:
        if root is None:
            root = Pair(v, v)
        elif v > t:
            root.b += v
    return root.a, root.b


def dict_that_counts(x, t):
    lock = None
    for v in x:
        if v > t:
            lock = {"v": v, "n": 0}
        if lock is not None:
            lock["n"] += 1
    return lock


def queue_or_none(t):
    q = collections.deque([t]) if t > 0 else None
    if q is not None:
        q.append(1.0)
    return list(q) if q is not None else []


def set_or_none(t):
    s = {1, 2} if t > 0 else None
    return len(s) if s is not None else 0


def changed_by_a_function(t):
    def grow(p):
        p.a += 1
    b = Pair(t, 2.0) if t > 0 else None
    if b is not None:
        grow(b)
    return b.a if b is not None else 0.0


def in_a_dict(t):
    d = {}
    d["p"] = Pair(t, 1.0) if t > 0 else None
    return d["p"].a if d["p"] is not None else 0.0


def compared_with_values(t):
    r = t if t > 0 else None
    s = t if t > 2 else None
    return r == s, r != s, r == 2.0, s == 2.0, 2.0 == r, r is None, s == None, r == "a"  # noqa: E711


def compared_with_lists(t):
    r = [t] if t > 0 else None
    s = r
    return r == [t], r == None, r != [t], [t] == r, s is r, s == r, r == [t, 1.0], r == 3  # noqa: E711


def compared_with_objects(t):
    r = Equal(t) if t > 0 else None
    s = Equal(t) if t > 2 else None
    p = Pair(t, 2.0) if t > 0 else None
    return r == s, r == Equal(2.0), r != Equal(2.0), s == None, p == Pair(t, 2.0), Pair(t, 2.0) == p  # noqa: E711


def compared_with_dicts(x, t):
    r = {"a": t} if t > 0 else None
    y = x if t > 0 else None
    return r == {"a": t}, r == {}, r != {"a": 2.0}, y is x, y is None


def in_containers(t):
    r = t if t > 0 else None
    return r in (None, 1.0), r in (2.0,), [r, 1.0].count(None), r in [t], None in [r], (r, 1) == (2.0, 1), [r] == [None]


class Chain:
    def __init__(self):
        self.head, self.count = None, 0

    def push(self, v):
        self.head = (v, self.head)
        self.count += 1

    def total(self):
        total, link = 0.0, self.head
        while link is not None:
            total += link[0]
            link = link[1]
        return total


def chain_that_is_known(x, t):
    chain = Chain()
    for v in x:
        chain.push(v * t)
    return chain.total(), chain.count


class Tree:
    def __init__(self, v):
        self.v, self.left, self.right = v, None, None

    def insert(self, v):
        if v < self.v:
            if self.left is None:
                self.left = Tree(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = Tree(v)
        else:
            self.right.insert(v)


def small_tree(x, t):
    root = Tree(x[0])
    for v in x[1:]:
        root.insert(v * t)
    return root.v, root.right is None, root.left.v if root.left is not None else 0.0



def number_set_in_the_loop_and_none_at_times(x):
    """It is not set before the loop: where it is not, the call fails, and where it is, it may be None."""
    k = state = 0
    for v in x:
        if state == 0:
            if k > 0:
                b = None
                state = 1
            elif v > 0:
                b = v
                state = 1
            k += 1
        elif state == 1:
            if b is not None:
                b = b + 1
    return b


def number_or_none_of_two_states(x, d, n):
    state, a = 0, 1.0
    for _ in range(n):
        if state == 0:
            if a > 3:
                value = None
                state = 1
            elif a > d:
                value = a
                state = 1
            else:
                a = a + x
        else:
            r = value
            value = r if r is None else r + 1
    return value


def examples():
    x = np.array([1.0, 2.0, 4.0])
    for t in (2.0, -3.0, 4.0):
        for f in (made_on_one_path, method_of_one, other_name, read_through_the_other_name, queue_or_none, set_or_none,
                  changed_by_a_function, in_a_dict, compared_with_values, compared_with_lists, compared_with_objects,
                  in_containers):
            yield f, (t,)
        for f in (best_so_far, found_by_a_helper, begun_in_a_loop, dict_that_counts, compared_with_dicts,
                  chain_that_is_known, small_tree):
            yield f, (x, t)
    for signs in ([-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, 1.0, 1.0, 1.0]):
        yield number_set_in_the_loop_and_none_at_times, (np.array(signs),)
    yield number_or_none_of_two_states, (1.0, 500.0, 10)
    yield number_or_none_of_two_states, (1.0, 2.0, 5)
