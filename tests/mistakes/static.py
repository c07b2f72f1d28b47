"""What must be known while compiling, and is computed."""
import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


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
