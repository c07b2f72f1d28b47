"""`with`: generators made context managers, objects with __enter__ and __exit__, and what contextlib makes."""
import contextlib
from contextlib import contextmanager

import numpy as np


@contextmanager
def doubled(x):
    yield 2 * x


@contextmanager
def noted(log, k):
    log[0] = log[0] * 3 + k
    try:
        yield log
    finally:
        log[0] = log[0] * 3 + k + 1


@contextmanager
def counting(log):
    log[0] += 1
    yield 5
    log[0] += 10


@contextmanager
def catching(log):
    try:
        yield
    except ValueError:
        log[0] += 100


@contextmanager
def translating(log):
    try:
        yield
    except ValueError:
        log[0] += 7
        raise KeyError("translated")


@contextmanager
def one_of_two(n):
    if n > 2:
        yield 1
    else:
        yield 2


@contextmanager
def refusing(n):
    if n > 2:
        raise ValueError("refused")
    yield n


@contextmanager
def forgetting(n):
    if n > 2:
        yield 1


class Timer:
    def __init__(self, log):
        self.log, self.calls = log, 0

    def __enter__(self):
        self.log[0] += 1
        self.calls += 1
        return self

    def __exit__(self, kind, value, trace):
        self.log[0] *= 2
        self.calls += 10


class Swallow:
    def __enter__(self):
        return 3

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, ValueError)


class Model:
    def __init__(self):
        self.training = True

    @contextmanager
    def evaluating(self):
        before, self.training = self.training, False
        try:
            yield self
        finally:
            self.training = before


MODEL = Model()


def value(x):
    with doubled(x) as y, contextlib.nullcontext(y) as z:
        return 3 * z


def returns_in_it(log, n):
    with noted(log, 1) as same:
        same[0] += 1000
        if n > 2:
            return same[0]
    return -1.0


def breaks_in_it(log, n):
    total = 0
    for i in range(5):
        with noted(log, i):
            if i == n:
                break
            if i == 1:
                continue
            total += i
    return total


def nested(log, n):
    with noted(log, 1):
        for i in range(n):
            with noted(log, 5), counting(log) as k:
                if i == 2:
                    return i + k
    return -1


def raises_in_it(log, n):
    with counting(log) as k:
        if n > 2:
            raise ValueError("raised")
        log[0] += k
    return 1


def caught(log, n):
    a = 1
    with catching(log):
        a = 2
        if n > 2:
            raise ValueError("caught")
        a = 3
    return a


def caught_outside(log, n):
    with catching(log):
        with noted(log, 3):
            if n > 1:
                raise ValueError("caught")
        log[0] = 50
    return log[0]


def translated(log, n):
    try:
        with translating(log):
            if n > 2:
                raise ValueError("a")
            if n > 1:
                raise TypeError("b")
    except KeyError:
        return 1
    except TypeError:
        return 2
    return 3


def timed(log, n):
    timer = Timer(log)
    with timer as same:
        log[0] += 5
        if n > 2:
            return same.calls
    return timer.calls


def timed_and_caught(log, n):
    timer = Timer(log)
    try:
        with timer:
            if n > 2:
                raise ValueError("a")
            if n > 1:
                raise KeyError("b")
            log[0] += 7
    except ValueError:
        return timer.calls
    return -timer.calls


def swallowed(log, n):
    with Swallow() as k:
        log[0] += k
        if n > 2:
            raise ValueError("swallowed")
        log[0] += k
    return log[0]


def suppressed(log, n):
    with contextlib.suppress(ValueError, KeyError):
        if n > 2:
            raise ValueError("a")
        if n > 1:
            raise KeyError("b")
        log[0] += 1
    with contextlib.suppress(ZeroDivisionError):
        log[0] = 1 / (n - 1)
    return log[0]


def made_inside(log, n):
    @contextmanager
    def local(k):
        log[0] += k
        yield 2 * k
        log[0] -= 1
    with local(n) as m:
        log[0] *= m
    return m


def methods(x):
    model = Model()
    with model.evaluating(), MODEL.evaluating() as same:
        inside = model.training, same.training
    return inside, model.training, MODEL.training, x


def may_fail_first(n):
    with one_of_two(n) as k:
        total = 10 * k
    try:
        with refusing(n) as k:
            total += k
    except ValueError:
        return -total
    return total


def may_not_yield(n):
    with forgetting(n) as k:
        total = k
    return total


def around_a_yield(log, n):
    def numbers():
        with noted(log, 3):
            for i in range(n):
                yield i
    total = 0
    for i in numbers():
        if i == 2:
            break
        total += i
    log[0] += 0.5
    return total


def closed_in_it(log, n):
    def numbers():
        with counting(log), noted(log, 2), doubled(n) as m:
            for i in range(4):
                yield m + i
    total = 0
    for i in numbers():
        if i == 6:
            break
        total += i
    for i in numbers():
        total += i
    return total


def told_what_it_is(log, n):
    for i in range(5):
        with Swallow():
            log[0] = log[0] * 2 + 1
            if i == n:
                raise ValueError("swallowed")
            if i == 2 * n:
                raise KeyError("not swallowed")
            log[0] += 1
    return i


def examples():
    yield value, (1.5,)
    yield methods, (2.0,)
    for n in (1, 2, 3):
        for f in (returns_in_it, breaks_in_it, nested, raises_in_it, caught, caught_outside, translated, timed,
                  timed_and_caught, swallowed, suppressed, made_inside, around_a_yield, closed_in_it,
                  told_what_it_is):
            yield f, (np.ones(1), n)
        yield may_fail_first, (n,)
        yield may_not_yield, (n,)
