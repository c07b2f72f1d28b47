"""Attributes that are set where they are first needed: hasattr, getattr with a default, except AttributeError."""

import numpy as np


class Plain:
    pass


class Meter:
    unit = "V"

    def add(self, value):
        if not hasattr(self, "total"):
            self.total = 0.0
            self.count = 0
        self.total += value
        self.count += 1
        return self.total / self.count

    def note(self, value):
        if value > 0.5:
            self.unit = "mV"
        return self.unit

    def __repr__(self):
        return "a meter"


class WithDefault:
    def __getattr__(self, name):
        return -3.0


def averages(x):
    meter = Meter()
    return [meter.add(v) for v in x]


def averages_in_a_loop(x):
    meter, last = Meter(), 0.0
    for v in x:
        if v > 0.25:
            last = meter.add(v)
    return last, hasattr(meter, "count"), getattr(meter, "count", -1)


def default(x):
    plain = Plain()
    for v in x:
        plain.total = getattr(plain, "total", 0.0) + v * v
    return plain.total


def first_one(x):
    plain = Plain()
    for v in x:
        if v > 0.5 and not hasattr(plain, "first"):
            plain.first = v
    return getattr(plain, "first", None)


def caught(x):
    plain = Plain()
    for v in x:
        try:
            plain.count += 1
        except AttributeError:
            plain.count = 0
            plain.start = v
    return plain.count, plain.start


def missing(x):
    plain = Plain()
    if x[0] > 0.5:
        plain.large = x[0]
    return plain.large


def missing_behind_a_loop(x):
    plain = Plain()
    for v in x:
        if v > 0.5:
            plain.large = v
    return plain.large + 1.0


def missing_is_caught(x):
    plain = Plain()
    for v in x:
        if v > 0.5:
            plain.large = v
    try:
        return plain.large
    except AttributeError:
        return -1.0


def of_its_class(x):
    meter = Meter()
    for v in x:
        unit = meter.note(v)
    return unit, getattr(meter, "unit", "none"), hasattr(meter, "unit")


def by_getattr(x):
    plain = WithDefault()
    if x[1] > 0.5:
        plain.value = x[1]
    return getattr(plain, "value", 7.0), hasattr(plain, "value"), plain.value


def deleted(x):
    plain = Plain()
    plain.a = x[0]
    if x[0] > 0.5:
        del plain.a
    return hasattr(plain, "a"), getattr(plain, "a", 9.0)


def with_another_type(x):
    plain = Plain()
    if x[2] > 0.5:
        plain.rows = x[:2].copy()
    rows = getattr(plain, "rows", np.zeros(2))
    rows[0] += 1.0
    return rows, x


def of_a_function(x):
    def step(v):
        step.calls = getattr(step, "calls", 0) + 1
        if v > 0.5:
            step.last = v
        return v * step.calls

    total = 0.0
    for v in x:
        total += step(v)
    return total, step.calls, getattr(step, "last", None)


def of_a_class(x):
    class Shared:
        pass

    for v in x:
        if v > 0.5:
            Shared.count = getattr(Shared, "count", 0) + 1
    return Shared.count


def examples():
    for x in ([0.2, 0.7, 0.6], [0.1, 0.3, 0.2], [0.9, 0.8, 0.1], [0.1, 0.1, 0.9]):
        for function in (averages, averages_in_a_loop, default, first_one, caught, missing, missing_behind_a_loop,
                         missing_is_caught, of_its_class, by_getattr, deleted, with_another_type, of_a_function,
                         of_a_class):
            yield function, (np.array(x),)
