"""Members of enumerations that data choose: states of machines, keys of dicts, results."""

from enum import Enum, IntEnum, auto

import numpy as np


class Mode(Enum):
    IDLE = 0
    RUN = 1
    STOP = 2

    @property
    def weight(self):
        return self.value * 2.0

    def after(self):
        return Mode.RUN if self is Mode.IDLE else Mode.STOP


class Colour(Enum):
    RED = auto()
    GREEN = auto()


class Level(IntEnum):
    LOW = 1
    HIGH = 5


GAIN = {Mode.IDLE: 0.5, Mode.RUN: 2.0, Mode.STOP: 10.0}


def counted(x):
    mode, n = Mode.IDLE, 0
    for v in x:
        if v > 2:
            mode = Mode.RUN
        elif v < 0:
            mode = Mode.IDLE
        if mode == Mode.RUN:
            n += 1
    return n


def returned(x):
    mode = Mode.IDLE
    for v in x:
        if mode is Mode.IDLE and v > 2:
            mode = Mode.RUN
        elif mode is Mode.RUN and v < 0:
            mode = Mode.STOP
    return mode, [mode, x[0]]


def as_keys(x):
    mode, total = Mode.IDLE, 0.0
    for v in x:
        if v > 2:
            mode = Mode.RUN
        if v < 0:
            mode = Mode.STOP
        total += GAIN[mode] * v + mode.weight + mode.value
    return total


def matched(x):
    mode, total = Mode.IDLE, 0.0
    for v in x:
        match mode:
            case Mode.IDLE:
                if v > 2:
                    mode = Mode.RUN
            case Mode.RUN:
                total += v
                if v < 0:
                    mode = Mode.STOP
            case Mode.STOP:
                total -= v
    return total, mode.value, mode.name


def compared(x):
    mode = Mode.RUN if x[0] > 2 else Mode.STOP
    return mode in (Mode.IDLE, Mode.RUN), mode != Mode.IDLE, mode == Colour.RED, mode is None, mode == 1


def by_a_method(x):
    mode = Mode.IDLE
    for v in x:
        if v > 3:
            mode = mode.after()
    return f"{mode.name} {mode.value}"


def counts_of_each(x):
    counts, mode = {m: 0 for m in Mode}, Mode.IDLE
    for v in x:
        mode = Mode.RUN if v > 2 else Mode.STOP if v < 0 else mode
        counts[mode] += 1
    return counts


def transitions(x):
    table, mode = np.zeros((3, 3)), Mode.IDLE
    for v in x:
        new = Mode.RUN if v > 2 else Mode.STOP if v < 0 else mode
        table[mode.value, new.value] += 1
        mode = new
    return table


def of_integers(x):
    level, total = Level.LOW, 0
    for v in x:
        if v > 2:
            level = Level.HIGH
        total += level
    return total


def members_that_are_integers(x):
    level = Level.LOW if x[0] < 1 else Level.HIGH
    text = f"{level:d}{level}"
    if x[1] > 99:
        raise ValueError(text)
    kinds = isinstance(level, Level), isinstance(level, int)
    return level, kinds, level.name == "HIGH", level.value, level is Level.HIGH


def integers_of_members(x):
    level = Level.LOW
    for v in x:
        if v > 2:
            level = Level.HIGH
        elif v < 0:
            level = Level.LOW
    total = 0.0
    for k in range(level):
        total += x[k % 5]
    found = [level + 1, 2.0 * level, -level, level % 2, int(level), float(level), abs(level), level == 5, level > 1]
    return [float(v) for v in found], total, np.zeros(3) + level, np.arange(6)[level], [1, 2, 3, 4, 5, 6][level]


def counted_by_members(x):
    counts, level = np.zeros(6), Level.LOW
    weights = {Level.LOW: 0.5, Level.HIGH: 3.0}
    total = 0.0
    for v in x:
        level = Level.HIGH if v > 2 else Level.LOW
        counts[level] += 1
        total += weights[level] * level
    return counts, total, level


def integers_beside_members(x):
    level = Level.LOW
    for v in x:
        if v > 2:
            level = level + 1
    return level, Level.LOW if x[0] > 99 else 7


class Machine:
    def __init__(self, mode):
        self.mode, self.steps = mode, 0

    def step(self, v):
        if self.mode is Mode.IDLE and v > 2:
            self.mode = Mode.RUN
        elif self.mode is Mode.RUN and v < 0:
            self.mode = Mode.STOP
        self.steps += 1


def in_an_attribute(x):
    machine = Machine(Mode.IDLE)
    for v in x:
        machine.step(v)
    return machine.mode, machine.steps


class Light(Enum):
    RED = 0
    GREEN = 1
    YELLOW = 2.5

    def next(self):
        return Light((self.value + 1) % 3) if self is not Light.YELLOW else Light.RED


def by_value(x):
    light, total = Light.RED, 0.0
    for v in x:
        if v > 0:
            light = Light(int(v) % 2)
        total += light.value
    return light, total


def by_a_value_that_may_be_none(k):
    light = Light(k)
    return light, light.name, Level(1 + 4 * (k > 0)) + 1


def by_a_value_that_is_caught(k):
    try:
        return Light(k).value
    except ValueError as error:
        return -1.0 if "not a valid" in str(error) else -2.0


class Shown(Enum):
    LEFT = 1
    RIGHT = 2

    def __str__(self):
        return f"<{self.name}>"


def printed(x):
    mode, shown, level = Mode.IDLE, Shown.LEFT, Level.LOW
    for v in x:
        if v > 2:
            mode, shown, level = Mode.RUN, Shown.RIGHT, Level.HIGH
    print(mode, shown, level, [mode, shown], f"{mode!r} {shown!r} {level}", "%s" % shown)
    return str(mode), f"{shown}"


def examples():
    yield printed, (np.array([3.0, 1.0]),)
    yield printed, (np.array([1.0, 1.0]),)
    for k in (0, 1, 2, 2.5, 7):
        yield by_a_value_that_may_be_none, (k,)
    for k in (1, 5):
        yield by_a_value_that_is_caught, (k,)
    yield by_value, (np.array([3.0, 1.0, 4.0, -5.0, 9.0]),)
    x = np.array([3.0, 1.0, 4.0, -5.0, 9.0])
    for f in (counted, returned, as_keys, matched, compared, by_a_method, counts_of_each, transitions, of_integers,
              in_an_attribute):
        yield f, (x,)
    for f in (members_that_are_integers, integers_of_members, counted_by_members, integers_beside_members):
        yield f, (x,)
        yield f, (-x,)
    yield compared, (-x,)
    yield returned, (-x,)
