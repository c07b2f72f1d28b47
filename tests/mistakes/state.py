"""State outside of the function, exceptions, generators, classes: what the language leaves out."""
import dataclasses

import numpy as np

import recto

from . import Mistake

X = np.array([1.0, 2.0, 3.0])
def halves(x):
    while x > 1:
        yield x
        x = x / 2


def sum_behind_the_first_small_one(x):
    it = halves(x)
    for h in it:
        if h < 5:
            break
    return sum(it)


def sum_of_one_loop(x):
    total, found = 0.0, False
    for h in halves(x):
        if found:
            total += h
        found = found or h < 5
    return total


class GeneratorLeft(Mistake):
    says, hint = "a generator is read after a loop, or in one, that may have read a part of it", "make a list of it"
    def wrong(self): return recto.jit(sum_behind_the_first_small_one)(8.0)
    def cured(self): return recto.jit(sum_of_one_loop)(8.0)
    def plain(self): return sum_behind_the_first_small_one(8.0)


class Moody:
    def __getattr__(self, name):
        raise RuntimeError("not today")


class StaticObjectThatFails(Mistake):
    says, hint = "RuntimeError: not today", "Moody.__getattr__, line"
    def wrong(self): return recto.jit(lambda o, x: x * o.rate, static_argnums=0)(Moody(), X)
    def cured(self): return recto.jit(lambda rate, x: x * rate)(2.0, X)
    def plain(self): return X * 2


def inner_class(x):
    class Pair:
        pass
    return Pair()


class ObjectOfAClassInAFunction(Mistake):
    says, hint = "an object of class Pair can't be returned: its class is made in the function", "define the class"
    def wrong(self): return recto.jit(inner_class)(X)
    def cured(self): return recto.jit(lambda x: x)(X)
    def plain(self): return X


def swapped(a, b):
    a[0] = 5.0
    return b + a


class OneArrayTwice(Mistake):
    says, hint = "an array that the function writes shares memory with another argument", "pass a copy"
    def wrong(self):
        a = np.zeros(2)
        return recto.jit(swapped)(a, a)
    def cured(self):
        a = np.zeros(2)
        return recto.jit(swapped)(a, a.copy())
    def plain(self): return np.array([5.0, 0.0])


class Accumulator:
    def __init__(self):
        self.total = 0.0

    def add(self, x):
        self.total = self.total + x
        return self.total


def total_so_far(xs):
    accumulator = Accumulator()
    return recto.vmap(lambda x: accumulator.add(x))(xs)


class StateOutsideOfABatch(Mistake):
    says, hint = "vmap of a function that changes objects outside of it", "return the new value"
    def wrong(self): return recto.jit(total_so_far)(X)
    def cured(self): return recto.jit(recto.vmap(lambda x: Accumulator().add(x)))(X)
    def plain(self): return X


class Shy:
    __slots__ = ()

    def __repr__(self):
        raise ValueError("nobody asked")


def look(o, x):
    o.seen = True
    return x


class ObjectThatDoesNotPrint(Mistake):
    says, hint = "'Shy' object has no attribute 'seen'", "add the name"
    def wrong(self): return recto.jit(lambda o, x: look(o, x))(Shy(), X)
    def cured(self): return recto.jit(lambda o, x: (x, True))(Shy(), X)[0]
    def plain(self): return X
