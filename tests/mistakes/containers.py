"""Lists, dicts and sets that compiled code does not have in this form."""
import types

import numpy as np

import recto

from . import Mistake

X = np.array([1.0, -2.0, 3.0])


class FilteredComprehension(Mistake):
    says, hint = "a comprehension with a dynamic condition gives a list of unknown length", "np.where"
    def wrong(self): return recto.jit(lambda x: [f"{x} {v}" for v in x if v > 0])(X)
    def cured(self): return recto.jit(lambda x: np.where(x > 0, x, 0.0))(X)
    def plain(self): return np.where(X > 0, X, 0.0)


class LoopOverASetOfData(Mistake):
    says, hint = "the order of a set of dynamic values is not known", "sorted"
    def wrong(self): return recto.jit(lambda x: sum(v for v in set(x)))(X)
    def cured(self): return recto.jit(lambda x: sum(v for v in sorted(set(x))))(X)
    def plain(self): return sum(sorted(set(X)))


class SetAsAStaticArgument(Mistake):
    says, hint, kind = "argument names is static, but an object of class set does not hash", "pass frozenset", TypeError
    def call(self, names): return recto.jit(lambda x, names: x if "a" in names else -x, static_argnums=1)(X, names)
    def wrong(self): return self.call({"a", "b"})
    def cured(self): return self.call(frozenset({"a", "b"}))
    def plain(self): return X


class Options:
    def __init__(self, rate):
        self.rate = rate

    def __eq__(self, other):
        return self.rate == other.rate


class OptionsThatHash(Options):
    def __hash__(self):
        return hash(self.rate)


class StaticObjectWithoutHash(Mistake):
    says, hint, kind = "argument options is static, but an object", "define __hash__", TypeError
    def call(self, options): return recto.jit(lambda x, options: x * options.rate, static_argnums=1)(X, options)
    def wrong(self): return self.call(Options(2.0))
    def cured(self): return self.call(OptionsThatHash(2.0))
    def plain(self): return X * 2


class Rates:
    rate = 2.0


class NamespaceAsAStaticArgument(Mistake):
    says, hint = "argument o is static, but an object of class types.SimpleNamespace", "make the class a dataclass"
    kind = TypeError
    def call(self, o): return recto.jit(lambda x, o: x * o.rate, static_argnums=1)(X, o)
    def wrong(self): return self.call(types.SimpleNamespace(rate=2.0))
    def cured(self): return self.call(Rates())
    def plain(self): return X * 2


class StaticList(Mistake):
    says, hint, kind = "argument w is static, but an object of class list does not hash", "like tuples", TypeError
    def wrong(self): return recto.jit(lambda x, w: x * w[0], static_argnums=1)(X, [2.0])
    def cured(self): return recto.jit(lambda x, w: x * w[0], static_argnums=1)(X, (2.0,))
    def plain(self): return X * 2


class StaticArray(Mistake):
    says, hint = "argument w is static, but an array of shape (3,) does not hash", "leave it out of static_argnums"
    kind = TypeError
    def wrong(self): return recto.jit(lambda x, w: x * w, static_argnames="w")(X, w=X)
    def cured(self): return recto.jit(lambda x, w: x * w)(X, w=X)
    def plain(self): return X * X
