"""What must be known while compiling, and is computed."""
import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


class AxisOfALoop(Mistake):
    says, hint = "axis of sum must be known while compiling", "use shapes and constants"
    def wrong(self): return recto.jit(summed_in_turns)(np.ones((2, 3)))
    def cured(self): return recto.jit(summed_in_turns_by_name)(np.ones((2, 3)))
    def plain(self): return summed_in_turns(np.ones((2, 3)))


def summed_in_turns(x):
    total, turn = 0.0, 0
    while total < 20.0:
        total, turn = total + np.max(np.sum(x, axis=turn)), 1 - turn
    return total


def summed_in_turns_by_name(x):
    total, turn = 0.0, 0
    while total < 20.0:
        total, turn = total + (np.max(np.sum(x, axis=0)) if turn == 0 else np.max(np.sum(x, axis=1))), 1 - turn
    return total


class SizeInALoop(Mistake):
    says, hint = "shape of ones must be known while compiling", "scalar argument as static (static_argnames)"
    def wrong(self): return recto.jit(elements)(np.array([1, 2]))
    def cured(self): return recto.jit(elements_counted)(np.array([1, 2]))
    def plain(self): return elements(np.array([1, 2]))


def elements(shape):
    total = 0.0
    while shape.sum() < 9:
        shape = shape + 1
        total += np.ones(shape).sum()
    return total


def elements_counted(shape):
    total = 0.0
    while shape.sum() < 9:
        shape = shape + 1
        total += np.prod(shape)
    return total


class RangeOfFloats(Mistake):
    says, hint, kind = "a dynamic scalar f64[] cannot be interpreted as an integer", "int(…)", TypeError
    def wrong(self): return recto.jit(lambda x, n: sum(x * i for i in range(n)))(1.0, 4.0)
    def cured(self): return recto.jit(lambda x, n: sum(x * i for i in range(int(n))))(1.0, 4.0)
    def plain(self): return 6.0


class EndlessRange(Mistake):
    says, hint, kind = "the bounds of range fit in 64 bits", "range(2**63 - 1)", OverflowError
    def wrong(self): return recto.jit(lambda x: first_above(x, range(10 ** 30)))(10.0)
    def cured(self): return recto.jit(lambda x: first_above(x, range(2 ** 63 - 1)))(10.0)
    def plain(self): return first_above(10.0, range(100))


def first_above(x, numbers):
    for k in numbers:
        if k > x:
            return k
    return 0
