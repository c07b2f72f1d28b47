"""What is not done behind an exception that is caught, or that leaves the function."""
import functools
import itertools

import numpy as np


def doubled(v):
    if v < 0:
        raise ValueError(f"negative: {v}")
    return v * 2


def list_made_here(x, v):
    items = [x]
    try:
        items.append(doubled(v))
        items.append(3.0)
        items.reverse()
    except ValueError as error:
        items.append(7.0)
        print(error)
    return items


def elements_that_are_collected(x):
    found, lost = [], 0
    for v in x:
        try:
            found.append(doubled(v))
        except ValueError:
            lost += 1
    return sum(found), lost, len(found)


def item_out_of_range_that_is_collected(x, k):
    found = []
    try:
        found.append(x[k])
        found.append(x[k + 1])
    except IndexError as error:
        print(error)
    return found


def name_that_an_expression_binds(x, v):
    y = 5.0
    try:
        if (y := doubled(v)) > 1:
            x += y
        z = (w := doubled(v - 2)) + 1
        x += z * w
    except ValueError as error:
        print(error)
    return x, y


class Coded(ValueError):
    def __init__(self, text, code=1):
        super().__init__(text)
        self.code = code


def exception_with_named_arguments(x):
    try:
        if x > 0:
            raise Coded("named", code=7)
        if x < 0:
            raise Coded(*("starred", 5))
    except Coded as error:
        print(error, error.args)
        return error.code
    return 0


def exception_with_named_arguments_that_leaves(x):
    if x > 0:
        raise Coded(text="named", code=7)
    return x


def divisions_by_zero(n, y):
    found = 0.0
    try:
        found += 1 // n
    except ZeroDivisionError as error:
        print(error)
    try:
        found += 5 % n
    except ZeroDivisionError as error:
        print(error)
    try:
        found += 1.0 // y
    except ZeroDivisionError as error:
        print(error)
    try:
        found += n / y
    except ZeroDivisionError as error:
        print(error)
    return found


def divisions_by_known_numbers(n):
    found = []
    for d in [1, 2, 0, 3]:
        try:
            found.append(n // d)
        except ZeroDivisionError as error:
            print(error)
            found.append(-1)
    return found


def system_or_least_squares(a, b):
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(a, b, rcond=None)[0]


def one_of_two_systems(a, c, b):
    try:
        try:
            x = np.linalg.solve(a, b)
        except np.linalg.LinAlgError:
            print("first")
            x = np.linalg.solve(c, b)
    except np.linalg.LinAlgError as error:
        print("second", error)
        x = b * 0
    return x


def item_that_is_not_there(x, t):
    places = []
    for items in (list(x), [1.0, 2.0], (1.0, t - 1), [v > t for v in x]):
        try:
            places.append(items.index(t))
        except ValueError as error:
            print(error)
            places.append(-1)
    try:
        places[0] = [1.0, t].index("a")
    except ValueError as error:
        print(error)
    return places


def item_that_is_not_in_a_list_of_computed_length(x, t):
    items = [v for v in x if v > 1]
    try:
        return items.index(t)
    except ValueError as error:
        print(error)
    return -1


SINGULAR, REGULAR = np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([[1.0, 2.0], [2.0, 5.0]])


def loudly_doubled(v):
    print("doubled", v)
    return doubled(v)


def functions_that_builtins_call(v):
    scaled = lambda u: loudly_doubled(u * v)
    for how in range(6):
        try:
            if how == 0:
                print(sorted([3, 1, 2], key=scaled))
            elif how == 1:
                print(max([3, 1, 2], key=scaled))
            elif how == 2:
                print(list(map(scaled, [3, 1, 2])))
            elif how == 3:
                print(functools.reduce(lambda a, u: loudly_doubled(a * v) + u, [3, 1, 2]))
            elif how == 4:
                print(sum(map(scaled, [3, 1, 2])))
            else:
                print(list(itertools.accumulate([3, 1, 2], lambda a, u: loudly_doubled(a * v) + u)))
        except ValueError as error:
            print(how, error)
    return v


def keys_that_raise(v):
    items = [3, 1]
    try:
        items.sort(key=lambda u: doubled(u * v))
        items = sorted(items, key=lambda u: doubled(-u * v))
    except ValueError as error:
        print(error)
    return items


def keys_that_handlers_of_more_see(x, k):
    known = {int(v): v for v in x}
    try:
        return known[k]
    except LookupError as error:
        print(type(error).__name__, error, error.args)
        return 0.0


def keys_of_items_that_are_taken_out(x, k):
    made = {}
    for v in x:
        made[int(v)] = v
    try:
        made.pop(k)
    except Exception as error:
        print(error)
        return -1.0
    return 0.0


def lengths_that_differ(x, others):
    total = 0.0
    for function in (np.hypot, np.minimum):
        try:
            total += np.sum(function(x[x > 1], others))
        except ValueError:
            total += 100.0
    try:
        total += np.sum(np.isclose(x[x > 1], range(3)))
    except ValueError:
        total += 1000.0
    return total


def examples():
    for v in (1.0, -1.0):
        yield keys_that_raise, (v,)
        yield functions_that_builtins_call, (v,)
    for t in (2.0, 5.0):
        for item in (t, np.float64(t)):
            yield item_that_is_not_there, (np.array([3.0, 1.0, 2.0]), item)
            yield item_that_is_not_in_a_list_of_computed_length, (np.array([3.0, 1.0, 2.0]), item)
    for a in (REGULAR, SINGULAR):
        yield system_or_least_squares, (a, np.array([1.0, 2.0]))
        yield system_or_least_squares, (a, np.eye(2))
        for c in (SINGULAR, REGULAR):
            yield one_of_two_systems, (a, c, np.array([1.0, 2.0]))
    for n, y in ((2, 0.0), (0, 1.0), (0, 0.0), (3, 2.0)):
        yield divisions_by_zero, (n, y)
        yield divisions_by_known_numbers, (n,)
        yield exception_with_named_arguments, (y - 1,)
        yield exception_with_named_arguments_that_leaves, (y - 1,)
    for v in (-1.0, 0.5, 1.0, 2.0):
        yield list_made_here, (2.0, v)
        yield name_that_an_expression_binds, (2.0, v)
    for x in ([1.0, -2.0, 3.0], [1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]):
        yield elements_that_are_collected, (np.array(x),)
    for k in (0, 2, 3, -4):
        yield item_out_of_range_that_is_collected, (np.arange(1.0, 4.0), k)
    for k in (7, 2):
        yield keys_that_handlers_of_more_see, (np.array([1.0, 2.0]), k)
        yield keys_of_items_that_are_taken_out, (np.array([1.0, 2.0]), k)
    for x in ([1.5, 2.0, -1.0], [1.5, 2.5, 3.5], [1.25, 2.5, 0.0]):
        yield lengths_that_differ, (np.array(x), [1.0, 2.0])
