"""Values for which the call raises."""
import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


class IntegerBeyond64Bits(Mistake):
    says, hint, kind = "argument 0: Python integer 1180591620717411303424 does not fit in int64", "", OverflowError
    def wrong(self): return recto.jit(lambda n: n + 1.0)(2 ** 70)
    def cured(self): return recto.jit(lambda n: n + 1.0)(float(2 ** 70))
    def plain(self): return 2.0 ** 70


class TooMuchMemory(Mistake):
    says, hint, kind = "out of memory allocating", "", MemoryError
    def wrong(self): return recto.jit(lambda x: np.zeros(9 * 10 ** 13) + x)(1.0)
    def cured(self): return recto.jit(lambda x: np.zeros(9) + x)(1.0)
    def plain(self): return np.ones(9)


def logarithm(x):
    if x <= 0:
        raise ValueError("log of what is not positive")
    return np.log(x)


class ExceptionOfTheUsers(Mistake):
    says, hint, kind = "log of what is not positive", "", ValueError
    def wrong(self): return recto.jit(logarithm)(-1.0)
    def cured(self): return recto.jit(logarithm)(1.0)
    def plain(self): return 0.0


class DivisionByALiteral(Mistake):
    says, hint, kind = "division by zero", "", ZeroDivisionError
    def wrong(self): return recto.jit(lambda x: x * (1 / 0))(X)
    def cured(self): return recto.jit(lambda x: x * np.inf)(X)
    def plain(self): return X * np.inf


class ReadOnly(Mistake):
    says, hint, kind = "assignment destination is read-only", "", ValueError
    def wrong(self):
        constant = np.zeros(3)
        constant.flags.writeable = False
        return recto.jit(first_to_one)(constant)
    def cured(self): return recto.jit(first_to_one)(np.zeros(3))
    def plain(self): return first_to_one(np.zeros(3))


def first_to_one(x):
    x[0] = 1.0
    return x


class ForeignBytes(Mistake):
    says, hint, kind = "argument 0: an array of foreign byte order", "x.astype(x.dtype.newbyteorder('='))", TypeError
    def wrong(self): return recto.jit(lambda x: x + 1)(np.ones(3, ">f8"))
    def cured(self): return recto.jit(lambda x: x + 1)(np.ones(3, ">f8").astype("=f8"))
    def plain(self): return np.full(3, 2.0)


class EightBitFloats(Mistake):
    says, hint, kind = "argument 0 has dtype float8_e4m3fn", "x.astype(np.float32)", TypeError
    def wrong(self):
        import ml_dtypes
        return recto.jit(lambda x: x + 1)(np.ones(3, ml_dtypes.float8_e4m3fn))
    def cured(self):
        import ml_dtypes
        return recto.jit(lambda x: x + 1)(np.ones(3, ml_dtypes.float8_e4m3fn).astype(np.float32))
    def plain(self): return np.full(3, 2.0)


class MethodOfAResult(Mistake):
    says, hint, kind = "'Array' object has no attribute 'maen'", "", AttributeError
    def wrong(self): return recto.jit(lambda x: x + 1)(X).maen()
    def cured(self): return recto.jit(lambda x: x + 1)(X).mean()
    def plain(self): return 3.0


class SumOfResults(Mistake):
    says, hint, kind = "operands could not be broadcast together", "", ValueError
    def wrong(self): return recto.jit(lambda x: x + 1)(X) + np.ones(4)
    def cured(self): return recto.jit(lambda x: x + 1)(X) + np.ones(3)
    def plain(self): return X + 2


class ItemOfAResult(Mistake):
    says, hint, kind = "index 7 is out of bounds for axis 0 with size 3", "", IndexError
    def wrong(self): return recto.jit(lambda x: x + 1)(X)[7]
    def cured(self): return recto.jit(lambda x: x + 1)(X)[2]
    def plain(self): return 4.0
