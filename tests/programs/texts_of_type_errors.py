"""What Python says where an operation does not suit its operands, as a handler sees it."""
import math
from collections import deque

import numpy as np


class Plain:
    def method(self):
        return 1


class Point:
    def __init__(self, x):
        self.x = x


def set_item(value):
    value[0] = 1


def delete_item(value):
    del value[0]


OPERATIONS = {
    "len": lambda o: len(o),
    "item": lambda o: o[0],
    "call": lambda o: o(),
    "float": lambda o: float(o),
    "int": lambda o: int(o),
    "abs": lambda o: abs(o),
    "round": lambda o: round(o),
    "complex": lambda o: complex(o),
    "pos": lambda o: +o,
    "neg": lambda o: -o,
    "invert": lambda o: ~o,
    "contains": lambda o: 1 in o,
    "comprehension": lambda o: [v for v in o],
    "sum": lambda o: sum(o),
    "list": lambda o: list(o),
    "next": lambda o: next(o),
    "range": lambda o: range(o),
    "add": lambda o: o + 1,
    "added": lambda o: 1 + o,
    "power": lambda o: o ** 2,
    "less": lambda o: o < 1,
    "less of both": lambda o: o < o,
    "set": set_item,
    "delete": delete_item,
    "arguments": lambda o: o.method(1),
    "no arguments": lambda o: Point(),
    "set in a tuple": lambda o: set_item((1, 2)),
}
NUMBERS = {
    "text": lambda x: x + "a",
    "to a text": lambda x: "a" + x,
    "None": lambda x: None + x,
    "length": lambda x: len(x),
    "order": lambda x: x < "a",
    "items": lambda x: [v for v in x],
    "list": lambda x: [1] + x,
}
OUTSIDE = [1.0, 2.0]
SEQUENCES = {
    "order of a list and a tuple": lambda x, xs: [x] < (2,),
    "order of a tuple and a list": lambda x, xs: (x,) >= xs,
    "order of a list of computed length and a tuple": lambda x, xs: xs < (1,),
    "greatest": lambda x, xs: max([1], (2,)),
    "abs": lambda x, xs: abs([x]),
    "abs of a tuple": lambda x, xs: abs((x, 1)),
    "abs of a dict": lambda x, xs: abs({1: x}),
    "abs of what is outside": lambda x, xs: abs(OUTSIDE),
    "abs of a list of computed length": lambda x, xs: abs(xs),
    "round": lambda x, xs: round([x]),
    "int": lambda x, xs: int([x]),
    "float": lambda x, xs: float([x]),
    "complex": lambda x, xs: complex([x]),
    "pow": lambda x, xs: pow([x], 2),
    "divmod": lambda x, xs: divmod([x], 2),
    "sqrt": lambda x, xs: math.sqrt([x]),
    "floor": lambda x, xs: math.floor((x,)),
    "atan2": lambda x, xs: math.atan2(x, [x]),
    "chr": lambda x, xs: chr(x),
    "range": lambda x, xs: range(x > 1),
    "times a float": lambda x, xs: [x] * float(x),
    "times a number of NumPy's": lambda x, xs: [x] * x,
    "times a bool of NumPy's": lambda x, xs: (1, 2) * (x > 1),
    "times a list": lambda x, xs: [x] * [2],
    "a text times a float": lambda x, xs: "a" * float(x),
    "order of complex numbers": lambda x, xs: complex(x) < 1j,
}
INDICES = {
    "a bool of NumPy's": lambda x: x > 1,
    "a float": lambda x: float(x),
    "a float of NumPy's": lambda x: x,
    "an array": lambda x: np.array([1]),
    "an array of floats": lambda x: np.array(x),
    "a list": lambda x: [0],
    "None": lambda x: None,
    "a text": lambda x: "a",
    "a slice from a float": lambda x: slice(float(x), None),
    "a slice from a bool of NumPy's": lambda x: slice(x > 1, None),
}
INDEXED = {
    "list": lambda x, xs: [x, 2.0],
    "tuple": lambda x, xs: (x, 2.0),
    "range": lambda x, xs: range(2),
    "text": lambda x, xs: "ab",
    "deque": lambda x, xs: deque([x, 2.0]),
    "list outside": lambda x, xs: OUTSIDE,
    "list of computed length": lambda x, xs: xs,
}


COMPLEX = {
    "order": lambda c: c < 1,
    "order of both": lambda c: c >= c,
    "greatest": lambda c: max(c, 1),
    "least": lambda c: min([c, 1j]),
    "sorted": lambda c: sorted([c, 1]),
    "floor": lambda c: c // 2,
    "remainder": lambda c: c % 2,
    "divmod": lambda c: divmod(c, 2),
    "int": lambda c: int(c),
    "float": lambda c: float(c),
    "sqrt": lambda c: math.sqrt(c),
    "round": lambda c: round(c),
    "bits": lambda c: c & 1,
    "invert": lambda c: ~c,
    "shift": lambda c: c << 1,
    "bits of a float": lambda c: c.real & 1,
    "invert of a float": lambda c: ~c.real,
    "shift of a float": lambda c: 1 << c.real,
}
THING, TABLE, QUEUE = Point(1.0), {1: 2.0}, deque([1.0])
CONTAINERS = {
    "neg of an object outside": lambda xs, d, q: -THING,
    "neg of a dict outside": lambda xs, d, q: -TABLE,
    "int of an object outside": lambda xs, d, q: int(THING),
    "round of an object outside": lambda xs, d, q: round(THING),
    "abs of a deque outside": lambda xs, d, q: abs(QUEUE),
    "sum of an object outside": lambda xs, d, q: sum(THING),
    "sorted object outside": lambda xs, d, q: sorted(THING),
    "list and int": lambda xs, d, q: xs + 1,
    "list and tuple": lambda xs, d, q: xs + (1,),
    "tuple and list": lambda xs, d, q: (1,) + xs,
    "list and object": lambda xs, d, q: xs + THING,
    "list and float": lambda xs, d, q: xs * 1.5,
    "list and list": lambda xs, d, q: xs * xs,
    "list minus list": lambda xs, d, q: xs - xs,
    "deque and int": lambda xs, d, q: q + 1,
    "int and deque": lambda xs, d, q: 1 + q,
    "deque and list": lambda xs, d, q: q + [1],
    "deque outside and int": lambda xs, d, q: QUEUE + 1,
    "deque and float": lambda xs, d, q: q * 1.5,
    "order of a deque and a list": lambda xs, d, q: q < [1],
    "neg of a deque": lambda xs, d, q: -q,
    "called deque": lambda xs, d, q: q(),
    "float of a deque": lambda xs, d, q: float(q),
    "dict and int": lambda xs, d, q: d | 1,
    "dict and dict": lambda xs, d, q: d + d,
    "order of dicts": lambda xs, d, q: d < d,
}


def said(operation, value):
    try:
        operation(value)
        return "nothing"
    except TypeError as error:
        return f"TypeError: {error}"
    except AttributeError as error:
        return f"AttributeError: {error}"


def of_objects(x):
    return [said(operation, Plain()) for operation in OPERATIONS.values()], x


def of_numbers(x):
    return [said(operation, float(x[0])) for operation in NUMBERS.values()], x


class Answering:
    def __init__(self, answer):
        self.answer = answer

    def __bool__(self):
        return self.answer


class Counted:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count


def of_truth_values(x):
    answers = [True, 1, 0.5, None, x[0] > 1, np.int64(1), float(x[0]) > 1]
    counts = [0, 3, 1.5, True, np.int64(2), int(x[0])]
    truths = [said(bool, Answering(v)) for v in answers] + [said(bool, Counted(v)) for v in counts]
    return truths, x


def of_sequences(x):
    xs = [v for v in x if v > 1]
    return [said(lambda _, run=operation: run(x[0], xs), None) for operation in SEQUENCES.values()], x


def of_complex_numbers(x):
    return [said(operation, complex(x[0], x[0])) for operation in COMPLEX.values()], x


def of_containers(x):
    made = [v for v in x if v > 1], {int(v): v for v in x}, deque(x)
    return [said(lambda _, run=operation: run(*made), None) for operation in CONTAINERS.values()], x


def of_indices(x):
    xs, told = [v for v in x if v > 1], []
    for index in INDICES.values():
        told += [said(lambda _, k=index, make=make: make(x[0], xs)[k(x[0])], None) for make in INDEXED.values()]
    return told, x


def of_indices_written(x):
    xs, told = [v for v in x if v > 1], []

    def store(items, index):
        items[index] = 1.0

    def delete(items, index):
        del items[index]

    for make in (INDEXED["list"], INDEXED["deque"], INDEXED["list of computed length"]):
        told += [said(lambda _, m=make, k=index: store(m(x[0], xs), k(x[0])), None) for index in INDICES.values()]
        told += [said(lambda _, m=make, k=index: delete(m(x[0], xs), k(x[0])), None) for index in INDICES.values()]
    return told, x


def of_slices_of_deques(q):
    def first(items):
        return items[0:1]

    def store(items):
        items[0:1] = [1.0]

    def delete(items):
        del items[0:1]

    return [said(run, value) for run in (first, store, delete) for value in (q, deque([1.0, 2.0]))], q[0]


def examples():
    x = np.array([1.5])
    yield of_objects, (x,)
    yield of_numbers, (x,)
    yield of_truth_values, (x,)
    yield of_sequences, (x,)
    yield of_sequences, (np.array([1.5, 0.5, 2.5]),)
    yield of_complex_numbers, (x,)
    yield of_containers, (np.array([1.5, 0.5, 2.5]),)
    yield of_indices, (np.array([1.5, 2.5]),)
    yield of_indices_written, (np.array([1.5, 2.5]),)
    yield of_slices_of_deques, (deque([1.5, 2.5]),)
