"""Functions that take what another function of the library gave."""
import numpy as np
from scipy import linalg

from recto.transform.evaluate import evaluate

from .compare import expect_same
from .rows import POSITIVE_DEFINITE, SQUARE, V

from recto.transform.build import Builder
from recto.transform.library import HOST_BY_NAME
from recto.transform.program import Type, check


def run(function, *inputs):
    builder = Builder()
    syms = [builder.parameter(Type(x.dtype, x.shape)) for x in inputs]
    return evaluate(check(builder.finish([function(*syms)], "f")), *inputs)[0]


def test_cho_solve():
    for lower in (True, False):
        host = lambda a, b: HOST_BY_NAME["scipy.linalg.cho_solve"](HOST_BY_NAME["scipy.linalg.cho_factor"](a, lower), b)
        expect_same(run(host, POSITIVE_DEFINITE, V[:4]), linalg.cho_solve(linalg.cho_factor(POSITIVE_DEFINITE, lower), V[:4]))


def test_lu_solve():
    for trans in (0, 1):
        host = lambda a, b: HOST_BY_NAME["scipy.linalg.lu_solve"](HOST_BY_NAME["scipy.linalg.lu_factor"](a), b, trans)
        expect_same(run(host, SQUARE, V[:4]), linalg.lu_solve(linalg.lu_factor(SQUARE), V[:4], trans))
        expect_same(run(host, SQUARE, np.stack([V[:4], V[1:]], 1)),
                    linalg.lu_solve(linalg.lu_factor(SQUARE), np.stack([V[:4], V[1:]], 1), trans))
