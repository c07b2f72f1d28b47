"""What data chose from a list is the item itself: whoever else has it sees what is written."""
import numpy as np


class Cell:
    def __init__(self, value):
        self.value, self.next, self.log = value, None, [0.0, 0.0]


def push(cell, by):
    cell.value += by
    cell.log[0] = by


def cells(x):
    return [Cell(v) for v in x]


def by_a_function(x, order):
    found = cells(x)
    for k in order:
        push(found[k], 1.0)
    return [c.value for c in found], [c.log for c in found]


def under_a_condition(x, order):
    found = cells(x)
    for k in order:
        cell = found[k]
        if x[k] > 0:
            cell.value = 2.0 * cell.value
        else:
            cell.log[1] += 1.0
    return [c.value for c in found], [c.log[1] for c in found]


def stored_elsewhere(x, order):
    found, one = cells(x), []
    one.append(found[order[0]])
    one[0].value = 9.0
    return [c.value for c in found]


def seen_by_another_name(x, order):
    found = cells(x)
    first, last = found[0], found[-1]
    found[order[0]].value = 7.0
    return first.value, last.value, found[order[0]].value


def one_in_two_lists(x, order):
    found = cells(x)
    others = [found[2], found[0]]
    for k in order:
        others[k % 2].value += 1.0
        found[k].value *= 2.0
    return [c.value for c in found], [c.value for c in others]


def list_in_an_object(x, order):
    found = cells(x)
    shared = found[1].log
    for k in order:
        found[k].log[k % 2] += x[k]
    return shared, [c.log for c in found]


def in_a_dict_of_lists(x, order):
    table = {"a": [(1, x[0]), (2, 0.5)], "b": [(3, x[1]), (4, 1.5)]}
    k = order[0] % 2
    table["a"][k] = table["b"][k]
    return table["a"][1 - k][1] + table["a"][k][1], table["a"]


def rows_of_several_lengths(x, order):
    rows = [[x[0]], [x[1], x[2]]]
    k = order[0] % 2
    rows[k][0] = 4.0
    rows[k].append(8.0)
    return rows, len(rows[k])


def same_rows_of_several_lengths(x, order):
    row = [x[0]]
    rows = [row, [x[1], x[2]], row]
    rows[order[0]].append(3.0)
    return row, rows, len(rows[0]), len(rows[2])


def row_taken_before(x, order):
    rows = [[x[0]], [x[1], x[2]]]
    row = rows[1]
    rows[order[0] % 2].append(3.0)
    return len(row), sum(row)


def examples():
    x = np.array([0.5, -1.5, 2.0])
    for f in [f for f in globals().values() if getattr(f, "__code__", None) and
              f.__code__.co_varnames[:2] == ("x", "order")]:
        for order in (np.array([0, 2, 1, 1]), np.array([2, 1, 0, -3])):
            yield f, (x, order)
