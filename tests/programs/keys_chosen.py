"""Keys that are texts which data choose: counters, tables of states, dicts of functions."""
from collections import Counter

import numpy as np

GAINS = {"up": 1.5, "down": 2.5}


def counted(x):
    counts = {"high": 0, "low": 0}
    for v in x:
        counts["high" if v > 1 else "low"] += 1
    return counts


def summed(x):
    sums = {"high": 0.0, "middle": 0.0, "low": 0.0}
    for v in x:
        key = "high" if v > 1 else "middle" if v > 0 else "low"
        sums[key] = sums[key] + v * v
    return sums, sums["high"] - sums["low"]


def counted_by_class(x):
    counts = Counter(high=1, low=2)
    for v in x:
        counts["high" if v > 1 else "low"] += 1
    return counts, counts["high"]


def table_of_states(x):
    state, total = "idle", 0.0
    following = {"idle": {"up": "busy", "down": "idle"}, "busy": {"up": "busy", "down": "idle"}}
    gain = {"idle": 1.0, "busy": 2.0}
    for v in x:
        state = following[state]["up" if v > 0 else "down"]
        total += gain[state] * v * v
    return total, state


def from_outside(x):
    key = "up" if x[0] > 0 else "down"
    return GAINS[key] * np.ones(2) * x[1]


def missing_and_caught(x):
    key = "left" if x[0] > 0 else "up"
    try:
        return GAINS[key] * x[1]
    except KeyError:
        return x[2]


def asked(x):
    key = "left" if x[0] > 0 else "up"
    return key in GAINS, key not in ("up", "down"), key in {"left"}, {"left": x[1], "up": x[2]}.get(key, 0.0)


def of_functions(x):
    functions = {"positive": np.sqrt, "negative": np.abs}
    return [functions["positive" if v > 0 else "negative"](v) for v in x]


def of_a_display(x):
    total = 0.0
    for v in x:
        total += {"big": 10.0, "small": 1.0}["big" if v > 2 else "small"] * v
    return total


def set_on_one_path(x):
    found = {"all": x[1]}
    if x[0] > 0:
        found["first"] = x[0]
    return found.get("first", 7.0), found.get("all"), found.get("last", x[2])


class Motor:
    limits = {"slow": 1.0, "fast": 3.0}

    def __init__(self):
        self.mode, self.steps = "slow", {"slow": 0, "fast": 0}

    def step(self, v):
        self.steps[self.mode] += 1
        if v > 2:
            self.mode = "fast"
        elif v < 0:
            self.mode = "slow"
        return min(v, self.limits[self.mode])


def in_an_object(x):
    motor = Motor()
    moved = [motor.step(v) for v in x]
    return moved, motor.mode, motor.steps


def examples():
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:1] == ("x",)]
    for f in functions:
        for x in ([1.0, -2.0, 3.0, 4.0, -1.0, 2.1, 3.1], [-0.5, 2.5, -1.5, -0.25, 3.25]):
            yield f, (np.array(x),)
