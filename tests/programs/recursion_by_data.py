"""Recursion whose depth depends on data."""
import functools

import numpy as np


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def fibonacci(v):
    return fib(v[0]), fib(v[1] + 3)


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    if n % 2 == 0:
        return half * half
    return x * half * half


def by_squaring(x, v):
    return power(x[0], v[0]) + power(x[1], v[1])


def root(x, a):
    return x if abs(x * x - a) < 1e-9 else root(0.5 * (x + a / x), a)


def newton(x, v):
    return root(1.0, x[0]) * x[1]


def simpson(f, a, b):
    return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))


def adaptive(f, a, b, whole, eps):
    m = (a + b) / 2
    left, right = simpson(f, a, m), simpson(f, m, b)
    if abs(left + right - whole) < 15 * eps:
        return left + right + (left + right - whole) / 15
    return adaptive(f, a, m, left, eps / 2) + adaptive(f, m, b, right, eps / 2)


def quadrature(x, v):
    f = lambda t: np.sin(t * t) * x[1]
    return adaptive(f, 0.0, x[0], simpson(f, 0.0, x[0]), 1e-3)


def search(a, value, lo, hi):
    if lo > hi:
        return -1
    middle = (lo + hi) // 2
    if a[middle] == value:
        return middle
    if a[middle] < value:
        return search(a, value, middle + 1, hi)
    return search(a, value, lo, middle - 1)


def in_a_sorted_array(x, v):
    a = np.sort(x)
    return search(a, x[1], 0, len(a) - 1), search(a, 99.0, 0, len(a) - 1)


def part(a, lo, hi):
    pivot, i = a[hi], lo - 1
    for j in range(lo, hi):
        if a[j] <= pivot:
            i += 1
            a[i], a[j] = a[j], a[i]
    a[i + 1], a[hi] = a[hi], a[i + 1]
    return i + 1


def quicksort(a, lo, hi):
    if lo < hi:
        p = part(a, lo, hi)
        quicksort(a, lo, p - 1)
        quicksort(a, p + 1, hi)


def sorted_in_place(x, v):
    quicksort(x, 0, len(x) - 1)
    return x[0]


def visit(graph, u, seen, order):
    seen[u] = True
    order.append(u)
    for w in graph[u]:
        if not seen[w]:
            visit(graph, w, seen, order)


def in_depth_first_order(x, v):
    graph = np.array([[1, 2], [3, 3], [3, 0], [0, 1]])
    order = []
    visit(graph, v[0], np.zeros(4, bool), order)
    return order, len(order)


def extended(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = extended(b, a % b)
    return g, y, x - (a // b) * y


def bezout(v):
    return extended(v[0] * 12, v[1] * 18)


def guarded(x, n):
    if x < 0:
        raise ValueError("a negative number")
    if n == 0:
        return x
    return guarded(x - 1.0, n - 1) + x


def that_raises(x, v):
    try:
        return guarded(x[0], v[0])
    except ValueError:
        return -1.0


def halved(lo, hi, a):
    m = (lo + hi) / 2
    if hi - lo < 1e-3:
        return m
    return halved(lo, m, a) if m * m > a else halved(m, hi, a)


def interval_that_begins_with_numbers(x, v):
    return halved(0.0, 4.0, x[2])


class Chain:
    def __init__(self, rate):
        self.rate = rate

    def grow(self, x, n):
        if n <= 0:
            return x
        return self.rate * self.grow(x, n - 1) + 1.0


def of_a_method(x, v):
    return Chain(x[1]).grow(x[0], v[1])


@functools.lru_cache(None)
def binomial(n, k):
    if k == 0 or k == n:
        return 1
    return binomial(n - 1, k - 1) + binomial(n - 1, k)


def remembered(v):
    return binomial(v[1], v[0])


def closed_over(x, v):
    weights = x * 2.0

    def total(k):
        return 0.0 if k < 0 else weights[k] + total(k - 1)
    return total(v[0])



def nothing_or_one_more(x, d):
    def found(a):
        if a > 3:
            return None
        if a > d:
            return a
        r = found(a + x)
        return r if r is None else r + 1
    return found(1.0)



class Backwards:
    """A sequence that is gone through from its end."""
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items[::-1])

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


def by_an_iter_of_its_own(w, limit):
    places = Backwards([0, 1, 2])

    def total(b):
        if b > limit:
            return b
        s = 0.0
        for k in places:
            s = 2 * s + total(b + w[k] + 1)
        return s
    return total(w[0])


def over_the_keys(n, d):
    def total(i):
        if i >= n[0]:
            return 0.0
        s = 0.0
        for k in d:
            s = s + k * 2.0 + total(i + 1)
        return s
    return total(0)


class FromTheLast(dict):
    def __iter__(self):
        return iter(sorted(self.keys(), reverse=True))


def over_computed_keys_in_its_order(x):
    d = FromTheLast()
    for v in x:
        d[int(v)] = 1

    def total(b):
        if b > 6:
            return 1
        t = 0
        for k in d:
            t = 2 * t + total(b + d[k] * 3) + k
        return t
    return total(int(x[0]))


def set_on_some_paths(x):
    """Where the second test holds the first did: what is read behind it is of this call."""
    def rest(i):
        if i >= len(x):
            return 0.0
        if x[i] > 0:
            t = x[i] * 2
        if x[i] > 0:
            return rest(i + 1) + t
        return rest(i + 1)
    return rest(0)


def that_goes_on_in_the_else_of_a_loop(x):
    def total(i):
        if x[i % 3] > 7 - i:
            return 0.0
        t = 0.0
        for _ in range(3):
            k = 0
            while k < 2:
                if x[k] > 1.5:
                    break
                t = t + total(i + 3) * 0.5
                k += 1
            else:
                t = t + 1
                if t > 4:
                    break
                continue
            t = t + 10
        return t
    return total(-1)


def examples():
    x, v = np.array([1.5, 0.5, 3.0, -1.0]), np.array([2, 1, 0])
    for f in (by_squaring, newton, quadrature, in_a_sorted_array, sorted_in_place, in_depth_first_order, that_raises,
              of_a_method, closed_over, interval_that_begins_with_numbers):
        yield f, (x.copy(), v)
    yield that_raises, (x, np.array([1, 0, 0]))
    for f in (fibonacci, bezout):
        yield f, (v,)
    yield remembered, (np.array([2, 5]),)
    for d in (500.0, 2.5, 0.0):
        yield nothing_or_one_more, (1.0, d)
    yield over_the_keys, (np.array([2]), {0: 5.0, 1: 7.0})
    yield over_the_keys, (np.array([3]), {1: 5.0, 0: 7.0, 4: 1.0})
    yield by_an_iter_of_its_own, (np.array([1.0, 0.5, 0.2]), 4.0)
    for f in (over_computed_keys_in_its_order, set_on_some_paths, that_goes_on_in_the_else_of_a_loop):
        yield f, (np.array([1.0, 2.0, -3.0]),)
