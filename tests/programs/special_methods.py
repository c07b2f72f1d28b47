"""Methods of objects that Python calls by itself: divmod, reversed, iteration by items, shifts, attributes that are set
and deleted; fields of dataclasses; lists and tuples beside numbers."""

import copy
import dataclasses
import heapq
from typing import NamedTuple

import numpy as np


class Divided:
    def __init__(self, x):
        self.x = x

    def __floordiv__(self, other):
        return 1.0

    def __mod__(self, other):
        return 2.0

    def __divmod__(self, other):
        return self.x // other, self.x - 3.0

    def __rdivmod__(self, other):
        return other, self.x


class Ways:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x
        yield self.x + 1

    def __reversed__(self):
        yield 100 * self.x

    def __lshift__(self, other):
        return self.x * other

    def __rrshift__(self, other):
        return self.x + other

    def __ilshift__(self, other):
        return Ways(self.x - other)


class Items:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return self.x[index]


class Doubling:
    def __init__(self, value):
        self.value = value

    def __setattr__(self, name, value):
        object.__setattr__(self, name, 2.0 * value)


class Plain:
    def __init__(self, value):
        self.value = value


class Noted:
    def __init__(self):
        super().__setattr__("log", [])
        self.x = 0.0

    def __setattr__(self, name, value):
        self.log.append(name)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        self.log.append("no " + name)
        super().__delattr__(name)


class ReadOnly:
    __slots__ = ("x",)

    def __init__(self, x):
        object.__setattr__(self, "x", x)

    def __setattr__(self, name, value):
        raise AttributeError(f"can't set {name}")


@dataclasses.dataclass
class Checked:
    x: float

    def __post_init__(self):
        if self.x < 0:
            raise ValueError("negative")
        self.square = self.x**2


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: float
    y: float = 2.0

    def __post_init__(self):
        object.__setattr__(self, "both", self.x + self.y)


@dataclasses.dataclass
class Logged:
    n: int
    items: list = dataclasses.field(init=False, default_factory=list)
    factor: dataclasses.InitVar[float] = 2.0

    def __post_init__(self, factor):
        self.scaled = factor * self.n


class Point(NamedTuple):
    x: float


class Limited:
    def __init__(self, x):
        if x > 9:
            raise ValueError(f"bad {x}")
        self.half = x / 2


def divided(x):
    a = Divided(x[0])
    return divmod(a, 2.0), divmod(3.0, a), divmod(x[1], 2.0)


def ways(x):
    a = Ways(x[0])
    b = a
    b <<= x[1]
    return list(reversed(a)), list(a), a << 3.0, x[1] >> a, b.x


def items(x):
    total = 0.0
    for v in Items(x):
        total = 2 * total + v
    return total, max(Items(x)), list(reversed(Items([x[0], x[1]]))), [v + 1 for v in Items([x[2], x[0]])]


def doubling(x):
    a = Doubling(x[0])
    a.value = a.value + 1
    return a.value


def doubling_some(x):
    made = []
    for v in x:
        made.append(Doubling(v) if v > 0 else Plain(v))
    for one in made:
        one.value = one.value + 1
    return sum(one.value for one in made)


def noted(x):
    a = Noted()
    for v in (x[0], x[1]):
        a.x = a.x + v
    last = a.x
    del a.x
    return last, hasattr(a, "x"), len(a.log), a.log[-1]


def read_only(x):
    a = ReadOnly(x[0])
    try:
        a.x = x[1]
    except AttributeError as error:
        return a.x, len(str(error))
    return a.x, 0


def replaced(x):
    a = dataclasses.replace(Checked(x[0] ** 2), x=abs(x[1]) + 1)
    b = dataclasses.replace(Frozen(x[0]), y=x[1])
    c = dataclasses.replace(Logged(3), n=4, factor=x[2])
    c.items.append(x[0])
    return a.square, b.both, copy.copy(b).both, c.scaled, len(c.items), len(Logged(1).items), Logged(2).scaled


def replaced_by_a_negative(x):
    return dataclasses.replace(Checked(1.0), x=-abs(x[0]) - 1).square


def lists_beside_numbers(x):
    a, some = [x[0], x[1]], [v for v in x if v > 0]
    equal = (a == 2.0, a != 2.0, (1,) == len(x), some == 1.0, [x[0]] == float(x[0]))
    return [float(e) for e in equal], [x[0]] + x[1], [x[0]] == x[0]


def named(point):
    text = f"at {point!r}"
    if point.x > 9:
        raise ValueError(text)
    return point.x


def text_of_a_tuple_behind_a_failure(x):
    Limited(x[0])
    return Limited(x[0]).half, len(repr(Point(1.0))), len(f"{(1, 'a')}"), named(Point(x[0]))


def events_with_texts(x):
    queue, total, ended = [], 0.0, 0
    for v in x:
        heapq.heappush(queue, (v, "end" if v > 1 else "start"))
    while queue:
        time, kind = heapq.heappop(queue)
        if kind == "start":
            heapq.heappush(queue, (time + 0.75, "pause"))
        elif kind == "pause":
            heapq.heappush(queue, (time + 0.125, "end"))
        else:
            ended += 1
        total += time
    return total, ended


def set_in_one_round(n, x):
    found = None
    for i in range(n):
        if i == 2:
            found = i * x[0]
    return -1.0 if found is None else found


def removed_that_is_not_there(x):
    values = [v for v in x if v > 0]
    try:
        values.remove(x[0] + 100.0)
    except ValueError as error:
        return len(values), len(error.args)
    return len(values), 0


def matrices_that_are_not_square(x):
    try:
        return np.linalg.inv(np.outer(x, x[:2])).sum()
    except np.linalg.LinAlgError:
        return x[0]


def examples():
    x = np.array([0.75, -1.25, 2.5])
    for f in (divided, ways, items, doubling, doubling_some, noted, read_only, replaced, replaced_by_a_negative,
              lists_beside_numbers, text_of_a_tuple_behind_a_failure, events_with_texts, removed_that_is_not_there,
              matrices_that_are_not_square):
        yield f, (x,)
    yield events_with_texts, (np.array([0.5, 1.5, 0.25, 3.0]),)
    yield set_in_one_round, (5, x)
    yield set_in_one_round, (2, x)
