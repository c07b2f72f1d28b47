"""Shapes, axes, indices and dtypes that do not fit."""
import numpy as np

import recto

from . import Mistake

X, Y = np.array([1.0, 2.0, 3.0]), np.ones(4)
M = np.arange(6.0).reshape(2, 3)


class SumOfTwoLengths(Mistake):
    says, hint, kind = "shapes differ: f64[3] and f64[4]", "x[:, None]", ValueError
    def wrong(self): return recto.jit(lambda x, y: x + y)(X, Y)
    def cured(self): return recto.jit(lambda x, y: x[:, None] + y)(X, Y)
    def plain(self): return X[:, None] + Y


class ProductOfMatrices(Mistake):
    says, hint, kind = "shapes differ: f64[2,3] and f64[2,3]", "", ValueError
    def wrong(self): return recto.jit(lambda a: a @ a)(M)
    def cured(self): return recto.jit(lambda a: a @ a.T)(M)
    def plain(self): return M @ M.T


class AxisThatIsNotThere(Mistake):
    says, hint, kind = "axis 2 is out of range for f64[2,3]", "", np.exceptions.AxisError
    def wrong(self): return recto.jit(lambda a: np.sum(a, axis=2))(M)
    def cured(self): return recto.jit(lambda a: np.sum(a, axis=1))(M)
    def plain(self): return M.sum(axis=1)


class IndexOutOfBounds(Mistake):
    says, hint, kind = "index 3 is out of bounds for axis 0 with size 3", "", IndexError
    def wrong(self): return recto.jit(lambda x: x[3])(X)
    def cured(self): return recto.jit(lambda x: x[2])(X)
    def plain(self): return X[2]


class TooManyIndices(Mistake):
    says, hint, kind = "too many indices for array: array is 1-dimensional, but 2 were indexed", "", IndexError
    def wrong(self): return recto.jit(lambda x: x[0, 1])(X)
    def cured(self): return recto.jit(lambda x: x[1])(X)
    def plain(self): return X[1]


class Reshaped(Mistake):
    says, hint, kind = "cannot reshape f64[2,3] into shape (4, 2)", "", ValueError
    def wrong(self): return recto.jit(lambda a: a.reshape(4, 2))(M)
    def cured(self): return recto.jit(lambda a: a.reshape(3, 2))(M)
    def plain(self): return M.reshape(3, 2)


class InverseOfAnOblong(Mistake):
    says, hint, kind = "f64[2,3] given: the last two dimensions must be square", "", ValueError
    def wrong(self): return recto.jit(lambda a: np.linalg.inv(a))(M)
    def cured(self): return recto.jit(lambda a: np.linalg.pinv(a))(M)
    def plain(self): return np.linalg.pinv(M)


class EagerReshape(Mistake):
    says, hint, kind = "cannot reshape array of size 3 into shape (2,2)", "", ValueError
    def wrong(self): return recto.numpy.reshape(X, (2, 2))
    def cured(self): return recto.numpy.reshape(X, (3, 1))
    def plain(self): return X.reshape(3, 1)


class TextAndNumber(Mistake):
    says, hint, kind = "can only concatenate str (not \"int\") to str", "", TypeError
    def wrong(self): return recto.jit(lambda x: x + 1)("2")
    def cured(self): return recto.jit(lambda x: x + 1)(2)
    def plain(self): return 3


class ArrayOfTexts(Mistake):
    says, hint, kind = "argument 0 has dtype <U3", "x.astype(float)", TypeError
    def wrong(self): return recto.jit(lambda x: x + 1)(np.array(["1.5", "2.5"]))
    def cured(self): return recto.jit(lambda x: x + 1)(np.array(["1.5", "2.5"]).astype(float))
    def plain(self): return np.array([2.5, 3.5])


class ArrayOfObjects(Mistake):
    says, hint, kind = "argument 0 has dtype object", "x.astype(float)", TypeError
    def wrong(self): return recto.jit(lambda x: x + 1)(np.array([1.0, 2], dtype=object))
    def cured(self): return recto.jit(lambda x: x + 1)(np.array([1.0, 2], dtype=object).astype(float))
    def plain(self): return np.array([2.0, 3.0])


class Dates(Mistake):
    says, hint, kind = "argument 0 has dtype datetime64[D]", "x.astype(np.int64)", TypeError
    def wrong(self): return recto.jit(lambda t: np.diff(t))(np.array(["2020-01-01", "2020-01-05"], "datetime64[D]"))
    def cured(self):
        days = np.array(["2020-01-01", "2020-01-05"], "datetime64[D]").astype(np.int64)
        return recto.jit(lambda t: np.diff(t))(days)
    def plain(self): return np.array([4])
