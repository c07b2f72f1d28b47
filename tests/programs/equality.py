"""Equality and order of objects: by identity, by methods that may give NotImplemented, by the fields of dataclasses."""
import collections
import dataclasses

import numpy as np

Pair = collections.namedtuple("Pair", "a b", defaults=[5.0])


class Plain:
    def __init__(self, a):
        self.a = a


class Careful:
    def __init__(self, a):
        self.a = a

    def __eq__(self, other):
        if not isinstance(other, Careful):
            return NotImplemented
        return self.a == other.a

    def __add__(self, other):
        return Careful(self.a + other.a) if isinstance(other, Careful) else NotImplemented

    def __radd__(self, other):
        return Careful(other + self.a)


class FromTheRight:
    def __radd__(self, other):
        return 100.0 * other.a


@dataclasses.dataclass(eq=False)
class Unequal:
    a: float


@dataclasses.dataclass(order=True)
class Ordered:
    a: float
    b: int = 1
    c: float = dataclasses.field(default=0.0, compare=False)


class Derived(Ordered):
    pass


PLAIN, ORDERED, ROWS = Plain(2.0), Ordered(3.0), [1, 2]


def of_identity(x):
    p = Plain(x)
    return (p == Plain(x), p != Plain(x), p == p, p in [Plain(x)], [p] == [Plain(x)], [Plain(x), p].index(p),
            Unequal(x) == Unequal(x), PLAIN == Plain(2.0), PLAIN == PLAIN, [PLAIN] == [PLAIN], PLAIN in [PLAIN])


def of_fields(x):
    return (Ordered(x, c=1.0) == Ordered(x, c=2.0), Ordered(x) == Ordered(1.0), Ordered(x) != 3, Ordered(x) == (x, 1),
            Ordered(x) == ORDERED, ORDERED == Ordered(x), ORDERED in [Ordered(x)], Ordered(3.0) in [ORDERED],
            Derived(x) == Ordered(x), Derived(x) == Derived(x))


def in_order(x):
    return Ordered(1.0) < Ordered(x), Ordered(x, 2) >= Ordered(x, 1), ORDERED <= Ordered(x), Derived(x) > Derived(2.0)


def made_here(x):
    class Here:
        def __init__(self, a):
            self.a = a

    @dataclasses.dataclass
    class Data:
        a: float

    return Here(x) == Here(x), Data(x) == Data(3.0), Data(x) != Data(x)


def not_implemented(x):
    return (Careful(x) == 3.0, Careful(x) != 3.0, Careful(x) == Careful(3.0), Careful(x) + FromTheRight(),
            (1.0 + Careful(x)).a, Careful(x) in [1, Careful(3.0)])


def of_sequences(x):
    return (Pair(x) == (x, 5.0), (x, 5.0) == Pair(x), [x] == (x,), (x, 1) == (x, 1.0), [x] == [x, 1],
            [ROWS] == [[1, 2]], ROWS in [[1, 2]], [1, 2] in [ROWS], [ROWS].index([1, 2]), [ROWS, ROWS].count([1, 2]),
            {"a": ROWS} == {"a": [1, 2]}, (ROWS, 1) in [([1, 2], 1)])


def of_arrays_and_nothing(x):
    return x == None, x != None, x == "a", [x == None]                      # noqa: E711


def examples():
    for f in (of_identity, of_fields, in_order, made_here, not_implemented, of_sequences):
        for x in (3.0, 1.0):
            yield f, (x,)
    yield of_arrays_and_nothing, (np.array([1.0, 2.0]),)
