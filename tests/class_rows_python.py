"""Classes that use what Python offers: operators, containers, descriptors, inheritance, protocols."""
from __future__ import annotations

import collections
import dataclasses
import functools
import math
import operator
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from class_rows import X, Row, rows_of

ROWS: list[Row] = []
row = rows_of(ROWS)


# -- containers, operators, protocols --------------------------------------------------------------------------------

@row(lambda v, x: abs(v * x + v - 2.0 * v) + v[0], 2.0, smooth=True)
class Vector:
    def __init__(self, *parts):
        self.parts = list(parts) or [1.0, 2.0]

    def __add__(self, other):
        return Vector(*map(operator.add, self.parts, other.parts))

    def __sub__(self, other):
        return Vector(*[a - b for a, b in zip(self.parts, other.parts)])

    def __mul__(self, number):
        return Vector(*[p * number for p in self.parts])

    __rmul__ = __mul__

    def __abs__(self):
        return math.sqrt(sum(p * p for p in self.parts))

    def __getitem__(self, k):
        return self.parts[k]


@row(lambda t, x: (t < Version(1, x), t == Version(1, 2), min(t, Version(0, 9)).minor), 3)
class Version:
    def __init__(self, major=1, minor=2):
        self.major, self.minor = major, minor

    def __eq__(self, other):
        return (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)


@row(lambda d, x: (d + Dual(x, 0.0)) * d, 3.0, make=lambda: Dual(2.0, 1.0))
@dataclasses.dataclass
class Dual:
    value: float
    slope: float = 0.0

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)


@row(lambda p, x: p(x), 2.0, smooth=True)
class Polynomial:
    def __init__(self):
        self.c = [1.0, -2.0, 0.5]

    def __call__(self, x):
        total = 0.0
        for c in reversed(self.c):
            total = total * x + c
        return total

    def __len__(self):
        return len(self.c)


@row(lambda s, k: s.take(k), 3)
class Stack:
    def __init__(self):
        self.items = [1.0, 2.0]

    def __bool__(self):
        return len(self.items) > 0

    def __contains__(self, x):
        return x in self.items

    def take(self, k):
        out = 0.0
        for _ in range(k):
            if self:
                out += self.items.pop()
        self.items.append(out + 1)
        return out, 1.0 in self


@row(lambda q, x: q.run(x), X)
class Queue:
    """Its methods are asked again after it has changed."""

    def __init__(self):
        self.items, self.data, self.table = [1.0, 2.0], np.ones(3), {"a": 1}

    def __len__(self):
        return len(self.items)

    def sizes(self):
        return len(self.items), len(self.table), self.data.sum()

    def run(self, x):
        before = self.sizes(), bool(self)
        self.data[0] = x[1]
        if x[0] > 0:
            self.data[1] = 7.0
        middle = self.sizes()
        if self.items:
            self.items.clear()
        self.table["b"] = x[0]
        return before, middle, self.sizes(), bool(self), len(self)


@row(lambda m, n: m(n), 4)
class Fibonacci:
    def __init__(self):
        self.memo = {0: 0, 1: 1}

    def __call__(self, n):
        if n not in self.memo:
            self.memo[n] = self(n - 1) + self(n - 2)
        return self.memo[n]


@row(lambda c, x: c.get("b", x), 2.0)
class LRUCache:
    def __init__(self):
        self.data, self.hits = collections.OrderedDict(a=1.0), 0

    def get(self, key, value):
        if key in self.data:
            self.hits += 1
            self.data.move_to_end(key)
        else:
            self.data[key] = value
            if len(self.data) > 2:
                self.data.popitem(last=False)
        return self.data[key]


@row(lambda b, x: b.add(x, x > 0), 1.5)
class RingBuffer:
    def __init__(self):
        self.data, self.head, self.size = np.zeros(4), 0, 0

    def add(self, x, keep):
        if keep:
            self.data[self.head] = x
            self.head = (self.head + 1) % 4
            self.size = min(self.size + 1, 4)
        return self.data[: 4].sum() / max(self.size, 1)


@row(lambda s, w: s.spell(w), "abc")
class LetterCounts:
    def __init__(self):
        self.counts, self.words = collections.Counter(), set()

    def spell(self, word):
        self.counts.update(word)
        self.words.add(word)
        return self.counts["a"], len(self.words), self.counts.total()


@row(lambda g: g.total(), smooth=True)
class Tree:
    def __init__(self, value=1.0, depth=2):
        self.value = value
        self.children = [Tree(value * f, depth - 1) for f in (0.5, 2.0)] if depth else []

    def __iter__(self) -> Iterator[Tree]:
        yield self
        for child in self.children:
            yield from child

    def total(self):
        return sum(node.value ** 2 for node in self)


@row(lambda g: g.distances("a"))
class Graph:
    def __init__(self):
        self.edges = {"a": {"b": 1.0, "c": 4.0}, "b": {"c": 2.0, "d": 6.0}, "c": {"d": 3.0}, "d": {}}
        self.visited = set()

    def distances(self, start):
        found, queue = {start: 0.0}, collections.deque([start])
        while queue:
            node = queue.popleft()
            self.visited.add(node)
            for other, weight in self.edges[node].items():
                if other not in found or found[node] + weight < found[other]:
                    found[other] = found[node] + weight
                    queue.append(other)
        return found


# -- descriptors, properties, inheritance ----------------------------------------------------------------------------

class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError("not positive")
        setattr(obj, self.name, value)


@row(lambda c, x: c.shrink(x), 0.75)
class Circle:
    radius = Positive()

    def __init__(self):
        self.radius = 2.0

    def shrink(self, by):
        self.radius = self.radius - by
        return math.pi * self.radius ** 2


@row(lambda s, x: s.sample(x), 0.3, smooth=True)
class Spline:
    def __init__(self):
        self.x, self.y = np.linspace(0, 1, 5), np.linspace(0, 1, 5) ** 2

    @functools.cached_property
    def slopes(self):
        return np.diff(self.y) / np.diff(self.x)

    def sample(self, t):
        k = np.clip(np.searchsorted(self.x, t) - 1, 0, 3)
        return self.y[k] + self.slopes[k] * (t - self.x[k])


class Distribution:
    @classmethod
    def standard(cls):
        return cls(0.0, 1.0)

    @staticmethod
    def constant():
        return 0.5 * math.log(2 * math.pi)

    def score(self, xs):
        return sum(self.log_density(x) for x in xs)


@row(lambda n, xs: n.fit(xs).score(xs), X, make=lambda: Normal.standard())
class Normal(Distribution):
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def log_density(self, x):
        return -0.5 * ((x - self.mean) / self.std) ** 2 - np.log(self.std) - self.constant()

    def fit(self, xs):
        self.mean, self.std = xs.mean(), xs.std()
        return self


@row(lambda s, x: s.area() * x, 2.0, smooth=True)
class Square:
    sides = 4

    def __init__(self):
        self.__length = 3.0

    @property
    def length(self):
        return self.__length

    @length.setter
    def length(self, value):
        self.__length = value

    def area(self):
        self.length *= 1.1
        return self.length ** 2


class Mixin:
    def describe(self):
        return f"{type(self).__name__} of {len(type(self).__mro__)}"

    def note(self):
        self.count = getattr(self, "count", 0) + 1


class First:
    def value(self):
        return 1.0


class Second(First):
    def value(self):
        return 10.0 * super().value()


class Third(First):
    def value(self):
        return super().value() + 5.0


@row(lambda d: (d.run(), d.describe()))
class Diamond(Mixin, Second, Third):
    def run(self):
        self.note()
        return self.value() * self.count


class Point(NamedTuple):
    x: float
    y: float


@row(lambda w, dx: w.move(dx), 0.5, smooth=True)
class Walker:
    def __init__(self):
        self.at, self.path = Point(0.0, 1.0), []

    def move(self, dx):
        self.at = self.at._replace(x=self.at.x + dx)
        self.path.append(self.at.x)
        return self.at.x * self.at.y


@row(lambda p, x: p.apply(x), 2.0)
class Pipeline:
    def __init__(self):
        self.steps, self.timings = [("scale", lambda x: 2 * x), ("shift", lambda x: x + 1)], {}

    def apply(self, x):
        for name, step in self.steps:
            x = step(x)
            self.timings[name] = self.timings.get(name, 0) + 1
        return x


@row(lambda h: (h.total, h["a"], "zz" in h, h.missing))
class Record:
    def __init__(self):
        self._data = {"a": 1.0, "b": 2.0}

    def __getattr__(self, name):
        if name == "total":
            return sum(self._data.values())
        return name.upper()

    def __getitem__(self, key):
        return self._data[key]

    def __contains__(self, key):
        return key in self._data


@row(lambda b: b.build())
class Builder:
    built = 0

    def __init__(self):
        self.parts = []

    def add(self, part):
        self.parts.append(part)
        return self

    def build(self):
        type(self).built += 1
        return len(self.add(1.0).add(2.0).parts), Builder.built


@row(lambda t, x: t.run(x), 3.0)
class Timer:
    def __init__(self):
        self.depth, self.events = 0, []

    def __enter__(self):
        self.depth += 1
        self.events.append("in")
        return self

    def __exit__(self, *error):
        self.depth -= 1
        self.events.append("out")
        return False

    def run(self, x):
        with self as outer, self:
            y = x * outer.depth
        return y + self.depth


@row(lambda b, x: b.solve(x), 2.0)
class Newton:
    def __init__(self):
        self.iterations, self.tolerance, self.root = 0, 1e-10, None

    def solve(self, a):
        x = a
        while abs(x * x - a) > self.tolerance:
            x = 0.5 * (x + a / x)
            self.iterations += 1
        self.root = x
        return x


@row(lambda b, f: b.solve(f), 3.0)
class Bisection:
    def __init__(self):
        self.lo, self.hi, self.trace = 0.0, 4.0, []

    def solve(self, target):
        for _ in range(6):
            mid = 0.5 * (self.lo + self.hi)
            if mid ** 2 > target:
                self.hi = mid
            else:
                self.lo = mid
            self.trace.append(mid)
        return self.lo


@row(lambda p, x: p.control(x), 0.3, smooth=True)
class PID:
    def __init__(self):
        self.kp, self.ki, self.kd = 1.0, 0.1, 0.05
        self.integral, self.last = 0.0, None

    def control(self, error):
        self.integral += error
        derivative = 0.0 if self.last is None else error - self.last
        self.last = error
        return self.kp * error + self.ki * self.integral + self.kd * derivative


@row(lambda s, x: s.push(x), X)
class MovingAverage:
    def __init__(self):
        self.window = collections.deque(maxlen=2)

    def push(self, x):
        self.window.append(x)
        return np.mean(list(self.window), axis=0)


@row(lambda c: c.advance(), smooth=True)
class LogisticMap:
    def __init__(self):
        self.r, self.x, self.orbit = 3.7, 0.4, np.zeros(4)

    def advance(self):
        for k in range(len(self.orbit)):
            self.x = self.r * self.x * (1 - self.x)
            self.orbit[k] = self.x
        return self.orbit.sum()


@row(lambda s, x: s.fit(x), X)
class Standardiser:
    def __init__(self):
        self.mean_ = self.scale_ = None

    def fit(self, x):
        self.mean_, self.scale_ = x.mean(), x.std()
        return self.transform(x)

    def transform(self, x):
        if self.mean_ is None:
            raise RuntimeError("not fitted")
        return (x - self.mean_) / self.scale_
