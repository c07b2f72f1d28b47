"""Classes that are defined in the function, and class attributes with defaults for their objects."""
import dataclasses

import numpy as np


class Shape:
    factor, hits = 2.0, 0

    def __init__(self, v):
        self.v = v

    def area(self):
        return self.v * self.factor

    def hit(self):
        self.hits += 1


def accumulator(x):
    class Running:
        n = 0
        scale = 2.0 * x[0]

        def __init__(self):
            self.total = 0.0

        def add(self, v):
            self.total += v * self.scale
            self.n += 1

        @property
        def mean(self):
            return self.total / self.n

        @mean.setter
        def mean(self, value):
            self.total = value * self.n

        @staticmethod
        def twice(v):
            return 2 * v

        @classmethod
        def make(cls):
            return cls()

        def __len__(self):
            return self.n

        def __add__(self, other):
            return self.total + other

    running = Running.make()
    for v in x:
        running.add(v)
    first = running.mean
    running.mean = 1.5
    return first, running.total, Running.twice(3), len(running), running + 1.0, isinstance(running, Running), \
        Running.scale, type(running) is Running, Running.__name__


def bases(x):
    class Squared(Shape):
        def area(self):
            return super().area() + self.v ** 2

    class Third(Squared):
        factor = 3.0

        def __init__(self, v):
            super().__init__(v)
            self.w = v

    return Squared(x[0]).area(), Third(x[1]).area(), Third(x[1]).w


def record(x):
    @dataclasses.dataclass
    class Point:
        x: float
        y: float = 2.0
        seen: list = dataclasses.field(default_factory=list)

        def norm(self):
            return np.hypot(self.x, self.y)

    p = Point(x[0])
    p.seen.append(1.0)
    return p.norm(), Point(1.0, x[1]).norm(), len(p.seen), Point(1.0, 2.0) == Point(1.0, 2.0)


def counted_objects(x):
    class Counted:
        count = 0

        def __init__(self):
            Counted.count += 1

    for _ in range(3):
        Counted()
    return Counted.count, x


def names_of_the_class_are_not_seen(x):
    name = 1.0

    class Named:
        name = 5.0

        def get(self):
            return name

        def __call__(self, v):
            return v * self.name

    return Named().get(), Named()(x)


def default_in_the_class(x):
    """self.hits is the class's until the object has one of its own, on some path."""
    shape = Shape(x[0])
    for v in x:
        if v > 3.5:
            shape.hit()
    return shape.hits, Shape(1.0).hits


def examples():
    x = np.array([3.0, 4.0])
    for function in (accumulator, bases, record, counted_objects, names_of_the_class_are_not_seen,
                     default_in_the_class):
        yield function, (x,)
    yield default_in_the_class, (-x,)
