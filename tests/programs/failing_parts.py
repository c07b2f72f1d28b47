"""Expressions of which a part raises: what stands behind that part does not happen. And containers that are empty."""

import itertools
from collections import defaultdict

import numpy as np

NAMES = {1: 0, 3: 2, 0: 1}
TABLE = (5, 0, 2)


class Failure(Exception):
    def __init__(self, code):
        super().__init__("it failed")
        self.code = code


def no_key_of_a_failed_lookup(i):
    groups, numbers = defaultdict(list), [5, 6]
    for v in i.tolist():
        try:
            groups[numbers[v]].append(v)
        except IndexError:
            groups[7].append(-v)
    return list(groups), groups


def no_group_at_all(i):
    groups, known = defaultdict(list), {0: 1}
    try:
        for v in i.tolist():
            groups[known[v]].append(v)
    except KeyError:
        pass
    return len(groups)


def iterator_stays(v):
    it, numbers = itertools.count(10), [5, 6]
    try:
        r = numbers[v] + next(it)
    except IndexError:
        r = -1
    return r, next(it)


def items_stay(x):
    it = iter([1.0, 2.0, 3.0])
    try:
        r = int(x) + next(it)
    except ValueError:
        r = -1
    return r, next(it)


def missing_in_an_empty_dict(i):
    counts, missing = {}, 0
    for v in i.tolist():
        try:
            counts[NAMES[v]] += 1
        except KeyError:
            missing += 1
    return missing


def empty_list_augmented(i):
    items, failed = [], 0
    for v in i.tolist():
        try:
            items[NAMES[v]] += 1
        except (KeyError, IndexError) as error:
            failed += 1 if isinstance(error, KeyError) else 10
    return failed


def raised_without_arguments(x):
    try:
        if x > 1:
            raise Failure
    except Failure as error:
        return error.code
    except TypeError:
        return -1
    return 0


def found_nowhere(v):
    try:
        return ().index(v)
    except ValueError:
        pass
    try:
        return [].index(v)
    except ValueError:
        return [].count(v) - 1


def item_of_a_range(k):
    try:
        return range(5, 20, 3)[k]
    except IndexError as error:
        return str(error)


def discarded(i):
    seen, odd = set(), {1, 3}
    for v in i.tolist():
        if v in seen:
            seen.discard(v)
        else:
            seen.add(v)
        odd.discard(v)
    return seen, odd


def chosen_and_collected(i):
    groups, log, known = defaultdict(list), [], {}
    for k, v in enumerate(i.tolist()):
        known[v * 2] = TABLE[known.get(k, k) % 3]
        for _ in range(3):
            groups[v]
        log += [k, known.setdefault(v, v)]
    return log


class Body:
    def __init__(self, position, velocity):
        self.position, self.velocity = position, velocity


def arrays_changed_in_place(x):
    """Attributes that are arrays, of objects whose number data decide."""
    bodies = []
    for v in x:
        if v > 0:
            bodies.append(Body(np.array([v, 1.0]), np.array([0.5, v])))
    first = bodies[0].position
    for b in bodies:
        b.position += b.velocity
    bodies[0].position[0] *= 7.0
    bodies[1].position = bodies[1].position * 2.0
    return [b.position for b in bodies], first


def slices_of_lists_of_lists(x):
    rows = []
    for v in x:
        if v > 0:
            rows.append([v])
    for row in rows:
        row.append(1.0)
    rows[:] = [row for row in rows if row[0] > 0.5]
    rows[0:1] = [[5.0, 6.0, 7.0], rows[0]]
    rows[1].append(3.0)
    return [sum(row) for row in rows], rows[0]


def slices_take_arrays(x):
    items = [0, 0, 0]
    items[1:] = x
    items[:1] = range(2)
    items[len(items):] = TABLE
    return items


def examples():
    for i in (np.array([3, 1]), np.array([0, 1, 5])):
        yield no_key_of_a_failed_lookup, (i,)
        yield no_group_at_all, (i,)
    for v in (np.int64(3), np.int64(1)):
        yield iterator_stays, (v,)
    yield items_stay, (float("nan"),)
    yield items_stay, (2.5,)
    for function in (missing_in_an_empty_dict, empty_list_augmented):
        yield function, (np.array([1, 3, 7]),)
    yield raised_without_arguments, (3.0,)
    yield raised_without_arguments, (0.5,)
    yield found_nowhere, (np.float64(2.0),)
    for k in (2, -5, 9):
        yield item_of_a_range, (np.int64(k),)
    yield discarded, (np.array([1, 2, 1, 5]),)
    yield chosen_and_collected, (np.array([0, 2]),)
    x = np.array([1.0, -1.0, 2.0, 0.1, 3.0])
    for function in (arrays_changed_in_place, slices_of_lists_of_lists, slices_take_arrays):
        yield function, (x,)
