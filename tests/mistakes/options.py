"""Recto's own functions, called with the wrong arguments."""
import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])


def area(width, height):
    return width * height


class NameForANumber(Mistake):
    says, hint, kind = "grad: argnums must be an int", "did you mean argnames='height'?", TypeError
    def wrong(self): return recto.grad(area, argnums="height")(2.0, 3.0)
    def cured(self): return recto.grad(area, argnames="height")(2.0, 3.0)
    def plain(self): return 2.0


class KeywordOfGrad(Mistake):
    says, hint, kind = "grad() got an unexpected keyword argument 'argnum'", "did you mean argnums?", TypeError
    def wrong(self): return recto.grad(area, argnum=1)(2.0, 3.0)
    def cured(self): return recto.grad(area, argnums=1)(2.0, 3.0)
    def plain(self): return 2.0


class NoFunction(Mistake):
    says, hint, kind = "jit: function must be a function, not the float 6.0", "", TypeError
    def wrong(self): return recto.jit(area(2.0, 3.0))
    def cured(self): return recto.jit(area)(2.0, 3.0)
    def plain(self): return 6.0


class NamesForNumbers(Mistake):
    says, hint, kind = "jit: static_argnums must be", "did you mean static_argnames=['n']?", TypeError
    def wrong(self): return recto.jit(lambda x, n: np.ones(n) * x, static_argnums=["n"])(2.0, 3)
    def cured(self): return recto.jit(lambda x, n: np.ones(n) * x, static_argnames=["n"])(2.0, 3)
    def plain(self): return np.full(3, 2.0)


class NoSuchArgument(Mistake):
    says, hint, kind = "area has no argument 'hieght'", "did you mean height?", ValueError
    def wrong(self): return recto.jit(area, static_argnames="hieght")(2.0, 3)
    def cured(self): return recto.jit(area, static_argnames="height")(2.0, 3)
    def plain(self): return 6.0


class OneNumberForTheWholeBatch(Mistake):
    says, hint, kind = "in_axes: axis 0 is out of range for i64[]", "in_axes=(0, None)", ValueError
    def wrong(self): return recto.vmap(area)(X, 2)
    def cured(self): return recto.vmap(area, in_axes=(0, None))(X, 2)
    def plain(self): return X * 2


class BatchesOfTwoSizes(Mistake):
    says, hint, kind = "vmap got batches of different sizes (width: 3, height: 4)", "in_axes", ValueError
    def wrong(self): return recto.vmap(lambda width, height: width * height.sum())(X, np.ones(4))
    def cured(self): return recto.vmap(lambda width, height: width * height.sum(), in_axes=(0, None))(X, np.ones(4))
    def plain(self): return X * 4


class GradientOfAVector(Mistake):
    says, hint, kind = "grad needs a real scalar result, not f64[3]", "sum it, or ask for the Jacobian", TypeError
    def wrong(self): return recto.grad(lambda x: x ** 2)(X)
    def cured(self): return recto.grad(lambda x: np.sum(x ** 2))(X)
    def plain(self): return 2 * X


class GradientOfIntegers(Mistake):
    says, hint, kind = "grad needs floating inputs; x is i64[3]", "x.astype(float)", TypeError
    def wrong(self): return recto.grad(lambda x: np.sum(x ** 2))(np.arange(3))
    def cured(self): return recto.grad(lambda x: np.sum(x ** 2))(np.arange(3).astype(float))
    def plain(self): return 2.0 * np.arange(3)


class KeywordOfACollective(Mistake):
    says, hint, kind = "psum(): got an unexpected keyword argument 'axis_nam'", "did you mean axis_name?", TypeError
    def wrong(self): return recto.vmap(lambda x: recto.lax.psum(x, axis_nam="i"), axis_name="i")(X)
    def cured(self): return recto.vmap(lambda x: recto.lax.psum(x, axis_name="i"), axis_name="i")(X)
    def plain(self): return np.full(3, 6.0)
