"""Generators and loops over them: what they and the loops do alternates. (More: generators_consumed.py.)"""
import numpy as np


def squares(n):
    for i in range(n):
        yield i * i


def evens(n):
    k = 0
    while k < n:
        if k % 2 == 0:
            yield k
        k += 1


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def newton(x):
    y = x
    while True:
        y = 0.5 * (y + x / y)
        yield y


def logged(log, n):
    """Begins, goes on and ends with a note; the order of notes is seen in the number."""
    try:
        for i in range(n):
            log[0] = (log[0] * 3 + 1) % 10007
            yield i
        log[0] = (log[0] * 3 + 2) % 10007
    finally:
        log[0] = log[0] + 10000.0


def numbered(n):
    yield from squares(n)
    return 10 * n


def delegating(n):
    total = yield from numbered(n)
    yield total
    nothing = yield from (7, 8)
    if nothing is None:
        yield 9


def careful(n):
    for i in range(n):
        try:
            yield i
        except ValueError:
            yield 1000


def failing(n):
    for i in range(n):
        if i == 3:
            raise KeyError("three")
        yield i


def up_to_two(n):
    yield 1
    if n > 3:
        return
    yield 2
    for i in range(n):
        if i == 2:
            return
        yield i


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.value
        if self.right is not None:
            yield from self.right

    def leaves(self):
        for value in self:
            yield value


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


# -- loops over them -------------------------------------------------------------------------------------------------

def summed(n):
    total = 0
    for s in squares(n):
        total += s
    for e in evens(n):
        total -= 2 * e
    return total


def below(limit):
    total = 0
    for f in fibonacci():
        if f > limit:
            break
        total += f
    return total, f


def for_else(x, n):
    total = 0.0
    for s in squares(n):
        if s > 20:
            break
        total += x * s
    else:
        total = -total
    return total


def alternating(n, log):
    for i in logged(log, n):
        log[0] = (log[0] * 3 + 5 * i) % 10007
    return n


def left_early(n, k, log):
    for i in logged(log, n):
        if i == k:
            break
        log[0] = (log[0] * 3 + 5) % 10007
    else:
        log[0] += 0.5
    log[0] += 0.25
    return k


def returns_from_it(n, k, log):
    for i in logged(log, n):
        if i == k:
            return 2 * i
        log[0] = (log[0] * 3 + 5) % 10007
    return -1


def raises_in_it(n, k, log):
    try:
        for i in logged(log, n):
            if i == k:
                raise ValueError("found")
            log[0] = (log[0] * 3 + 5) % 10007
    except ValueError:
        log[0] = -log[0]
    return n


def raises_out_of_it(n, k, log):
    for i in logged(log, n):
        if i == k:
            raise ValueError("found")
    return n


def catches_its_own_only(n, k):
    total = 0
    try:
        for i in careful(n):
            if i == k:
                raise ValueError
            total += i
    except ValueError:
        total += 500
    return total


def catches_what_it_raises(n):
    total = 0
    try:
        for i in failing(n):
            total += i
    except KeyError:
        total += 100
    return total


def fails(n):
    return sum(failing(n))


def nested(n, k):
    for a in squares(n):
        if a == 1:
            continue
        for b in squares(a):
            if a * b == k:
                return a, b
            if b > a:
                break
    return -1, -1


def delegates(n):
    value = 0
    for item in delegating(n):
        value = value * 3 + item
    return value


def of_loop_variables(n):
    for a in squares(n):
        b = 2 * a
    return a, b


def leaves_by_itself(n):
    value = 0
    for item in up_to_two(n):
        value = value * 10 + item
    return value


def pairs(x):
    for i, a in enumerate(x):
        for j, b in enumerate(x):
            if i < j:
                yield a, b


def energy(x):
    total = 0.0
    for a, b in pairs(x):
        total += 1.0 / (0.1 + (a - b) ** 2)
    return total


def steps(x, rate):
    while np.sum(x * x) > 0.01:
        x = x - rate * 2.0 * x
        yield x


def descent(x, rate):
    length = 0.0
    for y in steps(x, rate):
        length = length + np.sum((y - x) ** 2)
        x = y
    return length, x


def minibatches(x, size):
    for start in range(0, len(x), size):
        yield x[start:start + size]


def of_batches(x):
    return [np.sum(b) for b in minibatches(x, 3)], sum(k * b[0] for k, b in enumerate(minibatches(x, 2)))


def layers(weights):
    for w, b in weights:
        yield np.reshape(w, (2, 2)), b


def network(weights, x):
    for w, b in layers(weights):
        x = np.tanh(w @ x + b)
    return np.sum(x)


def writes_what_it_is_given(x):
    def halves(v):
        for i in range(len(v)):
            v[i] *= 0.5
            yield v
    total = 0.0
    for v in halves(x):
        total += v[0] + v[-1]
        v[0] += 1.0
    return total


def gives_one_array(x):
    def running():
        y = np.zeros(3)
        for i in range(3):
            y[i] = x[i]
            yield y
    return [y.copy() for y in running()], list(running())


def closes_over(x):
    total = 0.0

    def counted():
        nonlocal total
        for v in x:
            total += 1.0
            yield v * total
    for v in counted():
        total += v
    return total


def under_a_condition(x):
    def chosen():
        if x[0] > 0.0:
            yield x[0]
        for v in x[1:]:
            if v > 0.0:
                yield v
    last, count = -1.0, 0
    for last in chosen():
        count += 1
    return last, count


def may_be_unset(limit):
    for s in squares(3):
        if s > limit:
            found = s
    return found


def examples():
    x = np.array([1.0, -2.0, 3.0, 0.5])
    for n in (0, 5):
        for f in (summed, delegates, leaves_by_itself, catches_what_it_raises, fails):
            yield f, (n,)
    yield leaves_by_itself, (3,)
    yield below, (50,)
    for n in (3, 8):
        yield for_else, (2.0, n)
    yield alternating, (3, np.ones(1))
    for f in (left_early, returns_from_it, raises_in_it, raises_out_of_it):
        for k in (0, 2, 7):
            yield f, (4, k, np.ones(1))
    for k in (2, 7):
        yield catches_its_own_only, (4, k)
    for k in (16, 36, 7):
        yield nested, (5, k)
    for n in (1, 4):
        yield of_loop_variables, (n,)
    for f in (energy, of_batches, writes_what_it_is_given, gives_one_array, closes_over, under_a_condition):
        yield f, (x.copy(),)
    yield under_a_condition, (-abs(x),)
    yield descent, (np.array([1.0, 2.0]), 0.1)
    yield network, ([(np.arange(4.0), 0.1), (np.arange(4.0) - 2.0, 0.2)], np.array([0.3, -0.2]))
    for limit in (1, 8):
        yield may_be_unset, (limit,)
