"""What a search in a list of the caller's finds decides how many items another list has."""

import numpy as np


def upper_bound(q, item):
    left, right = 0, len(q)
    while left < right:
        middle = left + (right - left) // 2
        if q[middle] <= item:
            left = middle + 1
        else:
            right = middle
    return left


def places_behind(q, item):
    return list(range(upper_bound(q, item), len(q)))


def items_behind(q, item):
    return [q[k] for k in range(upper_bound(q, item), len(q))]


def squares_before(q, item):
    found = []
    for k in range(upper_bound(q, item)):
        found.append(q[k] * q[k])
    return sum(found), len(found)


def repeated(q, item):
    return [item] * upper_bound(q, item)


def examples():
    for q in ([1, 2, 2, 2, 3], [5, 6, 7, 8, 9], [0, 0, 0, 1, 1]):
        for function in (places_behind, items_behind, squares_before, repeated):
            yield function, (list(q), 2)
            yield function, (np.array(q), 2)
