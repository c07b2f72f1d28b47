"""What consumes generators: builtins, itertools, `next` and `send`, other generators, unpacking."""
import functools
import itertools

import numpy as np

from .generators import Countdown, Tree, evens, fibonacci, logged, newton, squares, steps


def listed(x):
    def twice():
        for v in x:
            yield 2.0 * v
    return (list(twice()), tuple(twice()), sum(twice()), max(twice()), min(twice(), default=0.0),
            [v + 1.0 for v in twice()], sum(v * v for v in twice()), {k: v for k, v in enumerate(twice())},
            any(v > 3.0 for v in twice()), all(v > 3.0 for v in twice()), x[0] in twice(), np.array(list(twice())))


def positive(x):
    def found():
        for v in x:
            if v > 0.0:
                yield v
    return np.array(list(found())), sum(found(), 0.5), max(found(), key=lambda v: -v)


def known(n):
    a, *b = squares(4)
    return (sorted(squares(4)), set(squares(3)), dict(zip("abc", squares(5))), ",".join(str(i) for i in squares(3)),
            a, b, [*squares(2), n, *squares(3)], max(*squares(3)), functools.reduce(lambda p, q: 2 * p + q, squares(4)))


def lazily(x):
    def given():
        for v in x:
            yield v
    total = 0.0
    for i, v in enumerate(given(), 1):
        total += i * v
    for v, k in zip(given(), range(2)):
        total += 100.0 * v * k
    for k, v, w in zip(range(10), given(), x):
        total += k * v * w
    for v in map(lambda v, k: v * k, given(), [3.0, 4.0]):
        total += v
    return total, list(filter(lambda v: True, map(np.sin, given())))


def of_itertools(n):
    return (list(itertools.chain(squares(2), [n], squares(3))), list(itertools.accumulate(squares(4))),
            list(itertools.starmap(max, zip(squares(3), [1, 0, 9]))), list(itertools.islice(fibonacci(), 6)),
            next(itertools.dropwhile(lambda v: v < 50, fibonacci())))


def pairwise(n):
    return list(itertools.pairwise(squares(n)))


def takewhile(n):
    return list(itertools.takewhile(lambda v: v < n, fibonacci()))


def alternates_when_zipped(n, log):
    for i, k in zip(logged(log, n), range(2)):
        log[0] = (log[0] * 3 + i + k) % 10007
    for k, i in zip(range(2), logged(log, n)):
        log[0] = (log[0] * 3 + i + k) % 10007
    return n


def step_by_step(x):
    def parts():
        yield x
        for i in range(3):
            yield x * i
        yield -x
    it = parts()
    first, second = next(it), next(it)
    rest = 0.0
    for v in it:
        rest = rest * 3.0 + v
    return first, second, rest, next(it, 7.0)


def first_and_rest(x, n):
    def powers():
        p = 1.0
        for _ in range(n):
            p = p * x
            yield p
        yield -1.0
    it = powers()
    return next(it), list(it)


def root_after(x, n):
    it = newton(x)
    for _ in range(n):
        y = next(it)
    return y


def root(x):
    for k, y in enumerate(newton(x)):
        if abs(y * y - x) < 1e-10:
            return y, k


def of_objects(x):
    tree = Tree(x, Tree(2.0 * x), Tree(3.0 * x, Tree(4.0 * x)))
    total = 0.0
    for v in tree:
        total = 3.0 * total + v
    return total, list(tree), sum(tree.leaves()), x in tree


def of_iterators(n):
    value, three = 0, Countdown(3)
    found = next(three), list(three), next(three, -1)
    for k in Countdown(n):
        value = value * 2 + k
    return value, found


def permutations(items):
    if not items:
        yield []
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [items[i], *rest]


def flattened(x):
    for item in x:
        if isinstance(item, (list, tuple)):
            yield from flattened(item)
        else:
            yield item


def recursive(x):
    return list(permutations([1.0, x, 3.0])), list(flattened([x, [1.0, (x, [2.0])], []]))


def expressions(n):
    total = 0
    for a in (s + 1 for s in squares(n) if s % 2 == 0):
        total += a
    for a in (a * b for a in squares(n) for b in evens(a)):
        total = (total * 3 + a) % 1009
    return total


def raises_before(n, log):
    return max(squares(n)) + sum(logged(log, 2))


def first_that_fits(x):
    """Data decide which items there are."""
    positive = (v for v in x if v > 0)
    return (next((i for i, v in enumerate(x) if v < 0), None), next(v * 2 for v in x if v > 0),
            next((v for v in x if v > 100), -1.0), next(positive, 0.0), next(above(x, 2.5), 9.0))


def above(x, limit):
    for v in x:
        if v > limit:
            yield v


def no_item(x):
    return next(v for v in x if v > 100)


def filtered_by_data(x):
    total = 0.0
    for k, v in enumerate(w * 2 for w in x if w > 0):
        total += k * v
    return (total, max(v for v in x if v < 0), min((abs(v), i) for i, v in enumerate(x) if v > 0),
            any(v > 1 for v in (w for w in x if w < 3)), list(w for w in x if w > 0))


def cut_by_data(x):
    return (list(itertools.takewhile(lambda v: v > -1.5, x)), sum(itertools.dropwhile(lambda v: v > 0, x)),
            sum(filter(lambda v: v > 0, x)), max(itertools.filterfalse(lambda v: v > 0, x)),
            next(filter(lambda v: v < 0, x)), min(3, x[0], x[3], key=abs))


def averages():
    total, count, mean = 0.0, 0, None
    while True:
        v = yield mean
        total += v
        count += 1
        mean = total / count


def running_averages(x):
    g = averages()
    next(g)
    found = [g.send(v) for v in x]
    g.close()
    return found, list(g)


def answers(x):
    a = yield x
    b = yield (a if a is not None else -1.0)
    c = yield from answered(b)
    d = yield c
    yield d if d is not None else 100.0


def answered(b):
    yield b if b is not None else 7.0
    return 55.0


def sent(x):
    first, second, third = answers(x), answers(x), answers(x)
    next(third), third.send(1.0)
    return ([next(first), first.send(2.0), next(first), next(first), next(first)],
            [second.send(None), next(second), second.send(4.0), next(second), second.send(x)], list(third))


def writes_what_it_is_zipped_with(x):
    """zip reads an item of x before the generator runs, which writes the next."""
    def steps():
        for k in range(3):
            x[k] += 10.0
            x[1] += 1.0
            yield k
    total = 0.0
    for a, k in zip(x, steps()):
        total = 2 * total + a * k + a
    return total, list(zip(x, steps())), list(zip(steps(), x))


def any_of_nested_lists(board):
    return any(e == 0 for row in board for e in row), all(e != 0 for row in board for e in row)


def any_of_pairs_in_lists(board):
    uneven = any(e == 0 for row in board for j, e in enumerate(row) if j != 1)
    return uneven, all(x + y + e > 0 for row in board for x, y in zip(row, row[1:]) for e in (x, y))


def examples():
    x = np.array([1.0, -2.0, 3.0, 0.5])
    for n in (0, 5):
        yield expressions, (n,)
    for f in (listed, positive, lazily, first_that_fits, no_item, filtered_by_data, cut_by_data, running_averages):
        yield f, (x.copy(),)
    for f in (known, of_itertools, pairwise, takewhile):
        yield f, (4,)
    yield alternates_when_zipped, (3, np.ones(1))
    yield writes_what_it_is_zipped_with, (x.copy(),)
    for f in (step_by_step, root, recursive, of_objects, sent):
        yield f, (2.0,)
    yield first_and_rest, (2.0, 3)
    yield root_after, (2.0, 4)
    yield of_iterators, (4,)
    for n in (0, 3):
        yield raises_before, (n, np.ones(1))
    for board in ([[1, 2], [3, 0]], [[0.0, 2.0], [3.0, 4.0]], [[1, 2, 5], [3, 4, -9]], [[], [1]], []):
        yield any_of_nested_lists, (board,)
        yield any_of_pairs_in_lists, (board,)
