"""Objects with an order of their own: `functools.total_ordering`, `sorted` and `max` by `__lt__`."""
import functools
from dataclasses import dataclass, field

import numpy as np


@functools.total_ordering
class Value:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return self.v < other.v


@functools.total_ordering
class Graded:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Graded) and self.v == other.v

    def __ge__(self, other):
        if not isinstance(other, Graded):
            return NotImplemented
        return self.v >= other.v


class Employee:
    def __init__(self, name, salary):
        self.name, self.salary = name, salary

    def __lt__(self, other):
        return self.salary < other.salary


def compared(x):
    a, b, c, d = Value(x[0]), Value(x[1]), Graded(x[0]), Graded(x[1])
    return a > b, a >= b, a <= b, a < b, a != b, c > d, c >= d, c <= d, c < d


def largest(x):
    best = Value(x[0])
    for v in x[1:]:
        if Value(v) > best:
            best = Value(v)
    return best.v, max([Value(a) for a in x]).v, min(Value(x[0]), Value(x[1])).v


def in_order(x):
    employees = [Employee("a", x[0]), Employee("a", x[1]), Employee("a", x[2]), Employee("a", 2 * x[0])]
    employees.sort()
    falling = sorted(employees, reverse=True)
    return [e.salary for e in employees], [e.salary for e in falling]


def written_behind(x):
    values = [Value(a) for a in x]
    first = values[0]
    values.sort()
    values[0].v += 10
    return [v.v for v in values], first.v


def unlike(x):
    try:
        return Graded(x[0]) < 3
    except TypeError as error:
        return str(error)


def decorated(x):
    n = 3.0

    def scaled(n):
        def decorate(method):
            def call(self, v):
                return n * method(self, v)
            return call
        return decorate

    class Base:
        @scaled(2.0)
        def value(self, v):
            return v + n

    class Derived(Base):
        def value(self, v):
            return super().value(v) - n

    return Base().value(x), Derived().value(x)


@dataclass(order=True)
class Tagged:
    w: float
    name: str
    tags: list = field(default_factory=list, compare=False)

    def __post_init__(self):
        self.tags.append(self.name)


def chosen_with_tags(x):
    one, other = Tagged(x[0], "i"), Tagged(x[1] + 1.0, "made")
    other.tags.append("z")
    best = max([one, other])
    return best.name, best.w, len(best.tags), best.tags


def examples():
    for x in ([3.0, 1.0, 2.0], [1.0, 2.0, 2.0], [2.0, 2.0, 1.0]):
        for f in (compared, largest, in_order, written_behind, decorated, chosen_with_tags):
            yield f, (np.array(x),)
    yield unlike, (np.array([1.0]),)
