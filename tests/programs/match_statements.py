"""Structural pattern matching, on static and on dynamic subjects."""
import dataclasses
from collections import deque

import numpy as np


def activate(x, kind):
    match kind:
        case "relu":
            return np.maximum(x, 0)
        case "sigmoid":
            return 1 / (1 + np.exp(-x))
        case "tanh" | "hyperbolic":
            return np.tanh(x)
        case _:
            return x


def opcode(code, a, b):
    """The subject is data."""
    match code:
        case 0:
            result = a + b
        case 1:
            result = a - b
        case 2 | 3:
            result = a * b
        case _:
            result = 0.0
    return result


def by_rank(x):
    match x.shape:
        case ():
            return x
        case (n,):
            return x.sum() / max(n, 1)
        case (n, m) if n == m:
            return np.trace(x)
        case (n, *rest):
            return x.sum() / n + len(rest)


def sequence_pattern(items):
    match items:
        case []:
            return 0.0
        case [only]:
            return only
        case [first, second]:
            return first * second
        case [first, *_, last]:
            return first - last


def mapping_pattern(options, x):
    match options:
        case {"scale": scale, "shift": shift}:
            return scale * x + shift
        case {"scale": scale, **others}:
            return scale * x + len(others)
        case _:
            return x


@dataclasses.dataclass
class Circle:
    radius: float


@dataclasses.dataclass
class Rectangle:
    width: float
    height: float


def area(shape):
    match shape:
        case Circle(radius=r):
            return np.pi * r**2
        case Rectangle(width, height):
            return width * height
        case float() | int():
            return shape * 1.0


def guarded(x):
    """Guards that depend on data."""
    match x:
        case v if v > 10:
            return v - 10
        case v if v < 0:
            return -v
        case v:
            return v * 2


def tiny_machine(program, steps):
    """A machine with one accumulator and a jump; instructions are rows."""
    accumulator, place = 0, 0
    for _ in range(steps):
        if place >= len(program):
            break
        code, operand = program[place]
        place += 1
        match code:
            case 0:
                accumulator += operand
            case 1:
                accumulator *= operand
            case 2:
                if accumulator < 100:
                    place = operand
            case _:
                pass
    return accumulator, place


def singletons(x, y):
    """Comparisons of Python's numbers give True itself, those of NumPy's do not."""
    match (x > 1, y > x, y is None):
        case (True, True, False):
            return x
        case (True, False, _):
            return 2 * x
        case (False, True, _):
            return 3 * x
        case _:
            return 4 * x


def identity_of_truth(x):
    above = x > 1
    return (2 * x if above is True else 3 * x) + (0.5 if above is not False else 0.25)


def by_computed_length(x):
    out = []
    for t in (0.0, 1.0, 1.7, 5.0):
        above = [v for v in x if v > t]
        match above:
            case []:
                out.append(0.0)
            case [2.0]:
                out.append(20.0)
            case [a] if a > 3:
                out.append(a)
            case [a, b] as whole:
                out.append(a + b + len(whole))
            case [a, *rest, z]:
                out.append(a + 10 * sum(rest) + 100 * z)
            case _:
                out.append(-1.0)
    return out


def other_sequences(x):
    queue, found = deque(v for v in x if v > 0), tuple(v for v in x if v < 1)
    total = 0.0
    match queue:
        case [a, b]:
            total += a + b
        case [a, *_, b]:
            total += a - b
    match found:
        case (a, b, *rest):
            total += a * b + len(rest)
        case (a,):
            total += 7 * a
    match [(i, v) for i, v in enumerate(x) if v > 0]:
        case [(0, a), (j, b), *rest]:
            return total, j, a + b, len(rest)
        case _:
            return total, 0, 0.0, 0


def texts_in_a_list(x):
    match ["go" if v > 0 else "stop" for v in x]:
        case ["go", "stop", *rest]:
            return len(rest)
        case ["stop", *_]:
            return -1
    return -2


class Known:
    PAIR, NOTHING, ITEMS = (1.5, 2.0), None, [1.5]


def values_of_other_kinds(x):
    total = 0
    match (x[0], x[2]):
        case Known.PAIR:
            total += 1
    match [x[0]]:
        case Known.ITEMS:
            total += 10
    match x[0]:
        case "b":
            total += 100
        case 1.5:
            total += 200
    match None if x.shape[0] == 3 else "a":
        case "b":
            total += 1000
        case Known.NOTHING:
            total += 2000
    return total


def examples():
    for pair in ((1.5, 2.0), (1.5, 1.0), (0.5, 1.0), (0.5, 0.0)):
        yield singletons, pair
    yield singletons, (np.float64(1.5), np.float64(2.0))
    for value in (1.5, 0.5, np.float64(1.5), np.float64(0.5)):
        yield identity_of_truth, (value,)
    x = np.linspace(-2, 2, 5)
    for kind in ("relu", "sigmoid", "hyperbolic", "linear"):
        yield activate, (x, kind)
    for code in (0, 1, 3, 9):
        yield opcode, (code, 2.0, 5.0)
    for shape in ((), (4,), (3, 3), (2, 3), (2, 1, 3)):
        yield by_rank, (np.arange(np.prod(shape, dtype=int)).reshape(shape) * 1.0,)
    for items in ([], [2.0], [2.0, 3.0], (5.0, 1.0, 1.0, 2.0)):
        yield sequence_pattern, (items,)
    yield mapping_pattern, ({"scale": 2.0, "shift": 1.0}, x)
    yield mapping_pattern, ({"scale": 2.0, "more": 5.0}, x)
    yield mapping_pattern, ({}, x)
    for shape in (Circle(2.0), Rectangle(2.0, 3.0), 4.0):
        yield area, (shape,)
    for value in (12.5, -3.0, 4.0):
        yield guarded, (value,)
    yield tiny_machine, (np.array([[0, 3], [1, 2], [2, 0], [7, 7]]), 50)
    yield tiny_machine, (np.array([[0, 200], [2, 0]]), 5)
    yield tiny_machine, (np.array([[0, 1]]), 0)
    for items in ([1.5, -1.0, 2.0, 0.5], [2.0, 1.0, -3.0], [-1.0, 0.5, 6.0], [-1.0, -2.0, -0.5]):
        for f in (by_computed_length, other_sequences, texts_in_a_list, values_of_other_kinds):
            yield f, (np.array(items),)
