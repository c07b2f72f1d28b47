"""Lists in dicts and lists that are cleared before anything has been put into them."""
import numpy as np


def cleared_in_a_dict(us):
    groups = {}
    for u in us:
        groups[int(u)] = []
    for u in us:
        groups[int(u)].clear()
    total = 0.0
    for k in groups:
        for x in groups[k]:
            total += k * x
    return total


def cleared_in_a_list(us):
    groups = [[] for _ in range(3)]
    for u in us:
        groups[int(u)].clear()
    total = 0.0
    for k in us:
        for x in groups[k]:
            total += k * x
    return total + len(groups[0])


def examples():
    for us in (np.array([0, 2]), np.array([1, 1, 2])):
        for f in (cleared_in_a_dict, cleared_in_a_list):
            yield f, (us,)
