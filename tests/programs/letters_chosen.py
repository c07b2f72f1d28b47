"""Letters of a text that data choose."""
import numpy as np

ZONES = "CDEFGHJKLMNPQRSTUVWXX"


def of_a_global(x):
    return ZONES[int(x[0] + 80) >> 3], ZONES[int(x[1])] + "!"


def in_a_list(x):
    return ["abc"[int(v) % 3] for v in x]


def out_of_range(x):
    try:
        return "abc"[int(x[0])]
    except IndexError:
        return "?"


def as_a_key(x):
    return "abc"[int(x[1])] == "b", {"a": 1, "b": 2, "c": 3}["abc"[int(x[1])]]


def joined(x):
    return "".join("01"[int(v) > 0] for v in x)


def examples():
    for x in (np.array([51.2, 1.0]), np.array([-20.0, -2.0])):
        for f in (of_a_global, in_a_list, out_of_range, as_a_key, joined):
            yield f, (x,)
