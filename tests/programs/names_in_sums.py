"""Variables with the names of the compiler's own: the sum so far of a generator expression was called `total`."""
import numpy as np


def shares(x):
    total = np.sum(x)
    return sum((v / total) ** 2 for v in x), any(total > v for v in x), all(total > v for v in x)


def harmonic(x):
    total, n = x[0] + 1, int(x[1])
    return sum(total / (k + 1) for k in range(n)), total


def bound_in_the_expression(x):
    kept = [2.0]
    for v in x:
        if v > 2:
            kept.append(v)
    total = 1.0
    return sum(total for total in kept) + total, any(total > 4 for total in kept), max(total for total in kept)


def nested(x):
    total = x[0]
    return [sum(total * i * j for j in range(4) if total > j) for i in range(3)]


def of_the_models(x):
    item, items, best, start, result, found, held, keys, values = x[0], x[1], x[2], x[0], x[1], x[2], x[0], x[1], x[2]
    n = int(x[1])
    one = sum(item * k + items + best + start + result + found + held + keys + values for k in range(n))
    return one, max(item * k - best for k in range(n + 1)), [items + v for v in sorted(x) if v > best - 1]


def examples():
    x = np.array([5.0, 2.0, 4.0])
    for f in (shares, harmonic, bound_in_the_expression, nested, of_the_models):
        yield f, (x,)
