"""itertools, functools, operator, heapq, bisect, sorting by data, and math of integers."""
import bisect
import functools
import heapq
import itertools
import math
import operator
from collections import namedtuple

import numpy as np

Point = namedtuple("Point", "x y")
ROADS = {"a": {"b": 1.0, "c": 4.0}, "b": {"c": 2.0, "d": 6.0}, "c": {"d": 3.0}, "d": {}}
SECOND = operator.itemgetter(1)


# -- sorting -----------------------------------------------------------------------------------------------------------

def sorted_by_data(x):
    pairs = [(x[k], k, "same") for k in range(4)]
    return sorted(x, key=lambda v: -v), sorted(x, key=abs, reverse=True), sorted((v, i) for i, v in enumerate(x)), \
        sorted(pairs, key=lambda p: p[0] > 2), sorted(pairs, key=lambda p: p[0] > 2, reverse=True), \
        sorted([x[:2], x[2:4], x[1:3]], key=np.sum)


def sorted_in_place(x):
    numbers, pairs = [x[0], x[1], x[2]], [(x[0], 1), (x[1], 2)]
    numbers.sort(reverse=True)
    pairs.sort(key=lambda p: p[0])
    return numbers, pairs


def extremes_by_data(x):
    return min(range(len(x)), key=lambda i: x[i]), max(enumerate(x), key=lambda p: p[1]), \
        min([x[:2], x[2:4]], key=np.sum)


def found_in_lists(a, b):
    items = [a, b, a, 1.0]
    return (a, b).count(3.0) != 1, items.index(b), items.count(a), items.index(1.0, 1), (a, b, 2.0).index(2.0, 2, 3)


def missing_in_a_list(a):
    return [a, 1.0].index(2.0)


def compared_by_a_function(x):
    return sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)), x[0]


# -- operator, functools -----------------------------------------------------------------------------------------------

def getters(x):
    rows, points = [("b", x[0]), ("a", x[1])], [Point(2, x[0]), Point(1, x[1])]
    return sorted(rows, key=operator.itemgetter(0))[0][1], operator.itemgetter(1, 0)(x), SECOND(rows[0]), \
        max(points, key=operator.attrgetter("x")).y, operator.attrgetter("x", "y")(points[0]), \
        operator.methodcaller("sum")(x), operator.methodcaller("reshape", 2, 3)(x)


class Place:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def indices(x):
    return x[operator.index(Place(2))], operator.index(np.int8(3)), operator.index(Place(int(x[0]))), operator.index(4)


def operators(x):
    y = operator.iadd(x.copy(), 1.0)
    operator.setitem(y, 0, 9.0)
    return operator.neg(x), operator.truediv(x, 2), operator.getitem(x, 1), operator.lt(x[0], x[1]), y, \
        operator.not_(x[0] > 1), operator.contains([1, 2], 2), operator.concat([1], [2]), operator.matmul(x, x), \
        functools.reduce(operator.mul, x)


def cached(x):
    @functools.lru_cache(maxsize=None)
    def hermite(n):
        return 1.0 if n == 0 else 2 * x if n == 1 else 2 * x * hermite(n - 1) - 2 * (n - 1) * hermite(n - 2)

    @functools.cache
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    return hermite(6), fibonacci(25) * x


# -- heapq, bisect -----------------------------------------------------------------------------------------------------

def shortest_path(x):
    dist, heap = dict.fromkeys(ROADS, math.inf), [(0.0, "a")]
    dist["a"] = 0.0
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in ROADS[u].items():
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist["d"] * x


def heaps(x):
    heap = [5, 1, 4]
    heapq.heapify(heap)
    heapq.heappush(heap, 3)
    taken = heapq.heappop(heap), heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 9)
    return taken, heap, heapq.nsmallest(2, x), heapq.nlargest(2, list(x)), heapq.nlargest(1, ["a", "bb"], key=len)


def bisections(x, v):
    known = [1, 3]
    bisect.insort(known, 2)
    return bisect.bisect(np.sort(x), v), bisect.bisect_left(np.sort(x), 4.0), known, \
        bisect.bisect([1, 2, 3], 2, 0, 2), bisect.bisect_left([(1, "a"), (3, "b")], 2, key=lambda p: p[0])


# -- itertools ---------------------------------------------------------------------------------------------------------

def leibniz_determinant(a):
    n, total = len(a), 0.0
    for p in itertools.permutations(range(n)):
        sign = (-1) ** sum(p[i] > p[j] for i, j in itertools.combinations(range(n), 2))
        total += sign * math.prod(a[i, p[i]] for i in range(n))
    return total


def grouped(x):
    labels = "aabbbc"
    groups = {k: sum(x[i] for i in g) for k, g in itertools.groupby(range(6), key=lambda i: labels[i])}
    late = [list(g) for _, g in list(itertools.groupby("aab"))]
    return groups, [k for k, _ in itertools.groupby([1, 1, 2, 1])], late


def teed(x):
    first, second = itertools.tee(x)
    next(second)
    return sum((u - v) ** 2 for u, v in zip(first, second)), math.fsum(v * v for v in x)


# -- counting ----------------------------------------------------------------------------------------------------------

def counts(n, k):
    return math.factorial(n), math.comb(n, k), math.perm(n, k), math.perm(n)


def number_parts(x):
    mantissa, exponent = math.frexp(x)
    return mantissa * 2 ** 3, exponent, math.ldexp(mantissa, exponent), math.modf(x)


def whole_root(n):
    try:
        return math.isqrt(n)
    except ValueError:
        return -1


def binomial_distribution(p, n):
    total = 0.0
    for k in range(n + 1):
        total += k * math.comb(n, k) * p ** k * (1 - p) ** (n - k)
    return total


def taylor_exponential(x):
    total = 0.0
    for k in range(30):                 # past 20! only Python's integers hold it
        total += x ** k / math.factorial(k)
    return total


def examples():
    x = np.array([3.0, 1.0, 4.0, 1.5, 5.0, 9.0])
    for function in (sorted_by_data, sorted_in_place, extremes_by_data, compared_by_a_function, getters, indices,
                     operators, heaps, grouped, teed):
        yield function, (x,)
    yield sorted_by_data, (-x[::-1],)
    yield found_in_lists, (3.0, 4.0)
    yield found_in_lists, (4.0, 4.0)
    yield missing_in_a_list, (2.0,)
    yield cached, (0.5,)
    yield shortest_path, (2.0,)
    yield bisections, (x, 3.5)
    yield leibniz_determinant, (x.reshape(2, 3)[:, :2],)
    yield leibniz_determinant, (np.arange(9.0).reshape(3, 3) ** 2,)
    for n, k in ((5, 2), (20, 0), (0, 0), (4, 7)):
        yield counts, (n, k)
    for number in (0.8, -6.5, 1e-300):
        yield number_parts, (number,)
    for n in (17, 0, -3):
        yield whole_root, (n,)
    yield binomial_distribution, (0.3, 10)
    yield taylor_exponential, (2.0,)
