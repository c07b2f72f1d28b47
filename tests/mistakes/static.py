"""What must be known while compiling, and is computed."""
import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


def total(values, n):
    s = 0.0
    for i in range(n):
        s += values[i]
    return s


class ListByNumber(Mistake):
    says, hint = "the index of a Python list must be known while compiling", "np.array(…)"
    def wrong(self): return recto.jit(total)([1.0, 2.0, 3.0], 3)
    def cured(self): return recto.jit(total)(np.array([1.0, 2.0, 3.0]), 3)
    def plain(self): return total(X, 3)


def looked_up(image):
    table = [0.0, 10.0, 20.0]
    out = np.zeros(len(image))
    for i in range(len(image)):
        out[i] = table[image[i]]
    return out


def looked_up_in_an_array(image):
    table = np.array([0.0, 10.0, 20.0])
    out = np.zeros(len(image))
    for i in range(len(image)):
        out[i] = table[image[i]]
    return out


class TableInAList(Mistake):
    says, hint = "the index of a Python list must be known while compiling", "np.array(…)"
    def wrong(self): return recto.jit(looked_up)(np.array([2, 0, 1, 2]))
    def cured(self): return recto.jit(looked_up_in_an_array)(np.array([2, 0, 1, 2]))
    def plain(self): return looked_up(np.array([2, 0, 1, 2]))


def steps(h):
    return np.linspace(0.0, 1.0, int(1 / h))


class SizeOfAFloat(Mistake):
    says, hint = "the length of np.linspace is computed", "static_argnames"
    def wrong(self): return recto.jit(steps)(0.25)
    def cured(self): return recto.jit(steps, static_argnames="h")(0.25)
    def plain(self): return steps(0.25)


class SizeOfAFloatWithABound(Mistake):
    says, hint = "the length of np.arange is computed", "recto.bound(n, 1000)"
    def wrong(self): return recto.jit(lambda h: np.sum(np.arange(int(1 / h))))(0.25)
    def cured(self): return recto.jit(lambda h: np.sum(np.arange(recto.bound(int(1 / h), 1000))))(0.25)
    def plain(self): return np.sum(np.arange(4))


class ShapeOfAnArgument(Mistake):
    says, hint = "shape of reshape must be known while compiling", "static_argnames"
    def wrong(self): return recto.jit(lambda x, n: x.reshape(int(n), -1))(np.arange(6.0), 2.0)
    def cured(self): return recto.jit(lambda x, n: x.reshape(int(n), -1), static_argnames="n")(np.arange(6.0), 2.0)
    def plain(self): return np.arange(6.0).reshape(2, -1)


class AxisOfAnArray(Mistake):
    says, hint = "axis of sum must be known while compiling", "use shapes and constants"
    def wrong(self): return recto.jit(lambda x, axis: np.sum(x, axis=axis[0]))(np.ones((2, 3)), np.array([1]))
    def cured(self): return recto.jit(lambda x, axis: np.sum(x, axis=axis))(np.ones((2, 3)), 1)
    def plain(self): return np.full(2, 3.0)


class SizeInAnArray(Mistake):
    says, hint = "shape of zeros must be known while compiling", "scalar argument as static (static_argnames)"
    def wrong(self): return recto.jit(lambda n: np.zeros(n))(np.array([3]))
    def cured(self): return recto.jit(lambda n: np.zeros(n), static_argnames="n")(3)
    def plain(self): return np.zeros(3)


class DictOfNumbers(Mistake):
    says, hint = "a dict key must be known while compiling", "mark a scalar argument as static (static_argnames)"
    def wrong(self): return recto.jit(lambda a, x: {(a, 2.0): x}[a, 2.0])(1.5, X)
    def cured(self): return recto.jit(lambda a, x: {(a, 2.0): x}[a, 2.0], static_argnames="a")(1.5, X)
    def plain(self): return X


def mode_of(flag):
    if flag > 0:
        mode = "up"
    else:
        mode = "down"
    return 1.0 if mode == "up" else -1.0


class TextByNumber(Mistake):
    says, hint = "mode is str 'up' on one path and str 'down' on another", ""
    def wrong(self): return recto.jit(mode_of)(1.5)
    def cured(self): return recto.jit(mode_of, static_argnames="flag")(1.5)
    def plain(self): return 1.0


def down(n):
    return 0.0 if n <= 0 else down(n - 1.0) + n


def down_in_a_loop(n):
    s = 0.0
    while n > 0:
        s += n
        n -= 1.0
    return s


class RecursionOnANumber(Mistake):
    says, hint = "down calls itself without a static end", "write a loop"
    def wrong(self): return recto.jit(down)(3.0)
    def cured(self): return recto.jit(down_in_a_loop)(3.0)
    def plain(self): return down(3.0)


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
