"""Attributes that are read, set and deleted by the methods of object: x.__setattr__("a", 1)."""
import dataclasses

import numpy as np


class Filter:
    def __init__(self, gain, frequency=None):
        self.gain, self.frequency = gain, frequency
        for item in ["gain", "frequency"]:
            if self.__getattribute__(item) is not None:
                self.__setattr__(item, np.copy(self.__getattribute__(item)))
        self.__setattr__("twice", 2 * self.gain)


class Counted:
    """Its own __setattr__ comes before that of object."""

    def __init__(self, value):
        object.__setattr__(self, "writes", 0)
        self.value = value

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        object.__setattr__(self, "writes", self.writes + 1)

    @property
    def half(self):
        return self.value / 2


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0


def copied(x):
    made = Filter(x)
    return made.gain, made.twice, made.frequency is None


def counted(x):
    made = Counted(x)
    made.__setattr__("value", x + 1)
    return made.value, made.writes, made.__getattribute__("half"), object.__getattribute__(made, "value")


def by_loop(x):
    point = Point(0.0)
    for name in ("x", "y"):
        for v in x:
            point.__setattr__(name, point.__getattribute__(name) + v)
    if x[0] > 0:
        point.__setattr__("x", -1.0)
    return point.x, point.y


def deleted(x):
    point = Point(x, x)
    point.__delattr__("x")
    try:
        point.__getattribute__("x")
    except AttributeError:
        return 1.0, point.y
    return 0.0, point.y


def examples():
    for x in (3.0, -1.5):
        for f in (copied, counted, deleted):
            yield f, (x,)
    for x in (np.ones(3), np.array([-1.0, 0.5])):
        yield by_loop, (x,)
