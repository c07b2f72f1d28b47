"""Objects of several classes in one list of computed length, or chosen by data; and attributes that are set later."""

import copy
import dataclasses

import numpy as np


class Shape:
    sides, name = 0, "shape"

    def __init__(self, size):
        self.size, self.moved = size, 0

    def move(self, by):
        self.moved += 1
        self.shift(by)

    def shift(self, by):
        self.size += by

    def area(self):
        return 0.0

    @property
    def double(self):
        return 2.0 * self.area()


class Circle(Shape):
    name = "circle"

    def area(self):
        return 3.0 * self.size**2


class Square(Shape):
    sides, name = 4, "square"

    def __init__(self, size, depth=1.0):
        super().__init__(2.0 * size)
        self.depth = depth

    def area(self):
        return super().area() + self.size * self.depth

    def shift(self, by):
        self.depth *= by

    def __eq__(self, other):
        return isinstance(other, Square) and self.size == other.size


class Prey:
    def __init__(self, energy):
        self.energy = energy

    def act(self, world):
        self.energy += 0.5
        if self.energy > 3.0:
            self.energy /= 2
            world.append(Prey(self.energy))


class Predator:
    def __init__(self, energy, eaten=0):
        self.energy, self.eaten = energy, eaten

    def act(self, world):
        for other in world:
            if isinstance(other, Prey) and other.energy > 1.0:
                other.energy -= 0.25
                self.energy += 0.25
                self.eaten += 1


@dataclasses.dataclass
class Deposit:
    amount: float

    def apply(self, balance):
        return balance + self.amount


@dataclasses.dataclass
class Fee:
    rate: float

    def apply(self, balance):
        return balance * (1.0 - self.rate)

    def __len__(self):
        return 3

    def __bool__(self):
        return bool(self.rate > 0.2)


class Particle:
    def __init__(self, x):
        self.x = x


class Sized:
    def __init__(self, x):
        self.x = x
        if x > 1:
            self.large = 2.0 * x


def shapes(x):
    found = []
    for v in x:
        if v > 1:
            found.append(Circle(v))
        elif v > -1.5:
            found.append(Square(v))
    return found


def areas(x):
    return sum(s.area() for s in shapes(x)), [s.double for s in shapes(x)]


def moved(x):
    found = shapes(x)
    for s in found:
        s.move(0.5)
        if isinstance(s, Square):
            s.depth += 1.0
    return [s.area() for s in found], [s.sides for s in found], sum(s.moved for s in found)


def returned(x):
    return [(s.size, isinstance(s, Circle)) for s in shapes(x)], len(shapes(x))


def chosen(x):
    s = Circle(x[0]) if x[0] > 0 else Square(x[1], x[0])
    if x[-1] > 0:
        s.size = 7.0
    return s.area(), s.sides, s.double


def the_largest(x):
    found, best = shapes(x), None
    for s in found:
        if best is None or s.area() > best.area():
            best = s
    if best is None:
        raise ValueError("none")
    best.size = -1.0
    return [s.size for s in found], isinstance(best, Square), best is found[0]


def without_the_attribute(x):
    return sum(s.depth for s in shapes(x))


def a_world(x):
    world = []
    for k, v in enumerate(x):
        world.append(Predator(v) if k % 3 == 0 else Prey(abs(v)))
    for _ in range(3):
        for agent in list(world):
            agent.act(world)
        world = [agent for agent in world if agent.energy > 0]
    return len(world), sum(a.energy for a in world), sum(a.eaten for a in world if isinstance(a, Predator))


def a_ledger(x):
    ledger, balance = [], 100.0
    for v in x:
        if v >= 0:
            ledger.append(Deposit(v))
        else:
            ledger.append(Fee(-v / 10.0))
    for entry in ledger:
        balance = entry.apply(balance)
    return balance, sum(1 for e in ledger if e), sum(1 for e in ledger if e == Deposit(3.0))


def copied(x):
    found = shapes(x)
    others = []
    for s in found:
        others.append(copy.copy(s))
    for s in others:
        s.size = 0.0
    return [s.size for s in found], [s.area() for s in others], [s == t for s, t in zip(found, others)]


def scored_later(x):
    found = []
    for v in x:
        if v > 0:
            found.append(Particle(v))
    for p in found:
        if p.x > 1.0:
            p.score = 2.0 * p.x
    return [p.score if hasattr(p, "score") else -1.0 for p in found], [getattr(p, "score", 0.0) for p in found]


def copied_where_some_are_scored(x):
    found = []
    for v in x:
        if v > 0:
            found.append(Particle(v))
    for p in found:
        if p.x > 1.0:
            p.score = 2.0 * p.x
    others, more = [copy.copy(p) for p in found], copy.deepcopy(found)
    for p in others:
        p.x = 0.0
    return [hasattr(p, "score") for p in others], [getattr(p, "score", -1.0) for p in more], [p.x for p in found]


def scored_too_late(x):
    found = []
    for v in x:
        if v > -1.5:
            found.append(Particle(v))
    for p in found:
        if p.x > 1.0:
            p.score = 2.0 * p.x
    return sum(p.score for p in found)


def tagged(x):
    found = shapes(x)
    for s in found:
        s.tag = 2.0 * s.size
    found.sort(key=lambda s: s.size)
    return [s.tag for s in found], max(found, key=lambda s: s.tag).size


def set_under_a_condition(x):
    found = []
    for v in x:
        if v > -1.5:
            found.append(Sized(v))
    return [hasattr(s, "large") for s in found], sum(s.large for s in found if s.x > 1)


def with_defaults_of_classes(x):
    found = shapes(x)
    for s in found:
        if s.size > 2.5:
            s.sides += 10
    for s in found:
        s.label = None
    for s in found:
        if s.size > 1.0:
            s.label = s.sides
    return [s.sides for s in found], [s.label for s in found]


def by_cases(x):
    found = shapes(x)
    for s in found:
        match s:
            case Square(depth=d, size=size) if d > 0.5:
                s.size = size + 100.0
            case Circle() | Particle():
                s.size = -s.size
    return [s.size for s in found]


def tried(x):
    total = 0.0
    for s in shapes(x):
        try:
            total += s.depth
        except AttributeError:
            total += 100.0
    return total


def a_method_of_one_class(x):
    world = [Predator(1.0)]
    for v in x:
        world.append(Prey(v) if v > 0 else Deposit(v))
    return sum(agent.apply(1.0) for agent in world[1:])


def linked_later(x):
    first = last = None
    for v in x:
        if v > 0:
            p = Particle(v)
            if last is None:
                first = p
            else:
                last.next = p
            last = p
    if first is None:
        return 0.0
    total = first.x
    while first is not last:
        first = first.next
        total = 2.0 * total + first.x
    return total


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    for f in (areas, moved, returned, chosen, the_largest, without_the_attribute, a_world, a_ledger, copied,
              scored_later, scored_too_late, copied_where_some_are_scored, tagged, set_under_a_condition,
              with_defaults_of_classes, by_cases, tried, a_method_of_one_class, linked_later):
        yield f, (x,)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
