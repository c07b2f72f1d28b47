"""What always raises on one path of an expression, and is caught: only where that path is taken."""
import numpy as np

TABLE = {"a": 1.5, "b": 2.5}


def item_from_outside(x):
    try:
        return (TABLE["c"] if x[0] > 0 else TABLE["a"]) * x[1]
    except KeyError:
        return x[2]


def item_of_a_dict(x):
    table = {"a": x[0]}
    try:
        return (table["c"] if x[0] > 0 else table["a"]) * x[1]
    except KeyError:
        return x[2]


def item_of_a_list(x):
    try:
        return ([1.0, 2.0][5] if x[0] > 0 else x[0]) * x[1]
    except IndexError:
        return x[2]


def in_a_function(x):
    def factor(v):
        return TABLE["c"] if v > 0 else TABLE["a"]

    try:
        return factor(x[0]) * x[1]
    except KeyError:
        return x[2]


def conversion(x):
    try:
        return (int("z") if x[0] > 0 else 3) * x[1]
    except ValueError:
        return x[2]


def attribute(x):
    try:
        return (x.missing if x[0] > 0 else 3) * x[1]
    except AttributeError:
        return x[2]


def division(x):
    try:
        return (1 // 0 if x[0] > 0 else 3) * x[1]
    except ZeroDivisionError:
        return x[2]


def behind_and(x):
    try:
        return bool(x[0] > 0 and TABLE["c"] > 0)
    except KeyError:
        return True


def in_a_chain(x):
    try:
        return x[1] if 0 < x[0] < TABLE["c"] else x[0]
    except KeyError:
        return x[2]


def in_comprehensions(x):
    try:
        return [TABLE["c"] if v > 2 else v for v in x]
    except KeyError:
        return [v * 2 for v in x]


def of_what_is_left(x):
    try:
        return sum(TABLE["c"] for v in x if v > 2)
    except KeyError:
        return x[2]


def in_a_loop(x):
    total = 0.0
    for v in x:
        try:
            total += TABLE["c"] if v > 0 else v
        except KeyError:
            total += 10
    return total


def around_a_loop(x):
    total = 0.0
    try:
        for v in x:
            total += TABLE["c"] if v > 0 else v
    except KeyError:
        total += 10
    return total


def written(x):
    y = x.copy()
    try:
        y[0] = TABLE["c"] if y[1] > 0 else 1.0
    except KeyError:
        y[2] = 9.0
    return y


def own_exception(x):
    class Refused(Exception):
        pass

    def checked(v):
        if v > 0:
            raise Refused("positive")
        return v

    try:
        return checked(x[1]) if x[0] > 0 else checked(x[0])
    except Refused:
        return x[2]


def examples():
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:1] == ("x",)]
    for f in functions:
        for x in ([-0.5, 2.5, -1.5], [0.5, -2.5, 1.5], [-0.5, -2.5, -1.5], [0.25, 1.0, 3.0]):
            yield f, (np.array(x),)
