"""Libraries that compiled code can't call."""
import copy
import datetime
import json
import logging
import random
import statistics
import time

import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize
import scipy.sparse
import scipy.special
import scipy.stats

import recto

from . import Mistake

plt.switch_backend("agg")
X = np.array([1.0, 2.0, 3.0])


def logged(x):
    logging.info("here")
    return 2 * x


def printed(x):
    print("", end="")
    return 2 * x


class Json(Mistake):
    says, hint = "json.dumps can't be compiled", "format them outside of the compiled function"
    def wrong(self): return recto.jit(lambda x: json.dumps({"a": 1, "b": [x[0]]}))(X)
    def cured(self): return len(json.dumps({"a": float(recto.jit(lambda x: 2 * x[0])(X))}))
    def plain(self): return len('{"a": 2.0}')


class Statistics(Mistake):
    says, hint = "statistics.NormalDist.from_samples can't be compiled", "NumPy has np.mean"
    def wrong(self): return recto.jit(lambda x: statistics.NormalDist.from_samples(x).mean)(X)
    def cured(self): return recto.jit(lambda x: np.mean(x))(X)
    def plain(self): return 2.0


def drawn(x):
    plt.figure()
    return x


class Distribution(Mistake):
    says, hint = "scipy.stats.gamma.entropy is not known to the compiler", "of scipy.stats.gamma, cdf, interval, isf"
    def wrong(self): return recto.jit(lambda x: scipy.stats.gamma.entropy(x))(X)
    def cured(self): return recto.jit(lambda e: 2 * e)(scipy.stats.gamma.entropy(X))
    def plain(self): return 2 * scipy.stats.gamma.entropy(X)


class SpecialFunction(Mistake):
    says = "scipy.special.struve is not known to the compiler"
    hint = "call it outside of the compiled function and pass"
    def wrong(self): return recto.jit(lambda x: 2 * scipy.special.struve(0, x))(X)
    def cured(self): return recto.jit(lambda j: 2 * j)(scipy.special.struve(0, X))
    def plain(self): return 2 * scipy.special.struve(0, X)


class Assignment(Mistake):
    says = "scipy.optimize.quadratic_assignment is not known to the compiler"
    hint = "call it outside of the compiled function and pass the result in"
    def wrong(self): return recto.jit(lambda a: 2.0 * scipy.optimize.quadratic_assignment(a, a).fun)(np.eye(3))
    def cured(self):
        value = scipy.optimize.quadratic_assignment(np.eye(3), np.eye(3)).fun
        return recto.jit(lambda v: 2.0 * v)(value)
    def plain(self): return 2.0 * scipy.optimize.quadratic_assignment(np.eye(3), np.eye(3)).fun


class SparseMatrix(Mistake):
    says, hint, kind = "argument a is an object of class scipy.sparse.lil_matrix", "x.tocsr()", TypeError
    def wrong(self): return recto.jit(lambda a, x: a @ x)(scipy.sparse.eye(3).tolil(), X)
    def cured(self): return recto.jit(lambda a, x: a @ x)(scipy.sparse.eye(3).tolil().tocsr(), X)
    def plain(self): return X


class Calendar(Mistake):
    says, hint = "datetime.now is not known to the compiler", "pass times as numbers"
    def wrong(self): return recto.jit(lambda x: x * datetime.datetime.now().year)(X)
    def cured(self): return recto.jit(lambda x, year: x * year)(X, 2020)
    def plain(self): return X * 2020


class File(Mistake):
    says, hint = "open is not known to the compiler", "call it outside of the compiled function and pass"
    def wrong(self): return recto.jit(lambda x: x * len(open("/dev/null").read()))(X)
    def cured(self): return recto.jit(lambda x, text: x * len(text))(X, "")
    def plain(self): return X * 0


class Pickled(Mistake):
    says, hint = "numpy.save is not known to the compiler", "call it outside"
    def wrong(self): return recto.jit(lambda x: np.save("/dev/null", x))(X)
    def cured(self): return np.asarray(recto.jit(lambda x: copy.copy(x))(X))
    def plain(self): return X
