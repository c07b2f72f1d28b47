"""Names that are misspelt."""
import dataclasses

import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


@dataclasses.dataclass
class Model:
    weight: float

    def predict(self, x):
        return x * self.weight


def scaled(x, scale=1.0):
    return x * scale


class FunctionOfNumPy(Mistake):
    says, hint, kind = "module 'numpy' has no attribute 'sinn'", "did you mean sin?", AttributeError
    def wrong(self): return recto.jit(lambda x: np.sinn(x))(X)
    def cured(self): return recto.jit(lambda x: np.sin(x))(X)
    def plain(self): return np.sin(X)


class FunctionOfLinearAlgebra(Mistake):
    says, hint, kind = "module 'numpy.linalg' has no attribute 'slove'", "did you mean solve?", AttributeError
    def wrong(self): return recto.jit(lambda a, b: np.linalg.slove(a, b))(2 * np.eye(3), X)
    def cured(self): return recto.jit(lambda a, b: np.linalg.solve(a, b))(2 * np.eye(3), X)
    def plain(self): return X / 2


class MethodOfAnArray(Mistake):
    says, hint, kind = "f64[3] has no attribute 'maen'", "did you mean mean?", AttributeError
    def wrong(self): return recto.jit(lambda x: x.maen())(X)
    def cured(self): return recto.jit(lambda x: x.mean())(X)
    def plain(self): return X.mean()


def total_of(x):
    total = 0.0
    for value in x:
        total += value
    return totl         # noqa: F821


def sum_of(x):
    total = 0.0
    for value in x:
        total += value
    return total


class LocalVariable(Mistake):
    says, hint, kind = "name 'totl' is not defined", "did you mean total?", NameError
    def wrong(self): return recto.jit(total_of)(X)
    def cured(self): return recto.jit(sum_of)(X)
    def plain(self): return sum_of(X)


class AttributeOfAnObject(Mistake):
    says, hint, kind = "'Model' object has no attribute 'wieght'", "did you mean weight?", AttributeError
    def wrong(self): return recto.grad(lambda m: m.wieght ** 2)(Model(3.0)).weight
    def cured(self): return recto.grad(lambda m: m.weight ** 2)(Model(3.0)).weight
    def plain(self): return 6.0


class MethodOfAnObject(Mistake):
    says, hint, kind = "'Model' object has no attribute 'predikt'", "did you mean predict?", AttributeError
    def wrong(self): return recto.jit(lambda m, x: m.predikt(x))(Model(3.0), X)
    def cured(self): return recto.jit(lambda m, x: m.predict(x))(Model(3.0), X)
    def plain(self): return X * 3


class KeyOfADict(Mistake):
    says, hint, kind = "'wieght'", "did you mean weight?", KeyError
    def wrong(self): return recto.jit(lambda p, x: x * p["wieght"])({"weight": 2.0}, X)
    def cured(self): return recto.jit(lambda p, x: x * p["weight"])({"weight": 2.0}, X)
    def plain(self): return X * 2


class KeywordOfNumPy(Mistake):
    says, hint, kind = "sum(): got an unexpected keyword argument 'axs'", "did you mean axis?", TypeError
    def wrong(self): return recto.jit(lambda x: np.sum(x, axs=0))(np.ones((2, 3)))
    def cured(self): return recto.jit(lambda x: np.sum(x, axis=0))(np.ones((2, 3)))
    def plain(self): return np.full(3, 2.0)


class KeywordOfAFunction(Mistake):
    says, hint, kind = "scaled() got an unexpected keyword argument 'sacle'", "did you mean scale?", TypeError
    def wrong(self): return recto.jit(lambda x: scaled(x, sacle=2.0))(X)
    def cured(self): return recto.jit(lambda x: scaled(x, scale=2.0))(X)
    def plain(self): return X * 2


class KeywordOfTheCall(Mistake):
    says, hint, kind = "scaled() got an unexpected keyword argument 'scal'", "did you mean scale?", TypeError
    def wrong(self): return recto.jit(scaled)(X, scal=2.0)
    def cured(self): return recto.jit(scaled)(X, scale=2.0)
    def plain(self): return X * 2


class NameOfRecto(Mistake):
    says, hint, kind = "module 'recto' has no attribute 'gradd'", "did you mean grad?", AttributeError
    def wrong(self): return recto.gradd(np.sin)(0.0)
    def cured(self): return recto.grad(np.sin)(0.0)
    def plain(self): return 1.0


class NameOfAModule(Mistake):
    says, hint, kind = "module 'recto.lax' has no attribute 'fori_lop'", "did you mean fori_loop?", AttributeError
    def wrong(self): return recto.jit(lambda x: recto.lax.fori_lop(0, 3, lambda i, c: c * 2, x))(X)
    def cured(self): return recto.jit(lambda x: recto.lax.fori_loop(0, 3, lambda i, c: c * 2, x))(X)
    def plain(self): return X * 8


class Slotted:
    __slots__ = ("scale", "shift")

    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    @property
    def table(self):
        return {"scale": self.scale}["shift"]


class SlotWithoutAValue(Mistake):
    says, kind = "'Slotted' object has no attribute 'shift'", AttributeError
    def wrong(self): return recto.jit(lambda x: x + Slotted(scale=2.0).shift)(X)
    def cured(self): return recto.jit(lambda x: x + Slotted(shift=2.0).shift)(X)
    def plain(self): return X + 2.0


class ErrorInAPropertyThatGetattrAsks(Mistake):
    says, kind = "'shift'", KeyError
    def wrong(self): return recto.jit(lambda x: x * getattr(Slotted(scale=2.0), "table", 1.0))(X)
    def cured(self): return recto.jit(lambda x: x * getattr(Slotted(scale=2.0), "tables", 1.0))(X)
    def plain(self): return X
