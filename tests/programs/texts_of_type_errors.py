"""What Python says where an operation does not suit its operands, as a handler sees it."""
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


def examples():
    x = np.array([1.5])
    yield of_objects, (x,)
    yield of_numbers, (x,)
    yield of_truth_values, (x,)
